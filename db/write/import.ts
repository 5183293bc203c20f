import { and, eq, getTableName, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { TOPICS } from "#app/domain/basics/topics.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { KNOWN_TABLES } from "#app/domain/import/import-add.ts";
import {
  AMOUNT_FIELDS,
  IMPORT_TABLES,
  type ImportContent,
  type ImportPlan,
  type ImportRow,
  type ImportTable,
  refusedIn,
} from "#app/domain/import/import-plan.ts";
import { STAND_IN_TABLES } from "#app/domain/import/import-rows.ts";
import { billItems, horseChanges, importFiles, importRows, payrollItems, salaryChanges } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Around, Change, Mutation } from "./change.ts";
import type { By } from "./records.ts";
import { withSortKey } from "./sort-keys.ts";

/*
 * Writes an import (docs/moving-in.md). The rows are sent in parts to a table of their own, which no page reads. One batch then
 * copies all of them into their tables, so an interruption leaves everything or nothing.
 */

/** The characters of a part as JSON, of at most 3 bytes each. The server takes at most 10 MB at once. */
const PART = 1_000_000;

/** How long the batch may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * The tables with many indexes, which are made anew if an import, or its Undo, changes more than a tenth of the table's
 * rows.
 */
export const MANY_INDEXES = [billItems, payrollItems].map(getTableName);

/** An index, and the number of rows of its table. */
export type TableIndex = { name: string; table: string; definition: string; rows: number };

/**
 * Drops the indexes of tables in which so many rows change that making them anew is quicker, and makes them after the
 * change.
 */
export function remakeIndexes(indexes: readonly TableIndex[], changed: (table: ImportTable) => number): Around {
  const remade = indexes.filter(({ table, rows }) => changed(table as ImportTable) * 10 > rows);
  return {
    before: remade.map(({ name }) => `drop index ${name}`),
    after: remade.map(({ definition }) => definition),
  };
}

/** The functions that write an import, and the indexes that it may make anew. */
type ImportWriter = {
  /** Sends the prepared rows: see `Database.stage`. */
  stage: (statements: readonly SQLWrapper[]) => Promise<unknown>;
  write: (change: Change) => Promise<unknown>;
  indexes: readonly TableIndex[];
};

/** A file of an import; `hash` is the SHA-256 of its content, which imports of earlier versions may lack. */
export type ImportedFile = { name: string; bytes: number; hash?: string };

/** The draft to write. */
type WrittenDraft = { id: string } & By;

/**
 * Writes what a plan lets in, whole or not at all, once for each id. A record whose id exists already stays as it is,
 * so the same files can come in again; only a stand-in is replaced by its record, and a deleted one is restored.
 * @throws ConflictError if the draft was discarded or imported meanwhile, or the error of the database
 */
export async function writeImport(writer: ImportWriter, plan: ImportPlan, of: WrittenDraft): Promise<void> {
  const parts = await sendParts(writer, plan, of);
  await writer.write(changeOf(plan, of, { parts, indexes: writer.indexes }));
}

/** How long an attempt can last that may still succeed, in milliseconds; the rows of an older one are removed. */
const ATTEMPT_MS = 300_000;

/** Sends the rows of this attempt, beside those of another one that was sent at the same time, and returns the number of parts. */
async function sendParts({ stage }: ImportWriter, { rows }: ImportPlan, of: WrittenDraft): Promise<number> {
  const { id } = of;
  const at = of.at.toISOString();
  const ended = new Date(of.at.getTime() - ATTEMPT_MS).toISOString();
  await stage([statements.delete(importRows).where(and(eq(importRows.importId, id), lt(importRows.at, ended)))]);
  let parts = 0;
  for (const table of IMPORT_TABLES) {
    for (const part of partsOfImport(rows[table].map((row) => withSortKey(table, row)))) {
      await stage([
        sql`insert into import_rows (import_id, position, at, name, rows) values (${id}, ${parts}, ${at}, ${table}, ${`[${part.join()}]`})
          on conflict do update set name = excluded.name, rows = excluded.rows`,
      ]);
      parts += 1;
    }
  }
  return parts;
}

