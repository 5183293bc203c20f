import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedColumns, isUndoable, oppositeOf, pairsOf, type StoredRecord } from "#app/domain/activity/activity.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { activity } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { nameIn } from "./activity-entries.ts";
import { type Audited, type Change, chunksOf, type Mutation, type Precondition, setOf } from "./change.ts";
import { withoutHistory } from "./import.ts";
import type { By } from "./records.ts";
import { SORT_KEYS } from "./sort-keys.ts";
import { type Fate, guardsOf } from "./undo-guards.ts";
import { keyInForce, undoKeyOf } from "./undo-keys.ts";
import { auditedShows, type BilledShows, followBills, followUndone, TARGETS, type UndoTarget } from "./undo-targets.ts";

/*
 * Undo, the one way to reverse a change (docs/product.md, 'Undo'). The records in its row of activity go back to what they were
 * before it, and those that it added are deleted. A run takes its bills or items with it, an export releases its bills.
 * It is all or nothing: a record that is not as the change left it refuses it. An undo is a change, so the undo of it makes the change again.
 */

/** A change of the activity, with all its records. */
export type FoundChange = { id: string; action: string; before: StoredRecord[]; after: StoredRecord[] };

/** Selects a change by its key, or its last redo. Returns no row if there is none, or if it was archived. */
export const findChange = (key: string) => findChangeWhere(keyInForce(sql`${key}`));

/** As `findChange`, for a key that SQL selects. */
export function findChangeWhere(key: SQL) {
  const parse = (json: string) => JSON.parse(json) as StoredRecord[];
  return statements
    .select({
      id: activity.id,
      action: activity.action,
      before: sql`${activity.before}`.mapWith(parse),
      after: sql`${activity.after}`.mapWith(parse),
    })
    .from(activity)
    .where(sql`${activity.id} = ${key}`);
}

/** A value of a record, as the activity stores it. */
type Stored = StoredRecord[string];

/** The records of one table for which an undo sets the same columns. */
type Part = {
  name: string;
  target: UndoTarget;
  fates: readonly Fate[];
  /** The columns that must be as the change left them, and those that are set to their values before it. */
  expected: string[];
  columns: string[];
  rows: { id: Stored; expected: Stored[]; values: Stored[] }[];
};

const STAMPS = new Set(["version", "updated_at"]);

/** A billing run and an export also set settings: what the dialog offers next time, and the next invoice number, which stay. */
const KEEPS_SETTINGS = ["billing_runs", "exports"];

/** What the undo of a change sets; null if it cannot be undone. */
function partsOf({ action, before, after }: Omit<FoundChange, "id">): Part[] | null {
  const parts = new Map<string, Part>();
  const pairs = pairsOf(before, after);
  const tables = new Set(pairs.map((pair) => pair.after.table));
  for (const pair of pairs) {
    const name = String(pair.after.table);
    if (name === "settings" && KEEPS_SETTINGS.some((table) => tables.has(table))) continue;
    const part = partOf(name, action, pair);
    if (part === "impossible") return null;
    if (part === "unchanged") continue;
    const key = `${name} ${part.fates} ${part.columns.join(" ")}`;
    const same = parts.get(key);
    if (same) same.rows.push(...part.rows);
    else parts.set(key, part);
  }
  return parts.size > 0
    ? withoutFollowers([...parts.values()]).flatMap((part) => chunksOf(part.rows).map((rows) => ({ ...part, rows })))
    : null;
}

const goes = ({ fates }: Part) => fates.includes("goes");

/**
 * Leaves out what follows a record that goes: the mark of a show follows its bills (`followBills`). The time of the last payroll run
 * is set back with the last run that made items, even if a later run without items has set it again.
 */
function withoutFollowers(parts: readonly Part[]): Part[] {
  const gone = new Set(parts.filter(goes).map(({ name }) => name));
  return parts
    .filter(({ name }) => name !== "shows" || !(gone.has("bill_items") || gone.has("billing_runs")))
    .map((part) =>
      part.name === "settings" && gone.has("payroll_runs") ? { ...part, ...expectingNothing(part) } : part,
    );
}

