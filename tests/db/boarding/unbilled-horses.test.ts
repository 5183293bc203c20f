import { isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, monthOf } from "#app/domain/basics/months.ts";
import type { BilledLine } from "#app/domain/boarding/board-parts.ts";
import { billedPartsOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import { boardMonths, type UnbilledHorse, unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { horseChangesSince, horseFacts, horseRecords } from "#db/queries/barn/horses.ts";
import { barnCharges } from "#db/queries/barn/stored-settings.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { horses } from "#db/schema.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import { asFlag, statements } from "#db/statements.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { samples } from "#tests/support/samples.ts";

const TODAY = "2026-11-24";
const MONTHS = boardMonths(TODAY).filter((month) => month > "2025-11" && month <= monthOf(TODAY));
const FIRST = `${MONTHS[0]}-01`;

let database: Awaited<ReturnType<typeof openDatabase>>;
const rows = (...query: Parameters<typeof database.rows>) => database.rows(...query);

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** Adds a horse, and changes it at random during the year, as the app does. */
async function addHorse(id: string, random: Random) {
  const checkIn = plusDays(FIRST, random.int(-200, 200));
  let at = plusDays(checkIn, random.pick([0, 0, 0, 20, 50]));
  const instant = (day: string) => `${day}T${random.pick(["01", "15", "23"])}:00:00.000Z`;
  await rows(
    `insert into horses (id, name, check_in_date, training, has_blanket, location, created_at, updated_at) values (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
    [
      ...[id, checkIn, random.pick([0, 175_000]), random.int(0, 1), random.pick(["florida", "long-island"])],
      instant(at),
    ],
  );
  let isAway = false;
  for (let n = random.int(0, 6); n > 0; n -= 1) {
    at = plusDays(at, random.int(1, 70));
    if (at > TODAY) return;
    const set = random.pick([
      `training = ${random.pick([0, 99_999])}`,
      `has_blanket = ${random.int(0, 1)}`,
      `location = '${random.pick(["florida", "long-island"])}'`,
      "is_billable = not is_billable",
      isAway
        ? `check_in_date = max(date(check_out_date, '+1 day'), date('${at}', '-${random.pick([0, 40])} days')), check_out_date = null`
        : `check_out_date = max(check_in_date, '${plusDays(at, -random.pick([0, 1, 9]))}')`,
    ]);
    if (set.includes("check_out")) isAway = !isAway;
    await rows(`update horses set ${set}, updated_at = ? where id = ?`, [instant(at), id]);
  }
}

const readHorses = async () => {
  const row = {
    ...{
      id: horses.id,
      ...horseFacts,
      createdAt: horses.createdAt,
      deletedAt: horses.deletedAt,
      changes: horseChangesSince(FIRST),
    },
    ...{ ...barnCharges, isProrated: asFlag(sql`0`), months: sql`json('[]')` },
  };
  const found = await database
    .connect()
    .read(
      statements
        .select({ json: sql<string>`${jsonObject(row)}` })
        .from(sql`${horses} ${horseRecords.joins} where ${isNull(horses.deletedAt)}`),
    );
  return found.map(({ json }) => JSON.parse(json) as UnbilledHorse & { id: string });
};

const inWords = (found: ReturnType<typeof unbilledBoard<UnbilledHorse & { id: string }>>) =>
  found
    .flatMap(({ month, horses }) =>
      horses.map(({ id, board, amount }) => `${month} ${id} ${daysOf(board.toBill)} ${amount}`),
    )
    .sort();

/** Leaves only the horses of this test, and a run in the first month. */
async function empty(run: string) {
  await rows("update horses set deleted_at = '2020-01-01'");
  await rows("update bill_items set deleted_at = '2020-01-01' where deleted_at is null");
  await rows("update billing_runs set taken_back_at = '2020-01-01' where taken_back_at is null");
  await rows("update settings set board_in = 'advance'");
  await rows(
    "insert into billing_runs (id, kind, at, actor, bill_count, horse_count, total) values (?, 'horses', ?, 'test', 1, 1, 1)",
    [run, `${FIRST}T15:00:00.000Z`],
  );
}

test.each(Array.from({ length: samples(2) }, (_, n) => n))(
  "the horses that are read are all that the rule finds, in barn %i",
  async (n) => {
    const random = randomFrom(`unbilled ${n}`);
    await empty(`run ${n}`);
    for (let k = 0; k < 40; k += 1) await addHorse(`horse ${n} ${k}`, random);
    const barn = await readHorses();
    expect(barn.length).toBe(40);

    // Most lines of each month stand, and another system billed some months.
    const billed = new Map<string, BilledLine[]>();
    const inserts: (string | null)[][] = [];
    const bill = (horseId: string, month: string, line: BilledLine, isWhole: boolean) => {
      billed.set(`${horseId} ${month}`, [...(billed.get(`${horseId} ${month}`) ?? []), line]);
      const { serviceId, first, last, date } = line;
      const days = isWhole ? [null, null] : [first, last];
      if (serviceId === null) inserts.push([horseId, "boarding", null, ...days, date, "Import", null]);
      else inserts.push([horseId, serviceId, month, ...days, date, "test", `run ${n}`]);
    };
    for (const horse of barn) {
      for (const month of MONTHS) {
        const [first, last] = [firstDayOf(month), lastDayOf(month)];
        const board = boardOf({ ...horse, isOver: random.chance(0.7) }, month);
        if (random.chance(0.05)) bill(horse.id, month, { serviceId: null, first, last, date: last }, true);
        else if (random.chance(0.9)) {
          for (const { days, part, lines } of billedPartsOf(board, horse)) {
            for (const { serviceId } of lines) {
              if (random.chance(0.04)) continue;
              const range = days ? { first: part.from, last: part.to } : { first, last };
              bill(horse.id, month, { serviceId, ...range, date: last }, days === null);
            }
          }
        }
      }
    }
    await rows(
      `insert into bill_items (id, horse_id, service_id, period, first_day, last_day, date, entered_by, billing_run_id, quantity, value, location, created_at)
       select 'bill ${n} ' || key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, 1, 100, 'florida', '2026' from json_each(?)`,
      [JSON.stringify(inserts)],
    );

    const expected = unbilledBoard(
      barn.map((horse) => ({
        ...horse,
        months: MONTHS.map((month) => ({ month, billed: billed.get(`${horse.id} ${month}`) ?? [] })),
      })),
      TODAY,
    );
    const [read] = await database.connect().read(unbilledHorses(TODAY));
    const found = read?.horses ?? [];
    expect(inWords(unbilledBoard(found, TODAY))).toEqual(inWords(expected));
    expect(inWords(expected).length).toBeGreaterThan(20);
    // Few months are read of which all is billed.
    const months = found.flatMap((horse) => horse.months);
    expect(months.length).toBeLessThan(3 * inWords(expected).length);
  },
);

test.each([
  ["2026-10", ["2026-11", "2026-10"]],
  ["2026-11", ["2026-11"]],
  // Billed ahead: the month of its day waits.
  ["2027-01", ["2026-11"]],
])("a first run for %s decides which months count, also if all its bills were voided", async (period, months) => {
  const run = `voided run ${period}`;
  await empty(run);
  await rows("update billing_runs set at = '2026-11-10T15:00:00.000Z' where id = ?", [run]);
  await rows(
    "insert into horses (id, name, check_in_date, created_at, updated_at) values ('Bella ' || ?2, 'Bella', '2026-08-01', ?1, ?1)",
    ["2026-08-01T15:00:00.000Z", period],
  );
  await rows(
    `insert into bill_items (id, horse_id, service_id, date, quantity, value, location, period, billing_run_id, created_at, deleted_at)
      values ('voided ' || ?3, 'Bella ' || ?3, 'boarding', '2026-11-10', 1, 290000, 'florida', ?3, ?4, ?1, ?2)`,
    ["2026-11-10T15:00:00.000Z", "2026-11-11T15:00:00.000Z", period, run],
  );
  const [read] = await database.connect().read(unbilledHorses(TODAY));
  expect(unbilledBoard(read?.horses ?? [], TODAY).map(({ month }) => month)).toEqual(months);
});
