import { expect, test } from "vitest";
import type { PastHorse } from "#app/domain/barn/horse-history.ts";
import { boardingCharges } from "#app/domain/bills/charges.ts";
import type { BoardBasis } from "#app/domain/boarding/board-parts.ts";
import { billedPartsOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, type HorseFacts, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { fineText } from "#app/domain/exports/checks.ts";
import { type ChangedBoard, fineKeyOfBoard, judgeBoards } from "#app/domain/exports/judge-boards.ts";
import type { BilledHorse, BoardBill } from "#app/domain/exports/owed-board.ts";
import { describeBoards } from "#app/routes/exports/changed-boards.ts";

/* Board of Bella that was billed before she left, or got another owner, place or price (docs/product.md, 'Check'). */

const TODAY = "2026-11-28";
const MONTH = "2026-11";
/** A month of Bella: boarding, surcharge and training. */
const WHOLE = 480_000;

const FACTS: HorseFacts = {
  ...{ customerId: "maeve", responsibleParty: "Maeve", location: "florida" },
  ...{ checkInDate: "2026-01-01", checkOutDate: null, hasBlanket: false, isBillable: true },
  ...NEW_HORSE,
};
const PRIYA = { customerId: "priya", responsibleParty: "Priya" };
const withBen = (share: number) => ({ shares: [{ id: "ben", share }] });
const ON_LONG_ISLAND = { location: "long-island" } as const;

/** A change of the horse, a billing run of a month with the choice of its admin, or what else happened to the horse. */
type Step =
  | [day: string, change: Partial<HorseFacts>]
  | [day: string, "run", choice?: Partial<Run>]
  | [day: string, "added" | "deleted" | "restored"];
type Run = BoardBasis & { isProrated: boolean; month: string };

/** Bella after these steps, each at noon of its day. */
function bellaAfter(steps: readonly Step[], isProrated = true): BilledHorse {
  let facts = FACTS;
  const changes: PastHorse[] = [];
  const bills: BoardBill[] = [];
  const barn = { ...DEFAULT_CHARGES, createdAt: "2026-01-01T17:00:00.000Z", deletedAt: null as string | null };
  for (const [day, change, choice] of steps) {
    const at = `${day}T17:00:00.000Z`;
    if (change === "added") barn.createdAt = at;
    else if (change === "deleted") barn.deletedAt = `${day}T18:00:00.000Z`;
    else if (change === "restored") barn.deletedAt = null;
    if (typeof change === "string" && change !== "run") continue;
    if (change !== "run") {
      changes.unshift({ ...facts, at, seq: changes.length, actor: null });
      facts = { ...facts, ...change };
      continue;
    }
    const { month = MONTH, isProrated: prorates = isProrated, ...basis } = choice ?? {};
    const board = boardOf({ ...barn, ...facts, changes, isOver: month < day.slice(0, 7), ...basis }, month);
    const made = billedPartsOf(board, { ...barn, isProrated: prorates }).flatMap(({ part, days, lines }) =>
      boardingCharges({ ...part.facts, id: "bella" }, lines, month, days),
    );
    for (const charge of made)
      bills.push({
        ...charge,
        ...{ id: `${charge.serviceId} ${bills.length}`, month, service: charge.serviceId, at },
        ...{ isExported: false, isByHand: false },
        splitId: charge.split && `${charge.serviceId} ${bills.length - charge.split.place}`,
        share: charge.split?.share ?? null,
      });
  }
  return { ...facts, ...barn, id: "bella", name: "Bella", isProrated, changes, bills };
}

type Found = [check: string, tooMuch: number, tooLittle: number, causes: string] | null;

function found(horse: BilledHorse, today = TODAY): Found {
  const [one] = judgeBoards([horse], today, []);
  if (!one) return null;
  const causes = one.causes.map((cause) =>
    cause.kind === "away"
      ? `away ${cause.from.slice(5)} to ${cause.to.slice(5)}${cause.isFirst ? " first" : ""}${cause.isLast ? " last" : ""}`
      : cause.kind === "deleted"
        ? `deleted ${cause.on.slice(5)}`
        : cause.kind === "charge"
          ? `${cause.service} changed`
          : `${cause.kind} ${cause.from.slice(5)} ${cause.facts.responsibleParty} ${cause.facts.location}`,
  );
  return [one.check, one.tooMuch, one.tooLittle, causes.join(", ")];
}

const away = (days: string) => `away ${days}`;

test.each<[what: string, steps: Step[], found: Found]>([
  ["nothing changed", [["2026-11-01", "run"]], null],
  [
    "a change before the run",
    [
      ["2026-10-20", PRIYA],
      ["2026-11-01", "run"],
    ],
    null,
  ],
  [
    "sold within the month before the run",
    [
      ["2026-11-10", PRIYA],
      ["2026-11-20", "run"],
    ],
    null,
  ],
  [
    "left before the run",
    [
      ["2026-11-05", { checkOutDate: "2026-11-04" }],
      ["2026-11-10", "run"],
    ],
    null,
  ],
  // Boarding, surcharge and training of 25 of 30 days.
  [
    "left after the run",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { checkOutDate: "2026-11-05" }],
    ],
    ["daysNotHere", 400_000, 0, away("11-06 to 11-30 last")],
  ],
  [
    "deleted after the run",
    [
      ["2026-11-01", "run"],
      ["2026-11-05", "deleted"],
    ],
    ["daysNotHere", 400_000, 0, "deleted 11-05"],
  ],
  [
    "deleted before the run",
    [
      ["2026-11-05", "deleted"],
      ["2026-11-10", "run"],
    ],
    null,
  ],
  [
    "deleted before the month, which was billed ahead",
    [
      ["2026-10-20", "run"],
      ["2026-10-25", "deleted"],
    ],
    ["daysNotHere", WHOLE, 0, "deleted 10-25"],
  ],
  [
    "deleted after the run, and restored",
    [
      ["2026-11-01", "run"],
      ["2026-11-05", "deleted"],
      ["2026-11-06", "restored"],
    ],
    null,
  ],
  [
    "deleted, restored, and deleted again",
    [
      ["2026-11-01", "run"],
      ["2026-11-05", "deleted"],
      ["2026-11-06", "restored"],
      ["2026-11-15", "deleted"],
    ],
    ["daysNotHere", 240_000, 0, "deleted 11-15"],
  ],
  [
    "left, and deleted later",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { checkOutDate: "2026-11-05" }],
      ["2026-11-20", "deleted"],
    ],
    ["daysNotHere", 400_000, 0, away("11-06 to 11-30 last")],
  ],
  [
    "to leave later, and deleted before",
    [
      ["2026-11-01", "run"],
      ["2026-11-02", { checkOutDate: "2026-11-20" }],
      ["2026-11-05", "deleted"],
    ],
    ["daysNotHere", 400_000, 0, "deleted 11-05"],
  ],
  [
    "deleted on the day of its entry",
    [
      ["2026-11-02", "added"],
      ["2026-11-02", "run"],
      ["2026-11-02", "deleted"],
    ],
    null,
  ],
  [
    "will leave on the last day",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { checkOutDate: "2026-11-30" }],
    ],
    null,
  ],
  [
    "left in the month before",
    [
      ["2026-11-01", "run"],
      ["2026-11-02", { checkOutDate: "2026-10-31" }],
    ],
    ["daysNotHere", WHOLE, 0, away("11-01 to 11-30 first last")],
  ],
  [
    "came later",
    [
      ["2026-11-01", "run"],
      ["2026-11-02", { checkInDate: "2026-11-16" }],
    ],
    ["daysNotHere", 240_000, 0, away("11-01 to 11-15 first")],
  ],
  [
    "left and came back",
    [
      ["2026-11-01", "run"],
      ["2026-11-11", { checkOutDate: "2026-11-10" }],
      ["2026-11-21", { checkInDate: "2026-11-21", checkOutDate: null }],
    ],
    ["daysNotHere", 160_000, 0, away("11-11 to 11-20")],
  ],
  [
    "left, which was taken back",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { checkOutDate: "2026-11-05" }],
      ["2026-11-07", { checkOutDate: null }],
    ],
    null,
  ],
  [
    "stays longer than billed: the rest is not billed yet",
    [
      ["2026-11-01", { checkOutDate: "2026-11-10" }],
      ["2026-11-02", "run"],
      ["2026-11-09", { checkOutDate: null }],
    ],
    null,
  ],
  [
    "billed for a month ahead, and left",
    [
      ["2026-10-28", "run"],
      ["2026-10-30", { checkOutDate: "2026-10-30" }],
    ],
    ["daysNotHere", WHOLE, 0, away("11-01 to 11-30 first last")],
  ],
  // Priya's 15 days of $4,800.00.
  [
    "sold after the run",
    [
      ["2026-11-01", "run"],
      ["2026-11-16", PRIYA],
    ],
    ["boardChanged", 240_000, 240_000, "owner 11-16 Priya florida"],
  ],
  [
    "sold after the month",
    [
      ["2026-11-01", "run"],
      ["2026-12-01", PRIYA],
    ],
    null,
  ],
  [
    "sold, and left",
    [
      ["2026-11-01", "run"],
      ["2026-11-16", PRIYA],
      ["2026-11-26", { checkOutDate: "2026-11-25" }],
    ],
    ["daysNotHere", 240_000, 160_000, `${away("11-26 to 11-30 last")}, owner 11-16 Priya florida`],
  ],
  // Its surcharge is board that was not billed.
  [
    "to Long Island",
    [
      ["2026-11-01", "run"],
      ["2026-11-20", ON_LONG_ISLAND],
    ],
    null,
  ],
  [
    "from Long Island",
    [
      ["2026-11-01", ON_LONG_ISLAND],
      ["2026-11-02", "run"],
      ["2026-11-20", { location: "florida" }],
    ],
    ["boardChanged", 9_177, 0, "place 11-20 Maeve florida"],
  ],
  [
    "a lower price",
    [
      ["2026-11-01", "run"],
      ["2026-11-20", { boarding: 250_000 }],
    ],
    ["boardChanged", 40_000, 0, "price 11-01 Maeve florida"],
  ],
  [
    "a higher price",
    [
      ["2026-11-01", "run"],
      ["2026-11-20", { boarding: 350_000 }],
    ],
    null,
  ],
  [
    "a lower price for a month ahead",
    [
      ["2026-10-28", "run"],
      ["2026-10-30", { boarding: 250_000 }],
    ],
    ["boardChanged", 40_000, 0, "price 11-01 Maeve florida"],
  ],
  [
    "a higher price for a month ahead",
    [
      ["2026-10-28", "run"],
      ["2026-10-30", { boarding: 350_000 }],
    ],
    ["boardChanged", 0, 60_000, ""],
  ],
  [
    "sold before a month that was billed ahead",
    [
      ["2026-10-28", "run"],
      ["2026-10-30", PRIYA],
    ],
    ["boardChanged", WHOLE, WHOLE, "owner 11-01 Priya florida"],
  ],
  [
    "will leave within a month that was billed three months ahead",
    [
      ["2026-11-01", "run", { month: "2027-02" }],
      ["2026-11-20", { checkOutDate: "2027-02-14" }],
    ],
    ["daysNotHere", WHOLE / 2, 0, away("02-15 to 02-28 last")],
  ],
  [
    "a higher price, and left: days at the price that was billed",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { checkOutDate: "2026-11-05", boarding: 350_000 }],
    ],
    ["daysNotHere", 400_000, 0, away("11-06 to 11-30 last")],
  ],
  [
    "a blanket",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { hasBlanket: true }],
    ],
    null,
  ],
  [
    "no blanket any more",
    [
      ["2026-11-01", { hasBlanket: true }],
      ["2026-11-01", "run"],
      ["2026-11-06", { hasBlanket: false }],
    ],
    null,
  ],
  [
    "left after a run in full for the days around some that were not billable: the month is owed",
    [
      ["2026-11-11", { isBillable: false }],
      ["2026-11-16", { isBillable: true }],
      ["2026-11-17", "run", { isProrated: false }],
      ["2026-11-21", { checkOutDate: "2026-11-20" }],
    ],
    null,
  ],
  [
    "not billable any more",
    [
      ["2026-11-01", "run"],
      ["2026-11-06", { isBillable: false }],
    ],
    null,
  ],
])("%s", (_, steps, expected) => expect(found(bellaAfter(steps))).toEqual(expected));

