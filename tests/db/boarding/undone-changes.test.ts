import { afterEach, beforeEach, expect, test } from "vitest";
import { factsAsOf } from "#app/domain/barn/horse-history.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { judgeBoards } from "#app/domain/exports/judge-boards.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import { setHorses } from "#db/queries/barn/horse-prices.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { changedBoards } from "#db/queries/exports/changed-boards.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* A change of a horse that was undone counts for no day of a month's board (docs/product.md, 'Undo'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
const TODAY = "2026-11-28";

beforeEach(async () => {
  database = await openDatabase();
  const customer = (id: string) =>
    `insert into customers (id, name, emails, phone, riders, created_at, updated_at) values ('${id}', '${id}', '[]', '', '[]', '2026-01-01', '2026-01-01')`;
  const horse = (id: string) =>
    `insert into horses (id, name, customer_id, check_in_date, boarding, boarding_surcharge, training, created_at, updated_at)
      values ('${id}', '${id}', 'maeve', '2026-01-01', 300000, 0, 0, '2026-01-01T15:00:00.000Z', '2026-01-01T15:00:00.000Z')`;
  await database.change(customer("maeve"), customer("priya"), horse("pia"), horse("bo"));
});
afterEach(() => database.close());

/** A day stands for its noon in New York. */
const byAt = (day: LocalDate) => ({ actor: "alex@hayloft.example", at: new Date(`${day}T17:00:00.000Z`) });

async function write(change: Change) {
  expect(await database.connect().write(change)).toBe("written");
  return change.idempotencyKey;
}
const set = (day: LocalDate, values: Partial<HorseRow>, ids = ["pia", "bo"]) =>
  write(setHorses(ids, values, byAt(day)));
const undo = async (day: LocalDate, key: string, options?: Parameters<typeof undoByKey>[3]) =>
  write(await undoByKey(database, key, byAt(day), options));

/** The owner and what differs from Pia's usual facts on days of November, as billing reads them. */
async function factsOn(days: readonly LocalDate[], id = "pia") {
  const query = horsesToBill({ q: "" }, TODAY, {
    ...{ month: "2026-11", isProrated: true, today: [], otherPrices: [], payer: {} },
  });
  const [batch] = await database.connect().read(readBatch(query));
  const horse = parseRows(query, batch?.rowsJson ?? "").find((each) => each.id === id);
  if (!horse) throw new Error("There is no horse");
  return days.map((day) => {
    const { customerId, location, boarding, isBillable } = factsAsOf(horse, day);
    return [customerId, location === "florida" ? "" : location, boarding / 100, isBillable ? "" : "not billable"]
      .filter((text) => text !== "")
      .join(" ");
  });
}

const [PRIYA, PRICE] = [{ customerId: "priya" }, { boarding: 100_000 }];
const USUAL = "maeve 3000";
const ALL_USUAL = { "2026-11-07": USUAL, "2026-11-08": USUAL, "2026-11-09": USUAL, "2026-11-20": USUAL };

test.each<[what: string, steps: () => Promise<unknown>, days: Record<LocalDate, string>]>([
  [
    "an owner",
    () => set("2026-11-08", PRIYA),
    { "2026-11-07": USUAL, "2026-11-08": "priya 3000", "2026-11-20": "priya 3000" },
  ],
  ["an owner, undone", async () => undo("2026-11-09", await set("2026-11-08", PRIYA)), ALL_USUAL],
  ["a place, undone", async () => undo("2026-11-09", await set("2026-11-08", { location: "long-island" })), ALL_USUAL],
  ["a price, undone", async () => undo("2026-11-09", await set("2026-11-08", PRICE)), ALL_USUAL],
  ["'Not billable', undone", async () => undo("2026-11-09", await set("2026-11-08", { isBillable: false })), ALL_USUAL],
  [
    "an owner, undone and made again: it holds from its own day",
    async () => undo("2026-11-10", await undo("2026-11-09", await set("2026-11-08", PRIYA))),
    { "2026-11-07": USUAL, "2026-11-08": "priya 3000", "2026-11-09": "priya 3000", "2026-11-20": "priya 3000" },
  ],
  [
    "an owner, undone, made again and undone again",
    async () => {
      const key = await set("2026-11-08", PRIYA);
      await undo("2026-11-10", await undo("2026-11-09", key));
      await undo("2026-11-11", key);
    },
    { ...ALL_USUAL, "2026-11-10": USUAL, "2026-11-11": USUAL },
  ],
  [
    "an owner, undone, and made again after the first change was archived: it holds from its redo",
    async () => {
      const key = await set("2026-11-08", PRIYA);
      const undone = await undo("2026-11-09", key);
      await database.change(`delete from activity where id = '${key}'`);
      await undo("2026-11-10", undone);
    },
    { "2026-11-07": USUAL, "2026-11-08": USUAL, "2026-11-09": USUAL, "2026-11-10": "priya 3000" },
  ],
  [
    "a price, then an owner that was undone",
    async () => {
      await set("2026-11-08", PRICE);
      await undo("2026-11-10", await set("2026-11-09", PRIYA));
    },
    { "2026-11-07": USUAL, "2026-11-08": "maeve 1000", "2026-11-09": "maeve 1000", "2026-11-20": "maeve 1000" },
  ],
  [
    "a price and an owner, both undone, the last one first",
    async () => {
      const price = await set("2026-11-07", PRICE);
      await undo("2026-11-09", await set("2026-11-08", PRIYA));
      await undo("2026-11-10", price);
    },
    { ...ALL_USUAL, "2026-11-10": USUAL },
  ],
  [
    "an owner, undone, then a price",
    async () => {
      await undo("2026-11-09", await set("2026-11-08", PRIYA));
      await set("2026-11-10", PRICE);
    },
    { "2026-11-08": USUAL, "2026-11-09": USUAL, "2026-11-10": "maeve 1000" },
  ],
  [
    "an owner, undone after a price that was changed and changed back: the days between stay",
    async () => {
      const owner = await set("2026-11-08", PRIYA);
      await set("2026-11-09", PRICE);
      await set("2026-11-10", { boarding: 300_000 });
      await undo("2026-11-11", owner);
    },
    { "2026-11-07": USUAL, "2026-11-08": "priya 3000", "2026-11-09": "priya 1000", "2026-11-11": USUAL },
  ],
])("%s", async (_, steps, days) => {
  await steps();
  expect(await factsOn(Object.keys(days))).toEqual(Object.values(days));
});

