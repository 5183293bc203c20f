import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { isPaymentDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import {
  paychecksOf,
  rangeProblem,
  summarizeWeeks,
  summaryWeeks,
  weekPagesOf,
} from "#app/domain/payroll/payroll-summary.ts";
import {
  checksFor,
  employedGrooms,
  paymentDates,
  payrollSums,
  type SummaryDay,
} from "#db/queries/payroll/payroll-sums.ts";

/** Reads the grooms' sums of weeks, by item or payment date, and the checks of a payment date (docs/product.md, 'Payroll summary'). */
export async function readSummary({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const by: SummaryDay = searchParams.get("by") === "payment" ? "payment" : "date";
  const today = todayInNewYork(context.now);
  const asked = { from: searchParams.get("from") ?? "", to: searchParams.get("to") ?? "" };
  const weeks = summaryWeeks(today, asked);
  const [first = today] = weeks;
  const chosen = searchParams.get("pay") ?? "";
  const pay = isPaymentDate(chosen) ? chosen : null;
  const [[found], [employed], [due], [open]] = await readAsAdmin(
    request,
    context,
    payrollSums(by, weeks),
    employedGrooms(first),
    checksFor(pay),
    paymentDates(today),
  );
  const summary = summarizeWeeks(weeks, found?.sums ?? [], employed?.grooms);
  return {
    by,
    weeks,
    ...summary,
    pages: weekPagesOf(weeks, today),
    to: plusDays(weeks.at(-1) ?? today, 6),
    problem: rangeProblem(asked),
    pay,
    due: due?.date ?? null,
    checks: paychecksOf(summary.rows, due?.checks ?? []),
    dates: (open?.dates ?? []).map(({ date }) => date),
    today,
  };
}
