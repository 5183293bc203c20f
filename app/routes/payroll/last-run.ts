import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { parseDate } from "#app/domain/parse.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/form-fields.ts";
import { searchOf } from "#app/records/list-route.ts";
import { refusalOf } from "#app/records/refusals.ts";
import { ConflictError } from "#db/errors.ts";
import { setLastPayroll } from "#db/queries/payroll-runs.ts";

export type LastRunAnswer = { problem: string; date: string; unreachable?: boolean };

/**
 * Saves the day of the last payroll run if none is on record, and redirects to the generation dialog. Accepts a day of the last
 * 366 days (docs/product.md, 'Payroll generation').
 */
export async function saveLastRun({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "date"]);
  const text = (name: string) => String(fields.get(name) ?? "");
  const refuse = (status: number, reason: string) =>
    data<LastRunAnswer>({ problem: reason, date: text("date"), unreachable: status === 503 }, status);
  try {
    await requireAdmin(request, context);
    if (problem || !isUuid(text("idempotencyKey")))
      return refuse(400, problem ?? "This page is out of date. Load it again.");
    const parsed = parseDate(text("date"));
    if ("problem" in parsed) return refuse(400, parsed.problem);
    const today = todayInNewYork(context.now);
    const first = plusDays(today, -366);
    if (parsed.value > today || parsed.value < first) {
      return refuse(400, `Enter a day from ${formatUsDate(first)} to today.`);
    }
    await writeAsAdmin(request, context, setLastPayroll(text("idempotencyKey"), parsed.value, byOf(context)));
  } catch (error) {
    // A conflict means that another admin has set the day or run payroll. The dialog then shows the salaries due.
    if (!(error instanceof ConflictError)) {
      const { problem, status } = refusalOf(error);
      return refuse(status, problem);
    }
  }
  return redirect(`/payroll/generate${searchOf(request, payrollItem)}`, 303);
}
