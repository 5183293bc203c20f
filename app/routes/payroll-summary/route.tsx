import { readAsAdmin } from "#app/auth/require-admin.ts";
import { nextMonday, todayInNewYork } from "#app/domain/calendar.ts";
import { summarize, summaryWeeks } from "#app/domain/payroll-summary.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { payrollSums, type SummaryDay } from "#db/queries/payroll-summary.ts";
import { WeeklyTotals } from "./chart.tsx";
import { SummaryTable } from "./table.tsx";

/** Reads the grooms' sums of four weeks, by item date or by payment date (docs/product.md, 'Payroll summary'). */
export const loader = liveLoader(async ({ request, context }) => {
  const by: SummaryDay = new URL(request.url).searchParams.get("by") === "payment" ? "payment" : "date";
  const today = todayInNewYork(context.now);
  const weeks = summaryWeeks(today);
  const [[found]] = await readAsAdmin(request, context, payrollSums(by, weeks[0] ?? today, nextMonday(today)));
  return { by, ...summarize(weeks, found?.sums ?? []) };
});

export default function PayrollSummary() {
  const { by, weeks, rows } = useLiveData<typeof loader>();
  const isByDate = by === "date";
  return (
    <>
      <h1 id="summary-title" className="page-title">
        Payroll Summary
      </h1>
      <p className="hidden text-sm print:block">{isByDate ? "Sums by item date" : "Sums by payment date"}</p>
      <div className="list-tools">
        <SwitchLink to={isByDate ? "/payroll-summary?by=payment" : "/payroll-summary"} isOn={isByDate}>
          {isByDate ? "Showing sums by item date" : "Showing sums by payment date"}
        </SwitchLink>
      </div>
      {rows.length > 0 ? (
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 tabular-nums xl:grid-cols-[minmax(0,1fr)_17rem] print:mt-4 print:grid-cols-[minmax(0,1fr)_9.5rem] print:gap-4">
          <SummaryTable weeks={weeks} rows={rows} />
          <WeeklyTotals weeks={weeks} />
        </div>
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">No Data</h2>
          <p className="mt-1">No payroll data to display</p>
        </div>
      )}
    </>
  );
}
