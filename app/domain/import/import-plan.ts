import type { Cents } from "#app/domain/basics/money.ts";
import type { AmountField } from "#app/domain/boarding/monthly-charges.ts";
import { type BoundField, storedColumn } from "#app/domain/fields/field.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { service } from "#app/domain/records/service.ts";
import {
  type Collection,
  columnOf,
  type FieldReader,
  type FilledIn,
  type ImportProblem,
  isId,
  type ProblemChoices,
} from "./import-reader.ts";

/* What an import brings in, and the state of its reading (docs/product.md, 'Import'). */

export type Cell = string | number | null;
/** A row to insert, by the columns of its table. */
export type ImportRow = { readonly id: string; readonly [column: string]: Cell };

export const IMPORT_TABLES = ["customers", "horses", "services", "grooms", "shows", "bill_items", "payroll"] as const;
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

export type ImportPlan = {
  rows: Record<ImportTable, ImportRow[]>;
  admins: string[];
  settings: { lastPayroll: string | null; invoiceNumber: number | null };
  findings: ImportProblem[];
  /** The bills below 0. They are no bills here, and do not count among the findings. */
  credits: Credit[];
  /** The defaults for empty fields of the imported records. */
  filledIn: FilledIn[];
  /** How the days of a column are read, if that is unusual. */
  dayNotes: string[];
  /** The sums of the imported records, by table, without stand-ins. */
  sums: Record<ImportTable, Sum>;
  /** The sums of the files before their amounts were rounded to the cent, where they differ. */
  unrounded: { readonly [table in ImportTable]?: string };
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
  /** How many records took the place of a stand-in of an earlier import. */
  replaced: number;
  /** How many records of the files did not come in. */
  leftOut: number;
};

/** The ids that the database has already, by table. */
export type KnownIds = { readonly [table in ImportTable]: ReadonlySet<string> } & {
  newHorse?: NewHorse;
  /** The id and the name of each customer that is not deleted. */
  namedCustomers?: readonly (readonly [id: string, name: string])[];
};

/** The columns of the fields that are amounts. */
export const amountsIn = <Row>({ fields }: { fields: readonly BoundField<Row>[] }) =>
  fields.filter(({ input }) => input?.kind === "dollars").map(({ name }) => storedColumn(name));

/** The amounts whose sums are compared after an import, by table. */
export const AMOUNT_FIELDS: Record<ImportTable, readonly string[]> = {
  customers: [],
  horses: amountsIn(horse),
  services: amountsIn(service),
  grooms: amountsIn(groom),
  shows: [],
  bill_items: ["value"],
  payroll: ["value"],
};

/** The tables whose missing records get a stand-in. */
export type StandInTable = "horses" | "services" | "grooms";

export type Context = {
  choices: ProblemChoices;
  findings: ImportProblem[];
  credits: Credit[];
  rows: Record<ImportTable, ImportRow[]>;
  known: KnownIds;
  /** The id under which a record of the files comes in, by table and id. */
  ids: Record<ImportTable, Map<string, string>>;
  /** The names of the customers, horses, services and grooms of the files, by table and id. */
  names: Map<string, string>;
  /** The records of the files that do not come in, by table and id; customers by their normalised name, too. */
  refused: Set<string>;
  customersByName: Map<string, string | null>;
  standIns: Record<StandInTable, Set<string>>;
  filledIn: Map<string, FilledIn>;
  dayNotes: string[];
  lost: Map<ImportTable, number>;
  newHorse: NewHorse;
  now: string;
};

/** The amounts of a new horse, from the barn's settings. */
export type NewHorse = { readonly [field in AmountField]: Cents };

export type Columns = { readonly [column: string]: Cell };

export function add(context: Context, table: ImportTable, reader: FieldReader, id: string, columns: Columns): void {
  if (!isId(id)) reader.refuse("id", "An id has up to 64 letters, digits, hyphens and underscores.");
  if (reader.isRefused) return;
  context.rows[table].push({ id, ...stampsOf(table, context.now), ...columns });
  context.ids[table].set(id, id);
  for (const run of reader.whenTaken) run();
  if (reader.isRounded) context.lost.set(table, (context.lost.get(table) ?? 0) + reader.lost);
  for (const [field, value] of reader.filledIn) {
    const { collection } = reader;
    const key = `${collection} ${field}`;
    const filled = context.filledIn.get(key) ?? { collection, column: columnOf(collection, field), value, count: 0 };
    context.filledIn.set(key, { ...filled, count: filled.count + 1 });
  }
}

export const stampsOf = (table: ImportTable, now: string): Columns =>
  table === "bill_items" ? {} : { created_at: now, updated_at: now, deleted_at: null };
