import { expect, test } from "vitest";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import { formatMark, scaleFor } from "#app/domain/overview/charts.ts";
import { chartDays, chartMonths, chartWeeks, countedDays, kindsOfMonth } from "#app/domain/overview/overview-charts.ts";

test.each([
  [0, "count", ["0", "1"]],
  [1, "count", ["0", "1"]],
  [3, "count", ["0", "1", "2", "3"]],
  [4, "count", ["0", "1", "2", "3", "4"]],
  [5, "count", ["0", "2", "4", "6"]],
  [54, "count", ["0", "20", "40", "60"]],
  [95, "count", ["0", "25", "50", "75", "100"]],
  [1, "dollars", ["$0", "$1"]],
  [999, "dollars", ["$0", "$5", "$10"]],
  [400_00, "dollars", ["$0", "$100", "$200", "$300", "$400"]],
  [400_01, "dollars", ["$0", "$200", "$400", "$600"]],
  [24_312_345, "dollars", ["$0", "$100,000", "$200,000", "$300,000"]],
  [999_999_999_999, "dollars", ["$0", "$2,500,000,000", "$5,000,000,000", "$7,500,000,000", "$10,000,000,000"]],
] as const)("a scale for %i %s has the marks %j", (highest, unit, marks) => {
  expect(scaleFor(highest, unit).map((mark) => formatMark(mark, unit))).toEqual(marks);
});

test("a scale is never below the highest value, and has 1 to 4 marks above zero in whole dollars", () => {
  for (let highest = 1; highest < 10 ** 11; highest = Math.ceil(highest * 1.037)) {
    const marks = scaleFor(highest, "dollars");
    expect([highest, (marks.at(-1) ?? 0) >= highest, marks.length >= 2 && marks.length <= 5]).toEqual([
      highest,
      true,
      true,
    ]);
    expect(marks.filter((mark) => mark % 100 !== 0)).toEqual([]);
  }
});

test.each([
  ["2026-11-22", "2025-11", "2026-11", "2025-11-30"],
  ["2026-01-31", "2025-01", "2026-01", "2025-01-31"],
  ["2024-03-31", "2023-03", "2024-03", "2023-03-31"],
  ["2026-02-01", "2025-02", "2026-02", "2025-02-28"],
])("on %s the charts show the months from %s to %s", (today, first, last, firstDay) => {
  const months = chartMonths(today);
  expect([months.length, months[0], months.at(-1)]).toEqual([13, first, last]);
  expect(new Set(months).size).toBe(13);
  expect([countedDays(today)[0], countedDays(today).at(-1)]).toEqual([firstDay, today]);
});

test("the weeks end with the current one, and the days with today", () => {
  expect([chartWeeks("2026-11-22")[0], chartWeeks("2026-11-22").at(-1)]).toEqual(["2026-05-25", "2026-11-16"]);
  expect(chartWeeks("2026-11-23").at(-1)).toBe("2026-11-23");
  expect([chartDays("2026-03-01")[0], chartDays("2026-03-01").at(-1)]).toEqual(["2026-01-31", "2026-03-01"]);
});

test("the kinds of a month add up to its total, and a fixed service counts as itself", () => {
  const byFixedService = {
    boarding: 290_000,
    training: 5,
    "boarding-surcharge": 10,
    "long-island-surcharge": 20,
    blanket: 40,
  };
  const kinds = kindsOfMonth({ total: 290_175, byFixedService, shows: 60 });
  expect(kinds).toEqual([290_000, 5, 70, 40, 60]);
  expect(kinds.reduce((sum, each) => sum + each, 0)).toBe(290_175);
});

test.each(FIXED_SERVICE_IDS)("what was billed for %s is in one kind of its month, and in no other service", (id) => {
  const kinds = kindsOfMonth({ total: 100, byFixedService: { [id]: 100 }, shows: 0 });
  expect([kinds.filter((each) => each !== 0), kinds[3]]).toEqual([[100], 0]);
});