test.each<[what: string, steps: Step[], found: Found]>([
  [
    "whole month to the first owner",
    [
      ["2026-11-16", PRIYA],
      ["2026-11-20", "run", { payer: "first" }],
      ["2026-11-21", { hasBlanket: true }],
    ],
    null,
  ],
  [
    "whole month to the last owner, and left",
    [
      ["2026-11-16", PRIYA],
      ["2026-11-20", "run", { payer: "last" }],
      ["2026-11-26", { checkOutDate: "2026-11-25" }],
    ],
    ["daysNotHere", 80_000, 0, away("11-26 to 11-30 last")],
  ],
  // Maeve and Ben have 60 % and 40 % of the whole month, and later 90 % and 10 %.
  [
    "whole month by the first shares, and left",
    [
      ["2026-10-20", withBen(4_000)],
      ["2026-11-11", { isBillable: false }],
      ["2026-11-16", { ...withBen(1_000), isBillable: true }],
      ["2026-11-20", "run", { payer: "first" }],
      ["2026-11-26", { checkOutDate: "2026-11-25" }],
    ],
    ["daysNotHere", 80_000, 0, away("11-26 to 11-30 last")],
  ],
  [
    "the other price",
    [
      ["2026-11-10", { boarding: 350_000 }],
      ["2026-11-20", "run", { usesOtherPrices: true }],
      ["2026-11-21", { hasBlanket: true }],
    ],
    null,
  ],
  [
    "the other price, and left",
    [
      ["2026-11-10", { boarding: 350_000 }],
      ["2026-11-20", "run", { usesOtherPrices: true }],
      ["2026-11-25", { checkOutDate: "2026-11-24" }],
    ],
    ["daysNotHere", 96_000, 0, away("11-25 to 11-30 last")],
  ],
  [
    "the price of today, and left",
    [
      ["2026-11-10", { boarding: 350_000 }],
      ["2026-11-20", "run"],
      ["2026-11-25", { checkOutDate: "2026-11-24" }],
    ],
    ["daysNotHere", 108_000, 0, away("11-25 to 11-30 last")],
  ],
  [
    "not prorated",
    [
      ["2026-11-10", { checkOutDate: "2026-11-24" }],
      ["2026-11-20", "run", { isProrated: false }],
      ["2026-11-25", { hasBlanket: true }],
    ],
    null,
  ],
  [
    "not prorated, and left earlier",
    [
      ["2026-11-10", { checkOutDate: "2026-11-24" }],
      ["2026-11-20", "run", { isProrated: false }],
      ["2026-11-25", { checkOutDate: "2026-11-20" }],
    ],
    null,
  ],
  [
    "by today's facts",
    [
      ["2026-11-16", PRIYA],
      ["2026-11-18", ON_LONG_ISLAND],
      ["2026-11-20", "run", { usesToday: true }],
      ["2026-11-21", { hasBlanket: true }],
    ],
    null,
  ],
  [
    "by today's facts, and left",
    [
      ["2026-11-16", PRIYA],
      ["2026-11-20", "run", { usesToday: true }],
      ["2026-11-26", { checkOutDate: "2026-11-25" }],
    ],
    ["daysNotHere", 80_000, 0, away("11-26 to 11-30 last")],
  ],
])("a choice of the run raises no alarm: %s", (_, steps, expected) =>
  expect(found(bellaAfter(steps))).toEqual(expected),
);

