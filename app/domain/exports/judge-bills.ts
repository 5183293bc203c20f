import { type Stay, staysOf } from "#app/domain/barn/horse-history.ts";
import { type LocalDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type Month, monthOf } from "#app/domain/basics/months.ts";
import { isFixedService } from "#app/domain/boarding/monthly-charges.ts";
import { BILL_CHECKS, type BillCheck, type FineKey, fineText, foldName, isGroupCheck } from "./checks.ts";

/* The rules of the checks of bills (docs/product.md, 'Check'). db/queries/exports/checked-bills.ts reads what they compare. */

/** How many pending bills are checked at once. */
export const MAX_CHECKED = 20_000;

/** Pending bills that are older than this many days are found. */
export const OLD_DAYS = 60;

/**
 * A quantity, or a value for one, is far above the usual if it is more than FAR_ABOVE times what nine in ten of the last USUAL_BILLS
 * bills of the service do not exceed, and a quantity at least FAR_QUANTITY. Bills of $0.00 are left out.
 */
export const FAR_ABOVE = 3;
/** For one horse a quantity is compared from MANY on with those of its last LAST_OF_HORSE bills of the service, if there are FEW or more. */
export const MANY = 4;
export const LAST_OF_HORSE = 20;
const FEW = 10;
export const FAR_QUANTITY = 10;
export const USUAL_BILLS = 50;

/** A price counts as mistyped if it is the service's price times or divided by one of these factors. */
export const MISTYPED_FACTORS = [2, 10, 100] as const;

/** What a bill is for: its horse and service by their ids, its day, the month that a boarding bill names, and its days if not all. */
export type BilledFor = {
  seq: number;
  horseId: string;
  serviceId: string;
  date: LocalDate;
  period: Month | null;
  firstDay: LocalDate | null;
  lastDay: LocalDate | null;
  /** The comments of the bill of a standing charge, which name its days; null of other bills. */
  standing?: string | null;
  /** The `seq` of the first bill of a line that was divided among owners; null or absent of other bills. */
  lineSeq?: number | null;
};

export type PendingBill = BilledFor & {
  id: string;
  version: number;
  customerId: string | null;
  quantity: number;
  value: Cents;
  /** The value of a line that was divided among owners; null or absent of other bills. */
  whole?: Cents | null;
  /** The price for one when the bill was made; null of older and imported bills. */
  unitPrice: Cents | null;
  isValueTyped: boolean;
  rider: string | null;
  /** The day of the show that the bill is for. */
  showDate: LocalDate | null;
  /** The show's own price for one; null or absent without one. */
  showPrice?: Cents | null;
};

/** A record that bills name. */
export type NamedRecord = { id: string; name: string; version: number; isDeleted: boolean };

/** `others`: the owners beside the responsible party. */
type Owned = Stay & { customerId: string | null; others?: readonly string[]; at: string };

/** The pending bills, and what they are compared with. The records are in the order of their names. */
export type BillsToCheck = {
  bills: readonly PendingBill[];
  /** The other bills with the horse, service and day, or the horse and month, of one of the bills; exported or not. */
  others: readonly BilledFor[];
  /** The horses of the bills with their owner and, the first one first, those before each change. */
  horses: readonly (NamedRecord & Omit<Owned, "at"> & { changes: readonly Owned[] })[];
  /** For each horse and service of a bill of MANY or more the quantities of its last LAST_OF_HORSE bills. */
  ofHorses: readonly { horseId: string; serviceId: string; quantities: readonly number[] }[];
  /** The grooms that are not deleted. */
  grooms: readonly NamedRecord[];
  /** All customers, deleted ones too. */
  customers: readonly (NamedRecord & { riders: readonly string[] })[];
  /** All services, deleted ones too, with the last USUAL_BILLS bills of those that one of the bills has. */
  services: readonly (NamedRecord & { price: Cents; lastBills: readonly Pick<PendingBill, "quantity" | "value">[] })[];
  /** The findings that are marked fine: see `fineText`. */
  fine: readonly string[];
};

/** What nine in ten bills of a service do not exceed: a price for one, as a value and its quantity, and a quantity. */
export type Usual = { quantity: number; value: Cents; valueFor: number };

