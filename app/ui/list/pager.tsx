import { Link } from "@remix-run/react";
import { type ListState, listHref, type PagePlace } from "#app/domain/list-state.ts";
import { button } from "#app/ui/controls/button.tsx";
import type { ListData, ListRow } from "./types.ts";

/** The number of rows, as an `<output>`, so that screen readers announce the total of a new search. */
export function Total({ total, isTotalExact }: Pick<ListData<ListRow>, "total" | "isTotalExact">) {
  return (
    <output className="text-sm text-muted">{`${total.toLocaleString("en-US")}${isTotalExact ? "" : "+"} in all`}</output>
  );
}

type PagerProps<Row extends ListRow> = { path: string; state: ListState; defaultSort: string; data: ListData<Row> };

/** Links to other pages. In a long list a page starts next to a row, not at an offset, so that new rows do not shift it. */
export function Pager<Row extends ListRow>({ path, state, defaultSort, data }: PagerProps<Row>) {
  const { rows, hasBefore, hasAfter, page } = data;
  const [first, last] = [rows[0], rows.at(-1)];
  const numbered = (number: number): PagePlace => (number > 1 ? { kind: "page", number } : { kind: "first" });
  if (!hasBefore && !hasAfter) return null;
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
      {link("First", hasBefore ? { kind: "first" } : undefined)}
      {link(
        "Previous",
        hasBefore && first ? (page ? numbered(page - 1) : { kind: "before", seq: first.seq }) : undefined,
      )}
      {link("Next", hasAfter && last ? (page ? numbered(page + 1) : { kind: "after", seq: last.seq }) : undefined)}
      {link("Last", hasAfter ? { kind: "last" } : undefined)}
    </nav>
  );
}