test("a barn that does not prorate is owed the whole month of a horse that left in it", () => {
  expect(
    found(
      bellaAfter(
        [
          ["2026-11-01", "run"],
          ["2026-11-06", { checkOutDate: "2026-11-05" }],
        ],
        false,
      ),
    ),
  ).toBeNull();
  const sold = bellaAfter(
    [
      ["2026-11-01", "run"],
      ["2026-11-16", PRIYA],
    ],
    false,
  );
  expect(found(sold)).toEqual(["boardChanged", 240_000, 240_000, "owner 11-16 Priya florida"]);
});

test("a lower price counts until the month is over", () => {
  const bella = bellaAfter([
    ["2026-11-01", "run"],
    ["2026-11-20", { boarding: 250_000 }],
  ]);
  expect([found(bella, "2026-11-30")?.[1], found(bella, "2026-12-01")]).toEqual([40_000, null]);
});

test("a choice of the run is found after owners of its bills were merged", () => {
  const bella = bellaAfter([
    ["2026-10-20", withBen(4_000)],
    ["2026-11-10", { checkOutDate: "2026-11-24" }],
    ["2026-11-20", "run", { isProrated: false }],
    ["2026-11-25", { checkOutDate: "2026-11-20" }],
  ]);
  const changes = bella.changes.map((change) => ({ ...change, shares: [] }));
  const bills = bella.bills.map((bill) => ({ ...bill, customerId: "maeve" }));
  expect(found({ ...bella, shares: [], changes, bills })).toBeNull();
});

