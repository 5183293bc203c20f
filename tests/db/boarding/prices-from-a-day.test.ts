import { afterEach, beforeEach, expect, test } from "vitest";
import { factsAsOf } from "#app/domain/barn/horse-history.ts";
import { horseOn, NO_NEXT_PRICES } from "#app/domain/barn/next-prices.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { runPriceSchedule } from "#app/worker/scheduled-prices.ts";
import { ConflictError } from "#db/errors.ts";
import { saveHorse, setHorses, setHorsesFrom } from "#db/queries/barn/horse-prices.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { findRecord, removeRecords } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Prices that hold from a day, from the forms to the amounts of a bill (docs/product.md, 'Prices from a day'). */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeEach(async () => {
  database = await openDatabase();
  await database.rows(`insert into horses (id, name, check_in_date, boarding, boarding_surcharge, training, created_at, updated_at)
    values ('pia', 'Pia', '2026-01-01', 290000, 0, 0, '2026-01-01T15:00:00.000Z', '2026-01-01T15:00:00.000Z')`);
});
afterEach(() => database.close());

const find = async (): Promise<HorseRow> => {
  const [found] = await database.connect().read(findRecord(horseRecords, "pia"));
  if (!found) throw new Error("There is no horse");
  return found.record;
};

/** A day stands for its noon in New York, or a little later. */
const instant = (at: string) => new Date(at.length === 10 ? `${at}T17:00:00.000Z` : at);
const byAt = (at: string) => ({ actor: "alex@hayloft.example", at: instant(at) });

async function write(change: Change) {
  expect(await database.connect().write(change)).toBe("written");
  return change.idempotencyKey;
}

/** Saves the dialog with these changes, and returns the key of the change. */
async function save(at: string, change: Partial<HorseRow>, opened?: HorseRow) {
  const { id, seq, version, responsibleParty, blanketCharge, ...values } =
    opened ?? horseOn(await find(), todayInNewYork(instant(at)));
  const edited = { id, version, idempotencyKey: crypto.randomUUID() };
  return write(saveHorse(edited, { ...values, ...change }, byAt(at)));
}
const set = (at: string, change: Partial<HorseRow>) => write(setHorses(["pia"], change, byAt(at)));
const undo = async (at: string, key: string) => write(await undoByKey(database, key, byAt(at)));

/** Runs the nightly schedule. */
const settle = (at: string) => runPriceSchedule({ open: database.connect, trigger: instant(at), now: instant(at) });

/** The boarding of days as the billing of their month reads it on a day. */
async function boardingOn(today: LocalDate, days: readonly LocalDate[]) {
  const amounts: number[] = [];
  for (const day of days) {
    const choice = { isProrated: true, today: [], otherPrices: [], payer: {} };
    const query = horsesToBill({ q: "" }, today, { month: monthOf(day), ...choice });
    const [batch] = await database.connect().read(readBatch(query));
    const horse = parseRows(query, batch?.rowsJson ?? "").find(({ id }) => id === "pia");
    amounts.push(horse ? factsAsOf(horse, day).boarding : -1);
  }
  return amounts;
}

const next = (pricesFrom: string, nextBoarding = 350_000) => ({ pricesFrom, nextBoarding });

type Steps = (() => Promise<unknown>)[];

