import { Link, useRouteLoaderData } from "@remix-run/react";

type Root = { user: object | null; nonAdmin: string | null; withoutAdmin: boolean };

/**
 * Tells a user who is no admin what the account may do, and tells users and visitors which page a sign-in as an admin
 * would open. In a barn without an admin it links to the page where a code makes the user the first admin.
 */
export function SignedInNotice({ wanted }: { wanted: string | null }) {
  // From the root, which reloads after a sign-in in the popup, and after an admin was removed.
  const root = useRouteLoaderData("root") as Root | undefined;
  return (
    <div role="status" className="space-y-2 not-empty:mb-6">
      {root?.withoutAdmin && (
        <p className="text-sm text-muted">
          <span>This barn has no admin yet.</span>{" "}
          {root.user ? (
            <Link to="/first-admin" className="link inline-flex min-h-11 items-center sm:min-h-0">
              Enter the code from the terminal
            </Link>
          ) : (
            <span>Sign in to become its first admin.</span>
          )}
        </p>
      )}
      {root?.nonAdmin && !root.withoutAdmin && (
        <p className="notice wrap-anywhere">
          {`You are signed in as ${root.nonAdmin}, which is not an admin's account: it can use this form only. An admin can invite you to the rest.`}
        </p>
      )}
      {wanted && <p className="notice">{`Sign in with an admin's account to open ${wanted}`}</p>}
    </div>
  );
}
