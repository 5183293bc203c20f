import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, monthOf } from "#app/domain/basics/months.ts";
import type { Rows } from "./rows.ts";

export type TestHorse = {
  id: string;
  name: string;
  customer_id: string | null;
  boarding: number;
  boarding_surcharge: number;
  training: number;
  has_blanket: number;
  location: string;
  is_billable: number;
  check_in_date: string;
};

/** Boarding in cents. Some amounts need rounding on Long Island. */
const BOARDING = [290_000, 275_050, 5_000, 245_005, 99_999, 1];

/**
 * Adds horses whose name starts with `tag`, so that a search finds only them. All are billable and on the property since the first
 * day of the month.
 */
export async function addHorses(
  barn: { rows: Rows },
  tag: string,
  count: number,
  change: (n: number) => Partial<TestHorse> = () => ({}),
): Promise<TestHorse[]> {
  const [customer] = await barn.rows("select id from customers order by seq limit 1");
  const horses = Array.from({ length: count }, (_, n) => ({
    id: crypto.randomUUID(),
    name: `${tag} ${String(n).padStart(3, "0")}`,
    customer_id: n % 5 === 4 ? null : String(customer?.id),
    boarding: BOARDING[n % BOARDING.length] ?? 0,
    boarding_surcharge: n % 4 === 3 ? 0 : 15_000,
    training: n % 3 === 2 ? 0 : 175_000,
    has_blanket: n % 2,
    location: n % 2 === 0 ? "long-island" : "florida",
    is_billable: 1,
    check_in_date: firstDayOf(monthOf(todayInNewYork(new Date()))),
    ...change(n),
  }));
  await insert(barn, "horses", horses);
  return horses;
}

export type TestShow = { id: string; name: string; horse_id: string; service_id: string; quantity: number };

/** Adds an unbilled show of each horse, with a new service. Their names start with `tag`. `price` in cents. */
export async function addShows(barn: { rows: Rows }, tag: string, horses: TestHorse[], price = 3_275) {
  const service = { id: crypto.randomUUID(), product_service_name: `${tag} braiding`, price };
  await insert(barn, "services", [service]);
  const shows = horses.map((horse, n) => ({
    id: crypto.randomUUID(),
    name: `${tag} show ${n}`,
    date: firstDayOf(monthOf(todayInNewYork(new Date()))),
    horse_id: horse.id,
    customer_id: horse.customer_id,
    service_id: service.id,
    quantity: (n % 4) + 1,
  }));
  await insert(barn, "shows", shows);
  return { service, shows };
}

async function insert(barn: { rows: Rows }, table: string, records: Record<string, string | number | null>[]) {
  const names = Object.keys(records[0] ?? {});
  const now = "2026-01-05T12:00:00.000Z";
  await barn.rows(
    `insert into ${table} (${names}, created_at, updated_at) select ${names.map((name) => `value ->> '${name}'`)}, ?, ? from json_each(?)`,
    [now, now, JSON.stringify(records)],
  );
}

/** Returns the boarding charges of a month in cents, computed with integers (docs/product.md, 'Billing horses'). */
export function dueFor(horses: TestHorse[]): number {
  let sum = 0n;
  for (const horse of horses) {
    sum += BigInt(horse.boarding) + BigInt(horse.boarding_surcharge) + BigInt(horse.training);
    if (horse.has_blanket) sum += 10_000n;
    if (horse.location === "long-island") {
      const tenThousandths = BigInt(horse.boarding) * 863n;
      sum += tenThousandths / 10_000n + (tenThousandths % 10_000n >= 5_000n ? 1n : 0n);
    }
  }
  return Number(sum);
}

/** Returns the number of bills of a month of boarding. */
export const billsFor = (horses: TestHorse[]) =>
  horses.reduce(
    (count, horse) =>
      count + 2 + horse.has_blanket + (horse.location === "long-island" ? 1 : 0) + (horse.training > 0 ? 1 : 0),
    0,
  );

/** Inserts a boarding bill of a horse that another system made for the month of its date: the month is billed. */
export async function billBoarding(barn: { rows: Rows }, { id }: TestHorse, date = todayInNewYork(new Date())) {
  await barn.rows(
    "insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at, entered_by) values (?, ?, 'boarding', ?, 1, 100, 'florida', ?, 'Import')",
    [crypto.randomUUID(), id, date, "2026-01-05T12:00:00.000Z"],
  );
}

/** Returns the bills of horses that billing runs have made. */
export async function billsOf(barn: { rows: Rows }, horses: { id: string }[]) {
  return barn.rows(
    "select * from bill_items where billing_run_id is not null and horse_id in (select value from json_each(?)) order by seq",
    [JSON.stringify(horses.map(({ id }) => id))],
  );
}
