import { expect, test } from "vitest";
import {
  hrefWithout,
  isBrowsed,
  type ListState,
  listHref,
  listSearch,
  readListState,
  withNotice,
} from "#app/domain/fields/list-state.ts";

const SORTS = ["name", "salary"];
const read = (search: string) => readListState(new URLSearchParams(search), SORTS, "name");
const href = (state: ListState, change: Partial<ListState> = {}) => listHref("/grooms", state, "name", change);

test("a URL without parameters shows the first page of current rows in the default order", () => {
  const state = read("");
  expect(state).toEqual({
    view: "current",
    q: "",
    sort: "name",
    descending: false,
    place: { kind: "first" },
    filters: {},
  });
  expect(href(state)).toBe("/grooms");
});

test.each([
  "?view=all",
  "?q=Jos%C3%A9+%26+Co",
  "?sort=-name",
  "?sort=salary",
  "?view=all&q=a&sort=-salary&last=",
  "?view=all&q=a&sort=-salary&after=100",
  "?before=0",
  "?page=2",
])("the URL parameters %s survive a round trip", (search) => {
  const state = read(search);
  expect(href(state, { place: state.place })).toBe(`/grooms${search}`);
});

test.each([
  "?view=",
  "?view=ALL",
  "?q=",
  "?q=+++",
  "?sort=password",
  "?sort=-password",
  "?sort=",
  "?sort=-",
  "?sort=--salary",
  "?after=",
  "?after=-1",
  "?after=1e3",
  "?after=9007199254740993",
  "?before=abc",
  "?page=0",
  "?page=1",
  "?page=02",
  "?page=-2",
  "?page=99999",
])("unknown and invalid URL parameters are ignored: %s", (search) => {
  expect(read(search)).toEqual(read(""));
});

test("a search is trimmed and cut to 100 characters", () => {
  expect(read("?q=++New+York++").q).toBe("New York");
  expect(read(`?q=${"x".repeat(10_000)}`).q).toHaveLength(100);
});

test("a change of order, search or view starts at the first page and keeps the other parameters", () => {
  const state = read("?view=all&q=ana&sort=salary&after=7");
  expect(href(state, { descending: true })).toBe("/grooms?view=all&q=ana&sort=-salary");
  expect(href(state, { q: "" })).toBe("/grooms?view=all&sort=salary");
  expect(href(state, { view: "current" })).toBe("/grooms?q=ana&sort=salary");
  expect(href(state, { sort: "name", descending: false })).toBe("/grooms?view=all&q=ana");
});

test.each<[search: string, order: string, change: Partial<ListState>, address: string]>([
  ["", "date", { view: "all" }, "/shows?view=all"],
  ["?view=all", "-date", { view: "current" }, "/shows"],
  ["?view=all", "-date", { q: "a" }, "/shows?view=all&q=a"],
  ["?view=all", "-date", { sort: "date", descending: false }, "/shows?view=all&sort=date"],
  ["?view=all&sort=date", "date", { view: "current" }, "/shows"],
  ["?sort=-date", "-date", { view: "all" }, "/shows?view=all"],
  ["?sort=name", "name", { view: "all" }, "/shows?view=all&sort=name"],
  ["?state=exported", "-date", {}, "/shows?state=exported"],
])("a list by date at '%s' is sorted by %s, and %j leads to %s", (search, order, change, address) => {
  const parsers = { state: { parse: (text: string) => text || null, view: () => "all" as const } };
  const state = readListState(new URLSearchParams(search), ["date", "name"], "date", parsers);
  expect(`${state.descending ? "-" : ""}${state.sort}`).toBe(order);
  expect(listHref("/shows", state, "date", change)).toBe(address);
});

test.each([
  ["?state=exported&q=a", "/shows?q=a"],
  ["?state=exported&export=7", "/shows?export=7"],
  ["?state=exported&export=7&sort=date", "/shows?export=7&sort=date"],
])("without one of the filters that imply the view of all rows, '%s' is '%s'", (search, without) => {
  const all = { parse: (text: string) => text || null, view: () => "all" as const };
  const state = readListState(new URLSearchParams(search), ["date"], "date", { state: all, export: all });
  expect(hrefWithout("/shows", state, "date", ["state"])).toBe(without);
});

test("of several page positions the first valid one counts", () => {
  expect(read("?after=5&before=9").place).toEqual({ kind: "after", seq: 5 });
  expect(read("?after=x&before=9").place).toEqual({ kind: "before", seq: 9 });
  expect(read("?last&before=9").place).toEqual({ kind: "before", seq: 9 });
});

const ID = "0b4f1c2a-6d1e-4e7b-9a53-6c1d2e3f4a5b";
const known = (search: string) => listSearch(new URLSearchParams(search), SORTS);

test.each([
  "",
  "?view=all",
  "?sort=-salary&q=a",
  "?q=Jos%C3%A9+%26+Co&after=100",
  "?view=all&last=",
  "?before=7&row=201",
  "?page=2",
  "?all=zero",
  "?all=2026-11",
  `?done=${ID}`,
  `?done=undo+${ID}&q=a`,
  "?done=undo+payroll+2026-11-23T11%3A00%3A00.000Z",
  `?merged=${ID}`,
])("the search %j of a list's address is kept as it is, in its order", (search) => {
  expect(known(search)).toBe(search);
});

test.each([
  ["?junk=1&q=a&%00=b&page=1&_data=x", "?q=a"],
  ["?view=junk&sort=password&after=x&before=-1&done=%3Cb%3E&merged=%22&toString=1&__proto__=1", ""],
  ["?q=a&q=b&view=no&view=all", "?q=a"],
  ["?last=x", "?last="],
  ["?q=++", ""],
  ["?sort=--name", ""],
])("of the search %j of a list's address, %j is kept", (search, kept) => {
  expect(known(search)).toBe(kept);
  expect(read(kept)).toEqual(read(search));
});

test("no parameter of a list's address is kept at any length", () => {
  const long = "x".repeat(12_000);
  expect(known(`?q=${long}`)).toBe(`?q=${long.slice(0, 100)}`);
  expect(known(`?done=${long}&sort=${long}&after=${"1".repeat(12_000)}&last=${long}`)).toBe("?last=");
});

test.each([
  ["", "?q=ana&sort=-name&page=2", true],
  [`?done=${ID}`, "", true],
  ["", "", false],
  ["", "?view=all", false],
  ["", `?done=${ID}`, false],
  ["", "?made=export", false],
  ["?made=export", "?made=other", false],
])("from %j to %j a short list is not read again: %j", (from, to, expected) => {
  expect(isBrowsed(new URLSearchParams(from), new URLSearchParams(to))).toBe(expected);
});

test("a notice replaces the notices of earlier commands", () => {
  expect(withNotice(`?q=a&done=${ID}&merged=${ID}`, {})).toBe("?q=a");
  expect(withNotice("", {})).toBe("");
  expect(withNotice(`?q=a&merged=${ID}`, { done: ID })).toBe(`?q=a&done=${ID}`);
});
