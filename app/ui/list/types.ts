import type { ReactNode } from "react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { ColumnChoice } from "#app/domain/fields/column-choice.ts";
import type { FilterChip } from "#app/domain/fields/column-filters.ts";
import type { ListDescription } from "#app/domain/fields/field.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import type { ListColumn } from "#app/table/table-options.ts";

export type ListRow = { id: string; seq: number };

/** A page of a long list, as read from the database. */
export type ListPageData<Row extends ListRow> = {
  rows: Row[];
  /** The number of rows over all pages, at most 10,000. */
  total: number;
  /** False: there are more rows than `total`, and the list shows '10,000+'. */
  isTotalExact: boolean;
  /** Sums and counts over all pages; null if the total is not exact. */
  summary: Record<string, number> | null;
  /** Whether the list has rows in any view. */
  hasRows: boolean;
  hasBefore: boolean;
  hasAfter: boolean;
};

/** A page of a long list, or all rows of a short one in its view. */
export type ListData<Row extends ListRow> = ListPageData<Row> | Pick<ListPageData<Row>, "rows" | "hasRows">;

/** A list as its loader has read it; without `data` after a post while the database does not answer. */
export type ReadList<Row extends ListRow> = {
  /** '/services' */
  path: string;
  defaultSort: string;
  state: ListState;
  /** The day in New York when the list was read. */
  today: LocalDate;
  /** The search of the list's address: see `useListSearch`. */
  search: string;
  data: ListData<Row> | null;
  columnChoice: ColumnChoice;
  /** Null if the list has no filters. */
  filters?: readonly FilterChip[] | null;
};

/** The part of a description that components use. */
export type ShownDescription<Row> = Omit<ListDescription<Row>, "inputNames" | "settableNames">;

/** What a list shows: of a short list `rows` are all rows found, over all pages; of a long one those of the page. */
export type ShownList<Row extends ListRow> = Pick<
  ReadList<Row>,
  "path" | "defaultSort" | "state" | "search" | "today"
> &
  Pick<ListPageData<Row>, "rows" | "total" | "isTotalExact" | "summary">;

/** What a screen's list shows beside what its description says. */
export type ListProps<Row extends ListRow> = {
  description: ShownDescription<Row>;
  columns: readonly ListColumn<Row>[];
  /** What stands in the place of the rows: their groups. */
  instead?: ReactNode;
  /** The main job of a screen without an Add button, beside the title. */
  head?: (list: ShownList<Row>) => ReactNode;
  /** One line of figures beside the title. */
  figures?: (list: ShownList<Row>) => string;
  /** The sub-screens of the screen. */
  tabs?: ReactNode;
  /** Items of the menu of what is rarely done. */
  more?: ReactNode;
  /** The items of the menu of each row. */
  menu?: (row: Row) => ReactNode;
  /**
   * The dialog of a row: 'edit'. The name of the row leads to it, unless the record has a page. Undefined for a row
   * without a dialog.
   */
  dialogOf?: (row: Row) => string | undefined;
  /** Rows can be selected for the commands of the bar. */
  selection?: { canSelect?: (row: Row) => boolean; commands: ReactNode };
  /** The total of the rows in words: '$814,836.81 total'. */
  sum?: (list: ShownList<Row>) => string | false | null;
  /** A note beside the number of rows. */
  note?: ReactNode;
  /** The job for all rows of the list, below them. It stays in sight. */
  batch?: (list: ShownList<Row>) => ReactNode;
  /** Content below the job for all rows. */
  below?: ReactNode;
};
