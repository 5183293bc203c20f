import { describe, expect, test } from "vitest";
import { isChangedByOthers, shareStructure, timesChanged } from "#app/live/browser/structural-sharing.ts";
import { mergeRows } from "#app/ui/list/table/use-stable-rows.ts";

const row = (id: string, text = "") => ({ id, seq: 0, text });

describe("reloaded data share their structure with the data before", () => {
  test("equal data are the same object, at any depth", () => {
    const before = { list: { rows: [row("a"), row("b")], total: 2 }, at: null, names: ["x", "y"] };
    expect(shareStructure(before, structuredClone(before))).toBe(before);
  });

  test("a changed row is a new object and counts the change, and the other rows are kept", () => {
    const before = { rows: [row("a"), row("b"), row("c")] };
    const next = shareStructure(before, { rows: [row("a"), row("b", "changed"), row("c")] });
    expect(next.rows.map(timesChanged)).toEqual([0, 1, 0]);
    expect([next.rows[0], next.rows[2]]).toEqual([before.rows[0], before.rows[2]]);
    expect(next.rows[0]).toBe(before.rows[0]);
    expect([isChangedByOthers(before.rows), isChangedByOthers(next.rows)]).toEqual([false, true]);
    const second = shareStructure(next, { rows: [row("a"), row("b", "once more"), row("c")] });
    expect(second.rows.map(timesChanged)).toEqual([0, 2, 0]);
  });

  test("a new row counts as changed, a moved row does not, and a removed row is gone", () => {
    const before = [row("a"), row("b"), row("c")];
    const next = shareStructure(before, [row("c"), row("new"), row("a")]);
    expect(next.map(({ id }) => id)).toEqual(["c", "new", "a"]);
    expect(next.map(timesChanged)).toEqual([0, 1, 0]);
    expect(next[0]).toBe(before[2]);
  });

  test.each([
    ["another number", 1, 2],
    ["null replaced by an object", null, { a: 1 }],
    ["an object replaced by null", { a: 1 }, null],
    ["a list replaced by an object", [1], { 0: 1 }],
    ["an object with one key less", { a: 1, b: 2 }, { a: 1 }],
    ["an object with one key more", { a: 1 }, { a: 1, b: undefined }],
    ["a shorter list", [1, 2, 3], [1, 2]],
    ["a longer list", [1], [1, 2]],
    ["an empty list", [row("a")], []],
    ["lists of lists", [[1], [2]], [[1], [3]]],
    ["rows whose id is not a string", [{ id: 1, x: 1 }], [{ id: 2, x: 1 }]],
  ])("%s results in the new value", (_, before, next) => {
    expect(shareStructure(before, next)).toEqual(next);
  });
});

describe("rows that the user holds, by focus or selection, stay in place", () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join("");
  const rows = (text: string) => [...text].map((id) => row(id));

  test.each([
    ["nothing changed", "abc", "abc", "b", "abc"],
    ["other rows changed places", "abc", "cba", "b", "abc"],
    ["the held row would move", "abc", "bac", "b", "abc"],
    ["the held row was removed", "abc", "ac", "b", "abc"],
    ["another row was removed", "abc", "bc", "b", "bc"],
    ["all rows were removed", "abc", "", "b", "b"],
    ["a new row comes first", "abc", "xabc", "b", "xabc"],
    ["a new row comes last", "abc", "abcx", "b", "abcx"],
    ["a new row comes after the held row", "abc", "abxc", "b", "abxc"],
    ["several new rows come one after another", "abc", "axyzbc", "b", "axyzbc"],
    ["a new row comes after another new row", "ab", "xyab", "a", "xyab"],
    ["a new row comes after a row that is shown elsewhere", "abc", "cxba", "b", "abcx"],
    ["two rows are held", "abcd", "dcx", "bc", "bcxd"],
    ["all rows were replaced", "abc", "xyz", "b", "xyzb"],
  ])("%s", (_, shown, next, held, expected) => {
    expect(ids(mergeRows(rows(shown), rows(next), new Set(held)))).toBe(expected);
  });

  test("changed values are shown in all rows, including the held one", () => {
    const merged = mergeRows([row("a"), row("b")], [row("b", "new"), row("a", "new")], new Set("a"));
    expect(merged).toEqual([row("a", "new"), row("b", "new")]);
  });
});
