import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedColumns, isUndoable, oppositeOf, pairsOf, type StoredRecord } from "#app/domain/activity/activity.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import { activity } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { nameIn } from "./activity-entries.ts";
import type { Audited, Change, Mutation, Precondition } from "./change.ts";
import type { By } from "./records.ts";
import { SORT_KEYS } from "./sort-keys.ts";
import { type Fate, guardsOf } from "./undo-guards.ts";
import { auditedShows, type BilledShows, followBills, TARGETS, type UndoTarget } from "./undo-targets.ts";

/*
 * Undo, the one way to reverse a change (docs/product.md, 'Undo'). The records in its row of activity go back to what they were
 * before it, and those that it added are deleted. A run takes its bills or items with it, an export releases its bills.
 * It is all or nothing: a record that is not as the change left it refuses it. An undo is a change, so the undo of it makes the change again.
 */

/** The idempotency key that undoes the change with a key, once. */
export const undoKeyOf = (idempotencyKey: string) => `undo ${idempotencyKey}`;

/**
 * The key under which a change stands now: after its undo was undone, that of the last redo ('undo undo <key>'), which is undone in its
 * place.
 */
const standingKeyOf = (key: SQL): SQL =>
  sql`(with recursive redone(key) as (select ${key} union all select 'undo undo ' || redone.key from redone
    where exists (select 1 from activity again where again.id = 'undo undo ' || redone.key)) select key from redone order by length(key) desc limit 1)`;

/** The condition that the change with a key was undone, and not made again. */
export const isUndone = (idempotencyKey: string) =>
  sql`exists (select 1 from activity undone where undone.id = 'undo ' || ${standingKeyOf(sql`${idempotencyKey}`)})`;

/** A change of the activity, with all its records. */
export type FoundChange = { id: string; action: string; before: StoredRecord[]; after: StoredRecord[] };

/** Selects a change by its key, or its last redo. Returns no row if there is none, or if it was archived. */
export const findChange = (key: string) => findChangeWhere(standingKeyOf(sql`${key}`));

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
  isNew: boolean;
  /** The columns that must be as the change left them, and those that are set. */
  left: string[];
  columns: string[];
  rows: { id: Stored; left: Stored[]; values: Stored[] }[];
};

const STAMPS = new Set(["version", "updated_at"]);

/** A billing run and an export also set settings: what the dialog offers next time, and the next invoice number, which stay. */
const KEEPS_SETTINGS = ["billing_runs", "exports"];

/** What the undo of a change sets; null if it cannot be undone. */
function partsOf({ before, after }: Pick<FoundChange, "before" | "after">): Part[] | null {
  const parts = new Map<string, Part>();
  const pairs = pairsOf(before, after);
  const tables = new Set(pairs.map((pair) => pair.after.table));
  for (const pair of pairs) {
    const name = String(pair.after.table);
    if (name === "settings" && KEEPS_SETTINGS.some((table) => tables.has(table))) continue;
    const target = TARGETS[name];
    if (!target) return null;
    const part = partOf(name, target, pair);
    if (part === null) return null;
    if (part === undefined) continue;
    const key = `${name} ${part.isNew} ${part.columns.join(" ")}`;
    const same = parts.get(key);
    if (same) same.rows.push(...part.rows);
    else parts.set(key, part);
  }
  return parts.size > 0 ? [...parts.values()].flatMap(chunksOf) : null;
}

/** How many records one statement sets: the database refuses a parameter of more than a few megabytes. */
const CHUNK = 2_000;

const chunksOf = (part: Part): Part[] =>
  Array.from({ length: Math.ceil(part.rows.length / CHUNK) }, (_, n) => ({
    ...part,
    rows: part.rows.slice(n * CHUNK, (n + 1) * CHUNK),
  }));

const kindsOf = (parts: readonly Part[]) => new Set(parts.map(({ name }) => name)).size;

type Pair = { before: StoredRecord | undefined; after: StoredRecord };

/** What the undo sets in one record; undefined if the change has left it as it was, null if it cannot be set back. */
function partOf(name: string, target: UndoTarget, { before, after }: Pair): Part | null | undefined {
  const removal = Object.keys(target.removed?.(NOBODY) ?? {});
  const known = new Set(Object.values(getTableColumns(target.table)).map((column) => column.name));
  const changed = before ? changedColumns(before, after).filter((column) => !STAMPS.has(column)) : [];
  const columns = changed.filter((column) => target.columns?.has(column) ?? true);
  // A record that was deleted in the moment it was made is a stand-in.
  if (before ? changed.length === 0 : removal.some((column) => after[column] !== null)) return undefined;
  const canGoBack = before ? columns.length > 0 && columns.every((column) => known.has(column)) : removal.length > 0;
  if (!canGoBack) return null;
  const isLoose = before !== undefined && columns.every((column) => target.loose?.has(column));
  const left = isLoose ? columns : Object.keys(after).filter((column) => known.has(column) && !STAMPS.has(column));
  const id = after[target.key ?? "id"] ?? null;
  const row = { id, left: valuesIn(after, left), values: before ? valuesIn(before, columns) : [] };
  return { name, target, isNew: !before, left, columns, rows: [row] };
}

