import { afterAll, beforeAll, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf } from "#app/domain/basics/months.ts";
import { prorated } from "#app/domain/boarding/boarding.ts";
import { billingStateOf, boardOf } from "#app/domain/boarding/boarding-month.ts";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { judgeBoards } from "#app/domain/exports/judge-boards.ts";
import { runPriceSchedule } from "#app/worker/scheduled-prices.ts";
import { setHorsesFrom } from "#db/queries/barn/horse-prices.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { changedBoards } from "#db/queries/exports/changed-boards.ts";
import { addHorses, type TestHorse } from "#lab/support/billing.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { horseBatchAt } from "#tests/support/database/horse-batch.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Months that are billed before they begin (docs/product.md, 'Billing horses'). */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const PLAIN = { boarding: 290_000, boarding_surcharge: 0, training: 0, has_blanket: 0, location: "florida" };

/** What the horses of a test are given, by their places: what a run for the month bills them, and why it does not. */
const horsesOf = (month: string, today: string) => {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const of = Number(last.slice(8));
  const part = (days: number) => prorated(290_000, { days, of });
  return [
    ["stays", "", [290_000], ""],
    ["leaves on the first day", `check_out_date = '${first}'`, [part(1)], ""],
    ["leaves on the last day", `check_out_date = '${last}'`, [290_000], ""],
    ["leaves before", `check_out_date = '${plusDays(first, -1)}'`, [], "left out absent leaves"],
    ["left", `check_out_date = '${plusDays(today, -1)}'`, [], ""],
    ["arrives in it", `check_in_date = '${plusDays(first, 9)}'`, [part(of - 9)], "optional not listed arrives"],
    ["arrives after it", `check_in_date = '${plusDays(last, 1)}'`, [], ""],
    ["is not billable", "is_billable = 0", [], "left out not billable not billable"],
    ["was deleted", `deleted_at = '${today}T12:00:00.000Z'`, [], ""],
    ["has other prices from its first day", `next_boarding = 350000, prices_from = '${first}'`, [350_000], ""],
    ["has other prices within it", `next_boarding = 350000, prices_from = '${plusDays(first, 14)}'`, [290_000], ""],
    ["has other prices after it", `next_boarding = 350000, prices_from = '${plusDays(last, 1)}'`, [290_000], ""],
  ] as const;
};

test.each<[instant: string, month: string, boardIn: "advance" | "arrears"]>([
  ["2026-11-27T17:00:00Z", "2026-12", "advance"],
  ["2027-01-01T04:59:00Z", "2027-01", "arrears"],
  ["2027-11-30T17:00:00Z", "2028-02", "advance"],
  ["2026-12-01T05:01:00Z", "2027-03", "arrears"],
])("on %s, %s is billed ahead once, in a barn that bills in %s", async (instant, month, boardIn) => {
  const today = todayInNewYork(new Date(instant));
  await database.rows("update settings set board_in = ?", [boardIn]);
  const tag = `Ahead${month}`;
  const cases = horsesOf(month, today);
  const horses = await addHorses(database, tag, cases.length, () => ({ ...PLAIN, check_in_date: "2020-01-01" }));
  for (const [n, [, change]] of cases.entries())
    if (change) await database.rows(`update horses set ${change} where id = ?`, [horses[n]?.id ?? ""]);
  await database.rows("delete from horse_changes where horse_id in (select id from horses where name like ?)", [
    `${tag}%`,
  ]);
  const batch = (at = instant) => horseBatchAt(database, at, tag, `month=${month}&prorate=on`);

  const opened = await batch().open();
  const states = new Map(
    opened?.rows.map((row) => {
      const { kind, why, reasons } = billingStateOf(row, boardOf(row, month), month, today);
      return [row.id, kind === "billed" ? "" : [kind, why, reasons.join().replace(/ \d.*/, "")].join(" ")];
    }),
  );
  expect(cases.map(([what], n) => [what, states.get(horses[n]?.id ?? "") ?? ""])).toEqual(
    cases.map(([what, , , state]) => [what, state]),
  );
  const arriving = horses[5] as TestHorse;
  expect(await batch().confirm(opened, [arriving.id])).toBe(303);
  const bills = await database.rows(
    "select horse_id, date, period, value from bill_items where billing_run_id = ? and service_id = 'boarding'",
    [opened?.idempotencyKey ?? ""],
  );
  expect(new Set(bills.map(({ date, period }) => `${date} ${period}`))).toEqual(new Set([`${today} ${month}`]));
  expect(
    cases.map(([what], n) => [
      what,
      bills.flatMap(({ horse_id, value }) => (horse_id === horses[n]?.id ? [value] : [])),
    ]),
  ).toEqual(cases.map(([what, , values]) => [what, values]));

  // Not again on that day, and neither billed again nor missed once the month has begun and ended.
  expect(await batch().confirm(await batch().open())).toBe(400);
  const later = [firstDayOf(month), plusDays(lastDayOf(month), 1)];
  const missed = async (day: string) => {
    const [found] = await database.connect().read(unbilledHorses(day));
    const ofMonth = unbilledBoard(found?.horses ?? [], day).find((each) => each.month === month);
    return ofMonth?.horses.flatMap(({ id }) => (horses.some((horse) => horse.id === id) ? [id] : [])) ?? [];
  };
  for (const day of later) expect([day, await missed(day)]).toEqual([day, []]);
  expect(await batch(`${later[0]}T17:00:00Z`).confirm(await batch(`${later[0]}T17:00:00Z`).open())).toBe(400);

  // Its undo leaves the month to bill, as if it had not been.
  const undoing = await undoByKey(database, opened?.idempotencyKey ?? "", { actor: "test", at: new Date(instant) });
  expect(await database.connect().write(undoing)).toBe("written");
  const billed = horses.filter((_, n) => (cases[n]?.[2].length ?? 0) > 0).map(({ id }) => id);
  expect((await missed(later[1] ?? "")).sort()).toEqual(billed.sort());
});

