import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { BILL_CHECKS, type BillCheck, type CheckedName } from "./checks.ts";
import { UNKNOWN } from "./invoices.ts";
import {
  type Beside,
  type BillsToCheck,
  type JudgedBill,
  judgeBills,
  MAX_CHECKED,
  type NamedRecord,
  type PendingBill,
} from "./judge-bills.ts";

/** A found bill with its names, which are also those of deleted records. */
export type FoundBill = PendingBill &
  Beside & {
    customer: string;
    horse: string;
    service: string;
    /** The owner of the horse on the last day that the bill is for. */
    owner: string;
  };

/** The findings of the checks of bills. */
export type BillFindings = {
  /** The number of pending bills that were read: one more than MAX_CHECKED if some were not checked. */
  checked: number;
  /** How many bills each check found, their sum, and the first of them, by horse and date. */
  counts: OfChecks<number>;
  sums: OfChecks<Cents>;
  rows: OfChecks<FoundBill[]>;
  names: CheckedName[];
  /** The findings that were marked fine: see `fineText`. */
  fine: readonly string[];
};

type OfChecks<Value> = { [check in BillCheck]: Value };
const ofChecks = <Value>(of: (check: BillCheck) => Value) =>
  Object.fromEntries(BILL_CHECKS.map((check) => [check, of(check)])) as OfChecks<Value>;

/** Judges the first MAX_CHECKED bills, and sums up what each check found and names the first `shown` bills. */
export function billFindings(read: BillsToCheck, today: LocalDate, shown: (check: BillCheck) => number): BillFindings {
  const places = new Map(read.horses.map(({ id }, place) => [id, place]));
  const placeOf = ({ bill }: JudgedBill) => places.get(bill.horseId) ?? -1;
  const found = judgeBills({ ...read, bills: read.bills.slice(0, MAX_CHECKED) }, today).sort(
    (a, b) => placeOf(a) - placeOf(b) || byDate(a, b),
  );
  const bills = ofChecks((check) => found.filter(({ checks }) => checks.includes(check)));
  const nameBill = namesOfBill(read);
  return {
    checked: read.bills.length,
    counts: ofChecks((check) => bills[check].length),
    sums: ofChecks((check) => bills[check].reduce((sum, { bill }) => sum + bill.value, 0)),
    rows: ofChecks((check) => bills[check].slice(0, shown(check)).map(nameBill)),
    names: namesOf(read),
    fine: read.fine,
  };
}

const byDate = ({ bill: a }: JudgedBill, { bill: b }: JudgedBill) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.seq - b.seq;

/** Returns a function that names a bill. */
function namesOfBill({ horses, customers, services }: BillsToCheck) {
  const [horseOf, customerOf, serviceOf] = [finder(horses), finder(customers), finder(services)];
  return ({ bill, beside }: JudgedBill): FoundBill => ({
    ...bill,
    ...beside,
    customer: nameOf(customerOf(bill.customerId)),
    horse: nameOf(horseOf(bill.horseId)),
    service: serviceOf(bill.serviceId)?.name ?? "",
    owner: nameOf(customerOf(beside.owners.at(-1))),
  });
}

function finder(records: readonly NamedRecord[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return (id: string | null | undefined) => byId.get(id ?? "");
}

const nameOf = (record: NamedRecord | undefined) =>
  record ? `${record.name}${record.isDeleted ? " (deleted)" : ""}` : UNKNOWN;

/** The names that QuickBooks gets, of records that are not deleted or that a bill has, and those of grooms. */
function namesOf({ bills, customers, services, horses, grooms }: BillsToCheck): CheckedName[] {
  const used = new Set(bills.flatMap(({ customerId, serviceId, horseId }) => [customerId, serviceId, horseId]));
  const named = (kind: CheckedName["kind"], records: readonly NamedRecord[]) =>
    records
      .filter(({ id, isDeleted }) => used.has(id) || !isDeleted)
      .map(({ id, name, version }) => ({ id, kind, name, version, isUsed: used.has(id) }));
  return [
    ...named("customer", customers),
    ...named("service", services),
    ...named("horse", horses),
    ...named("groom", grooms),
  ];
}
