import { normalize } from "#app/domain/basics/search-text.ts";
import { NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { readDay } from "./import-days.ts";
import { AMOUNT_FIELDS, add, type Context, forTables, type ImportPlan, type KnownIds } from "./import-plan.ts";
import {
  type Collection,
  columnOf,
  dayStyles,
  FieldReader,
  type ImportProblem,
  importProblemOf,
  NO_CHOICES,
  type ProblemChoices,
  type SourceRecord,
  type Sources,
} from "./import-reader.ts";
import {
  addBill,
  addService,
  customerRow,
  groomRow,
  horseRow,
  indexByName,
  payrollRow,
  readAdmin,
  readParams,
  showRow,
} from "./import-rows.ts";
import { NOUNS } from "./import-texts.ts";
import { formatUnrounded, shorten } from "./import-values.ts";

/*
 * Plans the rows to import from another system's collections, with findings about them (docs/product.md, 'Import'). A
 * record that refers to a missing record is imported with a stand-in for it, so that no amount is lost. A record with a
 * value that cannot be stored is not imported.
 */

/**
 * Plans the rows to import. `now` is an instant, ISO 8601 in UTC. A group of findings without a choice gets its first
 * option.
 */
export function planImport(sources: Sources, known: KnownIds, now: string, choices = NO_CHOICES): ImportPlan {
  const context = emptyContext(known, now, choices);
  const each = (collection: Collection, take: (reader: FieldReader, id: string) => void) =>
    readCollection(context, collection, { records: sources[collection] ?? [], take });
  const settings: ImportPlan["settings"] = { lastPayroll: null, invoiceNumber: null };
  const admins: string[] = [];
  each("params", (reader) => Object.assign(settings, readParams(reader, now)));
  each("admins", (reader, id) => admins.push(...readAdmin(reader, id)));
  each("customers", (reader, id) => add(context, "customers", reader, id, customerRow(reader, context)));
  indexByName(context);
  each("horses", (reader, id) => add(context, "horses", reader, id, horseRow(reader, context)));
  each("services", (reader, id) => addService(context, reader, id));
  each("grooms", (reader, id) => add(context, "grooms", reader, id, groomRow(reader)));
  each("shows", (reader, id) => add(context, "shows", reader, id, showRow(reader, context)));
  each("billItems", (reader, id) => addBill(context, reader, id));
  each("payroll", (reader, id) => add(context, "payroll", reader, id, payrollRow(reader, context)));
  const read = Object.fromEntries(Object.entries(sources).map(([name, records]) => [name, records.length]));
  const { rows, findings, credits, filledIn, lost } = context;
  const sums = sumsOf(context);
  const unrounded = Object.fromEntries(
    [...lost].map(([table, all]) => [table, formatUnrounded(sums[table].cents, all)]),
  );
  return {
    rows,
    admins: [...new Set(admins)],
    settings,
    findings,
    credits,
    filledIn: [...filledIn.values()],
    dayNotes: context.dayNotes,
    sums,
    unrounded,
    read,
  };
}

const emptyContext = (known: KnownIds, now: string, choices: ProblemChoices): Context => ({
  choices,
  newHorse: known.newHorse ?? NEW_HORSE,
  findings: [],
  credits: [],
  rows: forTables(() => []),
  known,
  ids: forTables(() => new Map()),
  names: new Map(),
  refused: new Set(),
  customersByName: new Map(),
  standIns: { horses: new Set(), services: new Set(), grooms: new Set() },
  filledIn: new Map(),
  dayNotes: [],
  lost: new Map(),
  now,
});

const NAMED: readonly Collection[] = ["customers", "horses", "services", "grooms"];

type Reading = { records: readonly SourceRecord[]; take: (reader: FieldReader, id: string) => void };

function readCollection(context: Context, collection: Collection, { records, take }: Reading): void {
  const { names, refused, choices } = context;
  const findings: ImportProblem[] = [];
  const styleOf = dayStyles(records, context.now, (field, text) =>
    context.dayNotes.push(`${columnOf(collection, field)} of ${NOUNS[collection]}: ${text}`),
  );
  for (const record of withoutRepeats(collection, records, findings)) {
    const name = () => titleOf(record, names);
    take(new FieldReader(collection, record, { name, findings, choices, styleOf }), record.id);
    if (NAMED.includes(collection)) names.set(`${collection} ${record.id}`, titleOf(record, names));
  }
  for (const { id, name, isRefused } of findings) {
    if (isRefused) refused.add(`${collection} ${id}`).add(`${collection} named ${normalize(name)}`);
  }
  for (const finding of findings) context.findings.push(finding);
}

/** What identifies a record to people: its name or, of a bill and a payroll item, whose it is and its day. */
function titleOf({ fields }: SourceRecord, names: ReadonlyMap<string, string>): string {
  const own = [fields.name, fields.productServiceName, fields.email].find((each) => typeof each === "string" && each);
  if (own) return shorten(own);
  const nameOf = (table: string, id: unknown) => (typeof id === "string" ? names.get(`${table} ${id}`) : undefined);
  const whose = [nameOf("horses", fields.horseId), nameOf("grooms", fields.groomId)];
  const day = readDay(fields.date);
  return [...whose, "value" in day ? day.value : ""].filter(Boolean).join(", ");
}

/** The records of a collection, each id once. Two different records with one id are both refused. */
function withoutRepeats(
  collection: Collection,
  records: readonly SourceRecord[],
  findings: ImportProblem[],
): SourceRecord[] {
  const seen = new Map<string, { record: SourceRecord; text: string }>();
  const refused = new Set<string>();
  const report = ({ id, fields }: SourceRecord, reason: string, option: "as-is" | "leave-out") => {
    const name = titleOf({ id, fields }, new Map());
    findings.push(
      importProblemOf({ collection, id, name, field: "id", value: id, reason, options: [option] }, NO_CHOICES),
    );
  };
  for (const record of records) {
    const text = JSON.stringify(record.fields);
    const other = seen.get(record.id);
    if (!other) seen.set(record.id, { record, text });
    else if (other.text === text) report(record, "The record is there more than once: it comes in once.", "as-is");
    else if (!refused.has(record.id)) {
      refused.add(record.id);
      report(record, "Two different records have this id.", "leave-out");
    }
  }
  return [...seen.values()].flatMap(({ record }) => (refused.has(record.id) ? [] : [record]));
}

const sumsOf = ({ rows }: Context): ImportPlan["sums"] =>
  forTables((table) => {
    const counted = rows[table].filter((row) => !row.deleted_at);
    const cents = counted.reduce(
      (sum, row) => sum + AMOUNT_FIELDS[table].reduce((all, name) => all + Number(row[name]), 0),
      0,
    );
    return { count: counted.length, cents };
  });
