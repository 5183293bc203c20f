import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { payWeeks, salariesDue } from "#app/domain/payroll/payroll.ts";
import type { GroomRow } from "#app/domain/records/groom.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { payrollDue } from "#db/queries/payroll/payroll-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { Change } from "#db/write/change.ts";
import { setFields } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* A change of a groom's salary or dates that was undone counts for no week (docs/product.md, 'Undo'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
/** The run of this Monday makes up for the two weeks before it, which no run covered. */
const TODAY = "2026-11-23";
const [MONDAY, TUESDAY, WEDNESDAY] = ["2026-11-09", "2026-11-10", "2026-11-11"];

beforeEach(async () => {
  database = await openDatabase();
  await database.change(
    "update grooms set deleted_at = created_at",
    "update settings set last_payroll = '2026-11-02T12:00:00.000Z'",
    `insert into payroll_runs (id, at, actor, item_count, total, last_payroll_before)
      values ('first', '2026-11-02T12:00:00.000Z', 'schedule', 1, 1, '2026-10-26T12:00:00.000Z')`,
    `insert into grooms (id, name, location, start_date, weekly_salary, created_at, updated_at)
      values ('juan', 'Juan', 'florida', '2026-01-01', 74000, '2026-01-01T15:00:00.000Z', '2026-01-01T15:00:00.000Z')`,
  );
});
afterEach(() => database.close());

/** A day stands for its noon in New York. */
const byAt = (day: LocalDate) => ({ actor: "alex@hayloft.example", at: new Date(`${day}T17:00:00.000Z`) });

async function write(change: Change) {
  expect(await database.connect().write(change)).toBe("written");
  return change.idempotencyKey;
}
const set = (day: LocalDate, values: Partial<GroomRow>) => write(setFields(groomRecords, ["juan"], values, byAt(day)));
const undo = async (day: LocalDate, key: string) => write(await undoByKey(database, key, byAt(day)));

/** The weeks that a run makes, each with its salary in dollars. */
async function salaries() {
  const query = payrollDue(TODAY);
  const [batch] = await database.connect().read(readBatch(query));
  const grooms = parseRows(query, batch?.rowsJson ?? "");
  const [history] = grooms;
  if (!history) return [];
  return salariesDue(grooms, payWeeks(history)).map(({ week, value }) => `${week} ${value / 100}`);
}

const WRONG = { weeklySalary: 740_000 };
const AS_BEFORE = ["2026-11-09 740", "2026-11-16 740", "2026-11-23 740"];

test.each<[what: string, steps: () => Promise<unknown>, weeks: string[]]>([
  ["a raise", () => set(TUESDAY, { weeklySalary: 80_000 }), ["2026-11-09 740", "2026-11-16 800", "2026-11-23 800"]],
  ["a salary, undone", async () => undo(TUESDAY, await set(MONDAY, WRONG)), AS_BEFORE],
  [
    "a salary, undone and made again: it holds from its own day",
    async () => undo(WEDNESDAY, await undo(TUESDAY, await set(MONDAY, WRONG))),
    ["2026-11-09 7400", "2026-11-16 7400", "2026-11-23 7400"],
  ],
  [
    "a salary, undone after the dates were changed and changed back: the days between stay",
    async () => {
      const key = await set(MONDAY, WRONG);
      await set(TUESDAY, { startDate: "2026-01-02" });
      await set(TUESDAY, { startDate: "2026-01-01" });
      await undo(WEDNESDAY, key);
    },
    ["2026-11-09 7400", "2026-11-16 740", "2026-11-23 740"],
  ],
  [
    "an end date, undone in a later week: the groom never left",
    async () => undo("2026-11-17", await set("2026-11-12", { endDate: "2026-11-08" })),
    AS_BEFORE,
  ],
  [
    "a start date after an end date, both undone: there is one stay",
    async () => {
      const end = await set(MONDAY, { endDate: "2026-11-08" });
      await undo(plusDays(TUESDAY, 7), await set(TUESDAY, { startDate: "2026-11-20", endDate: null }));
      await undo(plusDays(WEDNESDAY, 7), end);
    },
    AS_BEFORE,
  ],
])("%s", async (_, steps, weeks) => {
  await steps();
  expect(await salaries()).toEqual(weeks);
});
