import { expect, test } from "vitest";
import { packRows, unpack } from "#app/domain/basics/packed-rows.ts";

test("packed rows are unpacked wherever they are, and data without rows stay the same object", () => {
  const rows = [
    { id: "a", day: null, tags: ["x", "y"], isOn: true },
    { id: "b", day: "2026-11-24", tags: [], isOn: false },
  ];
  const list = { path: "/horses", state: { q: "" } };
  expect(unpack({ list: { ...list, data: { rows: packRows(rows), hasRows: true } }, billed: null })).toEqual({
    list: { ...list, data: { rows, hasRows: true } },
    billed: null,
  });
  expect(unpack({ rows: packRows([]) })).toEqual({ rows: [] });
  expect(unpack(list)).toBe(list);
});
