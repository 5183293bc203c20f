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
    checks: readonly BillCheck[];
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
  /** How many bills each check found. */
  counts: { [check in BillCheck]: number };
  /** The number and sum of the found bills, each counted once: in all, and for each customer. */
  total: CountAndSum;
  customers: Map<string | null, CountAndSum>;
  /** The first found bills, by customer and horse. */
  rows: FoundBill[];
  names: CheckedName[];
  /** The findings that were marked fine: see `fineText`. */
  fine: readonly string[];
};

type CountAndSum = { count: number; sum: Cents };

/** Which findings to show: the first `shown` of each check, or of the check `only`. */
export type FindingsToShow = { shown: (check: BillCheck) => number; only: BillCheck | null };

/** Judges the first MAX_CHECKED bills, and sums up and names what was found. */
export function billFindings(read: BillsToCheck, today: LocalDate, { shown, only }: FindingsToShow): BillFindings {
  const found = judgeBills({ ...read, bills: read.bills.slice(0, MAX_CHECKED) }, today).sort(byDate);
  const ofChecks = Object.fromEntries(BILL_CHECKS.map((check): [BillCheck, JudgedBill[]] => [check, []]));
  for (const each of found) for (const check of each.checks) ofChecks[check]?.push(each);
  const ofCheck = (check: BillCheck) => ofChecks[check] ?? [];
  const listed = only ? ofCheck(only) : found;
  const firsts = (only ? [only] : BILL_CHECKS).flatMap((check) => ofCheck(check).slice(0, shown(check)));
  return {
    checked: read.bills.length,
    counts: Object.fromEntries(BILL_CHECKS.map((check) => [check, ofCheck(check).length])) as BillFindings["counts"],
    ...sumsOf(listed),
    rows: nameBills([...new Set(firsts)], read),
    names: namesOf(read),
    fine: read.fine,
  };
}

const byDate = ({ bill: a }: JudgedBill, { bill: b }: JudgedBill) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.seq - b.seq;

function sumsOf(bills: readonly JudgedBill[]): Pick<BillFindings, "total" | "customers"> {
  const total = { count: 0, sum: 0 };
  const customers: BillFindings["customers"] = new Map();
  for (const { bill } of bills) {
    const { customerId, value } = bill;
    const ofCustomer = customers.get(customerId) ?? { count: 0, sum: 0 };
    customers.set(customerId, ofCustomer);
    for (const each of [total, ofCustomer]) {
      each.count += 1;
      each.sum += value;
    }
  }
  return { total, customers };
}

/** The bills with their names, in the order of the customers and horses; first those without a customer. */
function nameBills(bills: readonly JudgedBill[], read: BillsToCheck): FoundBill[] {
  const [horses, customers, services] = [read.horses, read.customers, read.services].map(
    (records: readonly NamedRecord[]) => new Map(records.map((record, place) => [record.id, { ...record, place }])),
  ) as [Places, Places, Places];
  const customerOf = (id: string | null | undefined) => customers.get(id ?? "");
  const placeOf = ({ bill: { customerId, horseId } }: JudgedBill) => [
    customerOf(customerId)?.place ?? -1,
    horses.get(horseId)?.place ?? -1,
  ];
  return bills
    .toSorted((a, b) => {
      const [[customerA = 0, horseA = 0], [customerB = 0, horseB = 0]] = [placeOf(a), placeOf(b)];
      return customerA - customerB || horseA - horseB || byDate(a, b);
    })
    .map(({ bill, beside, checks }) => ({
      ...bill,
      ...beside,
      checks,
      customer: nameOf(customerOf(bill.customerId)),
      horse: nameOf(horses.get(bill.horseId)),
      service: services.get(bill.serviceId)?.name ?? "",
      owner: nameOf(customerOf(beside.owners.at(-1))),
    }));
}

type Places = Map<string, NamedRecord & { place: number }>;

const nameOf = (record: NamedRecord | undefined) =>
  record ? `${record.name}${record.isDeleted ? " (deleted)" : ""}` : UNKNOWN;

/** The names that QuickBooks gets, of records that are not deleted or that a bill has. */
function namesOf({ bills, customers, services }: BillsToCheck): CheckedName[] {
  const used = new Set(bills.flatMap(({ customerId, serviceId }) => [customerId, serviceId]));
  const named = (kind: CheckedName["kind"], records: readonly NamedRecord[]) =>
    records
      .filter(({ id, isDeleted }) => used.has(id) || !isDeleted)
      .map(({ id, name, version }) => ({ id, kind, name, version, isUsed: used.has(id) }));
  return [...named("customer", customers), ...named("service", services)];
}