const expectingNothing = ({ rows }: Part) => ({ expected: [], rows: rows.map((row) => ({ ...row, expected: [] })) });

const kindsOf = (parts: readonly Part[]) => new Set(parts.map(({ name }) => name)).size;

type Pair = { before: StoredRecord | undefined; after: StoredRecord };

/** What the undo sets in one record, unless the change has left it as it was, or it cannot be set back. */
function partOf(name: string, action: string, { before, after }: Pair): Part | "unchanged" | "impossible" {
  const target = TARGETS[name];
  if (!target) return "impossible";
  const removal = removalOf(target);
  const known = new Set(Object.values(getTableColumns(target.table)).map((column) => column.name));
  const changed = before ? changedColumns(before, after).filter((column) => !STAMPS.has(column)) : [];
  const columns = changed.filter((column) => target.columns?.has(column) ?? true);
  // The import adds a missing record as a deleted one.
  const isStandIn = !before && removal.some((column) => after[column] !== null);
  if (isStandIn || (before && changed.length === 0)) return "unchanged";
  const canGoBack = before ? columns.length > 0 && columns.every((column) => known.has(column)) : removal.length > 0;
  if (!canGoBack) return "impossible";
  const isAlone = before !== undefined && columns.every((column) => target.comparedAlone?.has(column));
  const expected = isAlone ? columns : Object.keys(after).filter((column) => known.has(column) && !STAMPS.has(column));
  const row = {
    id: after[target.key ?? "id"] ?? null,
    expected: valuesIn(after, expected),
    values: before ? valuesIn(before, columns) : [],
  };
  return { name, target, fates: fatesOf(target, action, before, columns), expected, columns, rows: [row] };
}

/** The columns that a deleted record has; the instant of the deletion is the first. */
const removalOf = ({ removed }: UndoTarget) => Object.keys(removed?.({ actor: "", at: new Date(0) }) ?? {});

/** An addition that was made again is guarded as the first one. */
function fatesOf(
  target: UndoTarget,
  action: string,
  before: StoredRecord | undefined,
  columns: readonly string[],
): Fate[] {
  const [deletedAt = ""] = removalOf(target);
  if (!before) return ["added", "goes"];
  if (!columns.includes(deletedAt)) return ["changes"];
  if (before[deletedAt] === null) return ["returns"];
  return /^(add|duplicate) .* again$/.test(action) ? ["added", "goes"] : ["goes"];
}

const valuesIn = (record: StoredRecord, columns: readonly string[]) => columns.map((column) => record[column] ?? null);

/** Whether a change can be undone, as far as its own records say. */
export const canUndo = (action: string, before: readonly StoredRecord[], after: readonly StoredRecord[]): boolean =>
  isUndoable(action) && partsOf({ action, before: [...before], after: [...after] }) !== null;

type UndoOptions = {
  /** The key of the undo; by default the one that undoes the change once. */
  idempotencyKey?: string;
  /** The action of the undo, for one that has a name of its own: 'void export'. */
  action?: string;
  /** The ids of the only records to set back. */
  only?: readonly string[];
  /** Whether records that were changed since stay as they are, because the person has said so. */
  skipsChanged?: boolean;
};

const NOT_UNDOABLE = { problem: "This change cannot be undone." };

