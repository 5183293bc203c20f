import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { readAsAdmin, readChangeNumber } from "#app/auth/require-admin.ts";
import { nextMonday, todayInNewYork } from "#app/domain/calendar.ts";
import { summarize, summaryWeeks } from "#app/domain/payroll-summary.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { payrollSums, type SummaryDay } from "#db/queries/payroll-summary.ts";
import { WeeklyTotals } from "./chart.tsx";
import { SummaryTable } from "./table.tsx";

export const meta: MetaFunction = () => [{ title: "Payroll Summary – Hayloft" }];

/** What grooms earned in the last four weeks, by the items' dates or by the days that they are paid. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const by: SummaryDay = new URL(request.url).searchParams.get("by") === "payment" ? "payment" : "date";
  const today = todayInNewYork(context.now);
  const weeks = summaryWeeks(today);
  const [[found]] = await readAsAdmin(request, context, payrollSums(by, weeks[0] ?? today, nextMonday(today)));
  return { by, changeNumber: await readChangeNumber(context), ...summarize(weeks, found?.sums ?? []) };
}

export const handle: LiveRouteHandle = { topics: ["payroll", "grooms"] };

/** Spec section 2 'Payroll Summary'; the switch is design section 6's. */
export default function PayrollSummary() {
  const { by, weeks, rows } = useLiveData<typeof loader>();
  const isByDate = by === "date";
  return (
    <>
      <h1 id="summary-title" className="page-title">
        Payroll Summary
      </h1>
      <p className="print-only text-sm">{isByDate ? "Sums by item date" : "Sums by payment date"}</p>
      <div className="list-tools">
        <SwitchLink to={isByDate ? "/payroll-summary?by=payment" : "/payroll-summary"} isOn={isByDate}>
          {isByDate ? "Showing sums by item date" : "Showing sums by payment date"}
        </SwitchLink>
      </div>
      {rows.length > 0 ? (
        <div className="summary">
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
