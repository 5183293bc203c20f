import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { paidYear } from "#app/domain/payroll/paid-year.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { MoreMenu } from "#app/ui/list/tools/more-menu.tsx";
import { AmountTable } from "#app/ui/record/amount-table.tsx";
import { readPaidYear } from "./load-year.ts";
import { SummaryTabs } from "./summary-tabs.tsx";

/** Reads what grooms were paid in a year by month (docs/product.md, 'Paid by year'). */
export const loader = liveLoader(async (args) => {
  const { year, current, sums } = await readPaidYear(args);
  return { title: `Paid in ${year}`, year, isLast: year >= current, ...paidYear(year, sums) };
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const addressOf = (year: number) => `/payroll-summary/year?year=${year}`;

export default function PaidByYear() {
  const { title, year, isLast, grooms, locations } = useLiveData<typeof loader>();
  return (
    <>
      <div className="list-head">
        <h1 id="year-title" aria-label={`Payroll Summary: ${title}`} className="page-title">
          Payroll Summary
        </h1>
        <p className="list-figures">{`${formatDollars(grooms.total)} paid in ${year}`}</p>
        <MoreMenu csv={`/payroll-summary/year/csv?year=${year}`} />
      </div>
      <SummaryTabs current="/payroll-summary/year" />
      <div className="list-tools summary-tools">
        <nav aria-label="Years" className="flex items-center gap-2">
          <Link to={addressOf(year - 1)} className={button.secondary} preventScrollReset>
            {String(year - 1)}
          </Link>
          {!isLast && (
            <Link to={addressOf(year + 1)} className={button.secondary} preventScrollReset>
              {String(year + 1)}
            </Link>
          )}
        </nav>
        <p className="text-sm text-muted">By the day of payment</p>
      </div>
      {grooms.rows.length > 0 ? (
        <AmountTable
          heading="Name on Check"
          labelledBy="year-title"
          table={grooms}
          hasTotals
          hrefOf={(id) => `/grooms/${id}`}
          parts={locations}
        />
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">No Payments</h2>
          <p className="mt-1">{`Nothing was marked as paid in ${year}`}</p>
        </div>
      )}
    </>
  );
}
