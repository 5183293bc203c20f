import { expect, test } from "vitest";
import { forTables, type KnownRecord } from "#app/domain/import/import-plan.ts";
import { groupFindings } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import { describeGroup } from "#app/routes/import/describe-problems.ts";

/* The problems of a draft name their rows, and their choices name what they do. */

const NOW = "2026-11-21T12:00:00.000Z";
const stored = (record: Partial<KnownRecord>): [string, KnownRecord] => {
  const whole = { id: "g", created_at: "2026-01-01", deleted_at: null, ...record };
  return [whole.id, whole];
};
const KNOWN = {
  ...forTables(() => new Map<string, KnownRecord>()),
  grooms: new Map([
    stored({ id: "g1", name: "Luz", weekly_salary: 70_000 }),
    stored({ id: "g2", name: "Sam", deleted_at: "2026-10-05T17:00:00.000Z" }),
  ]),
};
const BELLA = { name: "Bella", checkInDate: "1/3/26", customer: "Ann" };

test.each<
  [collection: "horses" | "grooms", fields: { [field: string]: string }[], text: string, row: string, options: string[]]
>([
  [
    "horses",
    [{ name: "Star", checkInDate: "1/3/26", boarding: "(5.00)" }],
    "1 horse, Boarding: It is below 0.",
    "Board, row 2: Star, (5.00)",
    ["Skip", "Use $2,900.00"],
  ],
  [
    "horses",
    [BELLA, { ...BELLA, boarding: "1" }],
    "1 horse, Name: Another row has this name and owner.",
    "Board, row 3: Bella",
    ["Skip", "Import as Bella 2"],
  ],
  [
    "horses",
    [BELLA],
    "1 owner of horses, not a customer yet",
    "Board, row 2: Ann",
    ["Make them customers", "Skip; their horses get 'Unknown'"],
  ],
  [
    "grooms",
    [{ name: "Luz", weeklySalary: "780" }],
    "1 groom, Name: It is there already, with another Weekly Salary, and stays as it is.",
    "Board, row 2: Luz",
    ["Keep what is there", "Import as another groom"],
  ],
  [
    "grooms",
    [{ name: "Sam" }],
    "1 groom, Name: It was deleted on 10/05/2026.",
    "Board, row 2: Sam",
    ["Restore", "Import as another groom", "Skip"],
  ],
])("%s %j: %s", (collection, rows, text, row, options) => {
  const records = rows.map((fields, i) => ({ id: null, place: `Board, row ${i + 2}`, fields }));
  const groups = groupFindings(planImport({ [collection]: records }, KNOWN, NOW).findings).map(describeGroup);
  const group = groups.find((each) => each.text === text);
  expect(groups.map((each) => each.text)).toContain(text);
  expect([group?.records, group?.options.map((option) => option.text)]).toEqual([[row], options]);
});
