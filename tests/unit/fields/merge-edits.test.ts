import { describe, expect, test } from "vitest";
import { describeMerge, mergeEdits, namesOfActors, type Side, unitsOf } from "#app/domain/fields/merge-edits.ts";

type Case = [
  what: string,
  base: string | null,
  mine: string,
  theirs: string,
  chosen: Side | undefined,
  saved: string | "asked",
  isMerged?: boolean,
];

describe("a field of a record that two people edit", () => {
  test.each<Case>([
    ["nobody touched stays", "a", "a", "a", undefined, "a"],
    ["only I changed is mine", "a", "b", "a", undefined, "b"],
    ["only they changed is theirs, and named", "a", "a", "c", undefined, "c", true],
    ["both changed to the same is that", "a", "b", "b", undefined, "b"],
    ["both changed is asked about", "a", "b", "c", undefined, "asked"],
    ["both changed is mine if I choose so", "a", "b", "c", "mine", "b"],
    ["both changed is theirs if I choose so", "a", "b", "c", "theirs", "c"],
    ["I emptied and they changed is asked about", "a", "", "c", undefined, "asked"],
    ["they emptied and I changed is asked about", "a", "b", "", undefined, "asked"],
    ["they emptied, and I did not touch, is empty", "a", "a", "", undefined, "", true],
    ["was empty and both filled is asked about", "", "b", "c", undefined, "asked"],
    ["I changed and changed back is theirs", "a", "a", "c", "mine", "c", true],
    ["they changed and changed back is mine", "a", "b", "a", "theirs", "b"],
    ["of a form without a base is asked about if it differs", null, "b", "c", undefined, "asked"],
    ["of a form without a base is saved if it does not differ", null, "b", "b", undefined, "b"],
    ["of a form without a base is mine if I choose so", null, "b", "c", "mine", "b"],
  ])("that %s", (_, base, mine, theirs, chosen, saved, isMerged = false) => {
    const versions = { base: base === null ? null : { phone: base }, mine: { phone: mine }, theirs: { phone: theirs } };
    const merge = mergeEdits([["phone"]], versions, chosen ? { phone: chosen } : {});
    expect(merge).toEqual({
      texts: { phone: saved === "asked" ? mine : saved },
      merged: isMerged ? ["phone"] : [],
      undecided: saved === "asked" ? [["phone"]] : [],
    });
  });
});

describe("fields that only make sense together", () => {
  const units = [["quantity", "value"], ["comments"]];
  const base = { quantity: "2", value: "130", comments: "" };

  test.each([
    ["their quantity and my value", { value: "100" }, { quantity: "4" }],
    ["my quantity and their value", { quantity: "3", value: "195" }, { value: "100" }],
    ["my quantity and their value, and my comment", { quantity: "3", comments: "mine" }, { value: "100" }],
  ])("are never mixed: %s", (_, mine, theirs) => {
    const versions = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } };
    expect(mergeEdits(units, versions, {}).undecided).toEqual([["quantity", "value"]]);
    const kept = { ...versions.mine, comments: versions.mine.comments };
    expect(mergeEdits(units, versions, { quantity: "mine" })).toEqual({ texts: kept, merged: [], undecided: [] });
    const taken = { ...versions.theirs, comments: versions.mine.comments };
    expect(mergeEdits(units, versions, { quantity: "theirs" })).toEqual({ texts: taken, merged: [], undecided: [] });
  });

  test("do not differ by one that the form did not show, unless what it sent is not what is stored", () => {
    const stored = { ...base, value: "130" };
    const shown = { quantity: "2", comments: "" };
    const undecided = (mine: Record<string, string>) =>
      mergeEdits(units, { base: shown, mine: { ...stored, ...mine }, theirs: stored }, {}).undecided;
    expect(undecided({ quantity: "3" })).toEqual([]);
    expect(undecided({ quantity: "3", value: "" })).toEqual([["quantity", "value"]]);
  });

  test("are theirs as a whole if I touched none of them", () => {
    const theirs = { ...base, quantity: "4", value: "260" };
    const merge = mergeEdits(units, { base, mine: { ...base, comments: "mine" }, theirs }, {});
    expect(merge).toEqual({ texts: { ...theirs, comments: "mine" }, merged: ["quantity", "value"], undecided: [] });
  });

  test("a choice for another unit decides nothing", () => {
    const versions = { base, mine: { ...base, value: "1" }, theirs: { ...base, value: "2" } };
    expect(mergeEdits(units, versions, { comments: "mine", value: "mine" }).undecided).toEqual([["quantity", "value"]]);
  });
});

test("each field that is in no unit is one by itself", () => {
  expect(unitsOf(["a", "b", "c", "d"], [["d", "b"]])).toEqual([["d", "b"], ["a"], ["c"]]);
});

test("the merged fields and those who changed them are named", () => {
  expect(describeMerge(["Phone"], ["dana@example.com"])).toBe("Merged: Phone, changed by dana@example.com.");
  expect(describeMerge(["Phone", "Riders"], [])).toBe("Merged: Phone and Riders, changed by somebody else.");
  expect(describeMerge(["A", "B", "C"], ["x", "y"])).toBe("Merged: A, B and C, changed by x and y.");
  expect(namesOfActors([])).toBe("somebody else");
});
