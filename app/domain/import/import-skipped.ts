import { CSV_MARK, csvLine } from "#app/domain/basics/csv.ts";
import { importLabelOf } from "./import-columns.ts";
import { COLLECTIONS, type Collection, type ImportProblem, type Sources } from "./import-reader.ts";

/** The records of each collection that an import skips, as a CSV file that can be mended and sent again. */
export type SkippedRecords = { [name in Collection]?: { count: number; csv: string } };

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
    skipped[collection] = { count: records.length, csv: CSV_MARK + [head, ...lines].map(csvLine).join("") };
  }
  return skipped;
}

const textOf = (raw: unknown) => (typeof raw === "object" && raw !== null ? JSON.stringify(raw) : String(raw ?? ""));

/** The heading by which an import knows a field: an owner's id is not the owner's name. */
const headingOf = (collection: Collection, field: string) =>
  field === "customerId" ? field : importLabelOf(collection, field);
