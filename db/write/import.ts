import { and, eq, type Name, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { TOPICS } from "#app/domain/basics/topics.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { KNOWN_TABLES } from "#app/domain/import/import-columns.ts";
import {
  AMOUNT_FIELDS,
  IMPORT_TABLES,
  type ImportContent,
  type ImportPlan,
  type ImportRow,
  type ImportTable,
  refusedIn,
} from "#app/domain/import/import-plan.ts";
import { refusedGroups } from "#app/domain/import/import-reader.ts";
import { usedInvoice } from "#db/queries/exports/used-invoice.ts";
import { customers, grooms, horses, importFiles, importRows, services, standingCharges } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type Change, type Mutation, ofAnyRows, setOf } from "./change.ts";
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

/** The functions that write an import. */
type ImportWriter = {
  /** Sends the prepared rows: see `Database.stage`. */
  stage: (statements: readonly SQLWrapper[]) => Promise<unknown>;
  write: (change: Change) => Promise<unknown>;
};

/** A file of an import; `hash` is the SHA-256 of its content, which imports of earlier versions may lack. */
export type ImportedFile = { name: string; bytes: number; hash?: string };

/** The draft to write. */
type WrittenDraft = { id: string } & By;

/**
 * Writes what a plan lets in, whole or not at all, once for each id. A record whose id exists already stays as it is,
 * so the same files can come in again; only those that the plan restores get the values of the files.
 * @throws ConflictError if the draft was discarded or imported meanwhile, or the error of the database
 */
export async function writeImport(writer: ImportWriter, plan: ImportPlan, of: WrittenDraft): Promise<void> {
  await writer.write(changeOf(plan, of, await sendParts(writer, plan, of)));
}

/**
 * Sends the rows of this attempt, beside those of another one that was sent at the same time, and returns the number of parts. The
 * rows are sorted by date: neighbours in most indexes, they come in three times as fast beside 100,000 bills, and go as fast.
 */
async function sendParts({ stage }: ImportWriter, { rows }: ImportPlan, { id, at }: WrittenDraft): Promise<number> {
  let position = 0;
  for (const name of IMPORT_TABLES) {
    const sorted = rows[name].toSorted(byDate);
    for (const part of partsOfImport(sorted.map((row) => withSortKey(name, row)))) {
      const values = { importId: id, at: at.toISOString(), position, name, rows: `[${part.join()}]` };
      await stage([statements.insert(importRows).values(values).onConflictDoNothing()]);
      position += 1;
    }
  }
  return position;
}

const byDate = ({ date: one }: ImportRow, { date: other }: ImportRow) =>
  one === other ? 0 : String(one) < String(other) ? -1 : 1;

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

function changeOf(plan: ImportPlan, { id, actor, at }: WrittenDraft, parts: number): Change {
  const now = at.toISOString();
  const { restored, settings, admins } = plan;
  const { lastPayroll, invoiceNumber } = settings;
  return {
    idempotencyKey: `import ${id}`,
    actor,
    at,
    action: "import",
    payload: plan.sums,
    alsoChanged: TOPICS,
    audited: KNOWN_TABLES.filter((name) => restored[name].length > 0).map((name) => ({
      table: KNOWN[name],
      ids: restored[name],
    })),
    timeoutMs: TIMEOUT_MS,
    preconditions: [
      eq(statements.$count(importRows, and(eq(importRows.importId, id), eq(importRows.at, now))), parts),
      ...KNOWN_TABLES.map(
        (name) =>
          sql`not exists (select 1 from ${KNOWN[name]} where id in ${setOf({ ids: restored[name] })} and deleted_at is null)`,
      ),
    ],
    mutations: [
      { sql: sql`update imports set before = ${numbers} where id = ${id} and done_at is null`, expectRows: 1 },
      ...(plan.rows.bill_items.some((row) => row.export_id) ? [insertExport(now, actor)] : []),
      ...IMPORT_TABLES.flatMap((table) => insertRows(table, plan, { id, now })),
      ...withoutHistory(restored, now),
      recountExport,
      ofAnyRows(
        sql`insert into admins (email, created_at, updated_at) select value, ${now}, ${now} from json_each(${JSON.stringify(admins)}) where true on conflict do nothing`,
      ),
      {
        sql: sql`update settings set last_payroll = max(coalesce(last_payroll, ${lastPayroll}), coalesce(${lastPayroll}, last_payroll)),
          invoice_number = max(coalesce(${invoiceNumber}, invoice_number), iif(is_invoice_number_chosen, invoice_number, ${usedInvoice} + 1)),
          is_invoice_number_chosen = is_invoice_number_chosen or ${invoiceNumber} is not null, version = version + 1`,
        expectRows: 1,
      },
      {
        sql: sql`update imports set done_at = ${now}, actor = ${actor}, content = json_set(${JSON.stringify(contentOf(plan))}, '$.stored', ${storedSums(id, now)}, '$.added', ${addedRows(plan, id)}), after = ${numbers} where id = ${id}`,
        expectRows: 1,
      },
      ofAnyRows(statements.delete(importRows).where(eq(importRows.importId, id))),
      ofAnyRows(statements.delete(importFiles).where(eq(importFiles.importId, id))),
    ],
  };
}

