import { describe, expect, test } from "vitest";
import { isChangedByOthers, share, timesChanged } from "#app/live/browser/structural-sharing.ts";
import { mergeRows } from "#app/ui/list/use-stable-rows.ts";

const row = (id: string, text = "") => ({ id, seq: 0, text });

describe("what was read again is made of what was there, as far as that is the same", () => {
  test("what is the same is the same object, at any depth", () => {
    const before = { list: { rows: [row("a"), row("b")], total: 2 }, at: null, names: ["x", "y"] };
    expect(share(before, structuredClone(before))).toBe(before);
  });

  test("a row that changed is new and counted, and the others are kept", () => {
    const before = { rows: [row("a"), row("b"), row("c")] };
    const now = share(before, { rows: [row("a"), row("b", "changed"), row("c")] });
    expect(now.rows.map(timesChanged)).toEqual([0, 1, 0]);
    expect([now.rows[0], now.rows[2]]).toEqual([before.rows[0], before.rows[2]]);
    expect(now.rows[0]).toBe(before.rows[0]);
    expect([isChangedByOthers(before.rows), isChangedByOthers(now.rows)]).toEqual([false, true]);
    const again = share(now, { rows: [row("a"), row("b", "once more"), row("c")] });
    expect(again.rows.map(timesChanged)).toEqual([0, 2, 0]);
  });

  test("a row that came is counted, one that only moved is not, and one that went is gone", () => {
    const before = [row("a"), row("b"), row("c")];
    const now = share(before, [row("c"), row("new"), row("a")]);
    expect(now.map(({ id }) => id)).toEqual(["c", "new", "a"]);
    expect(now.map(timesChanged)).toEqual([0, 1, 0]);
    expect(now[0]).toBe(before[2]);
  });

  test.each([
    ["a number", 1, 2],
    ["nothing and something", null, { a: 1 }],
    ["something and nothing", { a: 1 }, null],
    ["a list and an object", [1], { 0: 1 }],
    ["an object with a key less", { a: 1, b: 2 }, { a: 1 }],
    ["an object with a key more", { a: 1 }, { a: 1, b: undefined }],
    ["a shorter list", [1, 2, 3], [1, 2]],
    ["a longer list", [1], [1, 2]],
    ["an empty list", [row("a")], []],
    ["lists of lists", [[1], [2]], [[1], [3]]],
    ["an id that is no text", [{ id: 1, x: 1 }], [{ id: 2, x: 1 }]],
  ])("%s is taken as it was read", (_, before, now) => {
    expect(share(before, now)).toEqual(now);
  });
});

describe("rows in somebody's hands", () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join("");
  const rows = (text: string) => [...text].map((id) => row(id));

  test.each([
    ["nothing changes", "abc", "abc", "b", "abc"],
    ["others change places", "abc", "cba", "b", "abc"],
    ["the held one would move", "abc", "bac", "b", "abc"],
    ["the held one is gone", "abc", "ac", "b", "abc"],
    ["another is gone", "abc", "bc", "b", "bc"],
    ["all are gone", "abc", "", "b", "b"],
    ["one comes first", "abc", "xabc", "b", "xabc"],
    ["one comes last", "abc", "abcx", "b", "abcx"],
    ["one comes after the held one", "abc", "abxc", "b", "abxc"],
    ["several come one after another", "abc", "axyzbc", "b", "axyzbc"],
    ["one comes after one that came", "ab", "xyab", "a", "xyab"],
    ["one comes after one that is shown elsewhere", "abc", "cxba", "b", "abcx"],
    ["two are held", "abcd", "dcx", "bc", "bcxd"],
    ["all are others", "abc", "xyz", "b", "xyzb"],
  ])("%s", (_, shown, next, held, expected) => {
    expect(ids(mergeRows(rows(shown), rows(next), new Set(held)))).toBe(expected);
  });

  test("what has changed in a row is shown, also in the held one", () => {
    const merged = mergeRows([row("a"), row("b")], [row("b", "new"), row("a", "new")], new Set("a"));
    expect(merged).toEqual([row("a", "new"), row("b", "new")]);
  });
});
