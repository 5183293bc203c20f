import { expect, onTestFinished, test } from "vitest";
import { mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import { payWeeks, type Salary, salariesDue, waitingIn } from "#app/domain/payroll/payroll.ts";
import { paymentsDue } from "#db/queries/payroll/payroll-items.ts";
import { payrollDue, waitingGrooms } from "#db/queries/payroll/payroll-runs.ts";
import { randomFrom } from "#db/seed/random.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { samples } from "#tests/support/samples.ts";

test("of more items than can be marked at once, 'Mark due payments as paid' reads the number and the total, and no ids", async () => {
  const database = await openDatabase();
  onTestFinished(() => database.close());
  await database.rows(
    `insert into payroll (id, groom_id, item, date, payment_date, value, created_at, updated_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 5001)
     select 'due ' || i, (select id from grooms limit 1), 'Due', '2000-02-01', '2000-02-07', 100, '2026-01-01', '2026-01-01' from n`,
  );
  const due = async () => (await database.connect().read(paymentsDue("2000-02-07", "2026-11-22")))[0];
  expect(await due()).toMatchObject({ count: 5001, ids: [], total: 500_100 });
  await database.rows("delete from payroll where id = 'due 5001'");
  expect((await due())?.ids).toHaveLength(5000);
});

/* Random histories of runs and grooms, compared with a calculation week by week and day by day. */

type Change = { day: string; at: string; start: string | null; salary: number };
type RandomGroom = {
  id: string;
  /** The first change is the addition. */
  changes: Change[];
  end: string | null;
  deletedAt: string | null;
  made: string[];
  byHand: string[];
  deleted: string[];
  dismissed: string[];
};
type RandomBarn = {
  today: string;
  runs: string[];
  before: string | null;
  lateFrom: string | null;
  grooms: RandomGroom[];
};

/** An instant that is on a day in New York, in summer and in winter. */
const instantOn = (day: string, isEvening: boolean) =>
  isEvening ? `${plusDays(day, 1)}T03:30:00.000Z` : `${day}T12:00:00.000Z`;

function randomBarn(random: ReturnType<typeof randomFrom>): RandomBarn {
  const today = plusDays("2026-01-01", random.int(0, 800));
  const monday = mondayOf(today);
  const weeks = Array.from({ length: 61 }, (_, n) => plusDays(monday, 7 * (n - 60)));
  const first = random.pick([0, 20, 50, 56, 58, 60, 61]);
  const last = random.pick([57, 58, 59, 60, 60, 61]);
  const runs = weeks.slice(first, last).filter((_, n) => n === 0 || random.chance(0.8));
  const day = () => plusDays(today, -random.pick([0, 1, 2, 5, 8, 10, 15, 30, 100, 380]));
  const date = () => plusDays(today, random.pick([-1500, -350, -60, -21, -14, -13, -9, -8, -7, -6, -3, 0, 3, 9]));
  const some = (chance: number) => weeks.filter(() => random.chance(chance));
  const grooms = Array.from({ length: 10 }, (_, n): RandomGroom => {
    const instants = Array.from({ length: random.int(1, 4) }, () => {
      const each = day();
      return { day: each, at: instantOn(each, random.chance(0.5)) };
    });
    const chance = random.pick([0, 0.5, 0.95]);
    const [made, deleted] = [some(chance), some(0.05)];
    const changes = instants
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map((instant) => ({
        ...instant,
        start: random.chance(0.4) ? null : date(),
        salary: random.int(500, 900) * 100,
      }));
    const last = [changes.at(-1)?.start ?? "", plusDays(date(), 20)].sort()[1] ?? "";
    return {
      id: `random ${n}`,
      changes,
      end: random.chance(0.8) ? null : last,
      deletedAt: random.chance(0.1) ? instantOn(today, false) : null,
      made,
      byHand: some(0.03).filter((week) => !made.includes(week)),
      deleted,
      dismissed: some(0.05),
    };
  });
  return {
    ...{ today, runs: runs.map((week) => instantOn(plusDays(week, random.int(0, 6)), false)), grooms },
    before: random.chance(0.5) && runs[0] ? instantOn(plusDays(runs[0], -21), false) : null,
    lateFrom: random.chance(0.2) ? plusDays(monday, -28) : null,
  };
}

/** The last payroll of a barn without runs, three weeks ago. */
const lastPayrollOf = ({ runs, today }: RandomBarn) => runs.at(-1) ?? instantOn(plusDays(today, -21), false);

async function fill({ rows }: Awaited<ReturnType<typeof openDatabase>>, barn: RandomBarn): Promise<void> {
  for (const table of ["payroll", "payroll_runs", "dismissals", "salary_changes"]) await rows(`delete from ${table}`);
  await rows("delete from grooms where id like 'random %'");
  await rows("update settings set last_payroll = ?, late_from = nullif(?, '')", [
    ...[lastPayrollOf(barn), barn.lateFrom ?? ""],
  ]);
  for (const [n, at] of barn.runs.entries()) {
    const before = barn.runs[n - 1] ?? barn.before;
    await rows(
      "insert into payroll_runs (id, at, actor, item_count, total, last_payroll_before) values (?, ?, 'schedule', 1, 1, nullif(?, ''))",
      [at, at, before ?? ""],
    );
  }
  // A run that was undone, or failed, is none.
  await rows(
    "insert into payroll_runs (id, at, actor, item_count, total, taken_back_at) values ('undone', '2019-01-07T12:00:00.000Z', 'schedule', 1, 1, '2019-01-08')",
  );
  await rows(
    "insert into payroll_runs (id, at, actor, item_count, total, failure) values ('failed', '2019-01-14T12:00:00.000Z', 'schedule', 0, 0, 'failed')",
  );
  for (const { id, changes, end, deletedAt, made, byHand, deleted, dismissed } of barn.grooms) {
    for (const [n, { at, start, salary }] of changes.entries()) {
      await rows(
        n === 0
          ? "insert into grooms (name, location, start_date, weekly_salary, created_at, updated_at, id) values ('Random', 'florida', nullif(?, ''), ?, ?, ?, ?)"
          : "update grooms set start_date = nullif(?, ''), weekly_salary = ?, updated_at = coalesce(?, ?) where id = ?",
        [start ?? "", salary, at, at, id],
      );
    }
    await rows("update grooms set end_date = nullif(?, ''), deleted_at = nullif(?, ''), updated_at = ? where id = ?", [
      ...[end ?? "", deletedAt ?? "", `${barn.today}T12:00:00Z`, id],
    ]);
    await rows(
      `insert into payroll (id, groom_id, item, date, week, value, created_at, updated_at, deleted_at)
       select ? || value, ?, value ->> 'item', value ->> 'date', value ->> 'week', 1, '', '', value ->> 'deletedAt' from json_each(?)`,
      [
        ...[id, id],
        JSON.stringify([
          ...made.map((week) => ({ item: "Weekly Salary", date: week, week })),
          ...byHand.map((week, n) => ({ item: "weekly salary ", date: plusDays(week, n % 7) })),
          ...deleted.map((week) => ({ item: "Weekly Salary", date: week, week, deletedAt: "2026-01-01" })),
        ]),
      ],
    );
    await rows(
      `insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at)
       select ? || value, 'salary', ?, value, 'Random', '', '' from json_each(?)`,
      [id, id, JSON.stringify(dismissed)],
    );
  }
  // A change before the start dates were kept has none.
  await rows(`update salary_changes set start_date_before = null where seq % 3 = 0 and start_date_before = (
    select coalesce(later.start_date_before, '') from salary_changes later where later.groom_id = salary_changes.groom_id and later.seq > salary_changes.seq order by seq limit 1)`);
}

/** The weeks of a groom, oldest first, with what becomes of each: 'run', 'wait', or nothing. Lines of groom, week and salary. */
function expectedOf(barn: RandomBarn, { id, changes, end, deletedAt, ...groom }: RandomGroom) {
  const lines = { run: [] as string[], wait: [] as string[] };
  const [added, now] = [changes[0], changes.at(-1)];
  if (!added || !now || deletedAt) return lines;
  const current = mondayOf(barn.today);
  const lastWeek = mondayOf(lastPayrollOf(barn).slice(0, 10));
  const isFirstRun = barn.runs.length === 0;
  const firstCovered = barn.before
    ? plusDays(mondayOf(barn.before.slice(0, 10)), 7)
    : mondayOf((barn.runs[0] ?? "9999-01-04").slice(0, 10));
  for (let week = plusDays(current, -60 * 7); week <= current; week = plusDays(week, 7)) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((n) => plusDays(week, n));
    const [sunday = ""] = days.slice(-1);
    const isDue = week > lastWeek;
    const isCovered =
      !isFirstRun &&
      !isDue &&
      week >= firstCovered &&
      week >= (barn.lateFrom ?? "") &&
      week > plusDays(current, -52 * 7);
    const isActive =
      days.some((day) => (!now.start || now.start <= day) && (!end || end >= day)) &&
      (now.start !== null || isFirstRun || added.day <= sunday);
    const hasItem = groom.made.includes(week) || groom.byHand.includes(week) || groom.dismissed.includes(week);
    const isDeleted = groom.deleted.includes(week);
    if (!(isDue || isCovered) || !isActive || hasItem) continue;
    const asOf = (day: string) => changes.filter((change) => change.day <= day).at(-1);
    const then = asOf(sunday);
    const isKnown = isFirstRun || (then !== undefined && (then.start === null || then.start <= sunday));
    const startedIn = days.includes(now.start ?? added.day);
    const isMade = week === current || (isDue && isKnown) || (startedIn && week === plusDays(current, -7));
    if (isDeleted && !(isMade && isDue)) continue;
    const salary = week === current ? now.salary : asOf([week, added.day].sort()[1] ?? "")?.salary;
    lines[isMade ? "run" : "wait"].push(`${id} ${week} ${salary}`);
  }
  return lines;
}