/** What the rules compare a bill with. */
export type Beside = {
  /** What another bill of the horse and service would repeat: the month of a boarding service, or the day. */
  slot: LocalDate | Month;
  /** The number of bills with the same horse, service, slot and a day in common, this one included, and the `seq` of the last one. */
  alike: { count: number; latest: number };
  /** Whether one of these is for a horse that was deleted and entered again, with the same name and owner. */
  isEnteredAgain: boolean;
  /** Null of a service with one bill. */
  usual: Usual | null;
  /** The quantity that nine in ten of the last bills of the horse and service do not exceed; null if they are few. */
  usualOfHorse: number | null;
  /** The show's own price, or that of the service today. */
  price: Cents;
  /** The owners of the horse on the days that the bill is for, the last one last; null stands for none. */
  owners: readonly (string | null)[];
  /** Whether the customer has the rider of the bill. */
  hasRider: boolean;
  /** Whether the horse was on the property on the day of the bill. */
  isHere: boolean;
};

const slotOf = ({ serviceId, period, date }: BilledFor) =>
  isFixedService(serviceId) ? (period ?? monthOf(date)) : date;

/** The slots of a bill: a standing charge on weekdays has one for each of its days, and a monthly one repeats no bill. */
function slotsOf(bill: BilledFor): (LocalDate | Month)[] {
  const { standing = null, period } = bill;
  if (standing === null) return [slotOf(bill)];
  const [days = ""] = standing.match(DAYS) ?? [];
  return days.split(", ").flatMap((day) => (day ? [`${period?.slice(0, 4)}-${day.replace("/", "-")}`] : []));
}
/** '11/03, 11/10': see `commentsOf` of a standing charge. */
const DAYS = /^(\d\d\/\d\d, )*\d\d\/\d\d(?= ·|$)/;

/** The bill of a standing charge has the price and the quantity that the charge says. */
const isStanding = ({ standing = null }: BilledFor) => standing !== null;

/** How many times the price of the service, or what part of it, the value is; null if it is neither. */
export function mistypedFactor(bill: PendingBill, { price }: Beside): number | null {
  const { value, whole, quantity } = bill;
  const due = isFixedService(bill.serviceId) || isStanding(bill) ? 0 : price * quantity;
  if (due === 0) return null;
  return (
    MISTYPED_FACTORS.find((factor) => (whole ?? value) === factor * due || factor * (whole ?? value) === due) ?? null
  );
}

export const isFarQuantity = ({ quantity }: PendingBill, { usual }: Beside) =>
  usual !== null && quantity >= FAR_QUANTITY && quantity > FAR_ABOVE * usual.quantity;

export const isFarForHorse = ({ quantity }: PendingBill, { usualOfHorse }: Beside) =>
  usualOfHorse !== null && quantity >= MANY && quantity > FAR_ABOVE * usualOfHorse;

export const isFarPrice = ({ value, whole, quantity }: PendingBill, { usual }: Beside) =>
  usual !== null && (whole ?? value) * usual.valueFor > FAR_ABOVE * usual.value * quantity;

/** Today, and the first day that is not old. */
type Days = { today: LocalDate; recent: LocalDate };
const daysOf = (today: LocalDate): Days => ({ today, recent: plusDays(today, -OLD_DAYS) });

/** A bill as far as the rules need it that need nothing else. */
export type SimpleBill = Pick<PendingBill, "customerId" | "value" | "date">;

/** The rules that need only the bill: the Overview counts what they find, too. */
const SIMPLE_RULES = {
  unknown: ({ customerId }) => customerId === null,
  zero: ({ value }) => value === 0,
  future: ({ date }, { today }) => date > today,
  old: ({ date }, { recent }) => date < recent,
} satisfies { [check in BillCheck]?: (bill: SimpleBill, days: Days) => boolean };

export type SimpleCheck = keyof typeof SIMPLE_RULES;
export const SIMPLE_CHECKS = Object.keys(SIMPLE_RULES) as SimpleCheck[];

const RULES: { [check in BillCheck]: (bill: PendingBill, days: Days, beside: Beside) => boolean } = {
  duplicates: ({ serviceId }, _, { alike }) => alike.count > 1 && !isFixedService(serviceId),
  boardTwice: ({ serviceId }, _, { alike }) => alike.count > 1 && isFixedService(serviceId),
  notOwner: ({ customerId }, _, { owners, hasRider }) =>
    customerId !== null && !owners.includes(customerId) && !hasRider,
  offPrice: ({ unitPrice, isValueTyped, value, whole, quantity }) =>
    unitPrice !== null && !isValueTyped && (whole ?? value) !== unitPrice * quantity,
  mistyped: (bill, _, beside) => mistypedFactor(bill, beside) !== null,
  farAbove: (bill, _, beside) =>
    !isStanding(bill) &&
    (isFarQuantity(bill, beside) ||
      isFarForHorse(bill, beside) ||
      (isFarPrice(bill, beside) && mistypedFactor(bill, beside) === null)),
  // The show or the month of a run says where the horse was.
  notHere: ({ period, showDate }, _, { isHere }) => !isHere && period === null && showDate === null,
  ...SIMPLE_RULES,
};

