import { expect, test } from "vitest";
import { recentOf } from "#app/routes/entries/form/recent.ts";
import type { LoggedEntry } from "#db/queries/entries/service-entries.ts";

const named = (ids: string) => [...ids].map((id) => ({ id, name: id }));
const OPTIONS = {
  horses: [...named("abcdefgh"), { id: "z", name: "z", note: "not on the property" }],
  services: named("1234567"),
};

/** Entries of the barn, the last first: 'a1 b2' are a horse and a service each. */
const entries = (texts: string) =>
  texts.split(" ").flatMap(([horseId = "", serviceId = ""]) => (horseId ? [{ horseId, serviceId }] : []));

const own = (texts: string, change: Partial<LoggedEntry> = {}) =>
  entries(texts).map((entry, i) => ({
    ...entry,
    isOwn: true,
    status: "pending",
    at: String(9 - i),
    groomId: null,
    ...change,
  })) as LoggedEntry[];

test.each<[name: string, logged: LoggedEntry[], latest: string, horses: string, services: string]>([
  ["in a new barn", [], "", "", ""],
  ["on a new phone, what the barn logs most, the last first", [], "a1 b2 c2 b3 b2", "bac", "213"],
  ["then what this device logged last, each once", own("d4 e4"), "a1 b2 b2", "deba", "421"],
  ["not what was undone", own("d4", { status: "voided" }), "a1", "a", "1"],
  ["not what another device logged", own("d4", { isOwn: false }), "a1", "a", "1"],
  ["no horse that left and no service that is private", [], "z9 z1 a1", "a", "1"],
  ["at most six horses and four services", own("a1 b2"), "c3 d4 e5 f6 g7", "abcdef", "1234"],
])("the chips are, %s", (_, logged, latest, horses, services) => {
  const recent = recentOf(logged, entries(latest), OPTIONS);
  expect([recent.horses.join(""), recent.services.join("")]).toEqual([horses, services]);
});
