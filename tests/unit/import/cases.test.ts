import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables } from "#app/domain/import/import-plan.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/* Files of barns that were read wrongly before, in `cases/`, each from its bytes to the rows that come in. */

const NOW = "2026-11-21T12:00:00.000Z";
const NOTHING = forTables(() => new Set<string>());

/** The files of a folder of `cases/`. */
const filesOf = (folder: string) =>
  readdirSync(join(import.meta.dirname, "cases", folder))
    .map((name) => ({ name, path: join(import.meta.dirname, "cases", folder, name) }))
    .filter(({ path }) => statSync(path).isFile())
    .map(({ name, path }) => ({ name, bytes: new Uint8Array(readFileSync(path)) }));

function planOf(folder: string, known = NOTHING) {
  const readings = filesOf(folder).flatMap((file) => readImportFile(file));
  const { sources, problems } = sourcesOf(readings);
  expect([readings.flatMap(({ problem }) => problem ?? []), problems]).toEqual([[], []]);
  return planImport(sources, known, NOW);
}

test("times that are all midnight in UTC are days, and both readings are said", () => {
  const { rows, findings, dayNotes } = planOf("01-utc-midnight");
  expect(findings).toEqual([]);
  expect(rows).toMatchObject({
    horses: [{ check_in_date: "2026-10-01", check_out_date: "2026-11-30" }, { check_in_date: "2026-10-01" }],
    bill_items: [{ date: "2026-11-01" }],
    grooms: [{ start_date: "2026-06-01" }],
    payroll: [{ date: "2026-11-02", payment_date: "2026-11-09" }],
  });
  expect(dayNotes).toContain(
    "Check In Date of horses: every time is midnight in UTC, so it is a day: 10/01/2026, and not 09/30/2026",
  );
});

test("a year of two digits after the next one is of the 1900s", () => {
  const { rows, findings } = planOf("02-two-digit-years");
  expect(rows).toMatchObject({
    grooms: [{ start_date: "2000-01-01" }, { start_date: "2000-01-01" }, { start_date: "2024-06-15" }],
    horses: [{ check_in_date: "2000-01-01" }, { check_in_date: "2025-09-01" }],
  });
  expect(findings.map(({ value }) => value)).toEqual(["9/1/97", "6/15/98", "3-Jan-99"]);
});

test("a column with a 13th month is day first as a whole, and it is said", () => {
  const { rows, dayNotes } = planOf("03-day-first");
  expect(rows.horses.map(({ check_in_date }) => check_in_date)).toEqual(["2026-10-13", "2026-10-05", "2026-11-02"]);
  expect(dayNotes).toEqual([expect.stringContaining("05/10/2026 is 10/05/2026")]);
});

test("line ends may be mixed", () => {
  expect(planOf("05-mixed-line-endings").rows.customers.map(({ name }) => name)).toEqual([
    "Ana Bell",
    "Bo Carr",
    "Cy Dunn",
  ]);
});
