import type { ReactNode } from "react";
import type { ListState } from "#app/domain/list-state.ts";

export type ListRow = { id: string; seq: number };

/** One page of a list, as read from the database. */
export type ListData<Row extends ListRow> = {
  rows: Row[];
  /** How many rows there are in all; what is above 10,000 is not counted, and reads '10,000+'. */
  total: number;
  /** What is told of all rows that are shown; null where there are more than are counted. */
  summary: Record<string, number> | null;
  hasBefore: boolean;
  hasAfter: boolean;
};

export type ListColumn<Row extends ListRow> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Sorted by the database under the column's id; on unless said otherwise. */
  sortable?: boolean;
  /** Not shown until somebody asks for it. */
  hidden?: boolean;
  align?: "end";
  /** The class of its least width, `w-28`; the first column has one in every list already. */
  width?: string;
};

export type ListProps<Row extends ListRow> = {
  title: string;
  /** '/services' */
  path: string;
  /** At module scope, in the order of the screen, without the actions. */
  columns: ListColumn<Row>[];
  defaultSort: string;
  data: ListData<Row>;
  state: ListState;
  /** Ids of columns that this person has hidden; null where nothing was chosen. */
  hiddenColumns: string[] | null;
  searchPlaceholder: string;
  /** 'Showing active employees' and 'Showing all employees'. */
  toggle?: { on: string; off: string };
  add?: { to: string; label: string };
  /** Beside the title, where there is something else to do than to add. */
  head?: ReactNode;
  empty: { title: string; text: string };
  /** The menu of each row: its items, and what the row is called where there is no room to show it, 'Actions for Body clipping'. */
  menu?: { nameOf: (row: Row) => string; items: (row: Row) => ReactNode };
  /** Below the table. */
  footer?: ReactNode;
};
