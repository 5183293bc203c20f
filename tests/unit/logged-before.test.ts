import { expect, test } from "vitest";
import { type Asker, describeLogged } from "#app/domain/logged-before.ts";

const DEVICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const VISITOR: Asker = { actor: "visitor", isAdmin: false, device: null };
const GUEST: Asker = { actor: "guest@barn.example", isAdmin: false, device: null };
const ADMIN: Asker = { actor: "ana@barn.example", isAdmin: true, device: null };
const OWN = { device: DEVICE };

test.each<[name: string, by: string, asker: Asker, text: string]>([
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
])("the notice names who logged %s", (_, by, asker, text) => {
  const entry = { service: "Bandage", horse: "Bella", date: "2026-11-21" };
  const logged = { device: DEVICE, at: "2026-11-21T14:14:00.000Z", by };
  expect(describeLogged(entry, logged, asker, new Date("2026-11-21T20:00:00Z"))).toBe(
    `Bandage for Bella on 11/21 was logged at 9:14 AM ${text}.`,
  );
});

test.each([
  ["today", "2026-11-21", "2026-11-21T14:14:00Z", "2026-11-21T20:00:00Z", "on 11/21 was logged at 9:14 AM"],
  [
    "late in the evening in New York",
    "2026-11-21",
    "2026-11-22T04:30:00Z",
    "2026-11-22T04:40:00Z",
    "on 11/21 was logged at 11:30 PM",
  ],
  [
    "yesterday",
    "2026-11-20",
    "2026-11-20T14:14:00Z",
    "2026-11-21T20:00:00Z",
    "on 11/20 was logged on 11/20 at 9:14 AM",
  ],
  [
    "yesterday for today",
    "2026-11-21",
    "2026-11-20T14:14:00Z",
    "2026-11-21T20:00:00Z",
    "on 11/21 was logged on 11/20 at 9:14 AM",
  ],
  [
    "last year",
    "2025-12-31",
    "2025-12-31T14:14:00Z",
    "2026-01-01T20:00:00Z",
    "on 12/31/2025 was logged on 12/31/2025 at 9:14 AM",
  ],
])("the notice says when: %s", (_, date, at, now, text) => {
  const entry = { service: "Bandage", horse: "Bella", date };
  expect(describeLogged(entry, { device: null, at, by: "visitor" }, VISITOR, new Date(now))).toBe(
    `Bandage for Bella ${text} by somebody else.`,
  );
});
