import { Link, useRouteLoaderData } from "@remix-run/react";
import { fillIn } from "#app/domain/entries/texts/fill-in.ts";
import { useTexts } from "../language/use-texts.ts";

type Root = { user: object | null; nonAdmin: string | null; withoutAdmin: boolean };

/**
 * Tells a user who is no admin what the account may do, and tells users and visitors which page a sign-in as an admin
 * would open. In a barn without an admin it links to the page where a code makes the user the first admin.
 */
export function SignedInNotice({ wanted }: { wanted: string | null }) {
  // From the root, which reloads after a sign-in in the popup, and after an admin was removed.
  const root = useRouteLoaderData("root") as Root | undefined;
  const { withoutAdmin, enterCode, becomeAdmin, nonAdmin, signInToOpen } = useTexts();
  return (
    <div role="status" className="space-y-2 not-empty:mb-6">
      {root?.withoutAdmin && (
        <p className="text-sm text-muted">
          <span>{withoutAdmin}</span>{" "}
          {root.user ? (
            <Link to="/first-admin" className="link inline-flex min-h-11 items-center sm:min-h-0">
              {enterCode}
            </Link>
          ) : (
            <span>{becomeAdmin}</span>
          )}
        </p>
      )}
      {root?.nonAdmin && !root.withoutAdmin && (
        <p className="notice wrap-anywhere">{fillIn(nonAdmin, { email: root.nonAdmin })}</p>
      )}
      {wanted && <p className="notice">{fillIn(signInToOpen, { place: wanted })}</p>}
    </div>
  );
}
