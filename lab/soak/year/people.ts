import { type Random, randomFrom } from "#db/seed/random.ts";
import { morningOf, Visitor, type YearBarn } from "./barn.ts";
import { formsOf } from "./forms.ts";
import { type YearHorse, YearLedger, type YearService } from "./ledger.ts";

export const FIRST_DAY = "2027-01-01";
const HORSES_AT_FIRST = 80;
const CUSTOMERS = 50;
const GROOMS = 8;

export type Offered = { id: string; name: string; price: { from: string; is: number }[]; needsGroom: boolean };
/** An entry that a groom got wrong and an admin still has to mend. */
export type Mistake = { entry: YearService; isDouble: boolean; noticedOn: string };

/** The barn, its people, and what they know. */
export type Year = {
  barn: YearBarn;
  ledger: YearLedger;
  random: Random;
  today: string;
  admins: Visitor[];
  grooms: Visitor[];
  services: Offered[];
  mistakes: Mistake[];
  /** Entries without reception, each with its form and the day on which it was made. */
  queued: { fields: Record<string, string>; entry: YearService; sendOn: string }[];
  /** The exports that are not voided. */
  exports: string[];
  /** Addresses of statements on their customers' phones: of a month and a customer, with the last day on which they work. */
  links: { month: string; customer: string; path: string; until: string }[];
  /** A customer who was entered twice. */
  twice: { leaving: string; remaining: string } | null;
  counts: Map<string, number>;
};

export const count = ({ counts }: Year, what: string, n = 1) => void counts.set(what, (counts.get(what) ?? 0) + n);
export const typedDollars = (cents: number) => (cents / 100).toFixed(2);
export const adminOf = ({ admins, random }: Year) => random.pick(admins);

/** Two different admins. */
export function twoAdmins({ admins, random }: Year): [Visitor, Visitor] {
  const n = random.int(0, admins.length - 1);
  return [admins[n], admins[(n + 1) % admins.length]] as [Visitor, Visitor];
}

/** Sets the barn up as its admins do: settings, services, customers, grooms and horses, each by its form. */
export async function setUpYear(barn: YearBarn, seed: string): Promise<Year> {
  const year: Year = {
    ...{ barn, ledger: new YearLedger(), random: randomFrom(`${seed} year`), today: "2026-12-30" },
    admins: [0, 1, 2].map((n) => new Visitor(barn, n, `10.1.0.${n}`)),
    grooms: Array.from({ length: GROOMS }, (_, n) => new Visitor(barn, null, `10.2.${n}.1`)),
    ...{ services: [], mistakes: [], queued: [], exports: [], links: [], twice: null, counts: new Map() },
  };
  barn.clock.at = morningOf(year.today);
  await adminOf(year).press("/accounts/settings", "Save", {
    ...{ barnName: "Silver Fern", barnPhone: "555 0100", barnEmail: "office@fern.example", prorate: "on" },
    ...{ invoiceNumber: "1001", exportAmounts: "bill-value", exportDates: "line" },
  });
  await adminOf(year).press("/payroll/last-run", "Save", { date: "2026-12-28" });
  // The file of Payroll has the columns that an admin sees.
  for (const admin of year.admins) {
    const columns = formsOf(await admin.open("/payroll")).find(({ action }) => action === "/columns");
    await admin.send("/columns", [...(columns?.fields ?? []), ["shown", "paid_on"]]);
  }
  for (const [name, price, needsGroom] of [
    ["Lesson", 9_500, false],
    ["Hoof trim", 5_525, false],
    ["Braiding", 6_500, true],
    ["Body clip", 25_000, true],
    ["Lunging", 3_550, true],
  ] as const) {
    const fields = {
      productServiceName: name,
      price: typedDollars(price),
      public: "on",
      ...(needsGroom && { needsGroom: "on" }),
    };
    const { done } = await adminOf(year).press("/services/new", "Add", fields);
    year.services.push({ id: done, name, price: [{ from: FIRST_DAY, is: price }], needsGroom });
  }
  for (let n = 0; n < CUSTOMERS; n += 1)
    await enterCustomer(year, `Owner ${String(n).padStart(2, "0")} ${SURNAMES[n % 7]}`);
  for (let n = 0; n < GROOMS; n += 1) await hireGroom(year, `Groom ${"ABCDEFGH"[n]}`, "2026-10-01");
  for (let n = 0; n < HORSES_AT_FIRST; n += 1) await enterHorse(year, { name: nameOf(n), checkIn: "2026-12-01" });
  return year;
}

const SURNAMES = ["Walsh", "Shah", "O'Hara", "Nuñez", "Kim", "Berg", "da Silva"];
const nameOf = (n: number) => `${["Bella", "Comet", "Duke", "Echo", "Flint", "Gem", "Hero", "Iris"][n % 8]} ${n}`;

export async function enterCustomer(year: Year, name: string): Promise<string> {
  const fields = { name, emails: `c${year.ledger.customers.size}@owners.example`, "riders[0]": `Rider of ${name}` };
  const { done } = await adminOf(year).press("/customers/new", "Add", fields);
  year.ledger.customers.set(done, name);
  return done;
}

export async function hireGroom(year: Year, name: string, from: string): Promise<void> {
  const salary = year.random.int(50_000, 80_000);
  const fields = { name, startDate: from, weeklySalary: typedDollars(salary) };
  const { done } = await adminOf(year).press("/grooms/new", "Add", fields);
  year.ledger.grooms.push({ id: done, name, from, to: null, salary: [{ from, is: salary }] });
}

type Arrival = { name?: string; checkIn: string; owner?: string };

/** Adds a horse, perhaps days after it came. */
export async function enterHorse(year: Year, { name, checkIn, owner }: Arrival): Promise<YearHorse> {
  const { random, ledger, today } = year;
  const called = name ?? nameOf(ledger.horses.size);
  const remaining = [...ledger.customers.keys()].filter((id) => !ledger.merged.has(id));
  const customer = owner ?? random.pick(remaining);
  const amounts = {
    boarding: random.pick([290_000, 275_050, 310_033]),
    surcharge: random.pick([15_000, 0, 12_345]),
    training: random.pick([175_000, 0, 99_999]),
  };
  const [place, blanket] = [random.pick(["florida", "long-island"] as const), random.chance(0.3)];
  const { done } = await adminOf(year).press("/horses/new", "Add", {
    ...{ name: called, customerId: customer, checkInDate: checkIn, location: place, hasBlanket: blanket ? "on" : null },
    ...{
      boarding: typedDollars(amounts.boarding),
      boardingSurcharge: typedDollars(amounts.surcharge),
      training: typedDollars(amounts.training),
    },
  });
  const horse: YearHorse = {
    ...{ id: done, name: called, stays: [{ from: checkIn, to: null }], changed: today.slice(0, 7) },
    owner: [{ from: checkIn, is: customer }],
    place: [{ from: checkIn, is: place }],
    amounts: [{ from: checkIn, is: amounts }],
    blanket: [{ from: checkIn, is: blanket }],
    late: checkIn.slice(0, 7) < today.slice(0, 7) && today >= FIRST_DAY ? checkIn.slice(0, 7) : null,
  };
  ledger.horses.set(done, horse);
  return horse;
}

/** The horses that were here on a day and have not left. */
export const horsesOn = ({ ledger, today }: Year, day: string) =>
  [...ledger.horses.values()].filter(({ stays }) =>
    stays.some(({ from, to }) => from <= day && (to === null || (to >= day && to >= today))),
  );