/** The key of the dismissal of a finding. The check finds the bill again once it changes, or once a similar bill is made. */
export const fineKeyOfBill = (
  check: BillCheck,
  { id, version, horseId, serviceId }: PendingBill,
  { slot, alike }: Beside,
): FineKey =>
  isGroupCheck(check)
    ? { recordId: `${horseId} ${serviceId} ${slot}`, scope: `${alike.count} ${alike.latest}` }
    : { recordId: id, scope: String(version) };

/** A bill with the checks that found it. */
export type JudgedBill = { bill: PendingBill; beside: Beside; checks: BillCheck[] };

/** The bills that a check found, without those that are marked fine. */
export function judgeBills(read: BillsToCheck, today: LocalDate): JudgedBill[] {
  const days = daysOf(today);
  const compare = comparison(read);
  const fine = new Set(read.fine);
  return read.bills.flatMap((bill) => {
    const beside = compare(bill);
    const checks = BILL_CHECKS.filter(
      (check) => RULES[check](bill, days, beside) && !fine.has(fineText(check, fineKeyOfBill(check, bill, beside))),
    );
    return checks.length > 0 ? [{ bill, beside, checks }] : [];
  });
}

/** Pending bills in groups that are the same to the simple checks, and those that are marked fine for one of them. */
export type SimpleFindings = {
  groups: readonly (SimpleBill & { count: number })[];
  fine: readonly (SimpleBill & { check: SimpleCheck })[];
};

/** How many bills each simple check finds. */
export function countSimple({ groups, fine }: SimpleFindings, today: LocalDate): Record<SimpleCheck, number> {
  const days = daysOf(today);
  const countOf = (check: SimpleCheck) => {
    const finds: (bill: SimpleBill, days: Days) => boolean = SIMPLE_RULES[check];
    const found = groups.reduce((sum, each) => sum + (finds(each, days) ? each.count : 0), 0);
    return found - fine.filter((each) => each.check === check && finds(each, days)).length;
  };
  return { old: countOf("old"), future: countOf("future"), unknown: countOf("unknown"), zero: countOf("zero") };
}

/** Returns a function that finds what the rules compare a bill with. */
function comparison({ bills, others, horses, customers, services, ofHorses }: BillsToCheck) {
  const firstEntered = enteredAgain(horses);
  const alike = groupAlike([...bills, ...others], firstEntered);
  const usual = new Map(services.map(({ id, lastBills }) => [id, usualOf(lastBills)]));
  const prices = new Map(services.map(({ id, price }) => [id, price]));
  const owners = new Map(horses.map((horse) => [horse.id, ownersOf(horse)]));
  const stays = new Map(horses.map((horse) => [horse.id, staysOf(horse, horse.changes.toReversed())]));
  const quantities = new Map(
    ofHorses.map((each) => [`${each.horseId} ${each.serviceId}`, usualQuantity(each.quantities)]),
  );
  const riders = new Map(customers.map((customer) => [customer.id, customer.riders]));
  return (bill: PendingBill): Beside => {
    const { horseId, serviceId, customerId, rider, showPrice } = bill;
    const groups = alikeKeys(bill, firstEntered).flatMap((key) => alike.get(key) ?? []);
    return {
      slot: slotOf(bill),
      alike: countAlike(bill, groups.flat()),
      isEnteredAgain: groups.flat().some((other) => other.horseId !== horseId),
      usual: usual.get(serviceId) ?? null,
      usualOfHorse: quantities.get(`${horseId} ${serviceId}`) ?? null,
      price: showPrice ?? prices.get(serviceId) ?? 0,
      owners: ownersOn(owners.get(horseId) ?? [], billedDays(bill)),
      hasRider: rider !== null && customerId !== null && (riders.get(customerId)?.includes(rider) ?? false),
      isHere: stays.get(horseId)?.some((stay) => hasDay(stay, bill.date)) ?? true,
    };
  };
}

const hasDay = ({ checkInDate, checkOutDate }: Stay, day: LocalDate) =>
  checkInDate <= day && (checkOutDate === null || day <= checkOutDate);

/** The quantity that nine in ten do not exceed; null of fewer than FEW. */
const usualQuantity = (quantities: readonly number[]): number | null =>
  quantities.length < FEW
    ? null
    : (quantities.toSorted((a, b) => a - b)[Math.floor((quantities.length * 9) / 10) - 1] ?? null);

