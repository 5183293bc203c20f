import { formatDollars } from "#app/domain/basics/money.ts";
import { csvText } from "#app/domain/basics/tables.ts";
import { importLabelOf } from "./import-columns.ts";
import type { ImportTable, SkippedRecords, Sum } from "./import-plan.ts";
import { COLLECTIONS, type Collection, type ImportProblem, type Sources } from "./import-reader.ts";

/* The words of an import, and the file of its skipped records (docs/product.md, 'Import'). */

/** What people call the collections. */
export const NOUNS: Record<Collection, string> = {
  params: "settings",
  admins: "admins",
  customers: "customers",
  horses: "horses",
  services: "services",
  grooms: "grooms",
  standing_charges: "standing charges",
  shows: "shows",
  billItems: "bills",
  payroll: "payroll items",
};

const COLLECTION_OF: Partial<Record<ImportTable, Collection>> = { bill_items: "billItems" };
export const collectionOf = (table: ImportTable) => COLLECTION_OF[table] ?? (table as Collection);
export const nounOf = (table: ImportTable) => NOUNS[collectionOf(table)];

/** '1 horse', '1,204 bills'. */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun.replace(/s$/, "") : noun}`;

/** '12, $34,800.00'. */
export const sumInWords = ({ count, cents }: Sum) => `${count.toLocaleString("en-US")}, ${formatDollars(cents)}`;

/** 'horses.csv, customers.csv and 7 more'. */
export function namesOfFiles(files: readonly { name: string }[]): string {
  const names = files.slice(0, 3).map(({ name }) => name);
  const more = files.length - names.length;
  return (more > 0 ? [...names, `${more} more`] : names).join(", ");
}

/** The most records in the file, which is stored with the import. */
const MAX_SKIPPED = 1_000;

/** The records with a problem that keeps them out, with the headings that an import knows, and the reasons in the last column. */
export function skippedOf(sources: Sources, findings: readonly ImportProblem[]): SkippedRecords {
  const reasons = new Map<string, string[]>();
  for (const { collection, id, field, reason, isRefused } of findings) {
    const key = `${collection} ${id}`;
    if (isRefused) reasons.set(key, [...(reasons.get(key) ?? []), `${importLabelOf(collection, field)}: ${reason}`]);
  }
  const skipped: SkippedRecords = {};
  for (const collection of COLLECTIONS) {
    const keyOf = (record: { id: string | null; place?: string }) => `${collection} ${record.id ?? record.place}`;
    const records = (sources[collection] ?? []).filter((record) => reasons.has(keyOf(record)));
    if (records.length === 0) continue;
    const first = records.slice(0, MAX_SKIPPED);
    const names = [...new Set(first.flatMap(({ fields }) => Object.keys(fields)))];
    const lines = first.map((record) => [
      ...names.map((name) => textOf(record.fields[name])),
      record.place ?? record.id ?? "",
      reasons.get(keyOf(record))?.join(" ") ?? "",
    ]);
    const head = [...names.map((name) => headingOf(collection, name)), "Row", "Problem"];
    skipped[collection] = { count: records.length, csv: csvText([head, ...lines]) };
  }
  return skipped;
}

const textOf = (raw: unknown) => (typeof raw === "object" && raw !== null ? JSON.stringify(raw) : String(raw ?? ""));

/** The heading by which an import knows a field: an owner's id is not the owner's name. */
const headingOf = (collection: Collection, field: string) =>
  field === "customerId" ? field : importLabelOf(collection, field);