test.each<[what: string, steps: Steps, today: string, days: Record<string, number>]>([
  [
    "next prices",
    [() => save("2026-11-10", next("2026-12-01"))],
    "2026-11-20",
    { "2026-11-20": 290_000, "2026-11-30": 290_000, "2026-12-01": 350_000 },
  ],
  [
    "next prices whose day has come, without the schedule",
    [() => save("2026-11-10", next("2026-12-01"))],
    "2026-12-02",
    { "2026-11-30": 290_000, "2026-12-01": 350_000 },
  ],
  [
    "next prices that the schedule has made the prices, two nights late",
    [() => save("2026-11-10", next("2026-12-01")), () => settle("2026-12-03T09:30:00.000Z")],
    "2026-12-03",
    { "2026-11-30": 290_000, "2026-12-01": 350_000, "2026-12-03": 350_000 },
  ],
  [
    "two next prices in turn",
    [
      () => save("2026-09-10", next("2026-10-15", 300_000)),
      () => settle("2026-10-15T08:30:00.000Z"),
      () => save("2026-10-20", next("2026-11-15")),
      () => settle("2026-11-15T09:30:00.000Z"),
    ],
    "2026-11-20",
    { "2026-10-14": 290_000, "2026-10-15": 300_000, "2026-11-14": 300_000, "2026-11-15": 350_000 },
  ],
  [
    "two next prices in turn, without the schedule",
    [() => save("2026-09-10", next("2026-10-15", 300_000)), () => save("2026-10-20", next("2026-11-15"))],
    "2026-11-20",
    { "2026-10-14": 290_000, "2026-10-15": 300_000, "2026-11-14": 300_000, "2026-11-15": 350_000 },
  ],
  [
    "next prices, then another price at once",
    [() => save("2026-11-10", next("2026-12-01")), () => set("2026-11-20", { boarding: 300_000 })],
    "2026-12-02",
    { "2026-11-19": 290_000, "2026-11-20": 300_000, "2026-12-01": 350_000 },
  ],
  [
    "another price on the day after the next ones, without the schedule",
    [() => save("2026-11-10", next("2026-12-01")), () => set("2026-12-02", { boarding: 300_000 })],
    "2026-12-05",
    { "2026-11-30": 290_000, "2026-12-01": 350_000, "2026-12-02": 300_000 },
  ],
  [
    "another fact on the day after the next prices, without the schedule",
    [() => save("2026-11-10", next("2026-12-01")), () => save("2026-12-02", { hasBlanket: true })],
    "2026-12-05",
    { "2026-11-30": 290_000, "2026-12-01": 350_000, "2026-12-02": 350_000 },
  ],
  [
    "next prices that were removed",
    [() => save("2026-11-10", next("2026-12-01")), () => save("2026-11-12", NO_NEXT_PRICES)],
    "2026-12-05",
    { "2026-11-30": 290_000, "2026-12-01": 290_000 },
  ],
  [
    "next prices that were undone",
    [async () => undo("2026-11-12", await save("2026-11-10", next("2026-12-01")))],
    "2026-12-05",
    { "2026-12-01": 290_000 },
  ],
  [
    "a price from today",
    [() => save("2026-11-10", next("2026-11-10"))],
    "2026-11-20",
    { "2026-11-09": 290_000, "2026-11-10": 350_000 },
  ],
  [
    "a price from the day before",
    [() => save("2026-11-03", next("2026-11-01"))],
    "2026-11-20",
    { "2026-10-31": 290_000, "2026-11-01": 350_000, "2026-11-03": 350_000 },
  ],
  [
    "a price from a day of the last month, on the first",
    [() => save("2026-12-01", next("2026-11-01"))],
    "2026-12-01",
    { "2026-10-31": 290_000, "2026-11-01": 350_000, "2026-12-01": 350_000 },
  ],
  [
    "a price whose day was given later",
    [() => set("2026-11-10", { boarding: 350_000 }), () => save("2026-11-12", next("2026-11-01"))],
    "2026-11-20",
    { "2026-10-31": 290_000, "2026-11-01": 350_000, "2026-11-10": 350_000 },
  ],
  [
    "a price from a day that is over, undone",
    [async () => undo("2026-11-05", await save("2026-11-03", next("2026-11-01")))],
    "2026-11-20",
    { "2026-11-01": 290_000, "2026-11-05": 290_000 },
  ],
  [
    "a price whose day was given later, undone",
    [
      () => set("2026-11-10", { boarding: 350_000 }),
      async () => undo("2026-11-13", await save("2026-11-12", next("2026-11-01"))),
    ],
    "2026-11-20",
    { "2026-11-01": 290_000, "2026-11-10": 350_000 },
  ],
  [
    "a price from a day that is over, undone and made again",
    [async () => undo("2026-11-07", await undo("2026-11-06", await save("2026-11-05", next("2026-11-01"))))],
    "2026-11-20",
    { "2026-10-31": 290_000, "2026-11-01": 350_000, "2026-11-05": 350_000 },
  ],
  [
    "the hour that comes twice, before midnight in New York",
    [() => save("2026-10-31", next("2026-11-01")), () => settle("2026-11-01T03:59:00.000Z")],
    "2026-11-01",
    { "2026-10-31": 290_000, "2026-11-01": 350_000 },
  ],
])("%s", async (_, steps, today, days) => {
  for (const step of steps) await step();
  expect(await boardingOn(today, Object.keys(days))).toEqual(Object.values(days));
});

test("the schedule makes next prices the amounts on their day, once, and no other horse's", async () => {
  await save("2026-11-10", { ...next("2026-12-01"), nextTraining: 0 });
  await set("2026-11-10", { training: 20_000 });
  const given = await find();
  await settle("2026-12-01T04:59:00.000Z");
  expect(await find()).toEqual(given);
  await settle("2026-12-01T09:30:00.000Z");
  const after = { ...given, boarding: 350_000, training: 0, ...NO_NEXT_PRICES, version: given.version + 1 };
  expect(await find()).toEqual(after);
  await settle("2026-12-01T09:30:00.000Z");
  await settle("2026-12-02T09:30:00.000Z");
  expect(await find()).toEqual(after);
  const [change] = await database.rows("select actor, action from activity order by rowid desc limit 1");
  expect(change).toEqual({ actor: "schedule", action: "set next prices of horse" });
});

