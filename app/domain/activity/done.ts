import { formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { storedColumn } from "#app/domain/fields/field.ts";
import { type DismissalKind, describeDismissal, nameOfDismissed } from "#app/domain/overview/dismissals.ts";
import { describeWeeks, salaryHoldsFrom } from "#app/domain/payroll/payroll.ts";
import { LISTED_RECORDS } from "#app/domain/records/listed.ts";
import { changedColumns, inSentence, pairsOf, type StoredRecord } from "./activity.ts";
import { WORDS } from "./changes.ts";

/* What a change has done, in the words of the notice after it (docs/product.md, 'Undo'). */

/** A change that was just made; amounts in cents. */
export type DoneChange = {
  key: string;
  action: string;
  /** The table of the change's first records, how many of these it has changed, and the id of the first. */
  table: string;
  count: number;
  recordId: string;
  /** The names of the first three records; '' if it has left some of them as they were. */
  records: string;
  /** The first records before and after the change. */
  before: StoredRecord[];
  after: StoredRecord[];
  isUndone: boolean;
  /** The fields that a command has set. */
  fields: string[];
  /** The payroll items that were deleted with voided bills, and those that stay because they are paid. */
  deletedPay: number;
  paidPay: number;
  /** The names of the shows that became unbilled. */
  unbilled: string[];
  /** The items of 'Mark Date Paid' and 'Mark due payments as paid'; `others` have another payment date than the one pressed. */
  date: LocalDate | null;
  until: LocalDate | null;
  paid: boolean;
  total: number;
  others: { id: string; paymentDate: LocalDate }[];
  areOthersUndone: boolean;
  /** What was marked as fine or not owed, also what was so already. */
  dismissed: { kind: DismissalKind; name: string; scopes: readonly string[] } | null;
  /** The groom and the weeks of a payroll run for one groom; the groom of a payroll item that changed with its bill. */
  groom: string | null;
  weeks: LocalDate[];
  /** The last weeks for which the changed groom has a salary item. */
  salaryWeeks: LocalDate[];
  /** The bills or items that an undone run had made, and that were edited since. */
  edited: number;
};

/** How many of a change's records say what it has done. */
const FIRST = 3;

const STAMPS = new Set(["version", "updated_at"]);
const identityOf = (record: StoredRecord | undefined) => String(record?.id ?? record?.email ?? "");

/**
 * A change as read with all its records, or with the first of very many: with those that it changed first, and their number. A
 * command may have set a value that some of its records had before.
 */
export function withChangedFirst(read: Omit<DoneChange, "recordId">): DoneChange {
  const { before, after, table, count } = read;
  const isRead = after.length === 0 || after.filter((record) => record.table === table).length === count;
  const pairs = pairsOf(before, after).filter(
    (pair) => !pair.before || changedColumns(pair.before, pair.after).some((column) => !STAMPS.has(column)),
  );
  const changed = pairs.filter(({ after: record }) => record.table === table).length;
  const isSome = isRead && changed > 0 && changed < count;
  const first = isSome ? pairs.slice(0, FIRST) : null;
  const records = {
    before: first ? first.flatMap((pair) => (pair.before ? [pair.before] : [])) : before.slice(0, FIRST),
    after: first ? first.map((pair) => pair.after) : after.slice(0, FIRST),
  };
  const recordId = identityOf(records.after[0] ?? records.before[0]);
  return { ...read, ...records, recordId, ...(isSome && { count: changed, records: "" }) };
}

type Describe = (done: DoneChange, today: LocalDate) => string;

const NOUNS: { readonly [table: string]: string } = Object.fromEntries(
  LISTED_RECORDS.map(([table, { noun }]) => [table, noun]),
);

const countOf = ({ table, count }: DoneChange) => pluralize(count, NOUNS[table] ?? "record");
const were = (count: number) => (count === 1 ? "was" : "were");

const nameOf = (done: DoneChange) => (done.count === 1 && done.records ? done.records : countOf(done));

/** The texts of changes, and of these changes made again by Redo, by the start of the action. */
const TEXTS: readonly (readonly [RegExp, Describe])[] = [
  [/^add credit/, ({ records }) => `Credit added: ${records}`],
  [/^(add|duplicate|invite) /, (done) => `${nameOf(done)} added`],
  [/^edit /, (done, today) => `${done.records} saved${describeSalary(done, today)}`],
  [
    /^(set .* of |mark (date|due) again)/,
    (done, today) => describeSaved(labelsOf(done), nameOf(done)) + describeSalary(done, today),
  ],
  [/^delete /, (done) => `${nameOf(done)} ${were(done.count)} deleted.`],
  [/^merge customer/, describeMerged],
  [/^undo merge customer/, ({ after }) => `${namesIn(after)} are two customers again.`],
  [/^void bills/, describeVoided],
  [/^void export/, describeVoidedExport],
  [/^bill (horses|shows)/, describeBilled],
  [/^generate payroll/, describeGenerated],
  [/^mark (date|due)$/, describeMarked],
  [/^mark .*(?<! again)$/, describeDismissed],
  [/^send statement by hand/, ({ records }) => `Sent by hand: ${records}.`],
  [/^undo (bill horses|bill shows|generate payroll)/, describeUndoneRun],
  [/^correct bill(?! again)/, (done) => `${firstOf(done.records)} corrected.${describeChangedPay(done)}`],
  [/^undo correct bill/, (done) => `Undid the correction of ${firstOf(done.records)}.${describeChangedPay(done)}`],
  [/^undo (set .* of |edit |mark (date|due)$)/, (done) => `Undone: ${labelsOf(done).join(", ")} of ${nameOf(done)}.`],
  [/^undo (delete|void) /, (done) => `${nameOf(done)} ${done.count === 1 ? "is" : "are"} back.`],
  [/^undo add credit/, ({ records }) => `Credit removed: ${records}`],
  [/^undo (add|duplicate) /, (done) => `${nameOf(done)} removed.`],
];

/** What a change has done, in a sentence. */
export function textOfDone(done: DoneChange, today: LocalDate): string {
  const { action, records } = done;
  const [, describe] = TEXTS.find(([pattern]) => pattern.test(action)) ?? [];
  if (describe) return describe(done, today);
  const what = action.startsWith("undo ") ? `Undone: ${action.slice(5)}` : inSentence(action);
  return `${what}${records && `: ${records}`}.`;
}

const namesIn = (records: readonly StoredRecord[]) =>
  records.flatMap(({ table, name }) => (table === "customers" ? [name] : [])).join(" and ");

function describeMerged({ after }: DoneChange): string {
  const people = after.filter(({ table }) => table === "customers");
  const remaining = people.find(({ merged_into: into }) => into === null);
  return `Merged ${namesIn(people.filter((each) => each !== remaining))} into ${remaining?.name}.`;
}

/** The first of the records that a text names, before the comma. */
const firstOf = (records: string) => records.replace(/,.*| and \d+ more$/, "");

/** The labels of the fields that a command has set or, of an undo, of those that it has set back. */
function labelsOf({ table, fields, before: [before], after: [after] }: DoneChange): string[] {
  const columns = fields.length > 0 ? fields.map(storedColumn) : before && after ? changedColumns(before, after) : [];
  return columns.flatMap((column) => WORDS[table]?.[column]?.[0] ?? []);
}

/** 'Saved: Boarding of Bella', for a field that was set in a row or in several. */
export const describeSaved = (labels: readonly string[], of: string) => `Saved: ${labels.join(", ")} of ${of}`;

/** ': $650.00 from the week of 11/30', if one groom's salary was changed. */
export function describeSalary(
  { table, count, before: [before], after: [after], salaryWeeks }: DoneChange,
  today: LocalDate,
): string {
  if (table !== "grooms" || count !== 1 || !before || !after) return "";
  const [salary, startDate, endDate] = [numberIn(after, "weekly_salary"), after.start_date, after.end_date];
  if (salary === numberIn(before, "weekly_salary")) return "";
  const dates = { startDate: startDate ? String(startDate) : null, endDate: endDate ? String(endDate) : null };
  const week = salaryHoldsFrom(dates, salaryWeeks, today);
  return week ? `: ${formatDollars(salary)} from the ${describeWeeks([week], today)}` : "";
}

function describeVoided({ records, count, deletedPay, paidPay, unbilled }: DoneChange): string {
  const bills = count === 1 ? `${records} was voided.` : `${pluralize(count, "bill")} were voided.`;
  const them = count === 1 ? "it" : "them";
  const deleted =
    deletedPay > 0 ? ` ${pluralize(deletedPay, "unpaid payroll item")} ${were(deletedPay)} deleted with ${them}.` : "";
  const paid =
    paidPay > 0
      ? ` ${pluralize(paidPay, "payroll item")} ${paidPay === 1 ? "is paid and stays" : "are paid and stay"}.`
      : "";
  const [show] = unbilled;
  const shows = unbilled.length === 1 ? ` ${show} is unbilled again.` : ` ${unbilled.length} shows are unbilled again.`;
  return bills + deleted + paid + (show ? shows : "");
}

/** " Luis's payroll item: $250.00 → $0.00."; nothing if the item was left as it was. */
function describeChangedPay({ before, after, groom }: DoneChange): string {
  const [was, is] = [before, after].map((records) => records.find(({ table }) => table === "payroll"));
  if (!was || !is) return "";
  const [from, to] = [was, is].map((item) => formatDollars(numberIn(item, "value")));
  return ` ${groom ?? "The groom"}'s payroll item: ${from} → ${to}.`;
}

function describeVoidedExport({ after: [voided] }: DoneChange): string {
  return `Voided the export of ${pluralize(numberIn(voided, "bill_count"), "bill")}, ${formatDollars(numberIn(voided, "total"))}.`;
}

const numberIn = (record: StoredRecord | undefined, column: string) => Number(record?.[column] ?? 0);

function describeBilled({ action, after: [run] }: DoneChange): string {
  const bills = numberIn(run, "bill_count");
  const what = action.startsWith("bill shows")
    ? pluralize(bills, "show")
    : pluralize(numberIn(run, "horse_count"), "horse");
  return `Billed ${what}: ${pluralize(bills, "bill")}, ${formatDollars(numberIn(run, "total"))}.`;
}

function describeGenerated({ after: [run], groom, weeks }: DoneChange, today: LocalDate): string {
  const forWhom = groom ? ` for ${groom}, ${describeWeeks(weeks, today)}` : "";
  const items = pluralize(numberIn(run, "item_count"), "item");
  return `Ran payroll${forWhom}: ${items}, ${formatDollars(numberIn(run, "total"))}.`;
}

function describeUndoneRun({ table, after: [run, settings], edited }: DoneChange): string {
  const [noun, count] = table === "payroll_runs" ? ["item", "item_count"] : ["bill", "bill_count"];
  const made = `${pluralize(numberIn(run, count), noun)}: ${formatDollars(numberIn(run, "total"))}`;
  const since = edited > 0 ? ` ${edited} of them ${were(edited)} edited since: those edits are gone.` : "";
  const last = settings?.last_payroll;
  const due = last
    ? ` The last payroll run is ${formatUsDate(todayInNewYork(new Date(last)))} again: the next run adds the weeks since.`
    : "";
  return `Undid ${made}.${since}${due}`;
}

/** The notice after items were marked paid or unpaid. */
function describeMarked({ action, date, until, paid, total, count, others }: DoneChange): string {
  const items = pluralize(count, "item");
  const what =
    action === "mark due"
      ? `${items} due by ${formatUsDate(until ?? "")} (${formatDollars(total)})`
      : `${items} of ${formatUsDate(date ?? "")}`;
  const text = `Marked ${what} ${paid ? "paid" : "unpaid"}`;
  if (others.length === 0) return `${text}.`;
  const [which, verb] = others.length === 1 ? ["one", "is"] : [`${others.length}`, "are"];
  return `${text}; ${which} of them ${verb} payable on ${describePaymentDates(others)}.`;
}

/** '12/07/2026', '12/07/2026 and 12/21/2026', or 'other dates' for more than three dates. */
function describePaymentDates(others: DoneChange["others"]): string {
  const dates = [...new Set(others.map(({ paymentDate }) => formatUsDate(paymentDate)))];
  if (dates.length > 3) return "other dates";
  return dates.length === 1 ? `${dates[0]}` : `${dates.slice(0, -1).join(", ")} and ${dates.at(-1)}`;
}

function describeDismissed({ dismissed }: DoneChange): string {
  if (!dismissed) return "";
  const { kind, name, scopes } = dismissed;
  const more = scopes.length > 1 ? ` and ${scopes.length - 1} more` : "";
  return describeDismissal({ kind, name: nameOfDismissed(kind, name, scopes[0] ?? "") + more });
}

/** The label of the button that undoes only the items with another payment date; null if there are none. */
export const labelOfOthers = ({ others, areOthersUndone }: DoneChange): string | null =>
  others.length === 0 || areOthersUndone ? null : `Undo ${others.length === 1 ? "that one" : `those ${others.length}`}`;

/** Why nothing was undone: the names of the records that were changed since. */
export function describeChangedSince(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  if (names.length === 0) return "This was undone or changed since. Load the list again.";
  return `${shown}${more} ${were(names.length)} changed since, so nothing was undone.`;
}
