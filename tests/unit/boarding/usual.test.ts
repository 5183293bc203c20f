import { expect, test } from "vitest";
import type { HorseWithPast } from "#app/domain/barn/horse-history.ts";
import { boardOf, differenceFromUsual } from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, type HorseFacts, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { describeDifference, foldUsual } from "#app/routes/boarding/usual-words.ts";
import type { BatchItem } from "#app/ui/dialog/batch-dialog.tsx";

const FACTS: HorseFacts = {
  ...{ customerId: "maeve", responsibleParty: "Maeve", location: "florida" },
  ...{ checkInDate: "2026-01-01", checkOutDate: null, hasBlanket: false, isBillable: true },
  ...NEW_HORSE,
};
const HORSE: HorseWithPast = { ...FACTS, createdAt: "2026-01-01T15:00:00.000Z", deletedAt: null, changes: [] };
/** The horse until a day. */
const before = (day: string, facts: Partial<HorseFacts>) => ({
  changes: [{ ...FACTS, ...facts, at: `${day}T17:00:00.000Z`, seq: 1, actor: null }],
});

// A whole month is $4,800.00.
test.each<[what: string, change: object, isProrated: boolean, difference: number]>([
  ["a whole month", {}, true, 0],
  ["10 of 30 days", { checkInDate: "2026-11-21" }, true, -320_000],
  ["10 of 30 days in full", { checkInDate: "2026-11-21" }, false, 0],
  ["a raise of $600.00", { ...before("2026-11-28", { boarding: 230_000 }) }, true, 60_000],
  ["a raise before the month", { ...before("2026-10-28", { boarding: 230_000 }) }, true, 0],
  ["a raise on the first day", { ...before("2026-11-01", { boarding: 230_000 }) }, true, 0],
  ["another owner for some days", { ...before("2026-11-16", { customerId: "priya" }) }, true, 0],
  [
    "11 days on Long Island",
    { location: "long-island", ...before("2026-11-20", { location: "florida" }) },
    true,
    9_177,
  ],
  ["a blanket since", { hasBlanket: true, ...before("2026-11-20", { hasBlanket: false }) }, true, 10_000],
  ["10 billable days", before("2026-11-21", { isBillable: false }), true, -320_000],
  ["deleted after 10 days", { deletedAt: "2026-11-10T17:00:00.000Z" }, true, -320_000],
  [
    "20 days that are billed",
    { billed: [{ serviceId: null, first: "2026-11-01", last: "2026-11-20", date: "2026-11-20" }] },
    true,
    -320_000,
  ],
  ["today's facts", { usesToday: true, ...before("2026-11-28", { boarding: 230_000 }) }, true, 0],
])("%s: the difference from a whole month without changes", (_, change, isProrated, difference) => {
  const board = boardOf({ ...HORSE, ...DEFAULT_CHARGES, ...change }, "2026-11");
  expect(differenceFromUsual(board, { ...DEFAULT_CHARGES, isProrated })).toBe(difference);
});

const BILLED = { serviceId: null, first: "2026-11-01", last: "2026-11-20", date: "2026-11-20" };
test.each<[what: string, change: object, words: string | undefined]>([
  ["10 of 30 days", { checkInDate: "2026-11-21" }, "$3,200.00 less than a whole month"],
  ["a raise of $600.00", before("2026-11-28", { boarding: 230_000 }), "$600.00 more than before the change"],
  ["the rest after 20 days that are billed", { billed: [BILLED] }, undefined],
  [
    "the rest after the boarding is billed",
    { billed: [{ ...BILLED, serviceId: "boarding", last: "2026-11-30" }] },
    undefined,
  ],
])("%s: the difference in words", (_, change, words) => {
  const board = boardOf({ ...HORSE, ...DEFAULT_CHARGES, ...change }, "2026-11");
  expect(describeDifference(board, { ...DEFAULT_CHARGES, isProrated: true })).toBe(words);
});

const items = (count: number, change: Partial<BatchItem> = {}): BatchItem[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${n}`,
    name: `${n}`,
    note: "",
    lines: [],
    value: 290_000,
    ...change,
  }));

test.each<[unusual: number, usual: number, summary: string, isOpen: boolean]>([
  [2, 34, "34 as usual, $98,600.00", false],
  [2, 6, "6 as usual, $17,400.00", false],
  [2, 5, "5 as usual, $14,500.00", true],
  [0, 34, "34 horses as usual, $98,600.00", true],
  [0, 1, "1 horse as usual, $2,900.00", true],
])("of %i unusual and %i usual horses, the list begins with the unusual ones", (unusual, usual, summary, isOpen) => {
  const marked = [...items(1, { mark: "first month" }), ...items(1, { difference: "$1.00 less than a whole month" })];
  const folded = foldUsual([...items(usual), ...marked.slice(0, unusual)]);
  expect(folded.unusual).toHaveLength(unusual);
  expect([folded.usual.summary, folded.usual.isOpen, folded.usual.items.length]).toEqual([summary, isOpen, usual]);
});
