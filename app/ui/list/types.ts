import type { ReactNode } from "react";
import type { ListState } from "#app/domain/list-state.ts";
import type { RowState } from "./use-row-commands.tsx";

/** `unseen` has the texts that a search found in the row and that no cell shows. */
export type ListRow = { id: string; seq: number; unseen?: string };

/** One page of a list, as read from the database. */
export type ListData<Row extends ListRow> = {
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
  /** In a short list: the number of the page, from 1. */
  page?: number;
};

/** What a cell needs beside its row. */
export type CellContext = {
  /** What is going on in the row; undefined in most rows. */
  state: RowState | undefined;
  /** The address of the row's dialog over the list as it is; undefined if it has none. */
  href: string | undefined;
};

export type ListColumn<Row extends ListRow> = {
  id: string;
  heading: string;
  cell: (row: Row, context: CellContext) => ReactNode;
  sortable: boolean;
  align: "end" | "date" | undefined;
  /** The whole text of a cell whose long words are clipped; undefined if they break instead. */
  wholeText?: ((row: Row) => string) | undefined;
  /** The class of the minimum width: `w-28`. The stylesheet gives the first column one. */
  width: string | undefined;
  /** One of the facts that a phone's card shows. */
  card: boolean;
};

/** The chips of the filters that are set, and the addresses without them, of their form, and of the list as a file. */
export type ShownFilters = {
  chips: { name: string; label: string; to: string }[];
  clear: string;
  form: string;
  download: string;
};

export type ListProps<Row extends ListRow> = {
  title: string;
  /** '/services' */
  path: string;
  /** Null if the list has no filters. */
  filters?: ShownFilters | null;
  /** What stands in the place of the rows: their groups. */
  instead?: ReactNode;
  /** A module constant, because a new array would render all rows again. Excludes the menu column. */
  columns: readonly ListColumn<Row>[];
  defaultSort: string;
  data: ListData<Row>;
  state: ListState;
  /** Ids of the columns to show. */
  shown: readonly unknown[];
  searchPlaceholder: string;
  /** 'Showing active employees' and 'Showing all employees'. */
  toggle?: { on: string; off: string };
  add?: { to: string; label: string };
  /** Content beside the title, on screens without an Add button. */
  head?: ReactNode;
  /** Said of an empty list; `done` if only the default view is empty. */
  empty: { title: string; text: string; done?: string };
  /** The menu of each row: its items, and the row's name in the label 'Actions for Body clipping'. */
  menu?: { nameOf: (row: Row) => string; items: (row: Row) => ReactNode };
  /** The dialog of a row: 'edit'. Its name leads to it, unless the record has a page. Rows without one return undefined. */
  dialogOf?: (row: Row) => string | undefined;
  /** The name of a row leads to the page of its record, at `<path>/<id>`, instead of its dialog. */
  hasPages?: boolean;
  /** Rows can be selected for the commands of the bar. */
  selection?: { canSelect?: (row: Row) => boolean; nameOf: (row: Row) => string; commands: ReactNode };
  /** The row that was just added or saved. */
  savedId?: string | undefined;
  /** What is going on in the rows, by their ids. */
  rowStates?: ReadonlyMap<string, RowState>;
  /** What stays in sight below the rows: a sum, and the screen's main job. */
  footer?: ReactNode;
  /** Content below that. */
  below?: ReactNode;
};
