import { expect, test } from "vitest";
import { type ListState, listHref, readListState } from "#app/domain/list-state.ts";

const SORTS = ["name", "salary"];
const read = (search: string) => readListState(new URLSearchParams(search), SORTS, "name");
const href = (state: ListState, change: Partial<ListState> = {}) => listHref("/grooms", state, "name", change);

test("a URL without parameters shows the first page of current rows in the default order", () => {
  const state = read("");
  expect(state).toEqual({ view: "current", q: "", sort: "name", descending: false, place: { kind: "first" } });
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
  "?page=2",
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

test("of several page positions the first valid one counts", () => {
  expect(read("?after=5&before=9").place).toEqual({ kind: "after", seq: 5 });
  expect(read("?after=x&before=9").place).toEqual({ kind: "before", seq: 9 });
  expect(read("?last&before=9").place).toEqual({ kind: "before", seq: 9 });
});