test("of two horses, the one that is undone alone has no day with the wrong owner", async () => {
  const key = await set("2026-11-08", PRIYA);
  await undo("2026-11-09", key, { only: ["pia"], idempotencyKey: `undo others of ${key}` });
  expect(await factsOn(["2026-11-08", "2026-11-09"])).toEqual([USUAL, USUAL]);
  expect(await factsOn(["2026-11-08", "2026-11-09"], "bo")).toEqual(["priya 3000", "priya 3000"]);
});

test("a horse that was changed since stays as it is, with its days", async () => {
  const key = await set("2026-11-08", PRIYA);
  await set("2026-11-09", PRICE, ["bo"]);
  await undo("2026-11-10", key, { skipsChanged: true });
  expect(await factsOn(["2026-11-08", "2026-11-10"])).toEqual([USUAL, USUAL]);
  expect(await factsOn(["2026-11-08", "2026-11-10"], "bo")).toEqual(["priya 3000", "priya 1000"]);
});

const bill = (id: string, owner: string, days: string, cents: number, on = "2026-11-08", period = "2026-11") =>
  `insert into bill_items (id, horse_id, customer_id, service_id, date, period, first_day, last_day, quantity, value, unit_price, location, created_at)
    values ('${id}', 'pia', '${owner}', 'boarding', '${on}', '${period}', ${days}, 1, ${cents}, ${cents}, 'florida', '${on}T20:00:00.000Z')`;

/** What Check finds of Pia. */
async function check(today = TODAY) {
  const [row] = await database.connect().read(changedBoards(today));
  return judgeBoards(
    (row?.read.horses ?? []).filter(({ id }) => id === "pia"),
    today,
    [],
  ).map(({ check, tooMuch, tooLittle, bills }) => [
    check,
    tooMuch,
    tooLittle,
    bills.map(({ id, due }) => `${id} ${due}`),
  ]);
}

test("Check finds what runs billed long after a change, and before its undo or redo", async () => {
  const later = "2027-10-28";
  const key = await set("2026-05-10", PRIYA);
  await database.change(bill("of Priya", "priya", "null, null", 300_000, "2027-03-01", "2027-03"));
  expect(await check(later)).toEqual([]);
  const undone = await undo("2027-04-15", key);
  expect(await check(later)).toEqual([["boardChanged", 300_000, 300_000, ["of Priya 300000"]]]);
  await database.change(
    "update bill_items set deleted_at = '2027-04-16', voided_at = '2027-04-16' where id = 'of Priya'",
    bill("of Maeve", "maeve", "null, null", 300_000, "2027-04-16", "2027-03"),
  );
  expect(await check(later)).toEqual([]);
  await undo("2027-04-17", undone);
  expect(await check(later)).toEqual([["boardChanged", 300_000, 300_000, ["of Maeve 300000"]]]);
});

test("Check finds what a run billed to the wrong owner before the undo", async () => {
  const key = await set("2026-11-08", PRIYA);
  await database.change(
    "update settings set prorate = 1",
    bill("of Maeve", "maeve", "'2026-11-01', '2026-11-07'", 70_000),
    bill("of Priya", "priya", "'2026-11-08', '2026-11-30'", 230_000),
  );
  expect(await check()).toEqual([]);
  const undone = await undo("2026-11-09", key);
  expect(await check()).toEqual([["boardChanged", 230_000, 230_000, ["of Priya 0"]]]);
  await undo("2026-11-10", undone);
  expect(await check()).toEqual([]);
});
