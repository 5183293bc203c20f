import type { ListState } from "#app/domain/list-state.ts";
import type { AdminRow } from "#app/domain/records/admin.ts";

type Page = { rows: AdminRow[]; total: number };

/** The addresses of the admins that are being added or removed. */
export type Pending = { added: string[]; removed: string[] };

/** The page of the list as it will be once what is under way is saved (docs/product.md, 'Accounts'). */
export function withPending<List extends Page>(page: List, state: ListState, { added, removed }: Pending): List {
  const kept = page.rows.filter(({ id }) => !removed.includes(id));
  // Only the server knows whether a search finds an address.
  const isWhole = state.q === "" && page.total === page.rows.length;
  const missing = isWhole
    ? added.filter((email) => email.includes("@") && !page.rows.some(({ id }) => id === email))
    : [];
  if (missing.length === 0 && kept.length === page.rows.length) return page;
  const rows = [...kept, ...missing.map((email) => ({ id: email, seq: 0, email, access: "Admin" as const }))];
  const order = state.descending ? -1 : 1;
  if (missing.length > 0) rows.sort((a, b) => (a.email < b.email ? -order : order));
  return { ...page, rows, total: page.total - page.rows.length + rows.length };
}

type Submission = { formData?: FormData | undefined; formAction?: string | undefined };

/** What the submissions that wait for an answer add and remove. */
export function pendingOf(submissions: readonly Submission[]): Pending {
  const valuesOf = (name: string, isMeant: (submission: Submission) => boolean) =>
    submissions.flatMap((each) => {
      const value = isMeant(each) ? each.formData?.get(name) : null;
      return typeof value === "string" ? [value.trim().toLowerCase()] : [];
    });
  const intent = (wanted: string) => valuesOf("id", ({ formData }) => formData?.get("intent") === wanted);
  const invited = valuesOf("email", ({ formAction }) => formAction?.split("?")[0] === "/accounts/new");
  return { added: [...intent("restore"), ...invited], removed: intent("delete") };
}
