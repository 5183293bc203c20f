import { LOCATION_NAMES, type Location } from "./boarding.ts";
import { formatInNewYork, formatUsDate } from "./calendar.ts";
import { formatDollars } from "./money.ts";

/* What the list of activity says of a change (docs/product.md, 'Activity'). */

/** A record as the activity keeps it: its table, and the stored value of each column. */
export type StoredRecord = { readonly [column: string]: string | number | null };

/** The names of referenced records, by id. */
type NamesById = { readonly [id: string]: string | null };

type Format = (value: string | number, names: NamesById) => string;

const asText: Format = String;
const asDollars: Format = (value) => formatDollars(Number(value));
const asDate: Format = (value) => formatUsDate(String(value).slice(0, 10));
const asFlag: Format = (value) => (value ? "yes" : "no");
const asList: Format = (value) => (JSON.parse(String(value)) as string[]).join(", ");
const asName: Format = (value, names) => names[value] ?? "Unknown";

/**
 * The label and the format of columns that people edit. A text column is left out if its label is its name in title case: see
 * `wordsFor`. A test demands an entry for each number, day, choice and reference.
 */
export const EDITED_COLUMNS: { readonly [column: string]: readonly [label: string, format: Format] } = {
  emails: ["Email(s)", asList],
  riders: ["Riders", asList],
  check_in_date: ["Check-in Date", asDate],
  check_out_date: ["Check-out Date", asDate],
  boarding: ["Boarding", asDollars],
  boarding_surcharge: ["Boarding Surcharge", asDollars],
  training: ["Training", asDollars],
  has_blanket: ["Blanket", asFlag],
  is_billable: ["Billable", asFlag],
  location: ["Location", (value) => LOCATION_NAMES[value as Location] ?? String(value)],
  price: ["Price", asDollars],
  public: ["Public", asFlag],
  needs_groom: ["Needs Groom", asFlag],
  start_date: ["Start Date", asDate],
  end_date: ["End Date", asDate],
  weekly_salary: ["Weekly Salary", asDollars],
  date: ["Date", asDate],
  customer_id: ["Customer", asName],
  horse_id: ["Horse", asName],
  service_id: ["Service", asName],
  groom_id: ["Groom", asName],
  quantity: ["Quantity", asText],
  billed: ["Billed", asFlag],
  value: ["Value", asDollars],
  payment_date: ["Payment Date", asDate],
  paid: ["Paid", asFlag],
  entered: ["Entered in QuickBooks", asFlag],
  last_payroll: ["Last payroll run", asDate],
  barn_name: ["Barn name", asText],
  barn_address: ["Barn address", asText],
  invoice_number: ["Next invoice number", asText],
};

/** The columns that no form sets, or whose change the action names: 'delete horse'. */
export const UNSAID_COLUMNS: ReadonlySet<string> = new Set(
  `table id seq version created_at updated_at deleted_at voided_at corrected_at entered_by device billing_run_id show_id export_id
  week payroll_run_id bill_item_id correction_id bill_date amount reason actor export_amounts is_amounts_chosen export_dates
  prorate late_from period rider`.split(/\s+/),
);

/**
 * The label and the format of a column of a record; null if no form sets the column. A record without `deleted_at`, such as a run or
 * an export, has texts that nobody edits.
 */
function wordsFor(column: string, record: StoredRecord) {
  if (UNSAID_COLUMNS.has(column)) return null;
  return EDITED_COLUMNS[column] ?? ("deleted_at" in record ? ([titleOf(column), asText] as const) : null);
}

/** 'Sales Description' for `sales_description`, as the labels of fields are written. */
const titleOf = (column: string) =>
  column
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");

const keyOf = ({ table, id, email }: StoredRecord) => `${table} ${id ?? email}`;

/** The records that a change found and left, each as it was before; a new record has no `before`. */
export function pairsOf(before: readonly StoredRecord[], after: readonly StoredRecord[]) {
  const found = new Map(before.map((record) => [keyOf(record), record]));
  return after.map((record) => ({ before: found.get(keyOf(record)), after: record }));
}

/** The columns that a change has set in a record. */
export const changedColumns = (before: StoredRecord, after: StoredRecord): string[] =>
  Object.keys(after).filter((column) => before[column] !== after[column]);

/** 'Boarding: $2,900.00 → $3,050.00': what a change has set in its records, each text once. */
export function describeChanges(
  before: readonly StoredRecord[],
  after: readonly StoredRecord[],
  names: NamesById,
): string {
  const texts = pairsOf(before, after).flatMap((pair) => {
    const was = pair.before;
    if (!was) return [];
    return changedColumns(was, pair.after).flatMap((column) => {
      const words = wordsFor(column, pair.after);
      if (!words) return [];
      const [label, format] = words;
      const say = (value: string | number | null | undefined) =>
        value === null || value === undefined || value === "" ? "none" : format(value, names) || "none";
      return `${label}: ${say(was[column])} → ${say(pair.after[column])}`;
    });
  });
  return [...new Set(texts)].join("; ");
}

/** 'Made offline on 11/21/2026, 6:40 AM': when a change was made that arrived later, at the time of the activity. '' for any other. */
export const describeMadeAt = (madeAt: string | null) =>
  madeAt === null ? "" : `Made offline on ${formatInNewYork(new Date(madeAt))}`;

/** 'Edit horse', 'Visitor': an action or an actor as the list shows it. E-mail addresses stay as they are. */
export const inSentence = (text: string) =>
  text.includes("@") ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

/** What a change did to its records (docs/product.md, 'Activity'). */
export const CHANGE_KINDS = ["add", "edit", "delete", "restore"] as const;
type ChangeKind = (typeof CHANGE_KINDS)[number];

const KINDS_OF_ACTIONS: readonly [RegExp, ChangeKind][] = [
  [/^(delete|void|take back|undo add|undo duplicate|undo restore) |^(undo log service|archive activity)$/, "delete"],
  [/^(undo|restore) /, "restore"],
  [/^(edit|set|mark|correct|fail) /, "edit"],
];

export const kindOfChange = (action: string): ChangeKind =>
  KINDS_OF_ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? "add";

const UNLISTED = new Set(["use session", "choose columns", "sign in", "sign out", "sign out everywhere"]);

/** Whether the list of activity shows an action. */
export const isListedAction = (action: string): boolean => !UNLISTED.has(action);
