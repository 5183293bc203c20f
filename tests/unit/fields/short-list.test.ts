import { expect, test } from "vitest";
import { NO_NEXT_PRICES } from "#app/domain/barn/next-prices.ts";
import { NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { columnFilters, optionsIn } from "#app/domain/fields/column-filters.ts";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";
import { searchShortList } from "#app/records/lists/short-list-order.ts";
import { samples } from "#tests/support/samples.ts";

/** Numbers below a limit, the same in each run. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const NAMES = ["Bella", "Élan", "elan", "Señorita Flor", "Z-Rumba"];
const NOBODY = { customerId: null, responsibleParty: "Unknown" };
const random = randomOf(5);

const HORSES: HorseRow[] = Array.from({ length: 450 }, (_, i) => ({
  ...{ id: `h${i}`, seq: i + 1, version: 1, name: `${NAMES[random(5)]} ${random(9)}` },
  ...(random(4) ? { customerId: `c${i % 7}`, responsibleParty: `Maeve ${i % 7}` } : NOBODY),
  ...{ checkInDate: `2026-0${1 + random(9)}-01`, checkOutDate: random(2) ? null : "2026-11-21" },
  ...{ ...NEW_HORSE, boarding: random(3) * 100_000, hasBlanket: false, blanketCharge: 10_000 },
  ...{ isBillable: random(2) === 1, location: random(3) ? "florida" : "long-island" },
  ...NO_NEXT_PRICES,
  shares: [],
}));

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1);

test("random searches, filters and orders of a short list are those of a plain calculation", () => {
  const pick = <Item>(...items: Item[]) => items[random(items.length)] as Item;
  const keys = {
    name: ({ name }: HorseRow) => fold(name),
    checkInDate: ({ checkInDate }: HorseRow) => checkInDate,
    boarding: ({ boarding }: HorseRow) => boarding,
    location: ({ location }: HorseRow) => location,
  };
  for (let i = 0; i < samples(60); i += 1) {
    const location = pick(undefined, "florida" as const, "long-island" as const);
    const customer = pick(undefined, "none", "c3", "nobody");
    const billable = pick(undefined, "yes", "no");
    const q = pick("", "elan", "senorita", "rumba maeve", "maeve");
    const sort = pick<keyof typeof keys>("name", "checkInDate", "boarding", "location");
    const descending = random(2) === 1;
    const expected = HORSES.filter(
      (row) =>
        (!location || row.location === location) &&
        (!customer || (row.customerId ?? "none") === customer) &&
        (!billable || row.isBillable === (billable === "yes")) &&
        q.split(" ").every((word) => fold(`${row.name}|${row.responsibleParty}`).replace("-", "").includes(word)),
    ).sort((a, b) => (compare(keys[sort](a), keys[sort](b)) || a.seq - b.seq) * (descending ? -1 : 1));
    const set = Object.entries({ location, customer, billable }).flatMap(([name, value]) =>
      value ? [[name, value]] : [],
    );
    const state = { q, sort, descending, filters: Object.fromEntries(set) };
    const found = searchShortList(horse.fields, HORSES, state);
    expect([state, found.map(({ seq }) => seq)]).toEqual([state, expected.map(({ seq }) => seq)]);
  }
});

test("a filter by a reference offers the records of the rows, the others their fixed values", () => {
  const [customer, billable, location] = columnFilters(horse).map((each) => optionsIn(HORSES, each));
  const customers = [0, 1, 2, 3, 4, 5, 6].map((i) => ({ id: `c${i}`, name: `Maeve ${i}` }));
  expect(customer?.toSorted((a, b) => compare(a.id, b.id))).toEqual([...customers, { id: "none", name: "Unknown" }]);
  expect(billable?.map(({ id }) => id)).toEqual(["yes", "no"]);
  expect(location?.map(({ name }) => name)).toEqual(["Florida", "Long Island"]);
});

test("numbers in names are sorted by their value", () => {
  const names = ["Stall 10", "stall 2", "Stall 1a", "Barn 3"];
  const rows = names.map((name, index) => ({ ...(HORSES[0] as HorseRow), name, seq: index + 1 }));
  const state = { q: "", sort: "name", descending: false, filters: {} };
  expect(searchShortList(horse.fields, rows, state).map(({ name }) => name)).toEqual([
    ...["Barn 3", "Stall 1a", "stall 2", "Stall 10"],
  ]);
});
