import type { Client } from "@libsql/client/web";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { ClientAddress } from "#db/client.ts";
import { connect, type Database } from "#db/connection.ts";
import { exportUpTo } from "#db/seed/history.ts";

/*
 * Years of history as copies of what the worker has just written: each row with an id and with days of its own, and with its
 * activity and search text, so that its size is that of the real row.
 */

/** The tables of which rows are copied; a table comes after those that it refers to. */
const TABLES = ["billing_runs", "payroll_runs", "shows", "bill_items", "payroll"];
const ACTIVITY = ["activity", "activity_entries", "activity_records"];

const ROWS_A_STATEMENT = 5_000;
const DAYS_A_MONTH = 365 / 12;

/** The number of the last row of each table at a moment: rows with higher numbers are newer. */
export type Mark = Record<string, number>;

const KEY: Record<string, string> = {
  activity_entries: "seq",
  activity_records: "seq",
  bill_items: "seq",
  payroll: "seq",
};
const keyOf = (table: string) => KEY[table] ?? "rowid";

export async function markRows(client: Client): Promise<Mark> {
  const mark: Mark = {};
  for (const table of [...TABLES, ...ACTIVITY]) {
    const { rows } = await client.execute(`select coalesce(max(${keyOf(table)}), 0) from ${table}`);
    mark[table] = Number(rows[0]?.[0]);
  }
  return mark;
}

/** Copies the rows that were written between two marks to each of the days, which are numbers of days before today. */
export async function copyTo(client: Client, daysAgo: number[], from: Mark, to: Mark): Promise<void> {
  for (const table of TABLES) {
    const shown = "t.id in (select show_id from bill_items where seq > ? and seq <= ?)";
    const [isCopied, bounds] =
      table === "shows" ? [shown, "bill_items"] : [`t.${keyOf(table)} > ? and t.${keyOf(table)} <= ?`, table];
    await copyRows(client, { table, daysAgo, isCopied, args: [from[bounds] ?? 0, to[bounds] ?? 0], number: null });
  }
  const { rows } = await client.execute("select max(rowid) from activity");
  const [first, last] = [from.activity ?? 0, to.activity ?? 0];
  const number = (column: string) => `${Number(rows[0]?.[0])} + d.key * ${last - first} + t.${column} - ${first}`;
  for (const table of ACTIVITY) {
    const isCopied = `t.${keyOf(table)} > ? and t.${keyOf(table)} <= ?`;
    await copyRows(client, { table, daysAgo, isCopied, args: [first, last], number: number(keyOf(table)) });
  }
}

type Copy = { table: string; daysAgo: number[]; isCopied: string; args: number[]; number: string | null };

async function copyRows(client: Client, { table, daysAgo, isCopied, args, number }: Copy): Promise<void> {
  const counted = await client.execute({ sql: `select count(*) from ${table} t where ${isCopied}`, args });
  const count = Number(counted.rows[0]?.[0]);
  if (count === 0) return;
  const { rows } = await client.execute(`select name from pragma_table_info('${table}')`);
  const names = rows.map(({ name }) => String(name)).filter((name) => name !== "seq");
  const columns = [...names, ...(number ? [keyOf(table)] : [])];
  const values = [...names.map((name) => copyOf(name, names)), ...(number ? [number] : [])];
  const sql = `insert into ${table} (${columns.map((name) => `"${name}"`)}) select ${values}
    from json_each(?) d join ${table} t on ${isCopied} where d.key >= ? and d.key < ?`;
  const size = Math.max(1, Math.floor(ROWS_A_STATEMENT / count));
  for (let start = 0; start < daysAgo.length; start += size) {
    await client.execute({ sql, args: [JSON.stringify(daysAgo), ...args, start, start + size] });
  }
}

const NEW_IDS = ["id", "bill_item_id", "billing_run_id", "payroll_run_id", "show_id", "record_id"];
const DAYS = ["date", "payment_date", "week"];
const INSTANTS = ["at", "created_at", "updated_at"];
const shifted = (value: string) => `date(${value}, '-' || d.value || ' days')`;
/** A day as search texts have it: 11/21/2026. */
const usDate = (value: string) => `strftime('%m/%d/%Y', ${value})`;

/** Returns the SQL of a column's value in the copy. */
function copyOf(name: string, names: string[]): string {
  const value = `t."${name}"`;
  if (NEW_IDS.includes(name))
    return `iif(length(${value}) = 36, printf('%08x', d.value) || substr(${value}, 9), ${value})`;
  if (DAYS.includes(name)) return shifted(value);
  if (INSTANTS.includes(name)) return `${shifted(value)} || substr(${value}, 11)`;
  if (name === "period") return `substr(${shifted(`${value} || '-15'`)}, 1, 7)`;
  if (name !== "search_text") return value;
  const dates = DAYS.filter((each) => names.includes(each)).map((each) => `t.${each}`);
  return dates.reduce(
    (text, date) => `replace(${text}, coalesce(${usDate(date)}, '-'), coalesce(${usDate(shifted(date))}, '-'))`,
    value,
  );
}

/** Exports the bills of each month but the last 30 days, as an admin does. */
export async function exportMonths(address: ClientAddress, years: number): Promise<void> {
  const db: Database = connect(address);
  const today = todayInNewYork(new Date());
  for (let month = years * 12; month > 0; month -= 1) {
    const day = plusDays(today, -Math.round(month * DAYS_A_MONTH));
    const by = { actor: "alex@hayloft.example", at: new Date(`${day}T15:00:00.000Z`) };
    const change = await exportUpTo(db, day, crypto.randomUUID(), by);
    if (change) await db.write(change);
  }
}
