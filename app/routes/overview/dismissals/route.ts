import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { readText } from "#app/domain/basics/text.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { areScopes, isDismissalKind } from "#app/domain/overview/dismissals.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { countAsBoarding } from "#db/queries/bills/billed-board.ts";
import { DISMISSED_ALREADY, dismiss } from "#db/queries/overview/stored-dismissals.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { PAYROLL } from "../../payroll/items/load.ts";

const PAGES = ["/billing/check", "/overview", "/payroll"] as const;

/** The address to return to, if it is one of the pages with the button; otherwise the first of these pages. */
function pageBehindDismissal(back: string): string {
  return PAGES.some((path) => back === path || back.startsWith(`${path}?`)) ? back : PAGES[0];
}

const FIELDS = ["idempotencyKey", "kind", "recordId", "scope", "name", "back"];

/** Marks a finding as not owed or OK, and returns to the page (docs/product.md, 'Dismissals'). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), FIELDS);
  const change = problem ? null : changeOf(fields, byOf(context));
  const back = new URL(pageBehindDismissal(String(fields.get("back") ?? "")), request.url);
  // This route has no component, so a document request needs a Response: for `data()` Remix would answer 200.
  const refuse = (reason: string, status: number) =>
    context.isDataRequest
      ? data({ problem: reason, unreachable: status === 503 }, status)
      : new Response(reason, { status });
  try {
    if (!change) {
      await requireAdmin(request, context);
      return refuse(problem ?? OUT_OF_DATE, 400);
    }
    const to = back.pathname + withNotice(back.search, { done: change.idempotencyKey });
    // Only Payroll is read again with the write: the other pages are too slow to wait for.
    const { written } = await writeAndLead({ request, context }, change, to, PAYROLL);
    return leadTo({ context }, to, written);
  } catch (error) {
    // The page behind no longer lists it.
    if (error instanceof ConflictError && error.problem === DISMISSED_ALREADY)
      return leadTo({ context }, back.pathname + back.search, undefined);
    const refusal = refusalOf(error);
    context.log.fail("Error marking as not owed or fine", error);
    return refuse(refusal.problem, refusal.status);
  }
}

/** The change of the submitted form; null if a field is invalid. */
function changeOf(fields: FormData, by: By): Change | null {
  const [key = "", kind = "", recordId = "", scope = "", name = ""] = FIELDS.map((field) =>
    String(fields.get(field) ?? ""),
  );
  if (!isUuid(key) || !isDismissalKind(kind) || !/^[\w .:/-]{1,200}$/.test(recordId)) return null;
  const text = readText(name, false);
  const isNamed = "value" in text && text.value === name && name.length > 0 && name.length <= 450;
  // Several weeks are separated by commas.
  const scopes = scope.split(",");
  if (!isNamed || !areScopes(kind, scopes)) return null;
  return (kind === "counted" ? countAsBoarding : dismiss)(key, { kind, recordId, scopes, name }, by);
}

export { sendForm as clientAction } from "#app/records/client-actions.ts";

export const loader = () => redirect("/");