const LEFT = bellaAfter([
  ["2026-11-01", "run"],
  ["2026-11-06", { checkOutDate: "2026-11-05" }],
]);
const withBills = (change: (bill: BoardBill) => Partial<BoardBill>, more: Partial<BoardBill>[] = []): BilledHorse => {
  const bills = LEFT.bills.map((bill) => ({ ...bill, ...change(bill) }));
  return { ...LEFT, bills: [...bills, ...more.map((each) => ({ ...(bills[0] as BoardBill), ...each }))] };
};

test.each<[what: string, horse: BilledHorse, found: Found]>([
  // What an admin mended is not found again.
  ["all bills corrected", withBills(({ value }) => ({ value: value / 6 })), null],
  [
    "boarding corrected",
    withBills(({ serviceId, value }) => ({ value: serviceId === "boarding" ? value / 6 : value })),
    ["daysNotHere", 158_333, 0, away("11-06 to 11-30 last")],
  ],
  [
    "a higher amount that an admin typed",
    withBills(({ value }) => ({ value: value + 100 })),
    ["daysNotHere", 400_000, 0, away("11-06 to 11-30 last")],
  ],
  [
    "board by hand is no bill of the run",
    withBills(() => ({}), [{ id: "hand", isByHand: true, value: 9_500 }]),
    ["daysNotHere", 400_000, 0, away("11-06 to 11-30 last")],
  ],
])("%s", (_, horse, expected) => expect(found(horse)).toEqual(expected));

