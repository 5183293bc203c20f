import { type LocalDate, plusDays, plusMonths } from "#app/domain/basics/calendar.ts";
import { lastDayOf, monthOf } from "#app/domain/basics/months.ts";
import { boardingCharges, type Charge, showCharges, totalOf } from "#app/domain/bills/charges.ts";
import { boardingLines } from "#app/domain/boarding/boarding.ts";
import { DEFAULT_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { recordsOf, type ServiceRecords } from "#app/domain/entries/service-entry.ts";
import type { billItems, billingRuns } from "#db/schema.ts";
import { ADMINS, covers, employmentOf, type Groom, type Horse, middayOf, type SeededBarn, stayOf } from "./barn.ts";
import { COMMENTS } from "./names.ts";
import { type Random, randomFrom } from "./random.ts";

export type Bill = Required<Omit<typeof billItems.$inferInsert, "seq" | "commentsSort" | "searchText">>;
type BillingRun = typeof billingRuns.$inferInsert;
export type Billed = { run: BillingRun; bills: Bill[] };
export type PayForService = NonNullable<ServiceRecords["pay"]>;

/** The columns of a bill that a visitor entered and nobody changed since. */
const UNCHANGED = {
  updatedAt: null,
  version: 1,
  enteredBy: "visitor",
  period: null,
  ...{ firstDay: null, lastDay: null },
  deletedAt: null,
  voidedAt: null,
  correctedAt: null,
  device: null,
  isValueTyped: false,
  ...{ splitId: null, share: null },
};

/** Returns the first day of the month that is `months` after the month of `date`. */
export const firstOfMonth = (date: LocalDate, months = 0) => `${plusMonths(date, months).slice(0, 7)}-01`;

/** The price of a horse's board on a day, if it differs from today's. */
type Pricing = { boardAt?: (horse: Horse, day: LocalDate) => number };

/** Returns the run and the bills of one press of Confirm. */
function makeRun(random: Random, kind: BillingRun["kind"], date: LocalDate, charges: Charge[]): Billed {
  const run = {
    id: random.uuid(),
    kind,
    at: middayOf(date),
    actor: random.pick(ADMINS),
    billCount: charges.length,
    horseCount: new Set(charges.map(({ horseId }) => horseId)).size,
    total: totalOf(charges),
  };
  const bills = charges.map(({ split, ...charge }) => ({
    ...UNCHANGED,
    ...charge,
    id: random.uuid(),
    groomId: null,
    billingRunId: run.id,
    exportId: null,
    date,
    rider: null,
    createdAt: run.at,
    enteredBy: run.actor,
  }));
  return { run, bills };
}

/**
 * Bills the boarding of the last months on the first of each month, and on its last day that of the horses that came later. Of
 * the current month, only the horses on Long Island are billed, so that the demo has both horses to bill and horses that are already
 * billed.
 */
export function seedBoarding(barn: SeededBarn & Pricing, today: LocalDate, months = 3): Billed[] {
  const random = randomFrom("boarding bills");
  const bill = (date: LocalDate, horses: Horse[]) =>
    makeRun(
      random,
      "horses",
      date,
      horses.flatMap((horse) => {
        const priced = { ...horse, boarding: barn.boardAt?.(horse, date) ?? horse.boarding };
        return boardingCharges(horse, boardingLines({ ...priced, ...DEFAULT_CHARGES }), monthOf(date));
      }),
    );
  return Array.from({ length: months + 1 }, (_, n) => firstOfMonth(today, n - months))
    .filter((date) => date < today)
    .flatMap((first) => {
      const last = lastDayOf(monthOf(first));
      const isThere = (horse: Horse) => horse.isBillable && covers(stayOf(horse), first);
      if (last >= today)
        return [
          bill(
            first,
            barn.horses.filter((each) => isThere(each) && each.location === "long-island"),
          ),
        ];
      const came = barn.horses.filter((each) => each.isBillable && !isThere(each) && covers(stayOf(each), first, last));
      return [bill(first, barn.horses.filter(isThere)), ...(came.length > 0 ? [bill(last, came)] : [])];
    });
}

/** Bills the shows that are marked billed, in three runs of the last months, and one at the end of each of the `months` before. */
export function seedShows(barn: SeededBarn, today: LocalDate, months = 3): Billed[] {
  const random = randomFrom("show bills");
  const before = Array.from({ length: months - 3 }, (_, n) => plusDays(firstOfMonth(today, n + 1 - months), -1));
  const dates = [...before, ...[-57, -33, -12].map((days) => plusDays(today, days))];
  return dates.map((date, i) => {
    const since = dates[i - 1] ?? "";
    const shows = barn.shows.filter((show) => show.billed && show.date > since && show.date <= date);
    return makeRun(
      random,
      "shows",
      date,
      shows.flatMap((show) => chargesFor(barn, show)),
    );
  });
}

function chargesFor(barn: SeededBarn, show: SeededBarn["shows"][number]): Charge[] {
  const price = barn.services.find(({ id }) => id === show.serviceId)?.price ?? 0;
  const location = barn.horses.find(({ id }) => id === show.horseId)?.location ?? "florida";
  return showCharges(show, price, location);
}

/** Makes up to six service entries for each day from `first` to `last`. */
export function seedServices(
  barn: SeededBarn,
  first: LocalDate,
  last: LocalDate,
): { bills: Bill[]; pay: PayForService[] } {
  const random = randomFrom("service entries");
  const makeEntry = entryMaker(barn, random);
  const bills: Bill[] = [];
  const pay: PayForService[] = [];
  for (let date = first; date <= last; date = plusDays(date, 1)) {
    const horses = barn.horses.filter((horse) => covers(stayOf(horse), date));
    const grooms = barn.grooms.filter((groom) => covers(employmentOf(groom), date));
    for (let entries = random.int(0, 6); entries > 0; entries -= 1) {
      const records = makeEntry(date, { horses, grooms });
      bills.push(records.bill);
      if (records.pay) pay.push(records.pay);
    }
  }
  return { bills, pay };
}

/**
 * Yields `count` bills from 2015 until the day before `before`, in the order of their dates, for the current horses. Each
 * list has at most `size` bills, because all of them may not fit in memory.
 */
export function* earlierBills(barn: SeededBarn, before: LocalDate, count: number, size: number): Generator<Bill[]> {
  const makeEntry = entryMaker(barn, randomFrom("service entries of the past"));
  const days: LocalDate[] = [];
  for (let date = "2015-01-01"; date < before; date = plusDays(date, 1)) days.push(date);
  for (let start = 0; start < count; start += size) {
    const bills: Bill[] = [];
    for (let n = start; n < Math.min(start + size, count); n += 1) {
      bills.push(makeEntry(days[Math.floor((n / count) * days.length)] ?? before, barn).bill);
    }
    yield bills;
  }
}

/** Returns a function that makes a random service entry of a date, and the records that the service form writes for it. */
function entryMaker(barn: SeededBarn, random: Random) {
  const offered = barn.services.filter((service) => service.public);
  const ridersOf = new Map(
    barn.customers.map(({ id, riders }) => [id, riders.map((name) => ({ customerId: id, name }))]),
  );
  const allRiders = [...ridersOf.values()].flat();

  function chooseRider({ customerId }: Horse) {
    if (random.chance(0.4)) return null;
    const own = ridersOf.get(customerId ?? "") ?? [];
    return random.pick(own.length > 0 && random.chance(0.85) ? own : allRiders);
  }

  return (date: LocalDate, { horses, grooms }: { horses: Horse[]; grooms: Groom[] }) => {
    const horse = random.pick(horses);
    const service = random.pick(offered);
    const groom = service.needsGroom ? random.pick(grooms) : null;
    const rider = chooseRider(horse);
    const records = recordsOf(
      {
        id: random.uuid(),
        date,
        horseId: horse.id,
        rider,
        serviceId: service.id,
        quantity: random.chance(0.75) ? 1 : random.int(2, 6),
        groomId: groom?.id ?? null,
        comments: random.chance(0.2) ? random.pick(COMMENTS) : null,
      },
      { horse, rider, service: { ...service, name: service.productServiceName }, groom },
    );
    if ("problems" in records) throw new Error(Object.values(records.problems).join(" "));
    const rest = { showId: null, billingRunId: null, exportId: null, createdAt: middayOf(date), ...UNCHANGED };
    return { bill: { ...records.bill, ...rest }, pay: records.pay };
  };
}