const NOBODY = { actor: "", at: new Date(0) };

const valuesIn = (record: StoredRecord, columns: readonly string[]) => columns.map((column) => record[column] ?? null);

/** Whether a change can be undone, as far as its own records say. */
export const canUndo = (action: string, before: readonly StoredRecord[], after: readonly StoredRecord[]): boolean =>
  isUndoable(action) && partsOf({ before: [...before], after: [...after] }) !== null;

type UndoOptions = {
  /** The key of the undo; by default the one that undoes the change once. */
  idempotencyKey?: string;
  /** The action of the undo, for one that has a name of its own: 'void export'. */
  action?: string;
  /** The ids of the only records to set back. */
  only?: readonly string[];
  /** Whether records that were changed since stay as they are, because the person has said so. */
  leavesChanged?: boolean;
};

const NOT_UNDOABLE = { problem: "This change cannot be undone." };

/** Undoes a change. ConflictError if a record was changed since, or with the sentence of the guard that stands in the way. */
export function undo(found: FoundChange, by: By, options: UndoOptions = {}): Change | { problem: string } {
  const { idempotencyKey = undoKeyOf(found.id), only, leavesChanged = false } = options;
  const isChosen = ({ id }: { id: Stored }) => only?.includes(String(id)) ?? true;
  const all = options.action || isUndoable(found.action) ? (partsOf(found) ?? []) : [];
  const parts = all
    .map((part) => ({ ...part, rows: part.rows.filter(isChosen) }))
    .filter(({ rows }) => rows.length > 0);
  // A change of several kinds of records is never left half done.
  if (parts.length === 0 || (leavesChanged && kindsOf(parts) > 1)) return NOT_UNDOABLE;
  const ofRuns = showsOf(found, parts);
  const audited: Audited[] = parts.map(({ target, rows }) => ({ table: target.table, ids: idsOf(rows) }));
  return {
    ...by,
    idempotencyKey,
    action: options.action ?? oppositeOf(found.action),
    payload: { key: found.id, ...(only && { only }), ...(leavesChanged && { leavesChanged }) },
    audited: ofRuns ? [...audited, auditedShows(ofRuns)] : audited,
    preconditions: [
      ...parts.flatMap((part) => preconditionsOf(found, part, parts)),
      ...(leavesChanged ? [sql.join(parts.map(hasAnyLeft), sql` or `)] : []),
    ],
    mutations: [
      ...parts.flatMap((part) => childrenOf(part, by)),
      ...parts.map((part) => setBack(part, by, leavesChanged)),
      ...(ofRuns ? [followBills(ofRuns, by)] : []),
    ],
    timeoutMs: UNDO_TIMEOUT_MS,
  };
}

const idsOf = (rows: Part["rows"]) => rows.map(({ id }) => String(id));
const listOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

function preconditionsOf({ id: key }: FoundChange, part: Part, parts: readonly Part[]): Precondition[] {
  const ids = listOf(idsOf(part.rows));
  const added = listOf(parts.flatMap(({ isNew, rows }) => (isNew ? idsOf(rows) : [])));
  return guardsOf(part.name, fatesOf(part), { ids, key: sql`${key}`, added });
}

function fatesOf({ target, isNew, columns, rows: [row] }: Part): Fate[] {
  const [deletedAt = ""] = Object.keys(target.removed?.(NOBODY) ?? {});
  if (isNew) return ["added", "leaves"];
  if (!columns.includes(deletedAt)) return [];
  return [row?.values[columns.indexOf(deletedAt)] === null ? "returns" : "leaves"];
}

/** The runs of shows whose bills go, and whose change has not recorded what it did to the shows; null if there are none. */
function showsOf({ after }: FoundChange, parts: readonly Part[]): BilledShows | null {
  const runs = new Set(parts.filter(({ name }) => name === "billing_runs").flatMap(({ rows }) => idsOf(rows)));
  if (after.some(({ table }) => table === "shows")) return null;
  const runIds = after.flatMap(({ id, kind }) => (kind === "shows" && runs.has(String(id)) ? [String(id)] : []));
  return runIds.length > 0 ? { showIds: [], runIds } : null;
}

