import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { AmountField } from "#app/domain/boarding/monthly-charges.ts";
import { type BoundField, storedColumn } from "#app/domain/fields/field.ts";
import { groom } from "#app/domain/records/groom.ts";
import { importedHorseFields } from "#app/domain/records/horse.ts";
import { service } from "#app/domain/records/service.ts";
import type { NameIndex } from "./import-identity.ts";
import type { Collection, FilledIn, FindingGroup, ImportProblem, ProblemChoices } from "./import-reader.ts";

/* What an import brings in, and the state of its reading (docs/product.md, 'Import'). */

export type Cell = string | number | null;
/** A row to insert, by the columns of its table. */
export type ImportRow = { readonly id: string; readonly [column: string]: Cell };

export const IMPORT_TABLES = [
  "customers",
  "horses",
  "services",
  "grooms",
  "standing_charges",
  "shows",
  "bill_items",
  "payroll",
] as const;
export type ImportTable = (typeof IMPORT_TABLES)[number];

/** A value for each table. */
export const forTables = <T>(make: (table: ImportTable) => T) =>
  Object.fromEntries(IMPORT_TABLES.map((table) => [table, make(table)])) as Record<ImportTable, T>;

/** The number of imported records, and the sum of their amounts in cents. */
export type Sum = { count: number; cents: Cents };

/** A bill below 0 of the old system, which an accountant enters in QuickBooks. Names are those of the files, `cents` is above 0. */
export type Credit = {
  id: string;
  /** `YYYY-MM-DD`, or the text of the file if that is not a date. */
  date: string;
  customer: string;
  horse: string;
  service: string;
  cents: Cents;
  exported: boolean;
};

/** The records of each collection that an import skips, as a CSV file that can be mended and sent again. */
export type SkippedRecords = { [name in Collection]?: { count: number; csv: string } };

export type ImportPlan = {
  rows: Record<ImportTable, ImportRow[]>;
  admins: string[];
  settings: { lastPayroll: string | null; invoiceNumber: number | null };
  findings: ImportProblem[];
  /** The bills below 0. They are no bills here, and do not count among the findings. */
  credits: Credit[];
  /** The defaults for empty fields of the imported records. */
  filledIn: FilledIn[];
  /** What people should know of whole columns: how their days are read, and which fields do not come in. */
  notes: string[];
  /** The sums of the imported records, by table, without stand-ins. */
  sums: Record<ImportTable, Sum>;
  /** How many records of each table are there already, and stay as they are. */
  kept: Record<ImportTable, number>;
  /** The ids of the rows that restore a deleted record, by table. */
  restored: Record<ImportTable, string[]>;
  skipped: SkippedRecords;
  /** The number of records in the files, by collection. */
  read: { readonly [name in Collection]?: number };
};

/** How many records do not come in. */
export const refusedIn = (findings: readonly ImportProblem[]): number =>
  new Set(findings.flatMap(({ isRefused, collection, id }) => (isRefused ? [`${collection} ${id}`] : []))).size;

/**
 * The result of an import. `sums` are those of the files, `stored` those of the same records in the tables afterwards.
 */
export type ImportContent = Pick<ImportPlan, "sums" | "admins" | "settings" | "credits"> & {
  stored: ImportPlan["sums"];
  /** How many records of each table were not there before. */
  added: Record<ImportTable, number>;
  /** How many records were there before, deleted or unknown, and were restored. */
  replaced: number;
  /** How many records of the files did not come in. */
  leftOut: number;
  /** How many records of each table were there before, and the skipped ones. Imports of earlier versions have none of them. */
  kept?: Record<ImportTable, number>;
  skipped?: SkippedRecords;
  /** The problems that kept records out, each with its first records. */
  problems?: FindingGroup[];
};

/** A record that the database has: its columns that a form sets, and its stamps. */
export type KnownRecord = { id: string; created_at: string; deleted_at: string | null; [column: string]: unknown };

/** The records that the database has already, by table and id; bills, shows and payroll items are not read. */
export type KnownRecords = { readonly [table in ImportTable]: ReadonlyMap<string, KnownRecord> } & {
  newHorse?: NewHorse;
};

/** The stored record that another one stands for: the customer that a customer was merged into, or itself. */
export const standingRecord = (all: ReadonlyMap<string, KnownRecord>, record: KnownRecord): KnownRecord =>
  all.get(String(record.merged_into ?? "")) ?? record;

/** The columns of the fields that are amounts. */
const amountsIn = <Row>({ fields }: { fields: readonly BoundField<Row>[] }) =>
  fields.filter(({ input }) => input?.kind === "dollars").map(({ name }) => storedColumn(name));

/** The amounts whose sums are compared after an import, by table. */
export const AMOUNT_FIELDS: Record<ImportTable, readonly string[]> = {
  customers: [],
  horses: amountsIn({ fields: importedHorseFields }),
  services: amountsIn(service),
  grooms: amountsIn(groom),
  standing_charges: [],
  shows: [],
  bill_items: ["value"],
  payroll: ["value"],
};

export type Context = {
  choices: ProblemChoices;
  findings: ImportProblem[];
  credits: Credit[];
  rows: Record<ImportTable, ImportRow[]>;
  known: KnownRecords;
  kept: Record<ImportTable, number>;
  restored: Record<ImportTable, string[]>;
  /** The id under which a record of the files comes in, by table and id. */
  ids: Record<ImportTable, Map<string, string>>;
  /** The known records of each name and, of a horse, owner; and the rows of the files. */
  stored: Record<ImportTable, Map<string, KnownRecord[]>>;
  seen: Record<ImportTable, Map<string, Columns[]>>;
  /** The ids that no new record may get, after their table. */
  taken: Set<string>;
  /** The names of the customers, horses, services and grooms of the files, by table and id. */
  names: Map<string, string>;
  /** The records of the files that do not come in, by table and id; customers by their key, too. */
  refused: Set<string>;
  /** Records by name and loose name, customers also by e-mail address: those of the files, and those that are there. */
  named: Record<ImportTable, readonly [ofFiles: NameIndex, stored: NameIndex]>;
  /** The missing records that a deleted one stands in for, by table and id. */
  standIns: Set<string>;
  filledIn: Map<string, FilledIn>;
  notes: string[];
  newHorse: NewHorse;
  now: string;
  /** The day of `now` in New York. */
  today: LocalDate;
};

/** The amounts of a new horse, from the barn's settings. */
type NewHorse = { readonly [field in AmountField]: Cents };

export type Columns = { readonly [column: string]: Cell };
