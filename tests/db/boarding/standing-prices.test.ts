import { afterEach, beforeEach, expect, test } from "vitest";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { priceIn } from "#app/domain/boarding/standing-charges.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { standingRecords } from "#db/queries/barn/standing-charges.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { setFields } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* The price of a standing charge in a month that is over, after changes and their undo (docs/product.md, 'Standing charges'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
const TODAY = "2026-11-28";

beforeEach(async () => {
  database = await openDatabase();
  const ROW = { created_at: "2026-01-01T15:00:00.000Z", updated_at: "2026-01-01T15:00:00.000Z" };
  await insertRow(database, "horses", { ...ROW, id: "pia", name: "Pia", check_in_date: "2026-01-01" });
  await insertRow(database, "services", { ...ROW, id: "lesson", product_service_name: "Lesson", price: 12_000 });
  const charge = { ...ROW, id: "weekly", horse_id: "pia", service_id: "lesson", from_date: "2026-01-01" };
  await insertRow(database, "standing_charges", { ...charge, repeats: "weekdays", weekdays: '["Tue"]' });
});
afterEach(() => database.close());

/** A day stands for its noon in New York. */
const byAt = (day: LocalDate) => ({ actor: "alex@hayloft.example", at: new Date(`${day}T17:00:00.000Z`) });
async function write(change: Change) {
  expect(await database.connect().write(change)).toBe("written");
  return change.idempotencyKey;
}
const price = (day: LocalDate, cents: number) =>
  write(setFields(serviceRecords, ["lesson"], { price: cents }, byAt(day)));
const own = (day: LocalDate, cents: number) =>
  write(setFields(standingRecords, ["weekly"], { price: cents }, byAt(day)));
const undo = async (day: LocalDate, key: string, options?: Parameters<typeof undoByKey>[3]) =>
  write(await undoByKey(database, key, byAt(day), options));

/** The price for one in October, which is over, as billing reads it. */
async function priceInOctober() {
  const query = horsesToBill({ q: "" }, TODAY, {
    ...{ month: "2026-10", isProrated: true, today: [], otherPrices: [], payer: {} },
  });
  const [batch] = await database.connect().read(readBatch(query));
  const horse = parseRows(query, batch?.rowsJson ?? "").find(({ id }) => id === "pia");
  const [charge] = horse?.standing ?? [];
  if (!charge) throw new Error("There is no charge");
  return priceIn(charge, "2026-10", { isOver: true });
}

test.each<[what: string, steps: () => Promise<unknown>, cents: number]>([
  ["no change", async () => {}, 12_000],
  ["a change before the month", () => price("2026-09-08", 100), 100],
  ["a change after its first day", () => price("2026-11-08", 100), 12_000],
  [
    "a change before the month, undone after its first day",
    async () => undo("2026-11-09", await price("2026-09-08", 100)),
    12_000,
  ],
  ["a change within the month, undone", async () => undo("2026-11-09", await price("2026-10-08", 100)), 12_000],
  ["an own price before the month, undone", async () => undo("2026-11-09", await own("2026-09-08", 100)), 12_000],
  [
    "a change that was undone and made again: it holds from its own day",
    async () => undo("2026-11-10", await undo("2026-11-09", await price("2026-09-08", 100))),
    100,
  ],
  [
    "a change that was undone, made again and undone again",
    async () => {
      const key = await price("2026-09-08", 100);
      await undo("2026-11-10", await undo("2026-11-09", key));
      await undo("2026-11-11", key);
    },
    12_000,
  ],
  [
    "two changes, both undone, the last one first",
    async () => {
      const first = await price("2026-09-07", 100);
      await undo("2026-11-09", await price("2026-09-08", 200));
      await undo("2026-11-10", first);
    },
    12_000,
  ],
  [
    "a change, undone after another one and its reversal by hand: the days between stay",
    async () => {
      const key = await price("2026-09-08", 100);
      await price("2026-11-02", 300);
      await price("2026-11-03", 100);
      await undo("2026-11-09", key);
    },
    100,
  ],
  [
    "a change, undone after it was archived: the price before the undo counts",
    async () => {
      const undone = await undo("2026-11-09", await price("2026-09-08", 100));
      await database.change(`delete from activity where id = '${undone.replace("undo ", "")}'`);
    },
    100,
  ],
])("%s", async (_, steps, cents) => {
  await steps();
  expect(await priceInOctober()).toBe(cents);
});

test.each([
  ["lesson", 12_000],
  ["other", 100],
])("of two services, the undo for %s alone leaves the other one as it is", async (id, cents) => {
  const now = byAt("2026-01-01").at.toISOString();
  const other = { id: "other", product_service_name: "Other", price: 1, created_at: now, updated_at: now };
  await insertRow(database, "services", other);
  const key = await write(setFields(serviceRecords, ["lesson", "other"], { price: 100 }, byAt("2026-09-08")));
  await undo("2026-11-09", key, { only: [id], idempotencyKey: `undo others of ${key}` });
  expect(await priceInOctober()).toBe(cents);
});
