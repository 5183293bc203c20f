import { expect, test } from "vitest";
import { foldedName, tellApart } from "#app/domain/basics/names.ts";
import { describeEntry, type EntryState, whyNotUndone } from "#app/domain/entries/logged-entry.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";

const LOGGED: EntryState = { at: "2026-11-21T14:14:00.000Z", status: "pending", isUnchanged: true };
const LATE = /logged more than 10 minutes ago/;

test.each<[name: string, state: Partial<EntryState>, now: string, why: RegExp | undefined]>([
  ["at once", {}, "2026-11-21T14:14:00.000Z", undefined],
  ["by a clock that is behind", {}, "2026-11-21T14:13:59.000Z", undefined],
  ["after 10 minutes", {}, "2026-11-21T14:24:00.000Z", undefined],
  ["a moment later", {}, "2026-11-21T14:24:00.001Z", LATE],
  ["a day later", {}, "2026-11-22T14:14:00.000Z", LATE],
  ["after an edit", { isUnchanged: false }, "2026-11-21T14:15:00.000Z", /An admin changed this entry/],
  ["after an export", { status: "exported" }, "2026-11-21T14:15:00.000Z", /exported already/],
  ["after a void", { status: "voided", isUnchanged: false }, "2026-11-21T14:15:00.000Z", /taken out already/],
])("an entry can be undone for 10 minutes, while it is pending and unchanged: %s", (_, state, now, why) => {
  const answer = whyNotUndone({ ...LOGGED, ...state }, new Date(now));
  if (why) expect(answer).toMatch(why);
  else expect(answer).toBeUndefined();
});

test.each([
  ["2026-11-21", undefined, "2 x Bandage for Bella, 11/21"],
  ["2025-12-31", undefined, "2 x Bandage for Bella, 12/31/2025"],
  ["2026-11-21", "Ana", "2 x Bandage for Bella, 11/21, groom Ana"],
])("an entry of %s by the groom %s reads '%s'", (date, groom, text) => {
  const entry = { quantity: 2, service: "Bandage", horse: "Bella", date, groom };
  expect(describeEntry(entry, "2026-11-22", textsIn("en").form)).toBe(text);
});

test.each<[name: string, names: [name: string, owner: string][], shown: string[]]>([
  ["no horse", [], []],
  ["one horse", [["Bella", "Patricia Walsh"]], ["Bella"]],
  [
    "two of one name",
    [
      ["Bella", "Patricia Walsh"],
      ["Bella", "Harold Fitzgerald"],
      ["Comet", "Patricia Walsh"],
    ],
    ["Bella - Patricia Walsh", "Bella - Harold Fitzgerald", "Comet"],
  ],
  [
    "case, accents and apostrophes apart",
    [
      ["Élan d’Or", "Ana"],
      ["ELAN D'OR", "Unknown"],
    ],
    ["Élan d’Or - Ana", "ELAN D'OR - Unknown"],
  ],
  [
    "a name within a name",
    [
      ["Bella", "Ana"],
      ["Bella Rose", "Ben"],
    ],
    ["Bella", "Bella Rose"],
  ],
])("records that share their name have the name of the owner, too: %s", (_, names, shown) => {
  const records = names.map(([name, owner], i) => ({ id: String(i), name, owner }));
  const apart = tellApart(records);
  expect(apart).toEqual(shown.map((name, i) => ({ id: String(i), name })));
});

test("names are compared without accents, case and apostrophes", () => {
  expect(["Élan", "Señorita O’Brien", "ŁUKASZ"].map(foldedName)).toEqual(["elan", "senorita obrien", "łukasz"]);
});