test("each bill of too much has the amount that it should have", () => {
  const [board] = judgeBoards([LEFT], TODAY, []);
  expect(board?.bills.map(({ serviceId, value, due }) => [serviceId, value, due])).toEqual([
    ["boarding", 290_000, 48_333],
    ["boarding-surcharge", 15_000, 2_500],
    ["training", 175_000, 29_167],
  ]);
});

const TOM = { customerId: "tom", responsibleParty: "Tom" };
const MAEVE = { customerId: "maeve", responsibleParty: "Maeve" };

test.each<[what: string, steps: Step[], boarding: [due: number, days: string | null, owner: string | null]]>([
  ["sold", [["2026-11-16", PRIYA]], [145_000, "11-01 to 11-15", null]],
  ["sold on the first day", [["2026-11-01", PRIYA]], [290_000, null, "Priya"]],
  [
    "sold on the first day, and again",
    [
      ["2026-11-01", PRIYA],
      ["2026-11-16", TOM],
    ],
    [145_000, "11-01 to 11-15", "Priya"],
  ],
  [
    "sold and bought back",
    [
      ["2026-11-11", PRIYA],
      ["2026-11-21", MAEVE],
    ],
    [96_667, "11-01 to 11-10", null],
  ],
  [
    "moved, then sold",
    [
      ["2026-11-11", ON_LONG_ISLAND],
      ["2026-11-21", PRIYA],
    ],
    [193_334, "11-01 to 11-20", null],
  ],
])("the bill of a horse that was %s leaves the days of others to the next run", (_, changes, boarding) => {
  const [board] = judgeBoards([bellaAfter([["2026-10-31", "run", { month: MONTH }], ...changes])], TODAY, []);
  const [bill] = board?.bills ?? [];
  const days = bill?.dueDays && `${bill.dueDays.from.slice(5)} to ${bill.dueDays.to.slice(5)}`;
  expect([bill?.due, days, bill?.owner?.responsibleParty ?? null]).toEqual(boarding);
});

