import { useRouteLoaderData } from "@remix-run/react";

/** Tells a user without rights what the account may do, and both users and visitors what a sign-in would open. */
export function SignedInNotice({ wanted }: { wanted: string | null }) {
  // From the root, which reloads after a sign-in in the popup, and after an admin was removed.
  const root = useRouteLoaderData("root") as { nonAdmin: string | null } | undefined;
  return (
    <div role="status" className="space-y-2 not-empty:mb-6">
      {root?.nonAdmin && (
        <p className="notice wrap-anywhere">
          {`You are signed in as ${root.nonAdmin}, which is not an admin's account: it can use this form only. An admin can invite you to the rest.`}
        </p>
      )}
      {wanted && <p className="notice">{`Sign in with an admin's account to open ${wanted}`}</p>}
    </div>
  );
}
