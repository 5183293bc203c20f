import { Link } from "@remix-run/react";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { type ListState, listHref, PAGE_SIZE, type PagePlace, pageSizeOf } from "#app/domain/fields/list-state.ts";
import type { ListTable } from "#app/table/table-options.ts";
import { Icon } from "#app/ui/controls/icons.tsx";
import { isPage } from "#app/ui/list/table/use-list-table.ts";
import type { ListData, ListRow, ShownList } from "#app/ui/list/types.ts";

type Counted = Pick<ShownList<ListRow>, "total" | "isTotalExact">;
type TotalProps = Counted & { noun: string };

const numbered = (count: number) => count.toLocaleString("en-US");

/** The number of rows, as an `<output>`, so that screen readers announce the total of a new search. */
export const ListTotal = ({ total, isTotalExact, noun }: TotalProps) => (
  <output className="list-total">{pluralize(total, noun).replace(" ", isTotalExact ? " " : "+ ")}</output>
);

type Places = { first?: PagePlace; previous?: PagePlace; next?: PagePlace; last?: PagePlace };

/** Where the other pages are. In a long list a page starts next to a row, not at an offset, so that new rows do not shift it. */
function placesOf<Row extends ListRow>(table: ListTable<Row>, data: ListData<Row>, start: number | null): Places {
  const first: PagePlace = { kind: "first" };
  if (isPage(data)) {
    const [top, bottom] = [data.rows[0], data.rows.at(-1)];
    const at = (rows: number) => start !== null && { row: start + rows };
    return {
      ...(data.hasBefore && { first, ...(top && { previous: { kind: "before", seq: top.seq, ...at(-PAGE_SIZE) } }) }),
      ...(data.hasAfter && {
        last: { kind: "last" },
        ...(bottom && { next: { kind: "after", seq: bottom.seq, ...at(data.rows.length) } }),
      }),
    };
  }
  const pageAt = (index: number): PagePlace => (index > 0 ? { kind: "page", number: index + 1 } : first);
  const { pageIndex = 0 } = table.options.state?.pagination ?? {};
  return {
    ...(table.getCanPreviousPage() && { first, previous: pageAt(pageIndex - 1) }),
    ...(table.getCanNextPage() && { next: pageAt(pageIndex + 1), last: pageAt(table.getPageCount() - 1) }),
  };
}

/** The number of the page's first row; null if it is not known. */
function startOf<Row extends ListRow>(
  place: PagePlace,
  count: number,
  { total, isTotalExact }: Counted,
  data: ListData<Row>,
): number | null {
  if (count === 0) return null;
  if (place.kind === "first") return 1;
  if (place.kind === "page") return (place.number - 1) * pageSizeOf(data.rows.length) + 1;
  if (place.kind === "last") return isTotalExact ? total - count + 1 : null;
  if (!isPage(data) || !data.hasBefore) return 1;
  const { row = null } = place;
  return row !== null && isTotalExact && row + count - 1 > total ? null : row;
}

type PagerProps<Row extends ListRow> = {
  path: string;
  state: ListState;
  defaultSort: string;
  table: ListTable<Row>;
  data: ListData<Row>;
} & Counted;

/** Links to the other pages. */
export function Pager<Row extends ListRow>({ path, state, defaultSort, table, data, ...counted }: PagerProps<Row>) {
  const count = table.getRowModel().rows.length;
  const start = startOf(state.place, count, counted, data);
  const { first, previous, next, last } = placesOf(table, data, start);
  if (!first && !last) return null;
  const link = (label: string, place: PagePlace | undefined, icon: string, className = "") => {
    const content = <Icon name={className ? "end" : "up"} className={icon} />;
    return place ? (
      <Link to={listHref(path, state, defaultSort, { place })} aria-label={label} className={`pager-link ${className}`}>
        {content}
      </Link>
    ) : (
      // biome-ignore lint/a11y/useValidAnchor: HTML disables a link by leaving out its `href`; the role keeps it a link for screen readers.
      <a role="link" aria-disabled="true" aria-label={label} className={`pager-link ${className}`}>
        {content}
      </a>
    );
  };
  return (
    <nav aria-label="Pages" className="pager">
      {start && (
        <span className="pager-range">{`${numbered(start)}–${numbered(start + count - 1)} of ${numbered(counted.total)}${counted.isTotalExact ? "" : "+"}`}</span>
      )}
      {link("First", first, "rotate-180", "max-sm:hidden")}
      {link("Previous", previous, "-rotate-90")}
      {link("Next", next, "rotate-90")}
      {link("Last", last, "", "max-sm:hidden")}
    </nav>
  );
}