test("each month ahead is a run of its own, which an earlier run on the same day does not mark", async () => {
  const [instant, months] = ["2026-11-27T17:00:00Z", ["2026-11", "2027-02", "2026-12", "2027-01"]];
  const [horse] = await addHorses(database, "Eachahead", 1, () => ({ check_in_date: "2020-01-01" }));
  for (const month of months) {
    const batch = horseBatchAt(database, instant, "Eachahead", `month=${month}`);
    const opened = await batch.open();
    expect(opened?.rows.map(({ billedLately }) => billedLately)).toEqual([null]);
    expect(await batch.confirm(opened)).toBe(303);
  }
  const runs = await database.rows(
    "select period, count(distinct billing_run_id) as runs from bill_items where horse_id = ? group by 1 order by 1",
    [horse?.id ?? ""],
  );
  expect(runs).toEqual(months.toSorted().map((period) => ({ period, runs: 1 })));
  // A fourth month ahead is not offered: the dialog has the current month.
  const fourth = await horseBatchAt(database, instant, "Eachahead", "month=2027-03").open();
  expect(fourth?.rows.map(({ billed }) => billed[0]?.first)).toEqual(["2026-11-01"]);
});

test.each([
  ["2026-11-20", 300_000, []],
  ["2026-12-05", 300_000, ["boardChanged 0 10000"]],
  ["2026-12-05", 280_000, ["boardChanged 10000 0"]],
])(
  "a price that is set on %s and holds from a month billed ahead: of %i, Check finds %j",
  async (set, boarding, finds) => {
    const tag = `Pricedahead ${set} ${boarding}`;
    const [horse] = await addHorses(database, tag, 1, () => ({ ...PLAIN, check_in_date: "2020-01-01" }));
    const noonOf = (day: string) => new Date(`${day}T17:00:00.000Z`);
    const setPrice = async () => {
      const by = { actor: "test", at: noonOf(set) };
      const change = setHorsesFrom("2027-01-01", [horse?.id ?? ""], { boarding }, by);
      if ("problem" in change) throw new Error(change.problem);
      expect(await database.connect().write(change)).toBe("written");
    };
    const batch = horseBatchAt(database, "2026-11-27T17:00:00Z", tag, "month=2027-01");
    if (set < "2026-11-27") await setPrice();
    expect(await batch.confirm(await batch.open())).toBe(303);
    if (set > "2026-11-27") await setPrice();
    // Each run of the schedule has an instant of its own.
    const now = new Date(noonOf("2027-01-01").getTime() + boarding + Number(set.slice(-2)));
    await runPriceSchedule({ open: database.connect, trigger: now, now });
    const [found] = await database.connect().read(changedBoards("2027-01-02"));
    const boards = judgeBoards(found?.read.horses ?? [], "2027-01-02", []).filter(
      (board) => board.horse.id === horse?.id,
    );
    expect(boards.map(({ check, tooMuch, tooLittle }) => `${check} ${tooMuch} ${tooLittle}`)).toEqual(finds);
  },
);
