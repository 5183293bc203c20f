/** Tells a visitor what a sign-in would open, and a user without rights what the account may do. */
export function SignedInNotice({ wanted, nonAdmin }: { wanted: string | null; nonAdmin: string | null }) {
  if (!wanted && !nonAdmin) return null;
  const rights = `You are signed in as ${nonAdmin}, which is not an admin's account: it can use this form only. `;
  const hint = wanted ? `Sign in with an admin's account to open ${wanted}` : "An admin can invite you to the rest.";
  return (
    <p role="status" className="notice mb-6 wrap-anywhere">
      {nonAdmin ? rights + hint : hint}
    </p>
  );
}
