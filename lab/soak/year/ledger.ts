/*
 * What was done in the barn, as the people would write it down, and what it comes to by plain calendar arithmetic. Nothing of the
 * product is used here.
 */

type Since<T> = { from: string; is: T };
type Amounts = { boarding: number; surcharge: number; training: number };

/** A horse by days. Facts hold from the day on which they were said; `blanket` has the months in which it has one. */
export type YearHorse = {
  id: string;
  name: string;
  stays: { from: string; to: string | null }[];
  owner: Since<string>[];
  place: Since<"florida" | "long-island">[];
  amounts: Since<Amounts>[];
  blanket: Since<boolean>[];
  /** The last month in which something of it changed: most horses have one change a month. */
  changed: string;
  /** The month for which it was billed late: its bills are dated in the next one. */
  late: string | null;
};

/** A service that was done for a horse, or a show: one bill. `value` in cents; null once it was voided. */
export type YearService = {
  id: string;
  horse: string;
  service: string;
  /** The day that the bill has. */
  date: string;
  /** The day of the owner who owes it. */
  owed: string;
  rider: string | null;
  value: number | null;
  /** What the groom gets for it, and when that was paid. */
  pay: { groom: string; value: number; due: string; paid: string | null } | null;
};

export type YearGroom = { id: string; name: string; from: string; to: string | null; salary: Since<number>[] };

/** What one customer owes for one horse: `month` is that of the board, or of the bill. */
export type OwedBill = { customer: string; horse: string; month: string; date: string; what: string; cents: number };

export class YearLedger {
  readonly horses = new Map<string, YearHorse>();
  readonly services: YearService[] = [];
  readonly grooms: YearGroom[] = [];
  /** The names of customers by id, and who remained of two that were one. */
  readonly customers = new Map<string, string>();
  readonly merged = new Map<string, string>();
  /** The salaries that runs have made, by 'groom week', and when they were paid. */
  readonly paidWeeks = new Map<string, string | null>();

  customerOf = (id: string): string => this.merged.get(id) ?? id;
  ownerOn = (horse: YearHorse, day: string): string => this.customerOf(on(horse.owner, day));

  /** All that is owed for the months up to one. */
  owed(last: string, first: string): OwedBill[] {
    const board = [...this.horses.values()].flatMap((horse) =>
      monthsFrom(first, last).flatMap((month) => this.boardOf(horse, month)),
    );
    const others = this.services.flatMap(({ horse: id, service, date, owed, rider, value }): OwedBill[] => {
      const horse = this.horses.get(id) as YearHorse;
      const customer = rider === null ? this.ownerOn(horse, owed) : this.customerOf(rider);
      if (value === null) return [];
      return [{ customer, horse: horse.name, month: date.slice(0, 7), date, what: service, cents: value }];
    });
    return [...board, ...others].filter(({ cents, date }) => cents !== 0 && date !== "" && date.slice(0, 7) <= last);
  }

  /** The board of a month: each part of it with one owner at one place owes its days. */
  private boardOf(horse: YearHorse, month: string): OwedBill[] {
    const days = daysIn(month);
    const isHere = (day: string) => horse.stays.some(({ from, to }) => from <= day && (to === null || day <= to));
    const factsOf = (day: string) => ({ customer: this.ownerOn(horse, day), place: on(horse.place, day) });
    const parts: { customer: string; place: string; count: number }[] = [];
    for (const [n, day] of days.entries()) {
      const [facts, last] = [factsOf(day), parts.at(-1)];
      if (!isHere(day)) continue;
      const isSame =
        n > 0 && isHere(days[n - 1] ?? "") && last?.customer === facts.customer && last.place === facts.place;
      if (isSame) last.count += 1;
      else parts.push({ ...facts, count: 1 });
    }
    const amounts = on(horse.amounts, days[0] ?? "");
    const date = horse.late === month ? `${monthAfter(month)}-01` : `${month}-01`;
    const charge = (customer: string, what: string, cents: number): OwedBill => ({
      customer,
      horse: horse.name,
      month,
      date,
      what,
      cents,
    });
    const whole = parts.flatMap(({ customer, place, count }) => {
      const share = (cents: number) => halfUp(cents * count, days.length);
      return [
        charge(customer, "Boarding", share(amounts.boarding)),
        charge(customer, "Boarding Surcharge", share(amounts.surcharge)),
        charge(
          customer,
          "Long Island Surcharge",
          place === "florida" ? 0 : share(halfUp(amounts.boarding * 863, 10_000)),
        ),
        charge(customer, "Training", share(amounts.training)),
      ];
    });
    const hasBlanket = on(horse.blanket, days.at(-1) ?? "") || on(horse.blanket, days[0] ?? "");
    return [...whole, ...(hasBlanket && parts[0] ? [charge(parts[0].customer, "Blanket", 10_000)] : [])];
  }

