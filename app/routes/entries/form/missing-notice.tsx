import { Link, useRouteLoaderData } from "@remix-run/react";
import { useTexts } from "../language/use-texts.ts";
import { missingOptions } from "./missing-options.ts";
import type { EntryOptions } from "./options.ts";

/** Says why a select of the form has nothing to choose; an admin gets links to the lists. */
export function MissingNotice({ options }: { options: EntryOptions }) {
  const root = useRouteLoaderData("root") as { isAdmin: boolean | null } | undefined;
  const texts = useTexts();
  const { isNothing, missing } = missingOptions(options);
  if (missing.length === 0) return null;
  const last = missing.length - 1;
  return (
    <p className="notice mt-6">
      <span>
        {`${isNothing ? texts.nothingYet : texts.noGroomsYet} ${root?.isAdmin ? texts.addFirst : texts.officeAdds} `}
      </span>
      {missing.map(({ name, to }, place) => (
        <span key={to}>
          {place > 0 && <span>{place === last ? ` ${texts.and} ` : ", "}</span>}
          {root?.isAdmin ? (
            <Link to={to} className="link">
              {texts[name]}
            </Link>
          ) : (
            <span>{texts[name]}</span>
          )}
        </span>
      ))}
      <span>.</span>
    </p>
  );
}