/** The rows as JSON texts, in parts of about `PART` characters. */
export function* partsOfImport(rows: readonly ImportRow[]): Generator<string[]> {
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

type PlannedContent = Omit<ImportContent, "stored" | "added" | "replaced">;
type Prepared = { parts: number; indexes: readonly TableIndex[] };

function changeOf(plan: ImportPlan, of: WrittenDraft, { parts, indexes }: Prepared): Change {
  const { id, actor, at } = of;
  const now = at.toISOString();
  const { lastPayroll, invoiceNumber } = plan.settings;
  return {
    idempotencyKey: `import ${id}`,
    actor,
    at,
    action: "import",
    payload: plan.sums,
    alsoChanged: TOPICS,
    audited: [],
    timeoutMs: TIMEOUT_MS,
    preconditions: [eq(statements.$count(importRows, and(eq(importRows.importId, id), eq(importRows.at, now))), parts)],
    around: remakeIndexes(indexes, (table) => plan.rows[table].length),
    mutations: [
      {
        sql: sql`update imports set before = ${numbers} where id = ${id} and done_at is null`,
        expectRows: 1,
      },
      ...(plan.rows.bill_items.some((row) => row.export_id) ? [insertExport(now, actor)] : []),
      ...IMPORT_TABLES.flatMap((table) => insertRows(table, plan.rows[table], id, now)),
      ...KNOWN_TABLES.flatMap((table) => restore(table, plan.restored[table], now)),
      // The salary and the boarding of a stand-in must not count as earlier values of its record.
      { sql: statements.delete(salaryChanges).where(eq(salaryChanges.at, now)), expectRows: "any" },
      { sql: statements.delete(horseChanges).where(eq(horseChanges.at, now)), expectRows: "any" },
      recountExport,
      {
        sql: sql`insert into admins (email, created_at, updated_at) select value, ${now}, ${now} from json_each(${JSON.stringify(plan.admins)}) where true on conflict do nothing`,
        expectRows: "any",
      },
      {
        sql: sql`update settings set last_payroll = max(coalesce(last_payroll, ${lastPayroll}), coalesce(${lastPayroll}, last_payroll)),
          invoice_number = max(invoice_number, coalesce(${invoiceNumber}, 1)), version = version + 1`,
        expectRows: 1,
      },
      {
        sql: sql`update imports set done_at = ${now}, actor = ${actor}, content = json_set(${JSON.stringify(contentOf(plan))}, '$.stored', ${storedSums(id, now)}, '$.added', ${addedRows(id)}, '$.replaced', ${replacedRows(id, now)}), after = ${numbers} where id = ${id}`,
        expectRows: 1,
      },
      { sql: statements.delete(importRows).where(eq(importRows.importId, id)), expectRows: "any" },
      { sql: statements.delete(importFiles).where(eq(importFiles.importId, id)), expectRows: "any" },
    ],
  };
}

/** Counts the bills in the export of the bills that the other system has exported, unless it has none. */
export const recountExport: Mutation = {
  sql: sql`update exports set bill_count = bills.count, total = bills.total
    from (select count(*) as count, sum(value) as total from bill_items where export_id = ${IMPORTED_EXPORT}) bills where id = ${IMPORTED_EXPORT} and bills.count > 0`,
  expectRows: "any",
};

/** The highest number in each table, and the settings that an import sets, as a JSON object. */
const numbers = sql`(select json_object(${sql.join(
  IMPORT_TABLES.map((table) => sql.raw(`'${table}', (select coalesce(max(seq), 0) from ${table})`)),
  sql`, `,
)}, 'last_payroll', last_payroll, 'invoice_number', invoice_number) from settings)`;

const contentOf = ({ sums, admins, settings, credits, findings, kept, skipped }: ImportPlan): PlannedContent => ({
  sums,
  kept,
  skipped,
  admins,
  settings,
  credits,
  leftOut: refusedIn(findings),
});

/** The export of the bills that the other system has exported. Its date is long past, so that the Overview does not ask an admin to import its file. */
const insertExport = (now: string, actor: string): Mutation => ({
  sql: sql`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values (${IMPORTED_EXPORT}, '2000-01-01T17:00:00.000Z', ${now.slice(0, 10)}, ${actor}, 'bill-value', 1, 1, 1, 0) on conflict do nothing`,
  expectRows: "any",
});

/** Restores deleted records that the files have again. */
const restore = (table: ImportTable, ids: readonly string[], at: string): Mutation[] =>
  ids.length === 0
    ? []
    : [
        {
          sql: sql`update ${sql.identifier(table)} set deleted_at = null, updated_at = ${at}, version = version + 1
            where deleted_at is not null and id in (select value from json_each(${JSON.stringify(ids)}))`,
          expectRows: ids.length,
        },
      ];

function insertRows(table: ImportTable, rows: readonly ImportRow[], id: string, at: string): Mutation[] {
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
      sql: sql`insert into ${sql.identifier(table)} (${names}) select ${values} from import_rows part, json_each(part.rows) row
        where part.import_id = ${id} and part.at = ${at} and part.name = ${table} on conflict (id) ${replaceStandIn(table, columns)}`,
      expectRows: "any",
    },
  ];
}

