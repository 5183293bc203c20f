import type { Dependents, StayWords } from "#app/domain/barn/dependents.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { type Description, type ListTexts, sortableColumns } from "#app/domain/fields/field.ts";
import { type ListState, listSearch, readListState } from "#app/domain/fields/list-state.ts";
import { placeAt } from "#app/registry/places.ts";
import type { ScreenPath } from "#app/registry/screens.ts";
import { restrictionsOf } from "#db/list/filters.ts";
import type { GroupBy } from "#db/list/list-page.ts";
import type { FileValues, ListFilter, ListSource, RowSource } from "#db/list/list-source.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import {
  type By,
  nameOfRecord,
  type RecordSource,
  type RecordTable,
  removeRecords,
  setFields,
  type Values,
} from "#db/write/records.ts";
import { filtersOf } from "./described-filters.ts";

/** A list, as its description says it (docs/architecture.md, 'One list'). */
type Described<Row, Settable> = {
  path: ScreenPath;
  description: Pick<Description<Row, unknown, Settable>, "fields" | "settableNames">;
  defaultSort: string;
};

type ListOptions<Row> = {
  /** A row of a short list as it is on a day, if that is not as it is stored. */
  asOf?: (row: Row, today: LocalDate) => Row;
  /** The condition of the default view, on screens with a view toggle. */
  current?: (today: LocalDate) => ListFilter["view"];
  /** Columns of the download only: of what a row shows by its style, or of `inFile` of the source. */
  extraColumns?: readonly { heading: string; text: (row: Row, inFile: FileValues) => string }[];
};

/** A list whose rows are read whole, then searched, sorted and divided into pages in memory. */
type ShortListRoute<Row> = ListOptions<Row> & {
  source: RowSource<Row> & { sorts?: never };
  groups?: never;
};

/** A list that is searched, sorted and divided into pages in SQL. */
type LongListRoute<Row> = ListOptions<Row> & {
  source: ListSource<Row>;
  /** The grouping for each value of the filter `group`, if the list has this filter. */
  groups?: { readonly [group: string]: GroupBy };
};

export type ListRoute<Row, Settable = unknown> = Described<Row, Settable> & (ShortListRoute<Row> | LongListRoute<Row>);

export const isLong = <Row>(source: RowSource<Row> | ListSource<Row>): source is ListSource<Row> => "sorts" in source;

/** A list whose rows an admin edits and deletes. */
export type EditableListRoute<Row, Settable> = Described<Row, Settable> & EditableOptions<Row, Settable>;

type EditableOptions<Row, Settable> = (ShortListRoute<Row> | LongListRoute<Row>) & {
  /** The noun for a record in the notice of a change: 'horse'. */
  noun?: string;
  /** The name of a record, even if it was deleted. */
  nameOf: (id: string) => Query<{ name: string }[]>;
  set?: (ids: readonly string[], values: Partial<Settable>, by: By) => Change;
  /** As `set`, from a day on, for the fields that may have one. */
  setFrom?: (day: LocalDate, ids: readonly string[], values: Partial<Settable>, by: By) => Change | { problem: string };
  /** Absent if the rows of the list are not deleted. */
  remove?: (ids: readonly string[], by: By) => Change;
  /** Further commands of a row's menu, by the `intent` of their form. */
  commands?: Record<string, RowCommand>;
  /** Counts what stays of the records that a change deleted. `noun` names `records` of `Dependents`, `words` say what becomes of them. */
  dependents?: {
    noun: string;
    find: (changeKey: string, today: LocalDate) => Query<Dependents[]>;
    words?: StayWords;
    /** The address that shows what stays of a record. */
    shownAt: (id: string, stays: Dependents) => string;
  };
  /** The address after a command; by default the list. */
  back?: string;
  /** The next step in the notice of an added record: 'Add horse' for a customer. */
  nextOfAdded?: { label: string; to: (id: string) => string };
  /** The label of an Undo of a deletion that opens the record's dialog. */
  insteadOfDelete?: string;
  /** The message if a record cannot be deleted; undefined if it can. */
  deleteRefusal?: (id: string) => string | undefined;
  /** The message for a conflict where the general one would mislead. `field` is the field that the command set, or ''. */
  conflictMessage?: string | ((field: string) => string | undefined);
};

/** The fields of a command. `ids` are the selected rows, or the single row of the command. */
type CommandFields = { id: string; ids: string[]; idempotencyKey: string; value: string };

/** A command on a row other than Edit, Delete and setting a field. */
export type RowCommand = {
  /** Reads the records that the command depends on, and returns the change or the problem. */
  prepare: (
    fields: CommandFields,
    read: <Row>(query: Query<Row[]>) => Promise<Row[]>,
    by: By,
  ) => Promise<Change | { problem: string }>;
};

/** The list of a description, at the path of one of the screens. */
export const editableList = <Row, Settable>(
  description: Described<Row, Settable>["description"] & ListTexts<Row>,
  options: EditableOptions<Row, Settable>,
): EditableListRoute<Row, Settable> => ({
  path: description.path as ScreenPath,
  defaultSort: description.defaultSort,
  description,
  ...options,
});

/** The source, `nameOf`, `set` and `remove` of a list route, for the records of a source. */
export function editableRows<Table extends RecordTable, Row, Source extends RecordSource<Table, Row>>(
  source: Source & RecordSource<Table, Row>,
) {
  return {
    source,
    noun: source.noun,
    nameOf: (id: string) => nameOfRecord(source, id),
    set: (ids: readonly string[], values: Partial<Values<Table>>, by: By) => setFields(source, ids, values, by),
    remove: (ids: readonly string[], by: By) => removeRecords(source, ids, by),
  };
}

/** The rows of a short list as they are today. */
export const rowsToday = <Row>(
  { asOf }: { asOf?: ((row: Row, today: LocalDate) => Row) | undefined },
  rows: Row[],
  { today }: Pick<ListFilter, "today">,
): Row[] => (asOf && today ? rows.map((row) => asOf(row, today)) : rows);

/** The list state in the address of a list or of a dialog over it, and the filter that selects the list's rows. */
export function listFilterOf<Row, Settable>(
  { url }: Request,
  { path, description, defaultSort, current }: ListRoute<Row, Settable>,
  today: LocalDate,
): { state: ListState; filter: ListFilter } {
  const filters = filtersOf(path, description);
  const state = readListState(new URL(url).searchParams, sortableColumns(description), defaultSort, filters);
  const view = state.view === "current" ? current?.(today) : undefined;
  // A text in SQL cannot contain a NUL or a lone surrogate.
  const q = state.q.replaceAll("\0", " ").toWellFormed();
  return { state, filter: { view, q, today, restrictions: restrictionsOf(filtersAt(path), state.filters) } };
}

/** The search of the list's address, for a request to the list or to a dialog over it: see `listSearch`. */
export function searchOf<Row>({ url }: Request, description: Pick<Description<Row>, "fields">): string {
  const { pathname, searchParams } = new URL(url);
  return listSearch(
    searchParams,
    sortableColumns(description),
    filtersOf(placeAt(pathname.replace(/\.data$/, ""))?.screen.path ?? "", description),
  );
}
