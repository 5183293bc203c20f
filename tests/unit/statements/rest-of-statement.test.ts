import { expect, test } from "vitest";
import { sumsOf } from "#app/domain/statements/statement.ts";

test.each([
  [1, "Not invoiced yet"],
  [0, "Not invoiced yet"],
  [-1, "Credit to come"],
])("%i cents that QuickBooks has not are called '%s'", (pending, label) => {
  const none = { horses: [], late: [], opening: { bills: 0, corrections: 0 }, lateInvoiced: 0 };
  const statement = { ...none, billed: pending, total: pending, invoiced: 0, pending };
  expect(sumsOf(statement, { first: "2026-11-01", last: "2026-11-30" }).at(-1)).toEqual([label, pending]);
});
