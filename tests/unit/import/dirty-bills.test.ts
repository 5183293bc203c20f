import { expect, test } from "vitest";
import { readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables, type KnownRecord } from "#app/domain/import/import-plan.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/*
 * 20,000 bills of an old system, dirty in every way that was seen. Each is made from its amount in whole cents and its day, and only then
 * written as other systems write it; what must come in is counted on the way, in integers.
 */

const COUNT = 20_000;
const DAY_MS = 86_400_000;

/** A sequence of whole numbers below `most`, the same in each run. */
function sequence(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
const next = sequence(7);
const oneOf = <T>(all: readonly T[]): T => all[next(all.length)] as T;

/** '12.05' of 1205n: made of the digits, without a floating point. */
function decimal(cents: bigint): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
const grouped = (cents: bigint) => decimal(cents).replace(/\B(?=(\d{3})+\.)/g, ",");

/** Ways to write an amount that is not below 0. */
const AMOUNTS: readonly ((cents: bigint) => unknown)[] = [
  (cents) => Number(decimal(cents)),
  (cents) => decimal(cents),
  (cents) => `$${grouped(cents)}`,
  (cents) => ` $ ${grouped(cents)} `,
  (cents) => `${decimal(cents)}4`,
  // Half a cent is rounded up.
  (cents) => (cents > 0n ? `${decimal(cents - 1n)}5` : 0),
  // Sums of floating points, which are off by less than a millionth of a cent.
  (cents) => Number(decimal(cents)) + (cents < 100_000n ? 1e-11 : 0),
];
const NEGATIVE: readonly ((cents: bigint) => unknown)[] = [
  (cents) => -Number(decimal(cents)),
  (cents) => `-${decimal(cents)}`,
  (cents) => `($${grouped(cents)})`,
  (cents) => `-$${grouped(cents)}`,
];
const NO_AMOUNTS = ["free", "25,00", "1.234,50", "12 34", {}, [], true, "", null, undefined, "$", "1e3", 1e12] as const;

/** Ways to write a day, which is the number of days since 1970. */
const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const DAYS: readonly ((day: number) => unknown)[] = [
  iso,
  (day) => iso(day).replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1"),
  (day) => `${Number(iso(day).slice(5, 7))}/${Number(iso(day).slice(8))}/${iso(day).slice(2, 4)}`,
  // 01:30 in UTC of the next day is the evening of the day in New York, in summer and in winter.
  (day) => `${iso(day + 1)}T01:30:00.000Z`,
  (day) => ({ _seconds: ((day + 1) * DAY_MS) / 1_000 + 5_400, _nanoseconds: 0 }),
  (day) => (day + 1) * DAY_MS + 5_400_000,
  (day) => String(day + 25_569),
];
const NO_DAYS = ["soon", "2/30/2026", "", null, {}, "2101-01-01"] as const;

/** What must come in, in whole cents. */
const expected = {
  bills: 0,
  cents: 0n,
  credits: 0,
  credited: 0n,
  refused: 0,
  byCustomer: {} as Record<string, bigint>,
  byDay: {} as Record<string, bigint>,
};

type Bill = { id: string; [field: string]: unknown };

/** A bill, counted as what must become of it. */
function makeBill(i: number): Bill {
  const [cents, day] = [BigInt(next(i % 50 === 0 ? 99_000_000 : 400_000)), 18_262 + next(2_500)];
  const customer = oneOf(["c1", "c2", "c3", "gone"]);
  const bill = {
    ...{
      id: `b${i}`,
      customerId: customer,
      horseId: oneOf(["h1", "h2", "lost", "bad", ""]),
      serviceId: oneOf(["s1", "s2", "boarding"]),
    },
    ...{ quantity: oneOf([1, "2", 3, undefined]), exported: oneOf([true, "yes", false, undefined]) },
    ...{ date: oneOf(DAYS)(day), value: oneOf(AMOUNTS)(cents) },
  };
  const kind = next(100);
  if (kind < 4 && cents > 0n) {
    expected.credits += 1;
    expected.credited += cents;
    return { ...bill, value: oneOf(NEGATIVE)(cents) };
  }
  if (kind < 12) {
    expected.refused += 1;
    if (kind < 7) return { ...bill, value: oneOf(NO_AMOUNTS) };
    return kind < 10 ? { ...bill, date: oneOf(NO_DAYS) } : { ...bill, quantity: oneOf([0, -1, "some", 1.5, 1_001]) };
  }
  expected.bills += 1;
  expected.cents += cents;
  const known = customer === "gone" ? "null" : customer;
  expected.byCustomer[known] = (expected.byCustomer[known] ?? 0n) + cents;
  expected.byDay[iso(day)] = (expected.byDay[iso(day)] ?? 0n) + cents;
  return bill;
}

test("of 20,000 dirty bills exactly those that can be read come in, and their sums agree to the cent", async () => {
  const bills = Array.from({ length: COUNT }, (_, i) => makeBill(i));
  // Bills that are there again come in once; of two different bills with one id, neither comes in.
  const repeated = bills.slice(0, 8_000).filter((_, i) => i % 40 === 0);
  const sound = { customerId: "c1", horseId: "h1", serviceId: "s1", date: "2026-05-01" };
  const twins = Array.from({ length: 100 }, (_, i) => ({ ...sound, id: `twin${i >> 1}`, value: i }));
  expected.refused += 50;
  const files = {
    "billItems.json": [...bills.slice(0, 8_000), ...repeated, ...twins],
    "billItems (2).json": Object.fromEntries(bills.slice(8_000).map(({ id, ...fields }) => [id, fields])),
    "customers.json": { c1: { name: "Ann Lee" }, c2: { name: "Bo Carr" }, c3: { name: "Cy Dunn" } },
    "horses.json": {
      h1: { name: "Apollo", customerId: "c1", checkInDate: "2026-01-02" },
      h2: { name: "Star", checkInDate: "1/2/26" },
      bad: { name: "Bad", checkInDate: "never" },
    },
    "services.json": { s1: { productServiceName: "Lunging", price: 25 }, s2: { productServiceName: "Clipping" } },
  };
  const readings = await Promise.all(
    Object.entries(files).map(([name, json]) =>
      readImportFile({ name, bytes: new TextEncoder().encode(JSON.stringify(json)) }),
    ),
  );
  const nothing = forTables(() => new Map<string, KnownRecord>());
  const { rows, sums, credits, findings, read } = planImport(
    sourcesOf(readings.flat()),
    nothing,
    "2026-11-21T12:00:00.000Z",
  );

  const refused = new Set(
    findings.flatMap(({ collection, id, isRefused }) => (collection === "billItems" && isRefused ? [id] : [])),
  );
  const byOf = (column: string) => {
    const all: Record<string, bigint> = {};
    for (const row of rows.bill_items)
      all[String(row[column])] = (all[String(row[column])] ?? 0n) + BigInt(row.value ?? 0);
    return all;
  };
  expect({
    ...{ bills: rows.bill_items.length, cents: BigInt(sums.bill_items.cents), refused: refused.size },
    ...{ credits: credits.length, credited: credits.reduce((sum, { cents }) => sum + BigInt(cents), 0n) },
    ...{ byCustomer: byOf("customer_id"), byDay: byOf("date") },
  }).toEqual(expected);
  expect(read.billItems).toBe(COUNT + repeated.length + twins.length);
  expect(new Set(rows.bill_items.map(({ id }) => id)).size).toBe(expected.bills);
  expect(rows.horses.map(({ id, deleted_at }) => [id, deleted_at !== null]).toSorted()).toEqual([
    ["bad", true],
    ["h1", false],
    ["h2", false],
    ["lost", true],
    ["unknown-horse", true],
  ]);
});
