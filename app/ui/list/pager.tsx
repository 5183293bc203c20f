import { Link } from "@remix-run/react";
import { type ListState, listHref, type PagePlace } from "#app/domain/list-state.ts";
import { button } from "#app/ui/controls/button.tsx";
import type { ListTable } from "./table-options.ts";
import type { ListData, ListRow, ShownList } from "./types.ts";
import { isPage } from "./use-list-table.ts";

/** The number of rows, as an `<output>`, so that screen readers announce the total of a new search. */
export function Total({ total, isTotalExact }: Pick<ShownList<ListRow>, "total" | "isTotalExact">) {
  return (
    <output className="text-sm text-muted">{`${total.toLocaleString("en-US")}${isTotalExact ? "" : "+"} in all`}</output>
  );
}

type Places = { first?: PagePlace; previous?: PagePlace; next?: PagePlace; last?: PagePlace };

/** Where the other pages are. In a long list a page starts next to a row, not at an offset, so that new rows do not shift it. */
function placesOf<Row extends ListRow>(table: ListTable<Row>, data: ListData<Row>): Places {
  const first: PagePlace = { kind: "first" };
  if (isPage(data)) {
    const [top, bottom] = [data.rows[0], data.rows.at(-1)];
    return {
      ...(data.hasBefore && { first, ...(top && { previous: { kind: "before", seq: top.seq } }) }),
      ...(data.hasAfter && { last: { kind: "last" }, ...(bottom && { next: { kind: "after", seq: bottom.seq } }) }),
    };
  }
  const pageAt = (index: number): PagePlace => (index > 0 ? { kind: "page", number: index + 1 } : first);
  const { pageIndex = 0 } = table.options.state?.pagination ?? {};
  return {
    ...(table.getCanPreviousPage() && { first, previous: pageAt(pageIndex - 1) }),
    ...(table.getCanNextPage() && { next: pageAt(pageIndex + 1), last: pageAt(table.getPageCount() - 1) }),
  };
}

type PagerProps<Row extends ListRow> = {
  path: string;
  state: ListState;
  defaultSort: string;
  table: ListTable<Row>;
  data: ListData<Row>;
};

/** Links to the other pages. */
export function Pager<Row extends ListRow>({ path, state, defaultSort, table, data }: PagerProps<Row>) {
  const { first, previous, next, last } = placesOf(table, data);
  if (!first && !last) return null;
  const link = (label: string, place: PagePlace | undefined) =>
    place ? (
      <Link to={listHref(path, state, defaultSort, { place })} className={button.secondary}>
        {label}
      </Link>
    ) : (
      <span className={button.secondary} aria-disabled="true">
        {label}
      </span>
    );
  return (
    <nav aria-label="Pages" className="pager">
      {link("First", first)}
      {link("Previous", previous)}
      {link("Next", next)}
      {link("Last", last)}
    </nav>
  );
}