/** What is found of a month that was billed ahead, whose bills an admin has given to a customer since. */
type OfGiven = [due: number, days: string | null, owner: string | null] | null;

test.each<[what: string, changes: Step[], payer: string, boarding: OfGiven]>([
  ["who bought the horse", [["2026-11-01", PRIYA]], "priya", null],
  ["who bought it within the month", [["2026-11-16", PRIYA]], "priya", null],
  ["who does not own it", [], "ben", null],
  [
    "who bought the horse, which then left",
    [
      ["2026-11-01", PRIYA],
      ["2026-11-06", { checkOutDate: "2026-11-05" }],
    ],
    "priya",
    [48_333, "11-01 to 11-05", null],
  ],
  [
    "who bought the horse, and sold it",
    [
      ["2026-11-01", PRIYA],
      ["2026-11-16", TOM],
    ],
    "priya",
    [145_000, "11-01 to 11-15", null],
  ],
  [
    "who does not own it, and it left",
    [["2026-11-06", { checkOutDate: "2026-11-05" }]],
    "ben",
    [48_333, "11-01 to 11-05", null],
  ],
  ["who does not own it, and it was sold before the month", [["2026-10-31", PRIYA]], "ben", [290_000, null, "Priya"]],
])("the bill that was given to a customer %s, is compared with what its owners owe", (_, changes, payer, boarding) => {
  const bella = bellaAfter([["2026-10-30", "run", { month: MONTH }], ...changes]);
  const bills = bella.bills.map((bill) => ({ ...bill, customerId: payer }));
  const [board] = judgeBoards([{ ...bella, bills }], TODAY, []);
  const [bill] = board?.bills ?? [];
  const days = bill?.dueDays && `${bill.dueDays.from.slice(5)} to ${bill.dueDays.to.slice(5)}`;
  expect(bill ? [bill.due, days, bill.owner?.responsibleParty ?? null] : null).toEqual(boarding);
});

/** Bella with the bills of her boarding alone, some of which an admin has changed. */
function withBoarding(steps: Step[], edits: Partial<BoardBill>[], service = "boarding"): BilledHorse {
  const bella = bellaAfter(steps);
  const bills = bella.bills.filter(({ serviceId }) => serviceId === service);
  return { ...bella, bills: bills.map((bill, n) => ({ ...bill, ...edits[n] })) };
}

/** The bills to mend: 'priya 16-30: 966.67 for 16-25'. */
function mendsOf(horse: BilledHorse): string[] {
  const days = (from: string | null | undefined, to: string | null | undefined) =>
    from && to ? `${from.slice(8)}-${to.slice(8)}` : "";
  return judgeBoards([horse], TODAY, []).flatMap((board) =>
    board.bills.map(({ customerId, firstDay, lastDay, due, dueDays }) =>
      [`${customerId} ${days(firstDay, lastDay)}: ${(due ?? 0) / 100}`, days(dueDays?.from, dueDays?.to)]
        .filter(Boolean)
        .join(" for "),
    ),
  );
}

