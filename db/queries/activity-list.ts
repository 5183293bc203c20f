import { type SQL, sql } from "drizzle-orm";
import { describeChanges, type NamesById, type StoredRecord } from "#app/domain/activity.ts";
import { type LocalDate, timeInNewYork } from "#app/domain/calendar.ts";
import { jsonObject } from "#db/list/clauses.ts";
import type { FacetKey, ListSource } from "#db/list/list-source.ts";
import { searchFacets } from "#db/list/search.ts";
import { activity, activityEntries } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { canTakeBack, isAsLeft } from "./take-back-change.ts";

/* The list of activity (docs/product.md, 'Activity'). Triggers copy each change of a record from `activity` to its entry. */

/** A change in the list. */
export type ActivityRow = {
  /** The idempotency key of the change. */
  id: string;
  seq: number;
  date: LocalDate;
  /** The time of day in New York. */
  time: string;
  actor: string;
  action: string;
  /** The names of the first three records. */
  records: string;
  /** What was set in them, before and after. */
  changes: string;
  /** The table of the records, and the first of them. */
  kind: string;
  recordId: string | null;
  isDeletion: boolean;
  /** Whether the change can be taken back and nothing was built on it since. */
  canTakeBack: boolean;
};

/** The first records of a change, and the names of those that they refer to. */
type Snapshots = { before: StoredRecord[]; after: StoredRecord[]; names: NamesById };

const facetColumns = {
  date: activityEntries.date,
  actor: activityEntries.actor,
  action: activityEntries.action,
};
const facet = (name: keyof typeof facetColumns, by: FacetKey["by"]): FacetKey => ({
  facet: name,
  column: facetColumns[name],
  by,
});

/** The records of which the list says what was set. A payload of many records is not read for a row. */
const isShown = sql`a.key < 3`;
const ofRecord = (record: string) => sql.raw(`coalesce(${record}.value ->> 'id', ${record}.value ->> 'email')`);
const pairs = sql`json_each(${activity.after}) a join json_each(${activity.before}) b on ${ofRecord("b")} = ${ofRecord("a")} where ${isShown}`;

/** The names that a change of a reference shows. */
const references = ["customer_id", "horse_id", "service_id", "groom_id"].flatMap((column) =>
  ["a", "b"].map((side) =>
    sql.raw(
      `select ${side}.value ->> '${column}' as id, a.value ->> '${column}' as after, b.value ->> '${column}' as before`,
    ),
  ),
);
const changedReferences = sql.join(
  references.map((select) => sql`select id from (${select} from ${pairs}) where before is not after`),
  sql` union `,
);
const nameOfReference = sql`coalesce((select name from customers where id = ref.id), (select name from horses where id = ref.id),
  (select product_service_name from services where id = ref.id), (select name from grooms where id = ref.id))`;

export const activitySource: ListSource<ActivityRow> = {
  table: activityEntries,
  joins: sql`left join ${activity} on ${activity}.rowid = ${activityEntries.seq}`,
  where: sql`1`,
  seq: activityEntries.seq,
  search: searchFacets({
    list: "activity_entries",
    table: activityEntries,
    seq: activityEntries.seq,
    columns: facetColumns,
    numeric: ["date"],
    text: { column: activityEntries.records, index: "activity_search" },
  }),
  sorts: { date: facet("date", "key"), actor: facet("actor", "text"), action: facet("action", "text") },
  row: {
    id: activity.id,
    seq: activityEntries.seq,
    date: activityEntries.date,
    time: activity.at,
    actor: activityEntries.actor,
    action: activityEntries.action,
    records: activityEntries.records,
    // As text, which `complete` reads.
    changes: sql`${jsonObject({
      before: sql`json((select json_group_array(json(b.value)) from ${pairs}))`,
      after: sql`json((select json_group_array(json(a.value)) from json_each(${activity.after}) a where ${isShown}))`,
      names: sql`json((select json_group_object(ref.id, ${nameOfReference}) from (${changedReferences}) ref where ref.id is not null))`,
    })} || ''`,
    kind: activityEntries.kind,
    recordId: sql`(select ${ofRecord("a")} from json_each(iif(${activity.after} = '[]', ${activity.before}, ${activity.after})) a where a.key = 0)`,
    isDeletion: asFlag(sql`${activityEntries.change} = 'delete'`),
    canTakeBack: asFlag(isAsLeft(sql`${activityEntries.kind}`, sql`${activity.after}`)),
  },
  parse: (json) => JSON.parse(json),
  complete: (row) => {
    const { before, after, names } = JSON.parse(row.changes) as Snapshots;
    return {
      ...row,
      time: timeInNewYork(new Date(row.time)),
      changes: describeChanges(before, after, names),
      canTakeBack: row.canTakeBack && canTakeBack(row.action, before, after),
    };
  },
  totals: { list: "activity_entries", facets: { byMonth: [] } },
};

/** Selects the display name of a change by its key. */
export function nameOfChange(id: string) {
  const name: SQL<string> = sql`activity_entries.action || iif(records = '', '', ': ' || records)`;
  return statements
    .select({ name })
    .from(sql`${activityEntries} join ${activity} on ${activity}.rowid = ${activityEntries.seq}`)
    .where(sql`${activity.id} = ${id}`);
}
