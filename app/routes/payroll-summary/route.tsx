import { Link } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { formatUsDate, isPaymentDate, nextMonday, todayInNewYork } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import {
  checksOf,
  type PayrollSummary as Summary,
  summarizeWeeks,
  summaryWeeks,
  weekPagesOf,
} from "#app/domain/payroll-summary.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BarTable } from "#app/ui/charts/bar-table.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { checksFor, employedGrooms, paymentDates, payrollSums, type SummaryDay } from "#db/queries/payroll-summary.ts";
import { Checks } from "./checks.tsx";
import { PrintButton } from "./print-button.tsx";
import { SummaryTable } from "./table.tsx";

/** Reads the grooms' sums of four weeks, by item date or by payment date, and the checks of a payment date (docs/product.md, 'Payroll summary'). */
export const loader = liveLoader(async ({ request, context }) => {
  const { searchParams } = new URL(request.url);
  const by: SummaryDay = searchParams.get("by") === "payment" ? "payment" : "date";
  const today = todayInNewYork(context.now);
  const weeks = summaryWeeks(today, searchParams.get("before") ?? "");
  const [first = today] = weeks;
  const chosen = searchParams.get("pay") ?? "";
  const pay = isPaymentDate(chosen) ? chosen : null;
  const [[found], [employed], [due], [open]] = await readAsAdmin(
    request,
    context,
    payrollSums(by, first, nextMonday(weeks.at(-1) ?? today)),
    employedGrooms(first),
    checksFor(pay),
    paymentDates(today),
  );
  const summary = summarizeWeeks(weeks, found?.sums ?? [], employed?.grooms);
  return {
    by,
    ...summary,
    ...weekPagesOf(weeks, today),
    pay,
    due: due?.date ?? null,
    checks: checksOf(summary.rows, due?.checks ?? []),
    dates: (open?.dates ?? []).map(({ date }) => date),
    today,
  };
});

type Place = { by: SummaryDay; before: string | null; pay?: string | null };

/** The address of the summary; defaults are left out. */
function addressOf({ by, before, pay }: Place, hash = ""): string {
  const entries = Object.entries({ by: by === "payment" ? by : null, before, pay });
  const search = new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `/payroll-summary${search.size > 0 ? `?${search}` : ""}${hash}`;
}

export default function PayrollSummary() {
  const { by, before, weeks, rows, all, earlier, later, pay, due, checks, dates, today } = useLiveData<typeof loader>();
  const isByDate = by === "date";
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 id="summary-title" className="page-title mr-auto">
          Payroll Summary
        </h1>
        <PrintButton />
      </div>
      <p className="hidden text-sm print:block">{isByDate ? "Sums by item date" : "Sums by payment date"}</p>
      <div className="list-tools">
        <SwitchLink to={addressOf({ by: isByDate ? "payment" : "date", before, pay })} isOn={isByDate}>
          {isByDate ? "Showing sums by item date" : "Showing sums by payment date"}
        </SwitchLink>
        <nav aria-label="Weeks" className="flex gap-3">
          <Link to={addressOf({ by, before: earlier, pay })} className={button.secondary} preventScrollReset>
            Earlier
          </Link>
          {later !== undefined && (
            <Link to={addressOf({ by, before: later, pay })} className={button.secondary} preventScrollReset>
              Later
            </Link>
          )}
        </nav>
      </div>
      {rows.length > 0 ? (
        <SummaryTable weeks={weeks} rows={rows} />
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">No Data</h2>
          <p className="mt-1">No payroll data to display</p>
        </div>
      )}
      <div className="summary-below">
        <Checks
          due={due}
          checks={checks}
          weeks={weeks.map(({ week }) => week)}
          all={all}
          dates={dates}
          today={today}
          addressOf={(date) => addressOf({ by, before, pay: date }, "#checks")}
        />
        {rows.length > 0 && <WeeklyTotals weeks={weeks} />}
      </div>
    </>
  );
}

function WeeklyTotals({ weeks }: Pick<Summary, "weeks">) {
  const [first, last] = [weeks[0], weeks.at(-1)].map((each) => formatUsDate(each?.week ?? ""));
  return (
    <section aria-labelledby="weekly" className="chart">
      <div className="chart-head">
        <h2 id="weekly">Weekly totals</h2>
        <p className="text-sm/normal text-muted">{`Weeks of ${first} to ${last}`}</p>
      </div>
      <BarTable
        title="Weekly totals"
        headings={["Week", "Total"]}
        rows={weeks.map(({ week, total }) => ({
          key: week,
          label: formatUsDate(week),
          text: formatDollars(total),
          value: total,
        }))}
      />
    </section>
  );
}
