import { afterAll, beforeAll, expect, test } from "vitest";
import { addHorses, billBoarding, billsOf } from "#lab/support/billing.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { horseBatchAt } from "#tests/support/database/horse-batch.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const at = (instant: string, tag: string, month = "") => horseBatchAt(database, instant, tag, `month=${month}`);

/** The last minute of a month in New York and the first minute of the next month: in summer, in winter and at New Year. */
const monthEnds: [before: string, after: string, last: string, first: string][] = [
  ["2026-09-01T03:59:00Z", "2026-09-01T04:01:00Z", "2026-08-31", "2026-09-01"],
  ["2026-12-01T04:59:00Z", "2026-12-01T05:01:00Z", "2026-11-30", "2026-12-01"],
  ["2027-01-01T04:59:00Z", "2027-01-01T05:01:00Z", "2026-12-31", "2027-01-01"],
  ["2028-03-01T04:59:00Z", "2028-03-01T05:01:00Z", "2028-02-29", "2028-03-01"],
];

test.each(monthEnds)(
  "boarding is billed once a month, and in New York the month ends between %s and %s",
  async (before, after, last, first) => {
    const tag = `Month${last}`;
    const horses = await addHorses(database, tag, 2, () => ({ check_in_date: "2020-01-01" }));
    const [billed, other] = horses.map(({ id }) => id);
    await billBoarding(database, horses[0] as (typeof horses)[0], `${last.slice(0, 8)}01`);
    const isBilled = async (instant: string) =>
      Object.fromEntries((await at(instant, tag).open())?.rows.map((row) => [row.id, row.billed.length > 0]) ?? []);
    expect(await isBilled(before)).toEqual({ [billed ?? ""]: true, [other ?? ""]: false });
    expect(await isBilled(after)).toEqual({ [billed ?? ""]: false, [other ?? ""]: false });

    // A dialog opened in one month is refused in the next, even if no horse is billed in either.
    const old = await at(before, tag).open();
    expect(await at(after, tag).confirm(old)).toBe(409);
    expect(await billsOf(database, horses)).toEqual([]);

    expect(await at(before, tag).confirm(old)).toBe(303);
    const next = await at(after, tag).open();
    expect(await at(after, tag).confirm(next)).toBe(303);
    const dates = (await billsOf(database, horses)).map(({ horse_id, date }) => `${horse_id} ${date}`);
    expect(new Set(dates)).toEqual(new Set([`${other} ${last}`, `${billed} ${first}`, `${other} ${first}`]));
  },
);

test("a batch opened in one month and confirmed in the next gets 409", async () => {
  await addHorses(database, "Turnofmonth", 1);
  const opened = await at("2026-12-01T04:59:00Z", "Turnofmonth").open();
  expect(await at("2026-12-01T05:01:00Z", "Turnofmonth").confirm(opened)).toBe(409);
});

test("a month that ended while its dialog was open is not billed at its new prices unseen", async () => {
  const tag = "Endedsince";
  await addHorses(database, tag, 1, () => ({ check_in_date: "2020-01-01" }));
  const opened = await at("2026-12-01T04:59:00Z", tag, "2026-11").open();
  expect(await at("2026-12-01T05:01:00Z", tag, "2026-11").confirm(opened)).toBe(409);
  const again = await at("2026-12-01T05:01:00Z", tag, "2026-11").open();
  expect(await at("2026-12-01T05:02:00Z", tag, "2026-11").confirm(again)).toBe(303);
});
