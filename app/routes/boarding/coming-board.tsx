import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { comingTable } from "#app/domain/boarding/coming-board.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { MoreMenu } from "#app/ui/list/tools/more-menu.tsx";
import { AmountTable } from "#app/ui/record/amount-table.tsx";
import { BackLink } from "#app/ui/record/record-page.tsx";
import { readComingBoard } from "./load-coming-board.ts";

/** Reads the boarding of the next month (docs/product.md, 'Boarding of the next month'). */
export const loader = liveLoader(async (args) => {
  const { month, parts, names, ...counts } = await readComingBoard(args);
  return { title: `Boarding for ${formatMonth(month)}`, month, ...counts, table: comingTable(parts, names) };
});

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function ComingBoard() {
  const { title, month, count, billed, table } = useLiveData<typeof loader>();
  return (
    <>
      <BackLink to="/horses">Horses</BackLink>
      <div className="list-head max-lg:flex-wrap">
        <h1 id="board-title" className="page-title">
          {title}
        </h1>
        <p className="list-figures max-lg:order-last max-lg:block max-lg:w-full">{`${pluralize(count, "horse")} · ${formatDollars(table.total)}`}</p>
        <MoreMenu csv="/horses/board/csv" />
      </div>
      <p className="mb-4 text-sm text-muted">
        <span>Not billed yet. Based on today’s prices and owners, with the horses that arrive or leave by then.</span>
        {billed > 0 && <span>{` Already billed: ${pluralize(billed, "horse")}.`}</span>}{" "}
        <Link to={`/horses/bill?view=all&month=${month}`} className="link">
          Bill ahead
        </Link>
      </p>
      {table.rows.length > 0 ? (
        <AmountTable
          heading="Horse"
          labelledBy="board-title"
          table={table}
          hasTotals
          hrefOf={(id) => `/horses/${id.split(" ")[0]}`}
        />
      ) : (
        <div className="empty">
          <h2 className="text-base font-semibold text-ink">{billed > 0 ? "All Billed" : "No Horses"}</h2>
          <p className="mt-1">
            {billed > 0 ? "Nothing is left to bill for the month" : "No billable horse will be on the property"}
          </p>
        </div>
      )}
    </>
  );
}
