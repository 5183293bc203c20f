import { readAsAdmin } from "#app/auth/require-admin.ts";
import { formatUsDate, isPaymentDate, type LocalDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import {
  formatColumn,
  isByMonth,
  paychecksOf,
  rangeProblem,
  type PayrollSummary as Summary,
  summarizeWeeks,
  summaryWeeks,
  USUAL_WEEKS,
  weekPagesOf,
} from "#app/domain/payroll/payroll-summary.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BarTable } from "#app/ui/charts/bar-table.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import {
  checksFor,
  employedGrooms,
  paymentDates,
  payrollSums,
  type SummaryDay,
} from "#db/queries/payroll/payroll-sums.ts";
import { Checks } from "./paychecks.tsx";
import { PrintButton } from "./print-button.tsx";
import { SummaryTable } from "./table.tsx";
import { type WeekPages, Weeks } from "./weeks.tsx";

/** Reads the grooms' sums of weeks, by item or payment date, and the checks of a payment date (docs/product.md, 'Payroll summary'). */
export const loader = liveLoader(async ({ request, context }) => {
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
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

type Place = { by: SummaryDay; range: WeekPages["range"]; pay: string | null };

/** The address of the summary; defaults are left out. */
function addressOf({ by, range, pay }: Place, hash = ""): string {
  const search = new URLSearchParams({ ...othersOf(by, pay), ...range });
  return `/payroll-summary${search.size > 0 ? `?${search}` : ""}${hash}`;
}

/** The search parameters beside those of the weeks. */
const othersOf = (by: SummaryDay, pay: string | null) => ({ ...(by === "payment" && { by }), ...(pay && { pay }) });

export default function PayrollSummary() {
  const { by, weeks, columns, rows, all, pages, to, problem, pay, due, checks, dates, today } =
    useLiveData<typeof loader>();
  const { range } = pages;
  const isByDate = by === "date";
  const [first, last] = [weeks[0] ?? today, weeks.at(-1) ?? today];
  const what = isByDate ? "Sums by item date" : "Sums by payment date";
  return (
    <>
      <div className="list-head">
        <h1 id="summary-title" className="page-title">
          Payroll Summary
        </h1>
        <PrintButton />
      </div>
      <p className="hidden text-sm print:block">
        {range ? `${what}, weeks of ${formatUsDate(first)} to ${formatUsDate(last)}` : what}
      </p>
      <div className="list-tools summary-tools">
        <SwitchLink to={addressOf({ by: isByDate ? "payment" : "date", range, pay })} isOn={isByDate}>
          {isByDate ? "Showing sums by item date" : "Showing sums by payment date"}
        </SwitchLink>
        <Weeks
          {...{ ...pages, from: first, to, today, problem }}
          others={othersOf(by, pay)}
          addressOf={(other) => addressOf({ by, range: other, pay })}
        />
      </div>
      {rows.length > 0 ? (
        <SummaryTable {...{ columns, rows, all }} hasTotals={weeks.length > USUAL_WEEKS} />
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">No Data</h2>
          <p className="mt-1">No payroll data to display</p>
        </div>
      )}
      {isByMonth(weeks) && <p className="mt-2 text-sm text-muted">A month has the weeks that begin in it.</p>}
      <div className="summary-below">
        <Checks
          {...{ due, checks, weeks, all, dates, today }}
          addressOf={(date) => addressOf({ by, range, pay: date }, "#checks")}
        />
        {rows.length > 0 && <Totals columns={columns} weeks={weeks} />}
      </div>
    </>
  );
}

/** A bar for the total of each column. */
function Totals({ columns, weeks }: Pick<Summary, "columns"> & { weeks: LocalDate[] }) {
  const [first, last] = [weeks[0], weeks.at(-1)].map((week) => formatUsDate(week ?? ""));
  const title = isByMonth(weeks) ? "Monthly totals" : "Weekly totals";
  return (
    <section aria-labelledby="totals" className="chart">
      <div className="chart-head">
        <h2 id="totals">{title}</h2>
        <p className="text-sm/normal text-muted">{`Weeks of ${first} to ${last}`}</p>
      </div>
      <BarTable
        title={title}
        headings={[isByMonth(weeks) ? "Month" : "Week", "Total"]}
        rows={columns.map(({ key, total }) => ({
          key,
          label: formatColumn(key),
          text: formatDollars(total),
          value: total,
        }))}
      />
    </section>
  );
}
