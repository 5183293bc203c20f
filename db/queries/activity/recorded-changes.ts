import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { ChangeNumbers } from "#app/domain/basics/topics.ts";
import { activity, activityEntries, activityRecords, services, standingCharges } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type Change, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";

/** Selects the payload, in JSON, that was accepted with an idempotency key. Returns no row if the key is unused. */
export function acceptedPayload(idempotencyKey: string) {
  return statements.select({ payload: activity.content }).from(activity).where(eq(activity.id, idempotencyKey));
}

/** The number of the last change, or 0 if there is none. Every change by any actor has a higher number than the one before. */
export const lastChange = sql<number>`(select coalesce(max(rowid), 0) from ${activity})`;

/** How many changes `recentActors` looks through. No index finds the changes of one record. */
const RECENT = 100;

/** The condition that an activity row has saved a record as a later version than `version`. */
const savedAfter = (row: SQL, id: SQL | string, version: SQL | number) => sql`instr(${row}."after", ${id}) > 0
  and exists (select 1 from json_each(${row}."after") where cast(value ->> 'id' as text) = ${id} and value ->> 'version' > ${version})`;

/** Selects who saved a record after a version of it, among the last changes. */
export function recentActors(id: string, version: number) {
  return statements
    .selectDistinct({ actor: sql<string>`recent.actor` })
    .from(sql`(select * from ${activity} order by rowid desc limit ${sql.raw(String(RECENT))}) recent`)
    .where(savedAfter(sql`recent`, id, version));
}

/** Selects the merged save that was made with an idempotency key. Returns no row if nothing was merged. */
export function findMergedSave(idempotencyKey: string) {
  const [id, version] = [sql`${activity.content} ->> 'id'`, sql`(${activity.content} ->> 'version')`];
  const actors = sql`(select json_group_array(distinct recent.actor) from activity recent
    where recent.rowid between ${activity}.rowid - ${sql.raw(String(RECENT))} and ${activity}.rowid - 1 and ${savedAfter(sql`recent`, id, version)})`;
  return statements
    .select({
      labels: sql<string>`substr(${activity.action}, instr(${activity.action}, ', merged: ') + length(', merged: '))`,
      actors: actors.mapWith((json: string): string[] => JSON.parse(json)),
    })
    .from(activity)
    .where(and(eq(activity.id, idempotencyKey), sql`${activity.action} like 'edit %, merged: %'`));
}

/** The maximum number of changes that `changesSince` reads, at six rows each. */
const MAX_CHANGES = 100;

/**
 * Selects the topics that changed after change number `since`, each with the number of its last change; the number of the
 * last change of all; the number of changes without a topic; and `from`, the number after which changes were read. It is above
 * `since` if there were too many to read. Reads one row if nothing changed.
 */
export function changesSince(since: number) {
  const from = sql<number>`max(cast(${since} as integer), last - ${MAX_CHANGES}, 0)`;
  const isNew = sql`${activity}.rowid > ${from}`;
  const numbers = sql`select json_group_object(topic, number) from
    (select changed.value as topic, max(${activity}.rowid) as number from ${activity}, json_each(${activity.topics}) as changed
     where ${isNew} group by changed.value)`;
  const unnamed = statements.$count(activity, sql`${isNew} and ${activity.topics} = '[]'`);
  return statements
    .select({
      last: sql<number>`last`,
      from,
      unnamed: sql<number>`iif(last > ${from}, ${unnamed}, 0)`,
      numbers: sql`iif(last > ${from}, (${numbers}), '{}')`.mapWith(
        (json: string) => JSON.parse(json) as ChangeNumbers,
      ),
    })
    .from(sql`(select ${lastChange} as last)`);
}

/** Selects the number of the last change. */
export const numberOfLastChange = () =>
  statements.select({ number: sql<number>`last` }).from(sql`(select ${lastChange} as last)`);

/** How many rows, and about how many bytes, one step of an archive takes: the server sends at most 10 MB. */
const STEP = { rows: 500, bytes: 2_000_000 };

/** The changes of services and standing charges, which have the prices of months that are over. */
const hasPrices = sql`exists (select 1 from ${activityRecords} r where r.seq = activity.rowid
  and (exists (select 1 from ${services} where id = r.record_id) or exists (select 1 from ${standingCharges} where id = r.record_id)))`;

/**
 * Selects the oldest rows that were written before a day, in UTC, with all their columns and their number. Some are left for the
 * next step if there are many. The row of the last change always stays: its number must not be given again. So do those of services and
 * standing charges.
 */
export function activityBefore(day: LocalDate) {
  const oldest = sql`(select rowid as number, * from ${activity} where at < ${day} and rowid < ${lastChange} and not ${hasPrices} order by at, rowid limit ${sql.raw(String(STEP.rows))})`;
  const sized = sql`(select *, sum(length(content) + length("before") + length("after")) over (order by at, number) as bytes, row_number() over (order by at, number) as place from ${oldest})`;
  return statements
    .select({
      number: sql<number>`number`,
      row: sql<string>`json_object('number', number, 'id', id, 'at', at, 'madeAt', made_at, 'actor', actor, 'action', action, 'content', content, 'topics', json(topics), 'before', json("before"), 'after', json("after"))`,
    })
    .from(sized)
    .where(sql`place = 1 or bytes <= ${sql.raw(String(STEP.bytes))}`);
}

/** Deletes the rows with these numbers, which `activityBefore` has selected. */
export function deleteArchived(numbers: readonly number[], payload: { before: LocalDate }, by: By): Change {
  return {
    ...by,
    idempotencyKey: crypto.randomUUID(),
    action: "archive activity",
    payload: { ...payload, rows: numbers.length },
    audited: [],
    mutations: [["rowid", activity] as const, ["seq", activityEntries] as const, ["seq", activityRecords] as const].map(
      ([number, table]) => ({
        sql: sql`delete from ${table} where ${sql.raw(number)} in ${setOf({ ids: numbers })}`,
        expectRows: "any",
      }),
    ),
  };
}
