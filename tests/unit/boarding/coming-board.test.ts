import { expect, test } from "vitest";
import { comingBoard, comingLines, comingMonth, comingTable } from "#app/domain/boarding/coming-board.ts";
import { DEFAULT_CHARGES, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";

const TODAY = "2026-11-27";
const NAMES = new Map([["boarding", "Board"]]);
const CHARGES = ["boarding", "boarding-surcharge", "training"];
const billedFor = (serviceId: string) => ({ serviceId, first: "2026-12-01", last: "2026-12-31", date: TODAY });
const HORSE = {
  ...{ id: "bella", name: "Bella", customerId: "ana", responsibleParty: "Ana", location: "florida" as const },
  ...NEW_HORSE,
  ...DEFAULT_CHARGES,
  ...{ checkInDate: "2026-01-01", checkOutDate: null, hasBlanket: false, isBillable: true, isListed: true },
  ...{ createdAt: "2026-01-01T15:00:00.000Z", deletedAt: null, changes: [], usesToday: false, isNotOwed: false },
  ...{
    isProrated: true,
    payer: null,
    isOver: false,
    usesOtherPrices: false,
    billed: [],
    logged: [],
    billedLately: null,
    asOf: null,
  },
};

test.each<[what: string, change: Partial<typeof HORSE> | object, rows: string[]]>([
  ["stays", {}, ["Bella · Ana $4,800.00"]],
  ["arrives in it", { checkInDate: "2026-12-22" }, ["Bella · Ana · 12/22 to 12/31 $1,548.39"]],
  ["arrives after it", { checkInDate: "2027-01-01" }, []],
  ["leaves in it", { checkOutDate: "2026-12-10" }, ["Bella · Ana · 12/01 to 12/10 $1,548.39"]],
  ["leaves before it", { checkOutDate: "2026-11-30" }, []],
  ["is not billable", { isBillable: false }, []],
  ["was deleted", { deletedAt: "2026-11-20T15:00:00.000Z", isListed: false }, []],
  ["is marked not to bill", { isNotOwed: true }, []],
  ["is billed ahead", { billed: CHARGES.map(billedFor) }, []],
  ["is billed ahead but for its training", { billed: CHARGES.slice(0, 2).map(billedFor) }, ["Bella · Ana $1,750.00"]],
])("a horse that %s", (_, change, rows) => {
  const { rows: found } = comingTable(comingBoard([{ ...HORSE, ...change }], "2026-12", TODAY), NAMES);
  const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  expect(found.map(({ name, note, total }) => `${name} · ${note} ${dollars(total)}`)).toEqual(rows);
});

test("the file has a line for each horse by name, with its days, and the total", () => {
  const horses = [
    { ...HORSE, training: 0 },
    { ...HORSE, id: "ace", name: "Ace", training: 0, checkInDate: "2026-12-31" },
  ];
  expect(comingLines(comingBoard(horses, "2026-12", TODAY), NAMES)).toEqual([
    ["Horse", "Customer", "Location", "From", "To", "Board", "Boarding Surcharge", "Total"],
    ["Ace", "Ana", "Florida", "12/31/2026", "12/31/2026", "$93.55", "$4.84", "$98.39"],
    ["Bella", "Ana", "Florida", "12/01/2026", "12/31/2026", "$2,900.00", "$150.00", "$3,050.00"],
    ["Total", "", "", "", "", "$2,993.55", "$154.84", "$3,148.39"],
  ]);
});

test("the next month follows that of today, over the end of a year, too", () => {
  expect(["2026-11-30", "2026-12-01", "2027-01-31"].map(comingMonth)).toEqual(["2026-12", "2027-01", "2027-02"]);
});
