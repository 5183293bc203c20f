import type { AdminRow } from "#app/domain/records/admin.ts";

/** The e-mail addresses of admins whose adding or removal is not answered yet. */
export type Pending = { added: string[]; removed: string[] };

/** The list as it will be once the pending submissions are saved (docs/product.md, 'Accounts'). */
export function withPending(rows: AdminRow[], { added, removed }: Pending): AdminRow[] {
  const kept = rows.filter(({ id }) => !removed.includes(id));
  const missing = added.filter((email) => email.includes("@") && !rows.some(({ id }) => id === email));
  if (missing.length === 0 && kept.length === rows.length) return rows;
  return [...kept, ...missing.map((email) => ({ id: email, seq: 0, email, access: "Admin" as const }))];
}

type Submission = { formData?: FormData | undefined; formAction?: string | undefined };

/** The admins that the pending submissions add and remove. */
export function pendingOf(submissions: readonly Submission[]): Pending {
  const valuesOf = (name: string, isMeant: (submission: Submission) => boolean) =>
    submissions.flatMap((each) => {
      const value = isMeant(each) ? each.formData?.get(name) : null;
      return typeof value === "string" ? [value.trim().toLowerCase()] : [];
    });
  const intent = (wanted: string) => valuesOf("id", ({ formData }) => formData?.get("intent") === wanted);
  const invited = valuesOf("email", ({ formAction }) => formAction?.split("?")[0] === "/accounts/new");
  return { added: invited, removed: intent("delete") };
}