/** The horses that were deleted and entered again, with the same name and owner: by id, the id that stands for all of them. */
function enteredAgain(horses: BillsToCheck["horses"]): ReadonlyMap<string, string> {
  const byName = new Map<string, BillsToCheck["horses"][number][]>();
  for (const horse of horses) {
    const key = `${foldName(horse.name)} ${horse.customerId}`;
    byName.set(key, [...(byName.get(key) ?? []), horse]);
  }
  const groups = [...byName.values()].filter(
    (group) => group.length > 1 && group.filter(({ isDeleted }) => !isDeleted).length < 2,
  );
  return new Map(groups.flatMap((group) => group.map(({ id }) => [id, group[0]?.id ?? id])));
}

/** The keys of bills that repeat each other. A month's board is that of a horse that was entered again, too. */
function alikeKeys(bill: BilledFor, firstEntered: ReadonlyMap<string, string>): string[] {
  const { horseId, serviceId } = bill;
  const horse = isFixedService(serviceId) ? (firstEntered.get(horseId) ?? horseId) : horseId;
  return slotsOf(bill).map((slot) => `${horse} ${serviceId} ${slot}`);
}

/** The bills of each horse, service and slot. */
function groupAlike(bills: readonly BilledFor[], firstEntered: ReadonlyMap<string, string>): Map<string, BilledFor[]> {
  const found = new Map<string, BilledFor[]>();
  for (const bill of bills) {
    for (const key of alikeKeys(bill, firstEntered)) {
      const group = found.get(key);
      if (group) group.push(bill);
      else found.set(key, [bill]);
    }
  }
  return found;
}

/** The number of the first bill of a line: the bills of a divided line are one. */
const lineOf = ({ seq, lineSeq }: BilledFor) => lineSeq ?? seq;

/** The bills of the same slots that have a day in common with a bill. A bill without days is for all days of its slot. */
function countAlike(bill: BilledFor, group: readonly BilledFor[]): Beside["alike"] {
  const { firstDay: first, lastDay: last } = isFixedService(bill.serviceId) ? bill : NO_DAYS;
  const isAlike = (other: BilledFor) =>
    first === null || last === null || ((other.firstDay ?? first) <= last && (other.lastDay ?? last) >= first);
  const alike = [bill, ...group.filter(isAlike)];
  return { count: new Set(alike.map(lineOf)).size, latest: Math.max(...alike.map(({ seq }) => seq)) };
}
const NO_DAYS = { firstDay: null, lastDay: null };

/** What is usual for a service by its last bills; null for the only bill of a service. */
function usualOf(bills: readonly Pick<PendingBill, "quantity" | "value">[]): Usual | null {
  const some = bills.filter(({ value }) => value > 0);
  const place = Math.floor((some.length * 9) / 10) - 1;
  const dear = some.toSorted((a, b) => a.value * b.quantity - b.value * a.quantity)[place];
  const many = some.toSorted((a, b) => a.quantity - b.quantity)[place];
  return dear && many ? { quantity: many.quantity, value: dear.value, valueFor: dear.quantity } : null;
}

/** The owner of a horse until a day in New York, at whose end it had another one; null stands for today's owner. */
type Ownership = { ids: readonly (string | null)[]; until: LocalDate | null };

/** The owners of a horse, the first one first. */
function ownersOf({ customerId, others, changes }: BillsToCheck["horses"][number]): Ownership[] {
  const states = [...changes, { customerId, others, at: null }].map(({ at, ...state }) => ({
    at,
    // The last one is the responsible party, whom a finding names.
    ids: [...(state.others ?? []), state.customerId],
  }));
  // Most changes of a horse leave its owners.
  const last = states.filter(({ ids }, place) => states[place + 1]?.ids.join() !== ids.join());
  return last.map(({ at, ids }) => ({ ids, until: at && todayInNewYork(new Date(at)) }));
}

/** The first and the last day whose owner may pay: those of the month that the bill names, the day of the show, or its own. */
function billedDays({ period, showDate, date }: PendingBill): [first: LocalDate, last: LocalDate] {
  return period ? [`${period}-01`, `${period}-31`] : [showDate ?? date, showDate ?? date];
}

/** The owners at the end of the first day, of the last day, and between. */
function ownersOn(owners: readonly Ownership[], [first, last]: [LocalDate, LocalDate]): (string | null)[] {
  return owners
    .filter(({ until }, place) => (until === null || until > first) && (owners[place - 1]?.until ?? "") <= last)
    .flatMap(({ ids }) => ids);
}