test("the next prices of a deleted horse wait for its return", async () => {
  await save("2026-11-10", next("2026-12-01"));
  const deleted = await write(removeRecords(horseRecords, ["pia"], byAt("2026-11-20")));
  await settle("2026-12-01T09:30:00.000Z");
  await undo("2026-12-02", deleted);
  expect((await find()).boarding).toBe(290_000);
  await settle("2026-12-03T09:30:00.000Z");
  expect((await find()).boarding).toBe(350_000);
  expect(await boardingOn("2026-12-05", ["2026-11-30", "2026-12-01"])).toEqual([290_000, 350_000]);
});

test("a dialog that opened before the day keeps the prices that hold since, and what was typed", async () => {
  await save("2026-11-10", next("2026-12-01"));
  const opened = await find();
  await save("2026-12-01T06:00:00.000Z", { hasBlanket: true }, opened);
  expect(await find()).toMatchObject({ boarding: 350_000, hasBlanket: true, ...NO_NEXT_PRICES });
  expect(await boardingOn("2026-12-05", ["2026-11-30", "2026-12-01"])).toEqual([290_000, 350_000]);
});

test("a horse that was sold after next prices were given keeps them, and each owner pays its own", async () => {
  await save("2026-11-10", next("2026-12-01"));
  await set("2026-11-20", { customerId: String((await database.rows("select id from customers limit 1"))[0]?.id) });
  expect(await boardingOn("2026-11-25", ["2026-11-25", "2026-12-01"])).toEqual([290_000, 350_000]);
});

const setFrom = (at: string, day: LocalDate, ids: string[], boarding: number) => {
  const change = setHorsesFrom(day, ids, { boarding }, byAt(at));
  if ("problem" in change) throw new Error(change.problem);
  return write(change);
};

test("40 horses get a price from a day at once, with one undo; each keeps what else is next from that day", async () => {
  await save("2026-11-10", { pricesFrom: "2026-12-01", nextTraining: 20_000 });
  const others = await database.rows("select id from horses where deleted_at is null and id <> 'pia' limit 39");
  const ids = ["pia", ...others.map(({ id }) => String(id))];
  const all = () =>
    database.rows("select id, boarding, next_boarding, next_training, prices_from from horses order by id");
  const before = await all();
  const key = await setFrom("2026-11-12", "2026-12-01", ids, 350_000);
  expect(await find()).toMatchObject({ boarding: 290_000, nextTraining: 20_000, ...next("2026-12-01") });
  expect((await all()).filter(({ next_boarding }) => next_boarding === 350_000)).toHaveLength(40);
  await undo("2026-11-13", key);
  expect(await all()).toEqual(before);
});

test("a price for selected horses from a day that is over holds from it", async () => {
  const key = await setFrom("2026-11-12", "2026-11-01", ["pia"], 350_000);
  expect(await find()).toMatchObject({ boarding: 350_000, ...NO_NEXT_PRICES });
  expect(await boardingOn("2026-11-12", ["2026-10-31", "2026-11-01"])).toEqual([290_000, 350_000]);
  await undo("2026-11-12", key);
  expect(await boardingOn("2026-11-12", ["2026-11-01", "2026-11-12"])).toEqual([290_000, 290_000]);
});

test("a price for selected horses is refused if it would move the day of other next prices", async () => {
  await save("2026-11-10", { pricesFrom: "2026-12-15", nextTraining: 20_000 });
  for (const day of ["2026-12-01", "2026-11-01"])
    await expect(setFrom("2026-11-12", day, ["pia"], 350_000)).rejects.toMatchObject({
      problem: expect.stringContaining("next prices from another day"),
    });
  await setFrom("2026-12-16", "2027-01-01", ["pia"], 350_000);
  expect(await find()).toMatchObject({ training: 20_000, nextTraining: null, ...next("2027-01-01") });
});

test("a day without an amount, or an amount without a day, cannot be stored", async () => {
  for (const values of [{ pricesFrom: "2026-12-01" }, { nextTraining: 100 }]) {
    await expect(set("2026-11-10", values)).rejects.toThrow("horses_next_prices");
  }
});

test("a day that is more than twelve months away is refused", async () => {
  await expect(save("2026-11-10", next("2027-11-11"))).rejects.toThrow(ConflictError);
});
