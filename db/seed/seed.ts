import type { Client, InStatement } from "@libsql/client/http";
import { getTableColumns, getTableName, type InferInsertModel, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { isLocalDate, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import { type ClientAddress, withClient } from "#db/client.ts";
import { connect } from "#db/connection.ts";
import * as tables from "#db/schema.ts";
import { makeMissingTexts, missingTexts } from "#db/write/missing-texts.ts";
import { withSortKeyOf } from "#db/write/sort-keys.ts";
import { makeBarn } from "./barn.ts";
import { earlierBills, firstOfMonth, seedBoarding, seedServices, seedShows } from "./bills.ts";
import { DEMO_MONTHS, makeDemoBarn } from "./demo.ts";
import { PAID_WEEKS, writeHistory } from "./history.ts";
import { payForServices, paySalaries } from "./payroll.ts";

/*
 * Fills an empty database with the demo barn. An empty database has no users yet, so these writes need no audit and do not use
 * `Database.write`.
 */

/** The number of bills in one request: about 1.5 MB of JSON. */
const BATCH = 5_000;

const TABLES = new Map(
  Object.entries(tables).flatMap(([name, each]) => (is(each, SQLiteTable) ? [[name, each as SQLiteTable]] : [])),
);

/** The tables that are empty in a new database, and whose rows count as records: those that admins edit, and their results. */
const RECORD_TABLES = [...TABLES.values()]
  .filter((table) => "deletedAt" in getTableColumns(table) && table !== tables.services && table !== tables.admins)
  .concat(tables.billItems, tables.billingRuns, tables.exports);

const hasRecords = RECORD_TABLES.map((table) => `exists (select 1 from ${getTableName(table)})`).join(" or ");
const isPopulated = `(${hasRecords} or exists (select 1 from services where not is_fixed))`;

/** Returns whether the database has no records yet, apart from the fixed services, the settings and the admins. */
export async function isEmptyBarn(address: ClientAddress): Promise<boolean> {
  return withClient(address, isEmpty);
}

async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.execute(`select ${isPopulated}`);
  return rows[0]?.[0] === 0;
}

/**
 * Fills an empty database with three months of work up to the day before `today`. The same day gives the same records. If
 * `bills` is more than these months have, bills of earlier years are added up to that number. `names` has other names for some of the
 * horses. Returns the number of records.
 * @throws RangeError if `today` is not a date, Error if the database is not empty
 */
export async function seedBarn({
  today,
  bills = 0,
  names = {},
  ...address
}: ClientAddress & { today: LocalDate; bills?: number; names?: Record<string, string> }) {
  const { rows, lastPayroll, barn, first } = makeRecords(today);
  for (const horse of rows.horses) horse.name = names[horse.name] ?? horse.name;
  const counts = countsOf(rows, bills);
  await withClient(address, async (client) => {
    await writeRecords(client, rows, lastPayroll);
    const missing = counts.bills - rows.billItems.length;
    if (missing === 0) return;
    const earlier = earlierBills(barn, first, missing, BATCH);
    await withoutIndexes(client, tables.billItems, async () => {
      for (const batch of earlier) await client.execute(insert(tables.billItems, batch));
    });
    await makeMissingTexts(client);
  });
  return counts;
}

/**
 * Fills an empty database with the demo barn: two years of work up to the day before `today`. The same day gives the same records.
 * @throws RangeError if `today` is not a date, Error if the database is not empty
 */
export async function seedDemo({ today, ...address }: ClientAddress & { today: LocalDate }): Promise<void> {
  if (!isLocalDate(today)) throw new RangeError(`Not a day: ${today}`);
  const barn = makeDemoBarn(today);
  const first = firstOfMonth(today, -DEMO_MONTHS);
  const runs = [...seedBoarding(barn, today, DEMO_MONTHS), ...seedShows(barn, today, DEMO_MONTHS)];
  const services = seedServices(barn, first, plusDays(today, -1));
  const salaries = paySalaries(barn, first, today, PAID_WEEKS);
  const { boardAt, ...records } = barn;
  const rows = {
    ...records,
    horses: barn.horses.map((horse) => ({ ...horse, boarding: boardAt(horse, first) })),
    billingRuns: runs.map(({ run }) => run),
    billItems: [...runs.flatMap(({ bills }) => bills), ...services.bills],
    payrollRuns: salaries.runs,
    payrollItems: [...salaries.items, ...payForServices(services.pay, today, PAID_WEEKS)],
  };
  await withClient(address, (client) => writeRecords(client, rows, salaries.lastPayroll));
  await writeHistory(connect(address), barn, today);
}

/** Returns the number of records, and the addresses of the admins, that `seedBarn` adds. */
export function previewBarn(today: LocalDate, bills = 0) {
  const { rows } = makeRecords(today);
  return { counts: countsOf(rows, bills), admins: rows.admins.map(({ email }) => email) };
}

const countsOf = (rows: Rows, bills: number) => ({
  horses: rows.horses.length,
  customers: rows.customers.length,
  services: rows.services.length + FIXED_SERVICE_IDS.length,
  grooms: rows.grooms.length,
  shows: rows.shows.length,
  bills: Math.max(bills, rows.billItems.length),
  payrollItems: rows.payrollItems.length,
});

function makeRecords(today: LocalDate) {
  if (!isLocalDate(today)) throw new RangeError(`Not a day: ${today}`);
  const first = firstOfMonth(today, -3);
  const barn = makeBarn(today);
  const runs = [...seedBoarding(barn, today), ...seedShows(barn, today)];
  const services = seedServices(barn, first, plusDays(today, -1));
  const salaries = paySalaries(barn, first, today);
  const rows = {
    ...barn,
    billingRuns: runs.map(({ run }) => run),
    billItems: [...runs.flatMap(({ bills }) => bills), ...services.bills],
    payrollRuns: salaries.runs,
    payrollItems: [...salaries.items, ...payForServices(services.pay, today)],
  };
  return { rows, lastPayroll: salaries.lastPayroll, barn, first };
}

type Rows = ReturnType<typeof makeRecords>["rows"];

/** The rows of activity of the runs, by which these can be undone. */
const RUNS_IN_ACTIVITY = [
  `insert into activity (id, at, actor, action, content, topics, before, after)
    select id, at, actor, 'bill ' || kind, '{}', '["bills"]', '[]', json_array(json_object('table', 'billing_runs', 'id', id, 'kind', kind,
      'bill_count', bill_count, 'horse_count', horse_count, 'total', total, 'taken_back_at', null, 'taken_back_by', null))
    from billing_runs order by at`,
  `insert into activity (id, at, actor, action, content, topics, before, after)
    select id, at, actor, 'generate payroll', '{}', '["payroll"]', json_array(json_object('table', 'settings', 'id', 1, 'last_payroll', last_payroll_before)),
      json_array(json_object('table', 'payroll_runs', 'id', id, 'item_count', item_count, 'total', total, 'taken_back_at', null, 'taken_back_by', null),
        json_object('table', 'settings', 'id', 1, 'last_payroll', at))
    from payroll_runs order by at`,
];

/** Writes one batch, so that an interrupted seed leaves the database empty, and two concurrent seeds fill it once. */
async function writeRecords(client: Client, rows: Rows, lastPayroll: string | null): Promise<void> {
  const batch: InStatement[] = [`select case when ${isPopulated} then json('the barn is not empty') end`];
  // The rows are in the order of their tables: a table comes after those that it refers to.
  for (const [name, of] of Object.entries<object[]>(rows)) {
    const table = TABLES.get(name);
    if (!table) throw new TypeError(`There is no table ${name}`);
    batch.push(insert(table, of, table === tables.admins ? INVITED_AGAIN : ""));
  }
  batch.push(...RUNS_IN_ACTIVITY);
  batch.push({
    sql: "update settings set last_payroll = ?, invoice_number = 1001, is_invoice_number_chosen = 1",
    args: [lastPayroll],
  });
  batch.push(...missingTexts());
  try {
    await client.batch(batch, "write");
  } catch (error) {
    if (await isEmpty(client)) throw error;
    throw new Error("The barn is not empty: it was left as it is.", { cause: error });
  }
}

/**
 * Runs `fill` without the table's indexes, then creates them again. To index a million rows at once takes a second; to update
 * the index row by row takes ten.
 */
export async function withoutIndexes(client: Client, table: SQLiteTable, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.execute({
    sql: "select name, sql from sqlite_schema where type = 'index' and tbl_name = ? and sql like 'create index %'",
    args: [getTableName(table)],
  });
  await client.batch(
    rows.map(({ name }) => `drop index ${name}`),
    "write",
  );
  try {
    await fill();
  } finally {
    for (const { sql } of rows) await client.execute(String(sql));
  }
}

const INVITED_AGAIN = "on conflict (email) do update set deleted_at = null";

/** Inserts any number of rows with one statement and one JSON parameter. All rows must have the keys of the first. */
function insert<Table extends SQLiteTable>(
  table: Table,
  rows: InferInsertModel<Table>[],
  onConflict = "",
): InStatement {
  const sortable = rows.map((row) => withSortKeyOf(table, row));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in (sortable[0] ?? {}));
  const values = sortable.map((row: Record<string, unknown>) =>
    columns.map(([key, column]) => (row[key] === null ? null : column.mapToDriverValue(row[key]))),
  );
  const names = columns.map(([, column]) => column.name).join(", ");
  const fields = columns.map((_, i) => `value ->> ${i}`).join(", ");
  // `where true` keeps the parser from reading the conflict clause as part of a join.
  const sql = `insert into ${getTableName(table)} (${names}) select ${fields} from json_each(?) where true ${onConflict}`;
  return { sql, args: [JSON.stringify(values)] };
}
