import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PAGE_SIZE } from "#app/domain/fields/list-state.ts";
import { allOf, commaList } from "./clauses.ts";
import type { ListRequest, ListSource, NameKey } from "./list-source.ts";

/** Rows in the order of an index: the tables to select from, what they are sorted by, and the condition. */
type Scan = {
  from: SQL;
  keys: SQLWrapper[];
  where: SQL[];
  /** The number of the first keys that all rows share: an index has the others in order. */
  shared?: number;
};

/** How a page is put in order. The last sort key is always `seq`. */
export type Order = {
  /** Selects that together have the rows from the start of the page on. SQLite needs no sort for any of them. */
  scans: Scan[];
  /** The sort keys of a row, and the tables that they need beside its own. */
  keys: SQLWrapper[];
  joins: SQL;
  /** A select of the sort keys of the row at which the page starts, as `start`; null for the first or the last page. */
  start: SQL | null;
  isUp: boolean;
  size: number;
};

/** Whether a page is read upwards. One that ends at a known row is read in reverse order; `pageOf` turns it round. */
const isAscending = ({ place, descending }: Pick<ListRequest, "place" | "descending">): boolean =>
  descending === (place.kind === "last" || place.kind === "before");

export function orderOf<Row>(source: ListSource<Row>, request: ListRequest): Order {
  const { table, seq } = source;
  const { place, sort, size = PAGE_SIZE } = request;
  const key = source.sorts[sort];
  if (!key) throw new TypeError(`There is no sort by ${sort}`);
  const isUp = isAscending(request);
  const { from, keys, none } =
    "names" in key ? scanOfNames(source, key) : { from: sql`${table}`, keys: [key], none: null };
  const whole = { keys: keysOf(source, key), joins: "names" in key ? joinNames(key) : sql``, isUp, size };
  if (!("seq" in place)) {
    return { ...whole, scans: [{ from, keys, where: [] }, ...(none ? [none] : [])], start: null };
  }
  const start = sql`select ${keyColumnsOf(seq, whole.keys)} from ${table} ${whole.joins} where ${seq} = ${place.seq}`;
  const scans = rangesAfterStart([...keys, seq], isUp).map((where) => ({ from, keys, where }));
  const ofNone = none ? [{ ...none, where: [...none.where, isBeyondStart([...none.keys, seq], isUp)] }] : [];
  return { ...whole, scans: [...scans, ...ofNone], start };
}

/** The names in their order, with the rows of each in the order of the days; and the rows without a name. */
function scanOfNames<Row>({ table, day }: ListSource<Row>, { names, column, none }: NameKey) {
  const { id, nameSort } = names;
  return {
    // The plus removes the affinity of the column: without it, SQLite would not use the index of an expression.
    from: sql`${id.table} cross join ${table} on ${column} = +${id}`,
    keys: [nameSort, id, day],
    none:
      none === undefined
        ? null
        : { from: sql`${table}`, keys: [sql`${none}`, sql`''`, day], where: [sql`${column} = ''`], shared: 2 },
  };
}

const joinNames = ({ names: { id }, column }: NameKey) => sql`left join ${id.table} on ${id} = ${column}`;

function keysOf<Row>({ day }: ListSource<Row>, key: ListSource<Row>["sorts"][string]): SQLWrapper[] {
  if (!("names" in key)) return [key];
  const { id, nameSort } = key.names;
  return [sql`coalesce(${nameSort}, ${key.none ?? ""})`, sql`coalesce(${id}, '')`, day];
}

const startKey = (i: number) => sql.raw(`(select key${i} from start)`);
const startKeys = (keys: readonly unknown[]) => commaList(keys.map((_, i) => startKey(i)));
const beyond = (isUp: boolean) => sql.raw(isUp ? ">" : "<");

const isBeyondStart = (keys: SQLWrapper[], isUp: boolean): SQL =>
  sql`(${commaList(keys)}) ${beyond(isUp)} (${startKeys(keys)})`;

/**
 * For each sort key, the conditions of the rows that equal the start in the earlier keys and are beyond it in this one:
 * each is a range of the index.
 */
function rangesAfterStart(keys: readonly SQLWrapper[], isUp: boolean): SQL[][] {
  return keys
    .map((key, i) => [
      ...keys.slice(0, i).map((each, j) => sql`${each} = ${startKey(j)}`),
      sql`${key} ${beyond(isUp)} ${startKey(i)}`,
    ])
    .reverse();
}

/** The columns `seq` and `key0`, `key1` ... of rows, which `pageOrder` names; the last key is `seq` itself. */
export const keyColumnsOf = (seq: SQLWrapper, keys: readonly SQLWrapper[]) =>
  commaList([sql`${seq} as seq`, ...[...keys, seq].map((key, i) => sql`${key} as ${sql.raw(`key${i}`)}`)]);

/** The order of a page's rows, by the columns of their selects. */
export const pageOrder = ({ keys, isUp }: Pick<Order, "keys" | "isUp">): SQL =>
  sql.raw([...keys, ""].map((_, i) => `page.key${i} ${isUp ? "asc" : "desc"}`).join(", "));

/** The first rows of `hits`, a table that has `columnsOf` them, one more than a page; none if `when` is false. */
export function firstHits({ keys, start, isUp, size }: Order, when: SQL): SQL {
  const columns = [...keys, ""].map((_, i) => sql.raw(`page.key${i}`));
  const where = start ? isBeyondStart(columns, isUp) : sql`1`;
  return sql`select page.seq, ${commaList(columns)} from hits page where ${where} order by ${pageOrder({ keys, isUp })} limit iif(${when}, ${size + 1}, 0)`;
}

/** The first rows of a scan that meet the conditions, one more than a page; none if `when` is false. */
export function firstRows(
  seq: SQLWrapper,
  { from, keys, where, shared = 0 }: Scan,
  { isUp, size }: Pick<Order, "isUp" | "size">,
  conditions: SQL[],
  when?: SQL,
): SQL {
  const orderBy = commaList([...keys.slice(shared), seq].map((key) => sql`${key} ${sql.raw(isUp ? "asc" : "desc")}`));
  // SQLite evaluates a limit once, and a condition for each row: so `when` is in the limit.
  const limit = when ? sql`iif(${when}, ${size + 1}, 0)` : sql`${size + 1}`;
  return sql`select ${keyColumnsOf(seq, keys)} from ${from} where ${allOf([...where, ...conditions])} order by ${orderBy} limit ${limit}`;
}
