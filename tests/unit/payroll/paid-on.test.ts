import { expect, test } from "vitest";
import { AFTER_TODAY, whyNotPaidOn } from "#app/domain/payroll/paid-on.ts";

const TODAY = "2026-11-27";
const item = (paid: boolean, paidOn: string | null) => ({ paid, paidOn });
const [UNPAID, PAID, UNKNOWN] = [item(false, null), item(true, "2026-11-20"), item(true, null)];
const CLEARED = "Enter the day on which it was paid.";
const NOT_PAID = "Tick Paid, or leave Paid On empty.";

test.each([
  ["a new item that is not paid", item(false, null), undefined, undefined],
  ["one that is paid, without a day", item(true, null), undefined, undefined],
  ["one that is paid today", item(true, TODAY), undefined, undefined],
  ["one that is paid tomorrow", item(true, "2026-11-28"), undefined, AFTER_TODAY],
  ["one with a day that is not paid", item(false, TODAY), undefined, NOT_PAID],
  ["an unpaid item that becomes paid", item(true, null), UNPAID, undefined],
  ["an unpaid item with a day, Paid not ticked", item(false, TODAY), UNPAID, NOT_PAID],
  ["a paid item whose day is cleared", item(true, null), PAID, CLEARED],
  ["a paid item whose day and box are cleared", item(false, null), PAID, undefined],
  ["a paid item that becomes unpaid, with its day left", item(false, "2026-11-20"), PAID, undefined],
  ["a paid item that becomes unpaid with another day", item(false, "2026-11-21"), PAID, NOT_PAID],
  ["an item that was paid on an unknown day", item(true, null), UNKNOWN, undefined],
  ["an item that was stored with a day to come", item(true, "2027-01-01"), item(true, "2027-01-01"), undefined],
  ["a paid item with a day to come", item(true, "2027-01-01"), PAID, AFTER_TODAY],
])("%s", (_, entered, before, problem) => {
  expect(whyNotPaidOn(entered, TODAY, before)).toBe(problem);
});
