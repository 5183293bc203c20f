import { expect, test } from "vitest";
import { describeLogged, type Person } from "#app/domain/entries/logged-before.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";

const { answers } = textsIn("en");
const DEVICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const VISITOR: Person = { actor: "visitor", isAdmin: false, device: null };
const GUEST: Person = { actor: "guest@barn.example", isAdmin: false, device: null };
const ADMIN: Person = { actor: "ana@barn.example", isAdmin: true, device: null };
const OWN = { device: DEVICE };

test.each<[name: string, by: string, person: Person, text: string]>([
  ["a visitor's own bill", "visitor", { ...VISITOR, ...OWN }, "from this device"],
  ["somebody else's, to a visitor", "visitor", VISITOR, "by somebody else"],
  ["an admin's, to a visitor", "ana@barn.example", VISITOR, "by somebody else"],
  ["an admin's from the same device, to a visitor", "ana@barn.example", { ...VISITOR, ...OWN }, "from this device"],
  ["an admin's, to a guest who is signed in", "ana@barn.example", GUEST, "by somebody else"],
  ["a guest's own", "guest@barn.example", GUEST, "by you"],
  ["a visitor's, to an admin", "visitor", ADMIN, "by a visitor"],
  ["a visitor's from the same device, to an admin", "visitor", { ...ADMIN, ...OWN }, "from this device"],
  ["an admin's own", "ana@barn.example", ADMIN, "by you"],
  ["another admin's, to an admin", "ben@barn.example", { ...ADMIN, ...OWN }, "by ben@barn.example"],
])("the notice names who logged %s", (_, by, person, text) => {
  const logged = { device: DEVICE, at: "2026-11-21T14:14:00.000Z", by };
  expect(describeLogged(logged, person, new Date("2026-11-21T20:00:00Z"), answers)).toBe(
    `Also logged today at 9:14 AM ${text}.`,
  );
});

test.each([
  ["2026-11-21T14:14:00Z", "2026-11-21T20:00:00Z", "today at 9:14 AM"],
  ["2026-11-22T04:30:00Z", "2026-11-22T04:40:00Z", "today at 11:30 PM"],
  ["2026-11-20T14:14:00Z", "2026-11-21T20:00:00Z", "on 11/20 at 9:14 AM"],
  ["2025-12-31T14:14:00Z", "2026-01-01T20:00:00Z", "on 12/31/2025 at 9:14 AM"],
])("of an entry at %s the notice says at %s: %s", (at, now, text) => {
  expect(describeLogged({ device: null, at, by: "visitor" }, VISITOR, new Date(now), answers)).toBe(
    `Also logged ${text} by somebody else.`,
  );
});
