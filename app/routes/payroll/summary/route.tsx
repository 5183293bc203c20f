import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import {
  formatColumn,
  isByMonth,
  type PayrollSummary as Summary,
  tableOfSummary,
  USUAL_WEEKS,
} from "#app/domain/payroll/payroll-summary.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BarTable } from "#app/ui/charts/bar-table.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { MoreMenu } from "#app/ui/list/tools/more-menu.tsx";
import { AmountTable } from "#app/ui/record/amount-table.tsx";
import type { SummaryDay } from "#db/queries/payroll/payroll-sums.ts";
import { readSummary } from "./load-summary.ts";
import { Checks } from "./paychecks.tsx";
import { SummaryTabs } from "./summary-tabs.tsx";
import { type WeekPages, Weeks } from "./weeks.tsx";

export const loader = liveLoader(readSummary);

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
        <MoreMenu csv={`/payroll-summary/csv${addressOf({ by, range, pay: null }).slice("/payroll-summary".length)}`} />
      </div>
      <SummaryTabs current="/payroll-summary" />
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
        <AmountTable
          heading="Name on Check"
          labelledBy="summary-title"
          table={tableOfSummary({ columns, rows, all })}
          hasTotals={weeks.length > USUAL_WEEKS}
          hrefOf={(id) => `/grooms/${id}`}
        />
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
