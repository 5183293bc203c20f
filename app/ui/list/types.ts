import type { ReactNode } from "react";
import type { ListState } from "#app/domain/list-state.ts";

export type ListRow = { id: string; seq: number };

/** One page of a list, as read from the database. */
export type ListData<Row extends ListRow> = {
  rows: Row[];
  /** The number of rows over all pages, at most 10,000. */
  total: number;
  /** False: there are more rows than `total`, and the list shows '10,000+'. */
  isTotalExact: boolean;
  /** Sums and counts over all pages; null if the total is not exact. */
  summary: Record<string, number> | null;
  hasBefore: boolean;
  hasAfter: boolean;
};

export type ListColumn<Row extends ListRow> = {
  id: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  sortable: boolean;
  /** Hidden until the admin selects the column in the Columns menu. */
  hidden: boolean;
  align: "end" | undefined;
  /** The class of the minimum width: `w-28`. The stylesheet gives the first column one. */
  width: string | undefined;
};

export type ListProps<Row extends ListRow> = {
  title: string;
  /** '/services' */
  path: string;
  /** A module constant, because a new array would rebuild the table. Excludes the menu column. */
  columns: readonly ListColumn<Row>[];
  defaultSort: string;
  data: ListData<Row>;
  state: ListState;
  /** Ids of the columns that the admin has hidden; null if the admin has never used the Columns menu. */
  hiddenColumns: string[] | null;
  searchPlaceholder: string;
  /** 'Showing active employees' and 'Showing all employees'. */
  toggle?: { on: string; off: string };
  add?: { to: string; label: string };
  /** Content beside the title, on screens without an Add button. */
  head?: ReactNode;
  empty: { title: string; text: string };
  /** The menu of each row: its items, and the row's name in the label 'Actions for Body clipping'. */
  menu?: { nameOf: (row: Row) => string; items: (row: Row) => ReactNode };
  /** The boxes that select rows for commands: see `selectionOf`. */
  selection?: { heading: ReactNode; cell: (row: Row) => ReactNode };
  /** Content below the pager. */
  footer?: ReactNode;
};
