import type { ReactNode } from "react";
import type { ListState } from "#app/domain/list-state.ts";

export type ListRow = { id: string; seq: number };

/** One page of a list, as read from the database. */
export type ListData<Row extends ListRow> = {
  rows: Row[];
  /** How many rows the list has over all pages. Above 10,000 it is not exact, and reads '10,000+'. */
  total: number;
  /** Sums and counts over all pages; null if the list has more than 10,000 rows. */
  summary: Record<string, number> | null;
  hasBefore: boolean;
  hasAfter: boolean;
};

export type ListColumn<Row extends ListRow> = {
  id: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  sortable: boolean;
  /** Hidden until the admin asks for it in the Columns menu. */
  hidden: boolean;
  align: "end" | undefined;
  /** The class of its least width, `w-28`; the first column has one in every list already. */
  width: string | undefined;
};

export type ListProps<Row extends ListRow> = {
  title: string;
  /** '/services' */
  path: string;
  /** At module scope, in the order of the screen, without the actions. */
  columns: readonly ListColumn<Row>[];
  defaultSort: string;
  data: ListData<Row>;
  state: ListState;
  /** Ids of the columns that this admin has hidden; null if the admin has chosen none. */
  hiddenColumns: string[] | null;
  searchPlaceholder: string;
  /** 'Showing active employees' and 'Showing all employees'. */
  toggle?: { on: string; off: string };
  add?: { to: string; label: string };
  /** Beside the title, on screens without an Add button. */
  head?: ReactNode;
  empty: { title: string; text: string };
  /** The menu of each row: its items, and the row's name in the label 'Actions for Body clipping'. */
  menu?: { nameOf: (row: Row) => string; items: (row: Row) => ReactNode };
  /** Below the table. */
  footer?: ReactNode;
};
