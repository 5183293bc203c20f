import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { formatMark, fromFirstValue, scaleFor } from "#app/domain/overview/charts.ts";
import {
  billedByMonth,
  chartDays,
  chartMonths,
  chartWeeks,
  countedDays,
} from "#app/domain/overview/overview-charts.ts";

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

test("the first month that is shown has its year, and each January", () => {
  const months = ["2025-10", "2025-11", "2025-12", "2026-01", "2026-02"];
  const { bars } = billedByMonth(months, (month) => ({
    total: month < "2025-11" ? 0 : 1,
    byFixedService: {},
    shows: 0,
  }));
  const labels = ["Nov 2025", "Dec", "Jan 2026", "Feb"];
  expect(fromFirstValue(bars).map(({ label }) => label)).toEqual(labels);
});

/** The values of a month in the chart 'Billed by month', by their kinds. */
function kindsOf(billed: ReturnType<Parameters<typeof billedByMonth>[1]>) {
  const { kinds, bars } = billedByMonth(["2026-11"], () => billed);
  return Object.fromEntries(kinds.map((kind, n) => [kind, bars[0]?.values[n]]));
}

test("the kinds of a month add up to its total, and a fixed service counts as itself", () => {
  const byFixedService = {
    boarding: 290_000,
    training: 5,
    "boarding-surcharge": 10,
    "long-island-surcharge": 20,
    blanket: 40,
  };
  const kinds = kindsOf({ total: 290_175, byFixedService, shows: 60 });
  expect(kinds).toMatchObject({ Boarding: 290_000, Training: 5, Surcharges: 70, Services: 40, Shows: 60 });
  expect(Object.values(kinds).reduce((sum = 0, each = 0) => sum + each, 0)).toBe(290_175);
});

test.each(MONTHLY_CHARGES)("what was billed for $id counts in its kind, and in no other", ({ id, kind }) => {
  const kinds = kindsOf({ total: 100, byFixedService: { [id]: 100 }, shows: 0 });
  expect(Object.entries(kinds).filter(([, value]) => value !== 0)).toEqual([[kind, 100]]);
});

test("each kind of 'Billed by month' has a colour", () => {
  const css = readFileSync("app/ui/charts/charts.css", "utf8");
  const { kinds } = billedByMonth([], () => ({ total: 0, byFixedService: {}, shows: 0 }));
  expect(kinds.filter((_, n) => css.split(`--chart-${n}: oklch`).length !== 3)).toEqual([]);
});
