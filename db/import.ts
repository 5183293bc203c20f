import { type Client, type InStatement, LibsqlBatchError } from "@libsql/client/web";
import { getTableName, type SQL, sql } from "drizzle-orm";
import {
  AMOUNT_FIELDS,
  IMPORT_TABLES,
  type ImportPlan,
  type ImportRow,
  type ImportTable,
  type KnownIds,
  STAND_IN_TABLES,
  type Sum,
} from "#app/domain/import-records.ts";
import { IMPORT_PARTS, IMPORTED_EXPORT } from "#app/domain/imported.ts";
import { TOPICS } from "#app/domain/screens.ts";
import type { Change } from "./change.ts";
import { type ClientAddress, PATIENCE_MS, retryWhileBusy, withClient } from "./client.ts";
import { ConflictError } from "./errors.ts";
import { billItems, payrollItems } from "./schema.ts";
import { withSortKey } from "./sort-keys.ts";
import { applyChange } from "./write.ts";

/*
 * Writes an import (docs/operating.md, 'Moving in'). The rows are sent in parts to a table of their own, which no page reads. One
 * batch then copies all of them into their tables, so an interruption leaves everything or nothing.
 */

/** The characters of a part as JSON, of at most 3 bytes each. The server takes at most 10 MB at once. */
const PART = 1_000_000;

/** Long tables, whose indexes are made anew after their rows. */
const INDEXED_LATER = [getTableName(billItems), getTableName(payrollItems)];

export type ImportTotals = Record<ImportTable, Sum>;

/** Selects the ids that each table has, and the amounts of a new horse. */
export async function readKnownIds(address: ClientAddress): Promise<KnownIds> {
  return withClient(address, async (client) => {
    const tables = IMPORT_TABLES.map(async (table) => {
      const { rows } = await client.execute(`select id from ${table}`);
      return [table, new Set(rows.map(({ id }) => String(id)))] as const;
    });
    const ids = Object.fromEntries(await Promise.all(tables)) as Record<ImportTable, Set<string>>;
    const [settings] = (await client.execute("select * from settings")).rows;
    // A rehearsal does not migrate a database of an older version, which has no such settings.
    if (settings?.new_boarding === undefined) return ids;
    const [boarding, boardingSurcharge] = [settings.new_boarding, settings.new_boarding_surcharge].map(Number);
    return { ...ids, newHorse: { boarding: Number(boarding), boardingSurcharge: Number(boardingSurcharge) } };
  });
}

type Progress = (done: number, all: number) => void;

/**
 * Writes what a plan lets in, whole or not at all. A record whose id is there already stays as it is, so the same import can run
 * again; only a stand-in gives way to its record.
 * @throws ConflictError if another import took the place of the parts, or the error of the database
 */
export async function writeImport(
  address: ClientAddress,
  plan: ImportPlan,
  at: Date,
  onProgress: Progress,
): Promise<void> {
  await withClient(address, async (client) => {
    try {
      const parts = await sendParts(client, plan, at, onProgress);
      const indexes = await indexesOf(client);
      const drops = indexes.map(({ name }) => `drop index ${name}`);
      const creates = indexes.map((index) => index.sql);
      await applyChange(changeOf(plan, at), async (batch) => {
        const all = [requireParts(at, parts), ...drops, ...batch, ...creates, `drop table ${IMPORT_PARTS}`];
        // Here, because `applyChange` takes a failed first statement for a repeated key.
        await retryWhileBusy(Date.now() + PATIENCE_MS, () => sendAtOnce(client, all)).catch(explainOvertaken);
      });
    } catch (error) {
      explainOvertaken(error);
    }
  });
}

/**
 * Does what `client.batch` does, which does not await the later statements of a transaction that sqld has ended: their rejections
 * would end the command. The one interactive transaction (docs/decisions/no-interactive-transactions.md); it reads nothing.
 * https://github.com/tursodatabase/libsql-client-ts/issues/126
 */
async function sendAtOnce(client: Client, all: InStatement[]): Promise<void> {
  const transaction = await client.transaction("write");
  try {
    await transaction.batch(all);
    await transaction.commit();
  } finally {
    transaction.close();
  }
}

/** Fails, and the batch with it, unless all parts of this import are there and no others. */
const requireParts = (at: Date, parts: number): InStatement => ({
  sql: `select case when count(*) = ? and sum(at = ?) is count(*) then 1 else json('another import') end from ${IMPORT_PARTS}`,
  args: [parts, at.toISOString()],
});

function explainOvertaken(error: unknown): never {
  const isRefused = error instanceof LibsqlBatchError && error.statementIndex === 0;
  const hasNoParts = error instanceof Error && error.message.includes(`no such table: ${IMPORT_PARTS}`);
  throw isRefused || hasNoParts ? new ConflictError("Another import ran at the same time") : error;
}

/** Sends the rows, and returns the number of parts. */
async function sendParts(client: Client, { rows }: ImportPlan, at: Date, onProgress: Progress): Promise<number> {
  const send = (statement: InStatement) => retryWhileBusy(Date.now() + PATIENCE_MS, () => client.execute(statement));
  // An import that was interrupted has left its parts.
  await send(`drop table if exists ${IMPORT_PARTS}`);
  await send(`create table ${IMPORT_PARTS} (at text not null, name text not null, rows text not null) strict`);
  const all = IMPORT_TABLES.reduce((sum, table) => sum + rows[table].length, 0);
  let parts = 0;
  let done = 0;
  for (const table of IMPORT_TABLES) {
    for (const part of partsOf(rows[table].map((row) => withSortKey(table, row)))) {
      const args = [at.toISOString(), table, `[${part.join()}]`];
      await send({ sql: `insert into ${IMPORT_PARTS} values (?, ?, ?)`, args });
      parts += 1;
      done += part.length;
      onProgress(done, all);
    }
  }
  return parts;
}

