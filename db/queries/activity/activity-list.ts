import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { describeMadeAt, type StoredRecord } from "#app/domain/activity/activity.ts";
import { describeChanges } from "#app/domain/activity/changes.ts";
import { timeInNewYork } from "#app/domain/basics/calendar.ts";
import type { ActivityRow } from "#app/domain/records/entry.ts";
import { commaList } from "#db/list/clauses.ts";
import type { ListSource } from "#db/list/list-source.ts";
import { activity, activityEntries } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { canUndo, isInForce } from "#db/write/undo.ts";

/* The list of activity (docs/product.md, 'Activity'). `applyChange` writes the entry of each change. */

/** The first records before and after a change, and the names of their references, by column. */
type Snapshots = [before: StoredRecord[], after: StoredRecord[], names: [id: string, name: string | null][][]];

/** The first records of a snapshot: the list does not say what was set in the others. */
const firstOf = (snapshot: SQLWrapper) =>
  sql`json_array(${snapshot} -> '$[0]', ${snapshot} -> '$[1]', ${snapshot} -> '$[2]')`;
const valueIn = (snapshot: SQLWrapper, column: string) => sql`${snapshot} ->> ${sql.raw(`'$[0].${column}'`)}`;

const NAMES = {
  customer_id: (id: SQL) => sql`(select name from customers where id = ${id})`,
  horse_id: (id: SQL) => sql`(select name from horses where id = ${id})`,
  service_id: (id: SQL) => sql`(select product_service_name from services where id = ${id})`,
  groom_id: (id: SQL) => sql`(select name from grooms where id = ${id})`,
};

/** The names of a reference before and after a change, as pairs; only one record at a time gets another reference. */
const namesOfChange = Object.entries(NAMES).map(([column, nameOf]) => {
  const [before, after] = [valueIn(activity.before, column), valueIn(activity.after, column)];
  const pairs = sql`json_array(json_array(${before}, ${nameOf(before)}), json_array(${after}, ${nameOf(after)}))`;
  return sql`iif(${before} is not ${after}, ${pairs}, json_array())`;
});

export const activitySource: ListSource<ActivityRow> = {
  table: activityEntries,
  joins: sql`left join ${activity} on ${activity}.rowid = ${activityEntries.seq}`,
  where: sql`1`,
  seq: activityEntries.seq,
  name: "activity_entries",
  searchText: activityEntries.searchText,
  day: activityEntries.date,
  sorts: { date: sql`${activityEntries.date}` },
  row: {
    id: activity.id,
    seq: activityEntries.seq,
    date: activityEntries.date,
    time: activity.at,
    actor: activityEntries.actor,
    action: activityEntries.action,
    records: activityEntries.records,
    // As text, which `complete` reads.
    changes: sql`json_array(${firstOf(activity.before)}, ${firstOf(activity.after)}, json_array(${commaList(namesOfChange)})) || ''`,
    kind: activityEntries.kind,
    madeAt: activity.madeAt,
    recordId: sql`coalesce(${commaList(["id", "email"].map((key) => valueIn(activity.after, key)))}, ${valueIn(activity.before, "id")})`,
    canUndo: asFlag(isInForce(sql`${activityEntries.kind}`, sql`${activity.after}`)),
  },
  parse: (json) => JSON.parse(json),
  complete: (row) => {
    const [before, after, names] = (JSON.parse(row.changes) as Snapshots).map((each) =>
      each.filter(Boolean),
    ) as Snapshots;
    return {
      ...row,
      time: timeInNewYork(new Date(row.time)),
      changes: [describeMadeAt(row.madeAt), describeChanges(before, after, Object.fromEntries(names.flat()))]
        .filter(Boolean)
        .join("; "),
      canUndo: row.canUndo && canUndo(row.action, before, after),
    };
  },
};

/** Selects the display name of a change by its key. */
export function nameOfChange(id: string) {
  const name: SQL<string> = sql`activity_entries.action || iif(records = '', '', ': ' || records)`;
  return statements
    .select({ name })
    .from(sql`${activityEntries} join ${activity} on ${activity}.rowid = ${activityEntries.seq}`)
    .where(sql`${activity.id} = ${id}`);
}
