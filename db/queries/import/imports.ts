import { and, desc, eq, getTableName, is, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { TOPICS } from "#app/domain/basics/topics.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { storedColumn } from "#app/domain/fields/field.ts";
import { KNOWN_FIELDS, KNOWN_TABLES } from "#app/domain/import/import-columns.ts";
import type { FileChoice } from "#app/domain/import/import-files.ts";
import {
  forTables,
  IMPORT_TABLES,
  type ImportContent,
  type ImportTable,
  type KnownRecord,
  type KnownRecords,
} from "#app/domain/import/import-plan.ts";
import type { Choice } from "#app/domain/import/import-reader.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { newAmounts } from "#db/queries/barn/horses.ts";
import { setSettings } from "#db/queries/barn/stored-settings.ts";
import { usedInvoice } from "#db/queries/exports/used-invoice.ts";
import * as schema from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { type Change, type Mutation, ofAnyRows, setOf } from "#db/write/change.ts";
import { type ImportedFile, recountExport, withoutHistory } from "#db/write/import.ts";
import type { By } from "#db/write/records.ts";
import { type FoundChange, undo } from "#db/write/undo.ts";
import { undoKeyOf } from "#db/write/undo-keys.ts";

const { importFiles, importRows, imports, settings } = schema;

/* Imports of files: drafts, those that are done, and their Undo (docs/product.md, 'Import'). */

/** What an admin chose in a draft: for each sheet by the places of its file and its own ('0-1'), and for each group of problems by its key. */
export type ImportChoices = { files?: { [place: string]: FileChoice }; groups?: { [key: string]: Choice } };

/** The columns of a record that an import compares with those of its files, as a JSON object. */
const knownColumns = (table: keyof typeof KNOWN_FIELDS) => {
  const fields = KNOWN_FIELDS[table].flatMap(({ name, input }) => (input ? [storedColumn(name)] : []));
  const merged = table === "customers" ? ["merged_into"] : [];
  return ["id", "created_at", "deleted_at", ...merged, ...fields].map((name) => `'${name}', ${name}`).join(", ");
};

/** Selects the customers, horses, services and grooms that are there before an import, and the amounts of a new horse. */
export const knownRecords = () =>
  statements
    .select({
      known: sql`json_object(${sql.join(
        KNOWN_TABLES.map((table) =>
          sql.raw(`'${table}', (select json_group_array(json_object(${knownColumns(table)})) from ${table})`),
        ),
        sql`, `,
      )}, 'newHorse', ${jsonObject(newAmounts)})`.mapWith((json: string) => knownOf(JSON.parse(json))),
    })
    .from(settings);

type Found = Pick<KnownRecords, "newHorse"> & { readonly [table in ImportTable]?: readonly KnownRecord[] };

const knownOf = ({ newHorse, ...found }: Found): KnownRecords => ({
  ...forTables((table) => new Map((found[table] ?? []).map((each) => [each.id, each]))),
  ...(newHorse && { newHorse }),
});

/** Selects the choices of the newest imports that are done, of which later ones learn what the barn calls its columns. */
export const pastChoices = () =>
  statements
    .select({ choices: row.choices })
    .from(imports)
    .where(and(isNotNull(imports.doneAt), isNull(imports.undoneAt)))
    .orderBy(desc(imports.at))
    .limit(20);

const row = {
  id: imports.id,
  at: imports.at,
  actor: imports.actor,
  files: sql`${imports.files}`.mapWith((json: string) => JSON.parse(json) as ImportedFile[]),
  choices: sql`${imports.choices}`.mapWith((json: string) => JSON.parse(json) as ImportChoices),
  content: sql`${imports.content}`.mapWith((json: string) => JSON.parse(json) as ImportContent),
  doneAt: imports.doneAt,
  undoneAt: imports.undoneAt,
  undoneBy: imports.undoneBy,
};

/** An import as it is stored; `content` is null while it is a draft. */
export type StoredImport = Omit<ReturnType<typeof findImport>["_"]["result"][number], "content"> & {
  content: ImportContent | null;
};

/** Selects the newest hundred imports, drafts included. */
export function listImports() {
  const { content: _content, choices: _choices, ...columns } = row;
  return statements.select(columns).from(imports).orderBy(desc(imports.at)).limit(100);
}

/** Selects an import. */
export const findImport = (id: string) => statements.select(row).from(imports).where(eq(imports.id, id));

/** Selects the files of a draft in their order, compressed with gzip. */
export const filesOfImport = (id: string) =>
  statements
    .select({
      name: importFiles.name,
      content: sql`${importFiles.content}`.mapWith((content: ArrayBuffer) => content),
    })
    .from(importFiles)
    .where(eq(importFiles.importId, id))
    .orderBy(importFiles.position);

type NewDraft = { id: string; files: readonly (ImportedFile & { content: ArrayBuffer })[] };

/** The condition that an import is a draft. */
const isDraft = (id: string) => and(eq(imports.id, id), isNull(imports.doneAt));

/** How long a draft, and the rows of an import that was interrupted, are stored, in days. */
const KEPT_DAYS = 30;

/**
 * Stores a draft with its files, once for each id, and removes old drafts and rows. A draft of the id with other files
 * stays as it is: see `isSameDraft`.
 */
export function newDraft({ id, files }: NewDraft, { actor, at }: By): SQLWrapper[] {
  const names = namesIn(files);
  const old = new Date(at.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const isOld = and(isNull(imports.doneAt), lt(imports.at, old));
  return [
    sql`delete from import_rows where at < ${old} or import_id in (select id from imports where done_at is not null)`,
    statements.delete(importFiles).where(sql`import_id in (select id from ${imports} where ${isOld})`),
    statements.delete(imports).where(isOld),
    statements.insert(imports).values({ id, at: at.toISOString(), actor, files: names }).onConflictDoNothing(),
    ...files.map(
      ({ name, content }, position) =>
        sql`insert into import_files (import_id, position, name, content) select ${id}, ${position}, ${name}, ${content}
          where exists (select 1 from ${imports} where ${isDraft(id)} and files = ${names}) on conflict do nothing`,
    ),
  ];
}

const namesIn = (files: readonly ImportedFile[]) =>
  JSON.stringify(files.map(({ name, bytes, hash }) => ({ name, bytes, hash })));

/** Whether a stored import was made of these files. */
export const isSameDraft = (found: { files: readonly ImportedFile[] } | undefined, files: readonly ImportedFile[]) =>
  found !== undefined && namesIn(found.files) === namesIn(files);

/** Stores the choices of a draft. */
export const chooseInDraft = (id: string, choices: ImportChoices): SQLWrapper[] => [
  sql`update ${imports} set choices = ${JSON.stringify(choices)} where ${isDraft(id)}`,
];

/** Removes a draft with all that it has stored. */
export const discardDraft = (id: string): SQLWrapper[] => [
  ...[importFiles, importRows].map((table) =>
    statements.delete(table).where(sql`import_id in (select id from ${imports} where ${isDraft(id)})`),
  ),
  statements.delete(imports).where(isDraft(id)),
];

/** The highest number in a table before or after an import. */
const numberOf = (side: "before" | "after", table: ImportTable, id: string) =>
  sql`(select ${sql.raw(side)} ->> ${sql.raw(`'${table}'`)} from imports where id = ${id})`;

/** The condition that a row of a table came in with an import. */
const isOfImport = (table: ImportTable, id: string) =>
  sql`seq > ${numberOf("before", table, id)} and seq <= ${numberOf("after", table, id)}`;

/** The conditions of Undo on a row, besides that it was never saved again. */
const UNTOUCHED: { readonly [table in ImportTable]?: SQL } = {
  bill_items: sql`version = 1 and coalesce(export_id, ${IMPORTED_EXPORT}) = ${IMPORTED_EXPORT} and deleted_at is null`,
};
const IS_NEW = sql`version = 1 and updated_at = created_at`;
const isTouched = (table: ImportTable, id: string) =>
  sql`${isOfImport(table, id)} and not (${UNTOUCHED[table] ?? IS_NEW})`;

/** What an import stored of the records of a table that it restored. */
const restoredBy = (table: ImportTable, id: string, columns: string) =>
  sql`(select ${sql.raw(columns)} from activity, json_each(activity."after") r where activity.id = ${`import ${id}`} and r.value ->> 'table' = ${table})`;
const RESTORED_ID = "r.value ->> 'id'";
const RESTORED_VERSION = `${RESTORED_ID}, r.value ->> 'version'`;

/** The condition that a record that an import restored was saved again. */
const isSavedAgain = (table: ImportTable, id: string) =>
  sql`id in ${restoredBy(table, id, RESTORED_ID)} and (id, version) not in ${restoredBy(table, id, RESTORED_VERSION)}`;

const isTouchedInAll = (table: ImportTable, id: string) =>
  KNOWN_TABLES.some((known) => known === table)
    ? sql`(${isTouched(table, id)}) or (${isSavedAgain(table, id)})`
    : isTouched(table, id);

/** Selects how many records of an import were edited, billed or exported since, by table. */
export const touchedOf = (id: string) =>
  statements
    .select({
      touched: jsonObject(
        forTables((table) => statements.$count(sql.identifier(table), isTouchedInAll(table, id))),
      ).mapWith((json: string) => JSON.parse(json) as Record<ImportTable, number>),
    })
    .from(imports)
    .where(and(eq(imports.id, id), isNotNull(imports.doneAt), isNull(imports.undoneAt)));

/** The most records of a kind that the page of an import names. */
const MAX_NAMED = 8;

/** The tables whose records have a page. */
const WITH_PAGE = ["customers", "horses", "grooms"] as const;

/** The records of an import with a page, by table, or none of a table of which it has many. */
export type ImportedNames = { readonly [table in ImportTable]?: readonly { id: string; name: string }[] };

/** Selects the records of an import with a page, if they are few. */
export const importedNames = (id: string) =>
  statements
    .select({
      names: sql`json_object(${sql.join(
        WITH_PAGE.map(
          (table) =>
            sql`${sql.raw(`'${table}'`)}, (select json_group_array(json_object('id', id, 'name', name)) from
              (select id, name from ${sql.identifier(table)} where ((${isOfImport(table, id)}) or id in ${restoredBy(table, id, RESTORED_ID)}) and deleted_at is null order by seq limit ${MAX_NAMED + 1}))`,
        ),
        sql`, `,
      )})`.mapWith((json: string) => {
        const found: ImportedNames = JSON.parse(json);
        return Object.fromEntries(
          Object.entries(found).filter(([, records]) => records.length <= MAX_NAMED),
        ) as ImportedNames;
      }),
    })
    .from(imports)
    .where(and(eq(imports.id, id), isNotNull(imports.doneAt)));

/** The columns that refer to customers, horses, services and grooms, by their tables. */
const references = () =>
  Object.values(schema)
    .filter((each) => is(each, SQLiteTable))
    .map((table) => ({
      table: getTableName(table) as ImportTable,
      columns: getTableConfig(table).foreignKeys.flatMap((key) => {
        const { columns, foreignTable } = key.reference();
        const to = KNOWN_TABLES.find((name) => name === getTableName(foreignTable));
        return to ? columns.map(({ name }) => ({ name, to })) : [];
      }),
    }))
    .filter(({ columns }) => columns.length > 0);

/**
 * The conditions that stop Undo: a record that is not of the import refers to a record that the import added, or a record that came after the
 * import refers to a record that the import restored.
 */
const referredTo = (id: string, restored: Record<ImportTable, readonly string[]>) =>
  references().map(({ table, columns }) => {
    const ofImport = columns.map(
      ({ name, to }) =>
        sql`${sql.identifier(name)} in (select id from ${sql.identifier(to)} where ${isOfImport(to, id)})`,
    );
    const isOwn = IMPORT_TABLES.includes(table)
      ? sql`${isOfImport(table, id)} or id in ${setOf({ ids: restored[table] })}`
      : sql`0`;
    const toRestored = columns.map(({ name, to }) => sql`${sql.identifier(name)} in ${setOf({ ids: restored[to] })}`);
    const isLater = IMPORT_TABLES.includes(table) ? sql`seq > ${numberOf("after", table, id)}` : sql`0`;
    return sql`exists (select 1 from ${sql.identifier(table)} where (${sql.join(ofImport, sql` or `)}) and not (${isOwn})
      or (${sql.join(toRestored, sql` or `)}) and ${isLater})`;
  });

/** The import to undo, and its change with the records that it restored; those of an archived change are lost. */
type UndoneImport = { id: string; content: Pick<ImportContent, "replaced">; change: FoundChange | undefined };

/**
 * Undoes an import: removes its bills, shows and payroll items, deletes the other records that it added as if they had never been
 * there, sets those that it restored back, and resets what it set. Admins stay. ConflictError if a record was edited, billed or exported
 * since, another record refers to one, or the import was undone; the error of a foreign key if a bill has a question.
 */
export function undoImport({ id, content, change }: UndoneImport, by: By): Change {
  const key = `import ${id}`;
  const now = by.at.toISOString();
  const setBack = undo(change ?? { id: key, action: "import", before: [], after: [] }, by, { action: "undo import" });
  const { audited, preconditions, mutations } = "problem" in setBack ? ALL_NEW : setBack;
  const restored = forTables((table) =>
    (change?.before ?? []).flatMap((record) => (record.table === table ? [String(record.id)] : [])),
  );
  const stored = (side: "before" | "after", name: string) =>
    sql`(select ${sql.raw(`${side} ->> '${name}'`)} from imports where id = ${id})`;
  const ifUnchanged = (name: string, value: SQL, column = name) =>
    sql`case when ${sql.raw(name)} is ${stored("after", name)} then ${value} else ${sql.raw(column)} end`;
  const wasChosen = sql`coalesce(${stored("before", "is_invoice_number_chosen")}, is_invoice_number_chosen)`;
  return {
    ...by,
    idempotencyKey: undoKeyOf(key),
    action: "undo import",
    payload: { importId: id },
    audited,
    alsoChanged: TOPICS,
    timeoutMs: 30_000,
    preconditions: [
      sql`exists (select 1 from imports where id = ${id} and done_at is not null and taken_back_at is null) and ${content.replaced} = ${Object.values(restored).flat().length}`,
      ...IMPORT_TABLES.map(
        (table) => sql`not exists (select 1 from ${sql.identifier(table)} where ${isTouched(table, id)})`,
      ),
      ...referredTo(id, restored).map((condition) => sql`not ${condition}`),
      ...(preconditions ?? []),
    ],
    mutations: [
      ...mutations,
      ...withoutHistory(restored, now),
      ...KNOWN_TABLES.map((table) => stampsBack(table, key, restored[table])),
      ...[...IMPORT_TABLES].reverse().map((table) => remove(table, id)),
      ofAnyRows(
        sql`delete from exports where id = ${IMPORTED_EXPORT} and not exists (select 1 from bill_items where export_id = ${IMPORTED_EXPORT})`,
      ),
      recountExport,
      {
        sql: setSettings({
          lastPayroll: ifUnchanged("last_payroll", stored("before", "last_payroll")),
          // Other numbers may have been used meanwhile.
          invoiceNumber: ifUnchanged(
            "invoice_number",
            sql`max(${stored("before", "invoice_number")}, ${usedInvoice} + 1)`,
          ),
          isInvoiceNumberChosen: ifUnchanged("invoice_number", wasChosen, "is_invoice_number_chosen"),
        }),
        expectRows: 1,
      },
      {
        sql: statements.update(imports).set({ undoneAt: now, undoneBy: by.actor }).where(eq(imports.id, id)),
        expectRows: 1,
      },
    ],
  };
}

const ALL_NEW: Pick<Change, "audited" | "preconditions" | "mutations"> = { audited: [], mutations: [] };

/** Customers, horses, services and grooms stay as deleted ones: for each that is removed, SQLite would read all bills. */
const remove = (table: ImportTable, id: string) =>
  ofAnyRows(
    table in KNOWN_FIELDS
      ? sql`update ${sql.identifier(table)} set deleted_at = created_at where ${isOfImport(table, id)}`
      : sql`delete from ${sql.identifier(table)} where ${isOfImport(table, id)}`,
  );

/** The stamps of restored records as they were: an earlier import that added one can be undone, too. */
const stampsBack = (table: ImportTable, key: string, ids: readonly string[]): Mutation => ({
  sql: sql`update ${sql.identifier(table)} set (version, updated_at, deleted_at) =
      (select r.value ->> 'version', r.value ->> 'updated_at', r.value ->> 'deleted_at' from activity, json_each(activity.before) r
        where activity.id = ${key} and r.value ->> 'table' = ${table} and r.value ->> 'id' = ${sql.identifier(table)}.id)
    where id in ${setOf({ ids })}`,
  expectRows: ids.length,
});
