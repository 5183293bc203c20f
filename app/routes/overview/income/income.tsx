import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { type IncomeColumns, incomeTable } from "#app/domain/overview/income.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { MoreMenu } from "#app/ui/list/tools/more-menu.tsx";
import { AmountTable } from "#app/ui/record/amount-table.tsx";
import { BackLink } from "#app/ui/record/record-page.tsx";
import { readIncome } from "./load-income.ts";

/** Reads the income of a year by service, and by month or location (docs/product.md, 'Income'). */
export const loader = liveLoader(async (args) => {
  const { sums, lastYear, ...shown } = await readIncome(args);
  const { year, columns } = shown;
  return { title: `Income of ${year}`, ...shown, isLast: year >= lastYear, ...incomeTable(year, columns, sums) };
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

type Place = { year: number; columns: IncomeColumns; isBilledFor: boolean };

const searchOf = ({ year, columns, isBilledFor }: Place) =>
  String(
    new URLSearchParams({
      year: String(year),
      ...(columns === "locations" && { columns }),
      ...(isBilledFor && { by: "billed-for" }),
    }),
  );

export default function Income() {
  const { title, isLast, table, locations, pay, totalPay, ...place } = useLiveData<typeof loader>();
  const { year, columns, isBilledFor } = place;
  const link = (change: Partial<Place>, label: string) => (
    <Link to={`/overview/income?${searchOf({ ...place, ...change })}`} className={button.secondary} preventScrollReset>
      {label}
    </Link>
  );
  return (
    <>
      <BackLink to="/overview">Overview</BackLink>
      <div className="list-head">
        <h1 id="income-title" className="page-title">
          {title}
        </h1>
        <p className="list-figures">{`${formatDollars(table.total)} billed`}</p>
        <MoreMenu csv={`/overview/income/csv?${searchOf(place)}`} />
      </div>
      <div className="list-tools summary-tools">
        <SwitchLink
          to={`/overview/income?${searchOf({ ...place, isBilledFor: !isBilledFor })}`}
          isOn={isBilledFor}
          replace
        >
          By the month billed for
        </SwitchLink>
        <nav aria-label="Period and columns" className="flex flex-wrap gap-2">
          {link({ year: year - 1 }, String(year - 1))}
          {!isLast && link({ year: year + 1 }, String(year + 1))}
          {columns === "months"
            ? link({ columns: "locations" }, "By location")
            : link({ columns: "months" }, "By month")}
        </nav>
      </div>
      {table.rows.length > 0 ? (
        <AmountTable
          heading="Service"
          labelledBy="income-title"
          table={table}
          hasTotals
          hrefOf={(id) => `/billing?view=all&service=${id}${isBilledFor ? "" : `&from=${year}-01-01&to=${year}-12-31`}`}
          beside={{ heading: "Grooms", of: (id) => pay[id] ?? 0, total: totalPay }}
          {...(locations && { parts: locations })}
        />
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">No Bills</h2>
          <p className="mt-1">{`Nothing was billed in ${year}`}</p>
        </div>
      )}
      <p className="mt-2 text-sm text-muted">
        Grooms: what grooms get for these bills, paid or not. Salaries are not included.
      </p>
    </>
  );
}