/**
 * The conflict clause for a row whose id exists: only a stand-in, which was deleted in the moment it was made, is
 * replaced.
 */
function replaceStandIn(table: ImportTable, columns: readonly string[]): SQL {
  if (!STAND_IN_TABLES.includes(table)) return sql`do nothing`;
  const sets = columns.filter((name) => name !== "id").map((name) => sql.raw(`${name} = excluded.${name}`));
  const old = sql.identifier(table);
  return sql`do update set ${sql.join(sets, sql`, `)}, version = version + 1
    where ${old}.deleted_at = ${old}.created_at and excluded.deleted_at is null`;
}

/** The highest number of a table before the import. */
const lastBefore = (table: ImportTable, id: string) =>
  sql`(select before ->> ${sql.raw(`'${table}'`)} from imports where id = ${id})`;

/** How many records of the import are new in each table, without stand-ins. */
const addedRows = (id: string) =>
  sql`json_object(${sql.join(
    IMPORT_TABLES.map(
      (table) =>
        sql`${sql.raw(`'${table}'`)}, (select count(*) from ${sql.identifier(table)} where seq > ${lastBefore(table, id)} and deleted_at is null)`,
    ),
    sql`, `,
  )})`;

/** How many records of the import took the place of an earlier stand-in, or were restored. */
const replacedRows = (id: string, at: string) =>
  sql`(${sql.join(
    KNOWN_TABLES.map(
      (table) =>
        sql`(select count(*) from ${sql.identifier(table)} where seq <= ${lastBefore(table, id)} and updated_at = ${at} and deleted_at is null)`,
    ),
    sql` + `,
  )})`;

/** The number of the import's records in each table that are not deleted, and the sum of their amounts, as the tables have them. */
const storedSums = (id: string, at: string) => {
  const tables = IMPORT_TABLES.map((table) => {
    const cents = AMOUNT_FIELDS[table].map((column) => `coalesce(sum(${column}), 0)`).join(" + ") || "0";
    return sql`${sql.raw(`'${table}'`)}, (select json_object('count', count(*), 'cents', ${sql.raw(cents)}) from ${sql.identifier(table)}
      where id in (select row.value ->> 'id' from import_rows part, json_each(part.rows) row
        where part.import_id = ${id} and part.at = ${at} and part.name = ${table} and row.value ->> 'deleted_at' is null) and deleted_at is null)`;
  });
  return sql`json_object(${sql.join(tables, sql`, `)})`;
};