/** The rows as JSON texts, in parts of about `PART` characters. */
export function* partsOf(rows: readonly ImportRow[]): Generator<string[]> {
  let part: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    part.push(text);
    length += text.length;
    if (length < PART) continue;
    yield part;
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}

async function indexesOf(client: Client): Promise<{ name: string; sql: string }[]> {
  const { rows } = await client.execute({
    sql: "select name, sql from sqlite_schema where type = 'index' and sql like 'create index %' and tbl_name in (select value from json_each(?))",
    args: [JSON.stringify(INDEXED_LATER)],
  });
  return rows.map(({ name, sql: definition }) => ({ name: String(name), sql: String(definition) }));
}

function changeOf(plan: ImportPlan, at: Date): Change {
  const now = at.toISOString();
  const { lastPayroll, invoiceNumber } = plan.settings;
  const isExported = sql`export_id = ${IMPORTED_EXPORT}`;
  return {
    idempotencyKey: `import ${now}`,
    actor: "command line",
    at,
    action: "import",
    payload: plan.sums,
    alsoChanged: TOPICS,
    audited: [],
    mutations: [
      ...(plan.rows.bill_items.some((row) => row.export_id) ? [insertExport(now)] : []),
      ...IMPORT_TABLES.flatMap((table) => insertRows(table, plan.rows[table])),
      // A stand-in had no salary and no boarding that anything may be reckoned by.
      { sql: sql`delete from salary_changes where at = ${now}`, expectRows: "any" },
      { sql: sql`delete from horse_changes where at = ${now}`, expectRows: "any" },
      {
        sql: sql`update exports set bill_count = bills.count, total = bills.total
          from (select count(*) as count, sum(value) as total from bill_items where ${isExported}) bills where id = ${IMPORTED_EXPORT} and bills.count > 0`,
        expectRows: "any",
      },
      {
        sql: sql`insert into admins (email, created_at, updated_at) select value, ${now}, ${now} from json_each(${JSON.stringify(plan.admins)}) where true on conflict do nothing`,
        expectRows: "any",
      },
      {
        sql: sql`update settings set last_payroll = max(coalesce(last_payroll, ${lastPayroll}), coalesce(${lastPayroll}, last_payroll)),
          invoice_number = max(invoice_number, coalesce(${invoiceNumber}, 1)), version = version + 1`,
        expectRows: 1,
      },
    ],
  };
}

/** The export of the bills that the other system has exported. Its date is long past, so that the Overview does not ask an admin to import its file. */
const insertExport = (now: string): Change["mutations"][number] => ({
  sql: sql`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values (${IMPORTED_EXPORT}, '2000-01-01T17:00:00.000Z', ${now.slice(0, 10)}, 'command line', 'bill-value', 1, 1, 1, 0) on conflict do nothing`,
  expectRows: "any",
});

function insertRows(table: ImportTable, rows: readonly ImportRow[]): Change["mutations"] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(withSortKey(table, first));
  const names = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map((name) => sql`row.value ->> ${sql.raw(`'${name}'`)}`),
    sql`, `,
  );
  return [
    {
      sql: sql`insert into ${sql.identifier(table)} (${names}) select ${values} from ${sql.identifier(IMPORT_PARTS)} part, json_each(part.rows) row
        where part.name = ${table} on conflict (id) ${replaceStandIn(table, columns)}`,
      expectRows: "any",
    },
  ];
}

/** What happens to a row whose id is there: only a stand-in, which was deleted in the moment it was made, gives way. */
function replaceStandIn(table: ImportTable, columns: readonly string[]): SQL {
  if (!STAND_IN_TABLES.includes(table)) return sql`do nothing`;
  const sets = columns.filter((name) => name !== "id").map((name) => sql.raw(`${name} = excluded.${name}`));
  const old = sql.identifier(table);
  return sql`do update set ${sql.join(sets, sql`, `)}, version = version + 1
    where ${old}.deleted_at = ${old}.created_at and excluded.deleted_at is null`;
}

/** The number of the plan's records in each table, and the sum of their amounts in cents, as the database has them. */
export async function readTotals(address: ClientAddress, { rows }: ImportPlan): Promise<ImportTotals> {
  return withClient(address, async (client) => {
    const totals = IMPORT_TABLES.map(async (table) => {
      const ids = rows[table].filter((row) => !row.deleted_at).map(({ id }) => id);
      const sum: Sum = { count: 0, cents: 0 };
      for (let start = 0; start < ids.length; start += 20_000) {
        const part = await client.execute(sumOf(table, ids.slice(start, start + 20_000)));
        sum.count += Number(part.rows[0]?.count);
        sum.cents += Number(part.rows[0]?.cents);
      }
      return [table, sum] as const;
    });
    return Object.fromEntries(await Promise.all(totals)) as ImportTotals;
  });
}

function sumOf(table: ImportTable, ids: readonly string[]): InStatement {
  const cents = AMOUNT_FIELDS[table].map((column) => `coalesce(sum(${column}), 0)`).join(" + ") || "0";
  return {
    sql: `select count(*) as count, ${cents} as cents from ${table} where id in (select value from json_each(?))`,
    args: [JSON.stringify(ids)],
  };
}
