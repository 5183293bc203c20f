import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { isListedAction, kindOfChange } from "#app/domain/activity/activity.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { normalize } from "#app/domain/basics/search-text.ts";
import { entry } from "#app/domain/records/entry.ts";
import { withoutIgnored } from "#db/list/row-text.ts";
import { activity, activityEntries, activityRecords } from "#db/schema.ts";
import { SORT_KEYS } from "./sort-keys.ts";

/* The entry of a change in the list of activity, with the names of its records (docs/product.md, 'Activity'). */

type Entered = { idempotencyKey: string; actor: string; at: Date; action: string; audited: { table: SQLiteTable }[] };

/** The records after a change, or before it if the change has left none. */
const snapshot = sql`iif("after" = '[]', "before", "after")`;

/** The statements that write the entry of a change and its records, after its row of activity is complete. */
export function entryOfChange({ idempotencyKey, actor, at, action, audited }: Entered): SQL[] {
  if (!isListedAction(action)) return [];
  const date = todayInNewYork(at);
  const known = { action, actor, date, records: "" };
  const lines = entry.fields
    .filter(({ name, listed }) => listed.searchable !== false && name !== "records")
    .map(({ text }) => text({ ...NO_ENTRY, ...known }));
  const tables = [...new Set(audited.map(({ table }) => getTableName(table)))];
  const row = sql`select rowid as seq, ${snapshot} as snapshot, coalesce(${snapshot} ->> '$[0].table', '') as kind from ${activity} where id = ${idempotencyKey}`;
  return [
    sql`insert into ${activityEntries} (seq, date, actor, action, kind, change, records, search_text)
      select seq, ${date}, ${actor}, ${action}, kind, ${kindOfChange(action)}, ${recordsOf(tables, "name")},
        ${normalize(lines.join("\n"))} || char(10) || ${withoutIgnored(recordsOf(tables, "folded"))} from (${row})`,
    sql`insert into ${activityRecords} (record_id, seq) select distinct coalesce(value ->> 'id', value ->> 'email'), seq from (${row}), json_each(snapshot)`,
  ];
}

/** Placeholders for the parts of an entry that a search does not match. */
const NO_ENTRY = {
  id: "",
  seq: 0,
  time: "",
  changes: "",
  kind: "",
  madeAt: null,
  recordId: null,
  canUndo: false,
};

type Form = "name" | "folded";

/** The names of the first three records, and how many more there are. */
function recordsOf(tables: readonly string[], form: Form): SQL {
  const ofKind = sql`from json_each(snapshot) where value ->> 'table' = kind`;
  const arms = tables.map((table) => sql`when ${table} then ${nameIn(table, form)}`);
  if (arms.length === 0) return sql`''`;
  const names = sql`(select group_concat(name, ', ') from (select case kind ${sql.join(arms, sql` `)} end as name ${ofKind} limit 3))`;
  return sql`(coalesce(${names}, '') || (select iif(count(*) > 3, ' and ' || (count(*) - 3) || ' more', '') ${ofKind}))`;
}

// Payroll items have a column `value`, too.
const storedIn = (column: string) => `json_each.value ->> '${column}'`;
const stored = (column: string) => sql.raw(storedIn(column));

function nameOfReference(table: string, column: string, form: Form): SQL {
  const [text = "name", key = "name_sort"] = SORT_KEYS[table] ?? [];
  return sql.raw(`(select ${form === "name" ? text : key} from ${table} where id = ${storedIn(column)})`);
}

/** The name of a record of an activity row, the `value` of `json_each`, as text or folded for the search. */
export function nameIn(table: string, form: Form): SQL {
  const plural = (count: string, noun: string) =>
    sql.raw(`${storedIn(count)} || iif(${storedIn(count)} = 1, ' ${noun}', ' ${noun}s')`);
  switch (table) {
    case "admins":
      return stored("email");
    case "settings":
      return form === "name" ? sql`'Settings'` : sql`'settings'`;
    case "dismissals":
      return form === "name" ? stored("name") : sql`lower(${stored("name")})`;
    case "bill_items":
    case "corrections":
    case "standing_charges":
      return sql`${nameOfReference("services", "service_id", form)} || ' for ' || ${nameOfReference("horses", "horse_id", form)}`;
    case "payroll": {
      const item = form === "name" ? stored("item") : nameOfReference("payroll", "id", form);
      return sql`${item} || ' of ' || ${nameOfReference("grooms", "groom_id", form)}`;
    }
    case "statement_links": {
      const [first, last] = ["first", "last"].map((day) => sql.raw(`strftime('%m/%d/%Y', ${storedIn(day)})`));
      const isMonth = sql.raw(
        `${storedIn("first")} = date(${storedIn("last")}, 'start of month') and ${storedIn("last")} = date(${storedIn("last")}, 'start of month', '+1 month', '-1 day')`,
      );
      const month = sql.raw(`strftime('%m/%Y', ${storedIn("first")})`);
      const period = sql`iif(${isMonth}, ${month}, ${first} || ' to ' || ${last})`;
      return sql`${nameOfReference("customers", "customer_id", form)} || ', ' || ${period}`;
    }
    case "statement_questions": {
      const link = `(select customer_id from statement_links where id = ${storedIn("link_id")})`;
      const customer = sql.raw(`(select ${form === "name" ? "name" : "name_sort"} from customers where id = ${link})`);
      // In parentheses: `||` and `->>` bind alike, from the left.
      return sql`${customer} || ', ' || ${form === "name" ? sql`(${stored("line")})` : sql`lower(${stored("line")})`}`;
    }
    case "billing_runs":
      return plural("bill_count", "bill");
    case "payroll_runs":
      return plural("item_count", "item");
    case "exports": {
      const [first, count] = [stored("first_invoice"), stored("invoice_count")];
      const [one, many] = form === "name" ? ["Invoice ", "Invoices "] : ["invoice ", "invoices "];
      return sql`iif(${count} = 1, ${one} || (${first}), ${many} || (${first}) || ' to ' || (${first} + (${count}) - 1))`;
    }
    default: {
      const [text = "name"] = SORT_KEYS[table] ?? [];
      return form === "name" ? stored(text) : nameOfReference(table, "id", form);
    }
  }
}