const GIVEN = { customerId: "ben" };
const BY_PLACE: Step[] = [
  ["2026-11-11", ON_LONG_ISLAND],
  ["2026-11-15", "run"],
];
const BY_OWNER: Step[] = [
  ["2026-11-16", PRIYA],
  ["2026-11-18", "run"],
];
const LEFT_ON_25: Step = ["2026-11-26", { checkOutDate: "2026-11-25" }];
const CAME_ON_06: Step = ["2026-11-26", { checkInDate: "2026-11-06" }];
const LEFT_ON_20: Step = ["2026-11-26", { checkOutDate: "2026-11-20" }];
const TO_LEAVE: Step = ["2026-11-10", { checkOutDate: "2026-11-24" }];

test.each<[what: string, steps: Step[], edits: Partial<BoardBill>[], mends: string[]]>([
  ["the other part is too much", [...BY_PLACE, LEFT_ON_20], [GIVEN, {}], ["maeve 11-30: 966.67 for 11-20"]],
  ["the other part began later", [...BY_PLACE, CAME_ON_06], [{}, GIVEN], ["maeve 01-10: 483.33 for 06-10"]],
  ["its own part is too much", [...BY_PLACE, LEFT_ON_20], [{}, GIVEN], ["ben 11-30: 966.67 for 11-20"]],
  ["both parts were given", [...BY_PLACE, LEFT_ON_20], [GIVEN, GIVEN], ["ben 11-30: 966.67"]],
  [
    "the other owner has a discount",
    [...BY_OWNER, LEFT_ON_25],
    [GIVEN, { value: 140_000 }],
    ["priya 16-30: 966.67 for 16-25"],
  ],
  [
    "the first owner has a discount",
    [...BY_OWNER, LEFT_ON_25],
    [{ value: 95_000 }, GIVEN],
    ["ben 16-30: 966.67 for 16-25"],
  ],
  [
    "an owner who came later has a discount",
    [...BY_OWNER, CAME_ON_06],
    [{ value: 140_000 }, GIVEN],
    ["maeve 01-15: 966.67 for 06-15"],
  ],
  ["it was given to the other owner", [...BY_OWNER, LEFT_ON_25], [{}, MAEVE], ["maeve 16-30: 966.67"]],
  ["a run in full", [TO_LEAVE, ["2026-11-20", "run", { isProrated: false }], LEFT_ON_20], [GIVEN], []],
  [
    "a run at the other prices",
    [["2026-11-10", { boarding: 350_000 }], ["2026-11-20", "run", { usesOtherPrices: true }], LEFT_ON_25],
    [GIVEN],
    ["ben : 2416.67 for 01-25"],
  ],
])("with a given bill, %s", (_, steps, edits, mends) => expect(mendsOf(withBoarding(steps, edits))).toEqual(mends));

test("a charge of $0.00 was not given", () => {
  const sold: Step[] = [
    ["2026-10-01", { boardingSurcharge: 0 }],
    ["2026-11-16", { ...PRIYA, boardingSurcharge: 15_000 }],
    ["2026-11-18", "run"],
    LEFT_ON_25,
  ];
  const bella = withBoarding(sold, [{}, { value: 7_000 }], "boarding-surcharge");
  expect(mendsOf(bella)).toEqual(["priya 16-30: 50 for 16-25"]);
});

/** Bella whose month was billed ahead, sold before it, and again within it: the first part of the bill is Priya's, who was given it. */
const soldTwice = (steps: Step[], second: Partial<BoardBill>): BilledHorse => {
  const cut = { customerId: "priya", firstDay: "2026-11-01", lastDay: "2026-11-15", value: 145_000 };
  const bella = withBoarding([["2026-10-28", "run", { month: MONTH }], ["2026-10-30", PRIYA], ...steps], [cut]);
  const of = (bill: BoardBill) => ({ ...bill, id: "second", firstDay: "2026-11-16", lastDay: "2026-11-30" });
  const at = "2026-11-17T17:00:00.000Z";
  return { ...bella, bills: bella.bills.flatMap((bill) => [bill, { ...of(bill), unitPrice: 145_000, at, ...second }]) };
};