/** Undoes a change. ConflictError if a record was changed since, or with the sentence of the guard that stands in the way. */
export function undo(found: FoundChange, by: By, options: UndoOptions = {}): Change | { problem: string } {
  const { idempotencyKey = undoKeyOf(found.id), only, skipsChanged = false } = options;
  const isChosen = ({ id }: { id: Stored }) => only?.includes(String(id)) ?? true;
  const all = options.action || isUndoable(found.action) ? (partsOf(found) ?? []) : [];
  const parts = all
    .map((part) => ({ ...part, rows: part.rows.filter(isChosen) }))
    .filter(({ rows }) => rows.length > 0);
  // A change of several kinds of records is never left half done.
  if (parts.length === 0 || (skipsChanged && kindsOf(parts) > 1)) return NOT_UNDOABLE;
  const ofRuns = showsOf(found, parts);
  // The horses of merged customers have had one owner all along.
  const isMerge = parts.some(({ name, columns }) => name === "customers" && columns.includes("merged_into"));
  const audited: Audited[] = parts.map(({ target, rows }) => ({ table: target.table, ids: idsOf(rows) }));
  return {
    ...by,
    idempotencyKey,
    action: options.action ?? oppositeOf(found.action),
    payload: { key: found.id, ...(only && { only }), ...(skipsChanged && { skipsChanged }) },
    audited: ofRuns ? [...audited, auditedShows(ofRuns)] : audited,
    preconditions: [
      ...parts.flatMap((part) => preconditionsOf(found, part, parts)),
      ...(skipsChanged ? [sql.join(parts.map(hasAnyAsExpected), sql` or `)] : []),
    ],
    mutations: [
      ...parts.flatMap((part) => childrenOf(part, by)),
      ...parts.map((part) => setBack(part, by, skipsChanged)),
      ...(ofRuns ? [followBills(ofRuns, by)] : []),
      ...(isMerge ? withoutHistory({ horses: parts.flatMap(horsesOf), grooms: [] }, by.at.toISOString()) : []),
      ...parts.flatMap(({ name, rows }) => followUndone(found.id, name, idsOf(rows), by)),
    ],
    timeoutMs: UNDO_TIMEOUT_MS,
  };
}

const horsesOf = ({ name, rows }: Part) => (name === "horses" ? idsOf(rows) : []);
const idsOf = (rows: Part["rows"]) => rows.map(({ id }) => String(id));

function preconditionsOf({ id: key }: FoundChange, part: Part, parts: readonly Part[]): Precondition[] {
  const ids = setOf({ ids: idsOf(part.rows) });
  const added = setOf({ ids: parts.flatMap(({ fates, rows }) => (fates.includes("added") ? idsOf(rows) : [])) });
  return guardsOf(part.name, part.fates, { ids, key: sql`${key}`, added });
}

/** The shows whose bills go with the undo; null if there are none. */
function showsOf({ after }: FoundChange, parts: readonly Part[]): BilledShows | null {
  const going = (name: string) =>
    new Set(parts.filter((part) => part.name === name && goes(part)).flatMap(({ rows }) => idsOf(rows)));
  const [runs, bills] = [going("billing_runs"), going("bill_items")];
  const runIds = after.flatMap(({ id, kind }) => (kind === "shows" && runs.has(String(id)) ? [String(id)] : []));
  const showIds = after.flatMap(({ id, show_id: show }) => (bills.has(String(id)) && show ? [String(show)] : []));
  return runIds.length + showIds.length > 0 ? { showIds: [...new Set(showIds)], runIds } : null;
}

/** How long an undo may take, in milliseconds: that of an export of 20,000 bills takes seconds. */
const UNDO_TIMEOUT_MS = 15_000;

const at = (place: number) => sql.raw(`value ->> ${place}`);

/** The rows of a part as a table `was`: the id `c0`, the expected values, and the values to set. */
function rowsOf({ rows }: Part): SQL {
  const values = rows.map(({ id, expected, values: set }) => [id, ...expected, ...set]);
  const [first = []] = values;
  const columns = first.map((_, place) => sql`${at(place)} as ${sql.raw(`c${place}`)}`);
  return sql`(select ${sql.join(columns, sql`, `)} from json_each(${JSON.stringify(values)})) was`;
}

const keyOf = ({ target }: Part) => sql.identifier(target.key ?? "id");

const joined = (part: Part) =>
  sql`${part.target.table} join ${rowsOf(part)} on ${part.target.table}.${keyOf(part)} = was.c0`;

/** The condition that a record of a part is as the change left it. */
function isAsExpected({ target, expected }: Part): SQL {
  const same = expected.map(
    (column, i) => sql`${target.table}.${sql.identifier(column)} is was.${sql.raw(`c${i + 1}`)}`,
  );
  return sql.join([sql`1`, ...same], sql` and `);
}

const hasAnyAsExpected = (part: Part) => sql`exists (select 1 from ${joined(part)} where ${isAsExpected(part)})`;

