import { expect, test } from "vitest";
import { withTable } from "#bin/process/markdown-table.ts";
import { type CostOfMonth, costOf, costOfMonth } from "#lab/bench/monthly-cost.ts";

const NOTHING = { rowsRead: 0, rowsWritten: 0, requests: 0 };
const IDLE = { day: NOTHING, payroll: NOTHING, monthEnd: NOTHING, backup: NOTHING, beat: 0, bytes: 0 };

test("a month has 22 working days, 52 twelfths of a payroll, one month end, 30 backups and the beats of open pages", () => {
  const each = (count: number) => ({ rowsRead: count, rowsWritten: count, requests: count });
  const month = costOfMonth({
    day: each(100),
    payroll: each(12),
    monthEnd: each(7),
    backup: each(10),
    beat: 3,
    bytes: 2e9,
  });
  const all = 2_200 + 52 + 7 + 300;
  // 8 hours on 22 days, every 2 seconds.
  const beats = 316_800;
  expect(month).toMatchObject({ rowsRead: all + 3 * beats, rowsWritten: all, requests: all, backupRows: 300 });
  expect(month).toMatchObject({ hubRequests: beats, hubGigabyteSeconds: 633_600 * 0.128, gigabytes: 2 });
});

test.each<[change: Partial<CostOfMonth>, cost: string]>([
  [{}, "$5.00 (Turso Free)"],
  [{ rowsRead: 500_000_000, rowsWritten: 10_000_000, gigabytes: 5 }, "$5.00 (Turso Free)"],
  [{ rowsRead: 500_000_001 }, "$9.99 (Turso Developer)"],
  [{ rowsWritten: 10_000_001 }, "$9.99 (Turso Developer)"],
  [{ gigabytes: 5.1 }, "$9.99 (Turso Developer)"],
  [{ gigabytes: 9.1 }, "more than these plans include"],
  [{ rowsRead: 2_500_000_001 }, "more than these plans include"],
  [{ requests: 10_000_001 }, "more than these plans include"],
  [{ hubRequests: 1_000_001 }, "more than these plans include"],
])("a month with %o costs %s", (change, cost) => {
  expect(costOf({ ...costOfMonth(IDLE), ...change })).toBe(cost);
});

test("a table is written between its marks only", () => {
  const document = "a\n<!-- years -->\n\nold\n\n<!-- end -->\nb\n<!-- end -->\n";
  expect(withTable(document, "years", "$& new")).toBe("a\n<!-- years -->\n\n$& new\n\n<!-- end -->\nb\n<!-- end -->\n");
});
