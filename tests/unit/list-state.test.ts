import { expect, test } from "vitest";
import { type ListState, listHref, readListState } from "#app/domain/list-state.ts";

const SORTS = ["name", "salary"];
const read = (search: string) => readListState(new URLSearchParams(search), SORTS, "name");
const href = (state: ListState, change: Partial<ListState> = {}) => listHref("/grooms", state, "name", change);

test("a bare address shows the first page of what is current, in the screen's own order", () => {
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
])("%s is read and written as it is", (search) => {
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
])("what the list does not know is not said: %s", (search) => {
  expect(read(search)).toEqual(read(""));
});

test("what is searched for loses its outer blanks and is held to 100 characters", () => {
  expect(read("?q=++New+York++").q).toBe("New York");
  expect(read(`?q=${"x".repeat(10_000)}`).q).toHaveLength(100);
});

test("another order, search or view begins at its first page and keeps the rest", () => {
  const state = read("?view=all&q=ana&sort=salary&after=7");
  expect(href(state, { descending: true })).toBe("/grooms?view=all&q=ana&sort=-salary");
  expect(href(state, { q: "" })).toBe("/grooms?view=all&sort=salary");
  expect(href(state, { view: "current" })).toBe("/grooms?q=ana&sort=salary");
  expect(href(state, { sort: "name", descending: false })).toBe("/grooms?view=all&q=ana");
});

test("of two places the first that is a number counts", () => {
  expect(read("?after=5&before=9").place).toEqual({ kind: "after", seq: 5 });
  expect(read("?after=x&before=9").place).toEqual({ kind: "before", seq: 9 });
  expect(read("?last&before=9").place).toEqual({ kind: "before", seq: 9 });
});