/** The tables whose deleted records an import may restore. */
const KNOWN = { customers, horses, services, grooms, standing_charges: standingCharges };

type Ids = { readonly [table in "horses" | "grooms"]: readonly string[] };

/** Removes what triggers have just recorded of restored records: the values of the files hold from the start. */
export const withoutHistory = ({ horses, grooms }: Ids, at: string): Mutation[] => [
  ofAnyRows(sql`delete from horse_changes where at = ${at} and horse_id in ${setOf({ ids: horses })}`),
  ofAnyRows(sql`delete from salary_changes where at = ${at} and groom_id in ${setOf({ ids: grooms })}`),
];

/** Counts the bills in the export of the bills that the other system has exported, unless it has none. */
export const recountExport = ofAnyRows(sql`update exports set bill_count = bills.count, total = bills.total
  from (select count(*) as count, sum(value) as total from bill_items where export_id = ${IMPORTED_EXPORT}) bills where id = ${IMPORTED_EXPORT} and bills.count > 0`);

/** The highest number in each table, and the settings that an import sets, as a JSON object. */
const numbers = sql`(select json_object(${sql.join(
  IMPORT_TABLES.map((table) => sql.raw(`'${table}', (select coalesce(max(seq), 0) from ${table})`)),
  sql`, `,
)}, 'last_payroll', last_payroll, 'invoice_number', invoice_number, 'is_invoice_number_chosen', is_invoice_number_chosen) from settings)`;

type PlannedContent = Omit<ImportContent, "stored" | "added">;

const contentOf = ({
  sums,
  admins,
  settings,
  credits,
  findings,
  kept,
  skipped,
  ...plan
}: ImportPlan): PlannedContent => ({
  ...{ sums, kept, skipped, admins, settings, credits },
  replaced: Object.values(plan.restored).flat().length,
  leftOut: refusedIn(findings),
  problems: refusedGroups(findings),
});

/** The export of the bills that the other system has exported. Its date is long past, so that the Overview does not ask an admin to import its file. */
const insertExport = (now: string, actor: string) =>
  ofAnyRows(sql`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values (${IMPORTED_EXPORT}, '2000-01-01T17:00:00.000Z', ${now.slice(0, 10)}, ${actor}, 'bill-value', 1, 1, 1, 0) on conflict do nothing`);

type Written = { id: string; now: string };

function insertRows(table: ImportTable, { rows, restored }: ImportPlan, { id, now }: Written): Mutation[] {
  const [first] = rows[table];
  if (!first) return [];
  const columns = Object.keys(withSortKey(table, first)).map((name) => sql.identifier(name));
  const listOf = (text: (column: Name) => SQL, among = columns) => sql.join(among.map(text), sql`, `);
  const values = listOf(({ value }) => sql`row.value ->> ${sql.raw(`'${value}'`)}`);
  const sets = listOf(
    (column) => sql`${column} = excluded.${column}`,
    columns.filter(({ value }) => value !== "id"),
  );
  return [
    ofAnyRows(sql`insert into ${sql.identifier(table)} (${listOf((column) => sql`${column}`)}) select ${values} from import_rows part, json_each(part.rows) row
      where part.import_id = ${id} and part.at = ${now} and part.name = ${table}
      on conflict (id) do update set ${sets}, version = version + 1 where id in ${setOf({ ids: restored[table] })}`),
  ];
}

/** How many records of each table were not there before the import, without stand-ins. */
const addedRows = ({ restored }: ImportPlan, id: string) =>
  sql`json_object(${sql.join(
    IMPORT_TABLES.map((table) => {
      const before = sql`(select before ->> ${sql.raw(`'${table}'`)} from imports where id = ${id})`;
      return sql`${sql.raw(`'${table}'`)}, ${restored[table].length} + (select count(*) from ${sql.identifier(table)} where seq > ${before} and deleted_at is null)`;
    }),
    sql`, `,
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
