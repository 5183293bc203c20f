import { expect, test } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { limitWarnings, unusualIn } from "#app/domain/entries/entry-limits.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";

const TODAY = "2026-11-22";
const at = (days: number) => plusDays(TODAY, days);

test.each([
  [0, undefined],
  [-60, undefined],
  [7, undefined],
  [-61, "2 months ago"],
  [8, "in 8 days"],
  [13, "in 13 days"],
  [14, "in 2 weeks"],
  [59, "in 8 weeks"],
  [61, "in 2 months"],
])("a date %i days from today is unusual: %s", (days, words) => {
  expect(unusualIn({ date: at(days), quantity: 1 }, TODAY).date).toBe(words);
});

test.each([
  ["2025-09-22", "14 months ago"],
  ["2025-09-23", "13 months ago"],
  ["2024-11-23", "23 months ago"],
  ["2024-11-22", "2 years ago"],
  ["2000-01-01", "26 years ago"],
  ["2099-12-31", "in 73 years"],
])("an entry of %s is %s", (date, words) => {
  expect(unusualIn({ date, quantity: 1 }, TODAY).date).toBe(words);
});

// Around the change of the clocks on 2026-11-01 and the leap day of 2028.
test.each([
  ["2026-12-30", "2026-10-31", undefined],
  ["2026-12-30", "2026-10-30", "2 months ago"],
  ["2028-03-07", "2028-02-29", undefined],
  ["2028-02-22", "2028-02-29", undefined],
  ["2028-02-22", "2028-03-01", "in 8 days"],
])("on %s an entry of %s is unusual: %s", (today, date, words) => {
  expect(unusualIn({ date, quantity: 1 }, today).date).toBe(words);
});

test.each([
  [1, undefined],
  [99, undefined],
  [100, "100"],
])("a quantity of %i is unusual: %s", (quantity, words) => {
  expect(unusualIn({ date: TODAY, quantity }, TODAY).quantity).toBe(words);
});

test("a person is asked field by field", () => {
  const entry = { date: "2025-09-22", quantity: 150 };
  expect(limitWarnings(entry, TODAY, textsIn("en"))).toEqual({
    date: "That is 14 months ago. Press Submit again to log it.",
    quantity: "That is 150. Press Submit again to log it.",
  });
  expect(limitWarnings(entry, TODAY, textsIn("es"))).toEqual({
    date: "Pusiste: hace 14 meses. Si está bien, presiona Enviar otra vez.",
    quantity: "Pusiste: 150. Si está bien, presiona Enviar otra vez.",
  });
  expect(limitWarnings({ date: TODAY, quantity: 99 }, TODAY, textsIn("en"))).toEqual({});
});