/** How long an undo may take, in milliseconds: that of an export of 20,000 bills takes seconds. */
const UNDO_TIMEOUT_MS = 15_000;

const at = (place: number) => sql.raw(`value ->> ${place}`);

/** The rows of a part as a table `was`: the id `c0`, the columns as the change left them, and the values to set. */
function rowsOf({ rows }: Part): SQL {
  const values = rows.map(({ id, left, values: set }) => [id, ...left, ...set]);
  const [first = []] = values;
  const columns = first.map((_, place) => sql`${at(place)} as ${sql.raw(`c${place}`)}`);
  return sql`(select ${sql.join(columns, sql`, `)} from json_each(${JSON.stringify(values)})) was`;
}

const keyOf = ({ target }: Part) => sql.identifier(target.key ?? "id");

const joined = (part: Part) =>
  sql`${part.target.table} join ${rowsOf(part)} on ${part.target.table}.${keyOf(part)} = was.c0`;

/** The condition that a record of a part is as the change left it. */
function isAsLeft({ target, left }: Part): SQL {
  const same = left.map((column, i) => sql`${target.table}.${sql.identifier(column)} is was.${sql.raw(`c${i + 1}`)}`);
  return sql.join(same, sql` and `);
}

const hasAnyLeft = (part: Part) => sql`exists (select 1 from ${joined(part)} where ${isAsLeft(part)})`;

/** Sets the columns of the records back; a record that the change has added is deleted. */
function setBack(part: Part, by: By, leavesChanged: boolean): Mutation {
  const { name, target, isNew, left, columns, rows } = part;
  const { table } = target;
  const set = new Map<string, SQL>();
  if (isNew) for (const [column, value] of Object.entries(target.removed?.(by) ?? {})) set.set(column, sql`${value}`);
  for (const [i, column] of columns.entries()) set.set(column, sql`was.${sql.raw(`c${1 + left.length + i}`)}`);
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
    sql: sql`update ${table} set ${sql.join(sets, sql`, `)} from ${rowsOf(part)} where ${table}.${keyOf(part)} = was.c0 and ${isAsLeft(part)}`,
    expectRows: leavesChanged ? "any" : rows.length,
  };
}

/** What goes, or comes back, with a run or an export. */
function childrenOf({ target, isNew, columns, rows, left }: Part, by: By): Mutation[] {
  const { children, removed } = target;
  if (!children || !removed) return [];
  const [deletedAt = ""] = Object.keys(removed(by));
  const place = columns.indexOf(deletedAt);
  return rows.flatMap(({ id, values, left: were }) => {
    const from = isNew ? null : were[left.indexOf(deletedAt)];
    const to = isNew ? by.at.toISOString() : values[place];
    return children({ id: String(id), from: from ?? null, to: to ?? null, by });
  });
}

/** Selects the names of the records of a change that are not as it left them, and how many of its records still are. */
export function changedSince(found: FoundChange) {
  const parts = partsOf(found) ?? [];
  const counts = parts.map((part) => sql`select count(*) as n from ${joined(part)} where ${isAsLeft(part)}`);
  const names = parts.map((part) => {
    const { target, name } = part;
    const ids = sql`select was.c0 from ${joined(part)} where not (${isAsLeft(part)})`;
    return sql`select ${nameIn(name, "name")} as name from json_each((select "after" from ${activity} where id = ${found.id}))
      where value ->> 'table' = ${name} and value ->> ${sql.raw(`'${target.key ?? "id"}'`)} in (${ids})`;
  });
  const all = (selects: SQL[]) => sql.join(selects, sql` union all `);
  return statements
    .select({
      names: sql`(select json_group_array(name) from (${all([sql`select '' as name where 0`, ...names])}))`.mapWith(
        (json: string) => JSON.parse(json) as string[],
      ),
      left: sql<number>`(select sum(n) from (${all([sql`select 0 as n`, ...counts])}))`,
      kinds: sql<number>`${kindsOf(parts)}`,
    })
    .from(sql`(select 1)`);
}

/** The condition that a change was not undone, and that its first record still has the version that the change left. */
export function stands(kind: SQL, after: SQL): SQL {
  const cases = Object.entries(TARGETS)
    .filter(([, { table }]) => "version" in getTableColumns(table))
    .map(([name, { table, key = "id" }]) => {
      const column = sql.raw(key);
      return sql`when ${name} then (select version from ${table} where ${column} = ${after} ->> ${sql.raw(`'$[0].${key}'`)}) = ${after} ->> '$[0].version'`;
    });
  const isUndone = sql`exists (select 1 from activity undone where undone.id = 'undo ' || ${activity.id})`;
  return sql`coalesce(case ${kind} ${sql.join(cases, sql` `)} else 1 end, 0) and not ${isUndone}`;
}