/** Sets the columns of the records back; a record that goes is deleted at the instant of the undo. */
function setBack(part: Part, by: By, skipsChanged: boolean): Mutation {
  const { name, target, expected, columns, rows } = part;
  const { table } = target;
  const set = new Map<string, SQL>();
  for (const [i, column] of columns.entries()) set.set(column, sql`was.${sql.raw(`c${1 + expected.length + i}`)}`);
  const removal = goes(part) ? (target.removed?.(by) ?? {}) : {};
  for (const [column, value] of Object.entries(removal)) set.set(column, sql`${value}`);
  const [text = "", sortKey = ""] = SORT_KEYS[name] ?? [];
  const place = columns.indexOf(text);
  if (place >= 0) {
    const keys = rows.map(({ id, values }) => [id, orderKey(String(values[place] ?? ""))]);
    set.set(
      sortKey,
      sql`(select value from json_each(${JSON.stringify(Object.fromEntries(keys))}) where key = was.c0)`,
    );
  }
  const names = new Set(Object.values(getTableColumns(table)).map((column) => column.name));
  if (names.has("updated_at")) set.set("updated_at", sql`${by.at.toISOString()}`);
  if (names.has("version")) set.set("version", sql`${table}.version + 1`);
  const sets = [...set].map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  return {
    sql: sql`update ${table} set ${sql.join(sets, sql`, `)} from ${rowsOf(part)} where ${table}.${keyOf(part)} = was.c0 and ${isAsExpected(part)}`,
    expectRows: skipsChanged ? "any" : rows.length,
  };
}

/** What goes, or comes back, with a run or an export. */
function childrenOf(part: Part, by: By): Mutation[] {
  const { target, expected, rows } = part;
  const place = expected.indexOf(removalOf(target)[0] ?? "");
  return rows.flatMap(({ id, expected: were }) => {
    const from = were[place] ?? null;
    return target.children?.({ id: String(id), from, to: goes(part) ? by.at.toISOString() : null, by }) ?? [];
  });
}

/** Selects the names of the records of a change that are not as it left them, and how many of its records still are (`unchanged`). */
export function changedSince(found: FoundChange) {
  const parts = partsOf(found) ?? [];
  const counts = parts.map((part) => sql`select count(*) as n from ${joined(part)} where ${isAsExpected(part)}`);
  const names = parts.map((part) => {
    const { target, name } = part;
    const ids = sql`select was.c0 from ${joined(part)} where not (${isAsExpected(part)})`;
    return sql`select ${nameIn(name, "name")} as name from json_each((select "after" from ${activity} where id = ${found.id}))
      where value ->> 'table' = ${name} and value ->> ${sql.raw(`'${target.key ?? "id"}'`)} in (${ids})`;
  });
  const all = (selects: SQL[]) => sql.join(selects, sql` union all `);
  return statements
    .select({
      names: sql`(select json_group_array(name) from (${all([sql`select '' as name where 0`, ...names])}))`.mapWith(
        (json: string) => JSON.parse(json) as string[],
      ),
      unchanged: sql<number>`(select sum(n) from (${all([sql`select 0 as n`, ...counts])}))`,
      kinds: sql<number>`${kindsOf(parts)}`,
    })
    .from(sql`(select 1)`);
}

/** The condition that a change was not undone, and that its first record still has the version that the change left. */
export function isInForce(kind: SQL, after: SQL): SQL {
  const cases = Object.entries(TARGETS)
    .filter(([, { table }]) => "version" in getTableColumns(table))
    .map(([name, { table, key = "id" }]) => {
      const column = sql.raw(key);
      return sql`when ${name} then (select version from ${table} where ${column} = ${after} ->> ${sql.raw(`'$[0].${key}'`)}) = ${after} ->> '$[0].version'`;
    });
  const isUndone = sql`exists (select 1 from activity undone where undone.id = 'undo ' || ${activity.id})`;
  return sql`coalesce(case ${kind} ${sql.join(cases, sql` `)} else 1 end, 0) and not ${isUndone}`;
}