test.each<[what: string, steps: Step[], second: Partial<BoardBill>, mends: string[]]>([
  ["nothing more", [["2026-11-16", MAEVE]], MAEVE, []],
  ["left", [["2026-11-16", MAEVE], LEFT_ON_25], MAEVE, ["maeve 16-30: 966.67 for 16-25"]],
  [
    "sold once more",
    [
      ["2026-11-16", MAEVE],
      ["2026-11-21", PRIYA],
    ],
    MAEVE,
    ["maeve 16-30: 483.33 for 16-20"],
  ],
  [
    "sold to a third",
    [
      ["2026-11-16", MAEVE],
      ["2026-11-21", TOM],
    ],
    MAEVE,
    ["maeve 16-30: 483.33 for 16-20"],
  ],
  ["the second bill was given, too", [["2026-11-16", TOM], LEFT_ON_25], PRIYA, ["priya 16-30: 966.67"]],
])("after a given bill and a second run, %s", (_, steps, second, mends) =>
  expect(mendsOf(soldTwice(steps, second))).toEqual(mends),
);

test("what the new owner owes is found until it is billed, by hand too", () => {
  const sold = bellaAfter([
    ["2026-11-01", "run"],
    ["2026-11-16", PRIYA],
  ]);
  const halved = sold.bills.map((bill) => ({ ...bill, value: bill.value / 2 }));
  expect(found({ ...sold, bills: halved })).toEqual(["boardChanged", 0, 240_000, "owner 11-16 Priya florida"]);
  const byHand = halved.map((bill) => ({
    ...bill,
    customerId: "priya",
    isByHand: true,
    at: "2026-11-20T17:00:00.000Z",
  }));
  expect(found({ ...sold, bills: [...halved, ...byHand] })).toBeNull();
});

test("a bill that was given fewer days owes nothing for the others, though a blanket of its run is for all of them", () => {
  const bella = bellaAfter([
    ["2026-10-20", { hasBlanket: true }],
    ["2026-11-01", "run"],
    ["2026-11-20", { checkOutDate: "2026-11-19" }],
    ["2026-11-25", { checkInDate: "2026-11-25", checkOutDate: null }],
    ["2026-11-28", PRIYA],
  ]);
  const days = (from: string, to: string) => ({ firstDay: `${MONTH}-${from}`, lastDay: `${MONTH}-${to}` });
  const mended = bella.bills.map((bill) =>
    bill.serviceId === "blanket" ? bill : { ...bill, ...days("01", "19"), value: Math.round((bill.value * 19) / 30) },
  );
  const rest = bella.bills
    .filter(({ serviceId }) => serviceId !== "blanket")
    .flatMap((bill) => [
      { ...bill, ...days("25", "27"), value: bill.value / 10, at: "2026-11-30T17:00:00.000Z" },
      { ...bill, ...days("28", "30"), value: bill.value / 10, at: "2026-11-30T17:00:00.000Z", ...PRIYA },
    ]);
  expect(found({ ...bella, bills: [...mended, ...rest] }, "2026-12-03")).toBeNull();
  expect(found({ ...bella, bills: mended }, "2026-12-03")).toBeNull();
});

test("a finding that is marked fine comes back with another amount", () => {
  const [board] = judgeBoards([LEFT], TODAY, []);
  if (!board) throw new Error("Nothing was found");
  const fine = [fineText(board.check, fineKeyOfBoard(board))];
  expect(judgeBoards([LEFT], TODAY, fine)).toEqual([]);
  expect(judgeBoards([{ ...LEFT, checkOutDate: "2026-11-06" }], TODAY, fine)).toHaveLength(1);
});

test("the check counts horses, or months if a horse has several", () => {
  const [board] = judgeBoards([LEFT], TODAY, []);
  if (!board) throw new Error("There is no board");
  const ofOther = { ...board, horse: { ...board.horse, id: "other" } };
  const headingOf = (...boards: ChangedBoard[]) =>
    describeBoards(boards, () => 9).find(({ id }) => id === "daysNotHere")?.heading;
  expect(headingOf(board)).toBe("Billed for days not here: 1 horse");
  expect(headingOf(board, ofOther)).toBe("Billed for days not here: 2 horses");
  expect(headingOf(board, { ...board, month: "2026-09" }, ofOther)).toBe("Billed for days not here: 3 months");
});
