import { expect, test } from "vitest";
import { dayStyleOf, readDay, readInstant } from "#app/domain/import/import-days.ts";

/* Days as other systems and spreadsheets write them (docs/moving-in.md, 'Dates'). `null` stands for what is no day. */

/** A day before the first one of Hayloft, which comes in as that. */
const EARLY = "early";

test.each<[unknown, string | null]>([
  ["2026-11-21", "2026-11-21"],
  ["11/02/2026", "2026-11-02"],
  ["1/2/2026", "2026-01-02"],
  ["1/3/26", "2026-01-03"],
  ["01/03/27", "2027-01-03"],
  ["2/29/00", "2000-02-29"],
  ["2/29/26", null],
  ["3-Jan-26", "2026-01-03"],
  ["03-JAN-2026", "2026-01-03"],
  ["3 September 2026", "2026-09-03"],
  ["30-Feb-26", null],
  ["3-Foo-26", null],
  ["3-Jan-1999", EARLY],
  ["3-Jan-99", EARLY],
  ["01/03/28", EARLY],
  ["2/30/98", null],
  ["1/3/126", null],
  ["1/3/2026 0:00", "2026-01-03"],
  ["1/3/26 11:59 PM", "2026-01-03"],
  ["1/3/26 later", null],
  ["\u00a01/3/26\u00a0", "2026-01-03"],
  ["46025", "2026-01-03"],
  [46_025.5, "2026-01-03"],
  ["12345", null],
  ["2026-11-21T04:59:59.999Z", "2026-11-20"],
  ["2026-11-21T05:00:00Z", "2026-11-21"],
  ["2026-07-01T00:00:00-04:00", "2026-07-01"],
  ["2026-11-21T00:00:00", "2026-11-21"],
  ["2026-11-21 23:59", "2026-11-21"],
  [{ seconds: 1_795_237_199, nanoseconds: 0 }, "2026-11-20"],
  [{ seconds: 1_795_237_200, nanoseconds: 0 }, "2026-11-21"],
  [{ _seconds: 1_795_237_200, _nanoseconds: 0 }, "2026-11-21"],
  [1_795_237_200_000, "2026-11-21"],
  ["2026-02-29", null],
  ["02/30/2026", null],
  ["1999-12-31", EARLY],
  ["1899-12-31", null],
  ["2100-01-01", null],
  ["21.11.2026", "2026-11-21"],
  ["10-01-2026", "2026-10-01"],
  ["2026/10/01", "2026-10-01"],
  ["2026/1/3", "2026-01-03"],
  ["Oct 1, 2026", "2026-10-01"],
  ["October 1st 2026", "2026-10-01"],
  ["Thu, Oct 1, 2026", "2026-10-01"],
  ["Thursday 10/1/2026", "2026-10-01"],
  ["10/1-2026", null],
  ["tomorrow", null],
  [{ seconds: "1" }, null],
  [{ seconds: 1e300 }, null],
  [20_261_121, null],
  ["", null],
  [null, null],
])("the day %j is %j", (raw, day) => {
  const read = readDay(raw, { isUtc: false, isDayFirst: false, lastYear: 2_027, text: "" });
  if (day === null) expect(read).toHaveProperty("problem");
  else if (day === EARLY)
    expect(read).toEqual({ value: "2000-01-01", note: expect.stringContaining("before 01/01/2000") });
  else expect(read).toEqual({ value: day });
});

test.each<[unknown, string | null]>([
  [{ seconds: 0 }, "1970-01-01T00:00:00.000Z"],
  ["2026-11-21T05:00:00Z", "2026-11-21T05:00:00.000Z"],
  ["2026-11-21", "2026-11-21T17:00:00.000Z"],
  ["never", null],
])("the instant %j is %j", (raw, instant) => {
  const read = readInstant(raw);
  expect("value" in read ? read.value : null).toBe(instant);
});

test.each<[what: string, values: unknown[], raw: unknown, day: string, text: RegExp]>([
  ["months and days", ["1/3/26", "12/31/26"], "1/3/26", "2026-01-03", /^$/],
  ["a day of next year", ["1/3/26", "1/3/27"], "1/3/27", "2027-01-03", /^$/],
  [
    "a 13th month",
    ["05/10/2026", "13/10/2026"],
    "05/10/2026",
    "2026-10-05",
    /^day first, because of 13\/10: 05\/10\/2026 is 10\/05\/2026$/,
  ],
  ["both orders", ["05/10/2026", "13/10/2026", "10/13/2026"], "05/10/2026", "2026-05-10", /^$/],
  ["points", ["05.10.2026", "13.10.2026"], "05.10.2026", "2026-10-05", /^$/],
  [
    "midnights of UTC",
    ["2026-10-01T00:00:00.000Z", { _seconds: 1_790_812_800 }, null],
    "2026-10-01T00:00:00.000Z",
    "2026-10-01",
    /a day: 10\/01\/2026, and not 09\/30\/2026$/,
  ],
  ["another hour", ["2026-10-01T00:00:00Z", "2026-10-01T12:00:00Z"], "2026-10-01T00:00:00Z", "2026-09-30", /^$/],
])("a column with %s is read as a whole", (_, values, raw, day, text) => {
  const style = dayStyleOf(values, "2026-11-21T12:00:00.000Z");
  expect([readDay(raw, style), style.text]).toEqual([{ value: day }, expect.stringMatching(text)]);
});