test("of random grooms, a run makes the current week and the weeks in which they were known, and the others wait", async () => {
  const database = await openDatabase();
  onTestFinished(() => database.close());
  await database.rows("update grooms set deleted_at = '2000-01-01'");
  const random = randomFrom("payroll of random grooms");
  const seen = { run: 0, wait: 0 };
  for (let sample = 0; sample < samples(3); sample += 1) {
    const barn = randomBarn(random);
    await fill(database, barn);
    const read = async (query: ReturnType<typeof payrollDue>) =>
      parseRows(query, (await database.connect().read(readBatch(query)))[0]?.rowsJson ?? "[]");
    const linesOf = (salaries: Salary[]) =>
      salaries.map(({ groomId, week, value }) => `${groomId} ${week} ${value}`).sort();
    const due = await read(payrollDue(barn.today));
    const made = due[0] ? salariesDue(due, payWeeks(due[0])) : [];
    const waiting = waitingIn(await read(waitingGrooms(barn.today))).flatMap(({ salaries }) => salaries);
    const expected = barn.grooms.map((groom) => expectedOf(barn, groom));
    const shown = { sample, today: barn.today, run: linesOf(made), wait: linesOf(waiting) };
    const run = expected.flatMap((each) => each.run).sort();
    const wait = expected.flatMap((each) => each.wait).sort();
    expect(shown).toEqual({ sample, today: barn.today, run, wait });
    seen.run += run.length;
    seen.wait += wait.length;
  }
  expect(Math.min(seen.run, seen.wait)).toBeGreaterThan(5);
}, 600_000);
