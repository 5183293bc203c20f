import { Link, useRouteLoaderData } from "@remix-run/react";
import { missingOptions } from "./missing-options.ts";
import type { EntryOptions } from "./options.ts";

/** Says why a select of the form has nothing to choose; an admin gets links to the lists. */
export function MissingNotice({ options }: { options: EntryOptions }) {
  const root = useRouteLoaderData("root") as { isAdmin: boolean | null } | undefined;
  const { isNothing, missing } = missingOptions(options);
  if (missing.length === 0) return null;
  const last = missing.length - 1;
  return (
    <p className="notice mt-6">
      <span>
        {`${isNothing ? "Nothing can" : "Services that need a groom cannot"} be logged yet: ${root?.isAdmin ? "first add" : "the office has to add"} `}
      </span>
      {missing.map(({ name, to }, place) => (
        <span key={to}>
          {place > 0 && <span>{place === last ? " and " : ", "}</span>}
          {root?.isAdmin ? (
            <Link to={to} className="link">
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )}
        </span>
      ))}
      <span>.</span>
    </p>
  );
}
