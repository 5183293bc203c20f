import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars, formatPercent } from "#app/domain/basics/money.ts";
import { type BoundField, type Option, storedColumn } from "#app/domain/fields/field.ts";
import { type Share, withShare } from "#app/domain/fields/shares.ts";
import { billForm } from "#app/domain/records/bill-form.ts";
import { LISTED, LISTED_RECORDS } from "#app/domain/records/listed.ts";
import { barnSettings } from "#app/domain/records/settings.ts";
import { changedColumns, pairsOf, type StoredRecord } from "./activity.ts";

/*
 * The changed fields of a change, with the labels and formats of the records' descriptions (docs/product.md,
 * 'Activity').
 */

/** The names of referenced records, by id. */
type NamesById = { readonly [id: string]: string | null };
type Format = (value: string | number, names: NamesById) => string;
type Words = { readonly [column: string]: readonly [label: string, format: Format] };

const asDate: Format = (value) => formatUsDate(String(value).slice(0, 10));
const asName: Format = (value, names) => names[value] ?? "Unknown";
const asFlag: Format = (value) => (value ? "yes" : "no");
const asDollars: Format = (value) => formatDollars(Number(value));

/** The format of a field's stored values, by its kind. */
function formatOf({ kind, options }: { kind: string; options: readonly Option[] }): Format {
  switch (kind) {
    case "dollars":
    case "optionalDollars":
    case "billValue":
      return asDollars;
    case "percent":
      return (value) => formatPercent(Number(value));
    case "date":
    case "optionalDate":
      return asDate;
    case "flag":
      return asFlag;
    case "emails":
    case "names":
    case "weekdays":
      return (value) => (JSON.parse(String(value)) as string[]).join(", ");
    case "shares":
      return (value, names) =>
        (JSON.parse(String(value)) as Share[]).map(({ id, share }) => withShare(asName(id, names), share)).join(", ");
    case "choice":
      return (value) => options.find(({ id }) => id === value)?.name ?? String(value);
    case "reference":
    case "optionalReference":
      return asName;
    default:
      return String;
  }
}

/** The labels and formats of a record's editable fields, by column. */
const wordsOf = <Row>({ fields }: { fields: readonly BoundField<Row>[] }): Words =>
  Object.fromEntries(
    fields.flatMap(({ name, label, input }) => (input ? [[storedColumn(name), [label, formatOf(input)]]] : [])),
  );

/** The labels and formats of the editable columns, by table. */
export const WORDS: { readonly [table: string]: Words } = {
  ...Object.fromEntries(LISTED_RECORDS.map(([table, record]) => [table, wordsOf(record)])),
  bill_items: wordsOf(billForm),
  // The next prices that became the prices, and their day.
  horses: { ...wordsOf(LISTED.horses), prices_since: ["Prices From", asDate] },
  // No form has this field: a change of a show's horse also sets the show's customer.
  shows: { ...wordsOf(LISTED.shows), customer_id: ["Customer", asName] },
  settings: {
    ...wordsOf(barnSettings),
    is_amounts_chosen: ["Amounts chosen", asFlag],
    is_dates_chosen: ["Invoice dates chosen", asFlag],
    is_invoice_number_chosen: ["Invoice number chosen", asFlag],
    last_payroll: ["Last payroll run", asDate],
  },
  statement_questions: { reply: ["Reply", String] },
};

/**
 * 'Boarding: $2,900.00 → $3,050.00': the changed fields of all records of a change, each text once. Only references to the records of
 * `names` are said: an import may set those of several records.
 */
export function describeChanges(
  before: readonly StoredRecord[],
  after: readonly StoredRecord[],
  names: NamesById,
): string {
  const texts = pairsOf(before, after).flatMap((pair) => {
    const was = pair.before;
    if (!was) return [];
    return changedColumns(was, pair.after).flatMap((column) => {
      const words = WORDS[String(was.table)]?.[column];
      if (!words) return [];
      const [label, format] = words;
      const [one, other] = [was[column], pair.after[column]];
      if (format === asName && [one, other].some((id) => id && !(id in names))) return [];
      const say = (value: string | number | null | undefined) =>
        value === null || value === undefined || value === "" ? "none" : format(value, names) || "none";
      return `${label}: ${say(one)} → ${say(other)}`;
    });
  });
  return [...new Set(texts)].join("; ");
}