  hasMoved = (name: string, month: string): boolean =>
    [...this.horses.values()].some(
      (each) => each.name === name && each.place.slice(1).some(({ from }) => from.startsWith(month)),
    );

  /** What is known of a horse, for a finding. */
  storyOf(name: string): string {
    const horse = [...this.horses.values()].find((each) => each.name === name);
    const said = (what: string, list: readonly Since<unknown>[]) =>
      `${what} ${list.map(({ from, is }) => `${this.customers.get(String(is)) ?? JSON.stringify(is)} from ${from}`).join(", ")}`;
    return horse
      ? `${said("owner", horse.owner)}; ${said("at", horse.place)}; here ${horse.stays.map(({ from, to }) => `${from} to ${to}`).join(", ")}; ${said("amounts", horse.amounts)}; ${said("blanket", horse.blanket)}`
      : "";
  }

  /** The salaries of the weeks that begin from one day to another. */
  salaries(first: string, last: string) {
    return this.grooms.flatMap((groom) =>
      weeksFrom(first, last)
        .filter((week) => groom.from <= plus(week, 6) && (groom.to === null || groom.to >= week))
        // A groom who came after the run of the week is in the next one.
        .filter((week) => this.paidWeeks.has(`${groom.id} ${week}`))
        .map((week) => {
          const paid = this.paidWeeks.get(`${groom.id} ${week}`) ?? null;
          return { groom: groom.name, week, value: on(groom.salary, week), paid };
        }),
    );
  }

  /** A run makes the salaries of all weeks up to a day. */
  runPayroll(day: string) {
    for (const groom of this.grooms)
      for (const week of weeksFrom(groom.from < "2027-01-04" ? "2027-01-04" : plus(groom.from, -6), day)) {
        const key = `${groom.id} ${week}`;
        if (!this.paidWeeks.has(key)) this.paidWeeks.set(key, null);
      }
  }

  /** Everything due up to a day that is unpaid is paid. */
  pay(day: string, paidOn: string) {
    for (const { pay, value } of this.services) {
      if (pay && pay.paid === null && value !== null && pay.due <= day) pay.paid = paidOn;
    }
    for (const [key, paid] of this.paidWeeks) {
      const [, week = ""] = key.split(" ");
      if (paid === null && plus(week, 7) <= day) this.paidWeeks.set(key, paidOn);
    }
  }
}

/** What holds on a day; before the first day, what was said first. */
export function on<T>(list: readonly Since<T>[], day: string): T {
  const found = list.findLast(({ from }) => from <= day) ?? list[0];
  if (!found) throw new Error("Nothing was said");
  return found.is;
}

const halfUp = (top: number, bottom: number) => Math.floor((2 * top + bottom) / (2 * bottom));
const utc = (day: string) => new Date(`${day}T00:00:00.000Z`);
export const plus = (day: string, days: number) =>
  new Date(utc(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);
export const daysIn = (month: string) => daysFrom(`${month}-01`, plus(`${monthAfter(month)}-01`, -1));
export const daysFrom = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = plus(day, 1)) days.push(day);
  return days;
};
export const monthAfter = (month: string) => plus(`${month}-01`, 31).slice(0, 7);
export const monthsFrom = (first: string, last: string) => [
  ...new Set(daysFrom(`${first}-01`, `${last}-01`).map((day) => day.slice(0, 7))),
];
export const weekday = (day: string) => utc(day).getUTCDay();
const weeksFrom = (first: string, last: string) => daysFrom(first, last).filter((day) => weekday(day) === 1);

/** The day on which a service is paid: the first or third Monday of its month, or the first of the next one. */
export function servicePaidOn(day: string): string {
  const month = day.slice(0, 7);
  const mondays = daysFrom(`${month}-01`, plus(`${monthAfter(month)}-01`, 7)).filter((each) => weekday(each) === 1);
  const next = mondays.find((each) => each >= `${monthAfter(month)}-01`) ?? "";
  return [mondays[0], mondays[2], next].find((each) => each !== undefined && each >= day) ?? next;
}
