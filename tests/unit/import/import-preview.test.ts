import { expect, test } from "vitest";
import { forTables, type KnownRecord, type KnownRecords } from "#app/domain/import/import-plan.ts";
import { namesOfPlan, previewRows } from "#app/domain/import/import-preview.ts";
import type { SourceRecord, Sources } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/* The first and last rows of an import, as they would be. */

const NOW = "2026-11-21T12:00:00.000Z";
const ANN: KnownRecord = { id: "ann", name: "Ann Lee", emails: "[]", created_at: NOW, deleted_at: null };
const KNOWN: KnownRecords = {
  ...forTables(() => new Map<string, KnownRecord>()),
  customers: new Map([["ann", ANN]]),
};

type Fields = SourceRecord["fields"];
const table = (rows: readonly Fields[]) =>
  rows.map((fields, i) => ({ id: null, place: `Sheet, row ${i + 2}`, fields: fields as Record<string, unknown> }));
const withIds = (rows: { [id: string]: Fields }) => Object.entries(rows).map(([id, fields]) => ({ id, fields }));

function preview(of: Parameters<typeof previewRows>[0], sources: Sources) {
  const plan = planImport(sources, KNOWN, NOW);
  const { columns, rows, same, more } = previewRows(of, plan.rows[of], namesOfPlan(plan, KNOWN));
  return {
    head: columns.map(({ label }) => label),
    rows: rows.map(({ cells }) => cells),
    same: same.map(({ label, text }) => `${label} ${text}`),
    more,
  };
}

const horses = (count: number) =>
  table(Array.from({ length: count }, (_, i) => ({ name: `Horse ${i + 1}`, checkInDate: "3/1/26" })));

test.each<[count: number, shown: number[], more: number]>([
  [0, [], 0],
  [1, [1], 0],
  [6, [1, 2, 3, 4, 5, 6], 0],
  [7, [1, 2, 3, 6, 7], 2],
  [40, [1, 2, 3, 39, 40], 35],
])("of %i rows the first three and the last two are shown, or all of few", (count, shown, more) => {
  const found = preview("horses", { horses: horses(count) });
  expect([found.rows.map(([name]) => name), found.more]).toEqual([shown.map((i) => `Horse ${i}`), more]);
});

test("a row has the texts that its record will have, and what is the same in all rows is said once", () => {
  const sources = {
    horses: table([
      { name: "Bella", customer: "Lee, Ann", checkInDate: "1/3/26", boarding: "2900", hasBlanket: "x", location: "LI" },
      { name: "Star", checkInDate: "2026-10-01", checkOutDate: "46357", boarding: "$1,000.5", location: "LI" },
    ]),
  };
  expect(preview("horses", sources)).toEqual({
    head: ["Name", "Responsible Party", "Check-in Date", "Check-out Date", "Boarding", "Blanket"],
    rows: [
      ["Bella", "Ann Lee", "01/03/2026", "", "$2,900.00", "Yes"],
      ["Star", "Unknown", "10/01/2026", "12/01/2026", "$1,000.50", "No"],
    ],
    same: ["Boarding Surcharge $150.00", "Training $0.00", "Billable Yes", "Location Long Island"],
    more: 0,
  });
});

test("a single row shows all its values, and lists of texts are one line", () => {
  const one = { customers: table([{ name: "Ann Park", emails: "a@x.com; b@x.com", riders: "Zoe, Max" }]) };
  expect(preview("customers", one)).toMatchObject({
    head: ["Name", "Email(s)", "Riders"],
    rows: [["Ann Park", "a@x.com, b@x.com", "Zoe, Max"]],
    same: [],
  });
});

test("a bill has the names of its records, and a record that stands in for a missing one is no row", () => {
  const sources = {
    horses: withIds({ h1: { name: "Bella", checkInDate: "2026-01-03" } }),
    services: withIds({ s1: { productServiceName: "Clipping", price: 5 } }),
    billItems: withIds({
      b1: { horseId: "h1", serviceId: "s1", customerId: "ann", date: "2026-10-01", value: 50, exported: true },
      b2: { horseId: "h9", serviceId: "s1", date: "2026-10-02", value: 50.25 },
    }),
  };
  expect(preview("bill_items", sources)).toEqual({
    head: ["Date", "Customer", "Horse", "Value", "Exported"],
    rows: [
      ["10/01/2026", "Ann Lee", "Bella", "$50.00", "Yes"],
      ["10/02/2026", "Unknown", "Unknown horse", "$50.25", "No"],
    ],
    same: ["Service Clipping", "Quantity 1", "Location Florida"],
    more: 0,
  });
  expect(preview("horses", sources).rows).toHaveLength(1);
});

test("a problem of a bill and a credit have the day that is imported, where all times are midnight in UTC", () => {
  const bill = (day: string, value: number) => ({
    horseId: "h9",
    serviceId: "s9",
    date: `${day}T00:00:00.000Z`,
    value,
  });
  const billItems = withIds({ b1: bill("2026-10-04", -5), b2: bill("2026-10-05", 5) });
  const { rows, credits, findings } = planImport({ billItems }, KNOWN, NOW);
  expect(rows.bill_items).toMatchObject([{ date: "2026-10-05" }]);
  expect(credits).toMatchObject([{ date: "2026-10-04" }]);
  expect(new Set(findings.map(({ name }) => name))).toEqual(new Set(["10/05/2026"]));
});
