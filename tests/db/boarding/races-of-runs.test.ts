import { afterAll, beforeAll, expect, test } from "vitest";
import { ConflictError } from "#db/errors.ts";
import { setHorses, setHorsesFrom } from "#db/queries/barn/horse-prices.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { addCharge, saveCharge, standingRecords } from "#db/queries/barn/standing-charges.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { editBill, findBillToEdit, voidBills } from "#db/queries/bills/mend-bills.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { dismiss } from "#db/queries/overview/stored-dismissals.ts";
import type { Change } from "#db/write/change.ts";
import { removeRecords } from "#db/write/records.ts";
import { addHorses, type TestHorse } from "#lab/support/billing.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { horseBatchAt } from "#tests/support/database/horse-batch.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Two admins at once around billing runs, also of months ahead (docs/product.md, 'Billing horses' and 'Undo'). */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const NOW = "2026-11-27T17:00:00Z";
const [NOV, DEC, JAN] = ["2026-11", "2026-12", "2027-01"];
const PLAIN = { boarding: 290_000, boarding_surcharge: 15_000, training: 0, has_blanket: 0, location: "florida" };

let races = 0;
let seconds = 0;
const by = (actor: string) => {
  seconds += 1;
  return { actor, at: new Date(Date.parse(NOW) + seconds * 1_000) };
};

/** The horses of a race, the standing charge of the second one, which has two owners, and the runs made before, by their months. */
type Setting = { tag: string; horses: TestHorse[]; chargeId: string; runs: { [month: string]: string } };
/** What an admin has opened, and presses in the race. Returns whether it was written, or refused. */
type Press = () => Promise<"done" | "refused">;
type Action = (setting: Setting) => Promise<Press>;

const batchOf = (tag: string, month: string, params = "") =>
  horseBatchAt(database, NOW, tag, `month=${month}&prorate=on${params}`);

const run =
  (month: string, { q = "", params = "", areTicked = false } = {}): Action =>
  async ({ tag, horses }) => {
    const batch = batchOf(tag + q, month, params);
    const opened = await batch.open();
    const ticked = areTicked ? horses.map(({ id }) => id) : [];
    return async () => {
      const status = await batch.confirm(opened, ticked);
      expect([303, 409]).toContain(status);
      return status === 303 ? "done" : "refused";
    };
  };

/** A change that was prepared from what its admin saw. */
const change =
  (prepare: (setting: Setting) => Promise<Change | { problem: string }>): Action =>
  async (setting) => {
    const prepared = await prepare(setting);
    if ("problem" in prepared) throw new Error(prepared.problem);
    return async () => {
      try {
        expect(["written", "repeated"]).toContain(await database.connect().write(prepared));
        return "done";
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        return "refused";
      }
    };
  };

const idsOf = ({ horses }: Setting) => horses.map(({ id }) => id);
const undoRun = (month: string, actor = "ana") =>
  change(async ({ runs }) => ({ ...(await undoByKey(database, runs[month] ?? "", by(actor))) }));
const set = (values: Parameters<typeof setHorses>[1]) =>
  change(async (setting) => setHorses(idsOf(setting), values, by("ben")));
/** Adds two horses, the second one with two owners and a charge for each Monday that pays a groom. */
async function addShared(tag: string): Promise<{ horses: TestHorse[]; chargeId: string }> {
  const horses = await addHorses(database, tag, 2, () => ({ ...PLAIN, check_in_date: "2020-01-01" }));
  const horseId = horses[1]?.id ?? "";
  const [found] = await database.rows(
    "select (select id from customers order by seq limit 1 offset 1) as owner, (select id from services where not is_fixed order by seq limit 1) as service, (select id from grooms order by seq limit 1) as groom",
  );
  const shares = JSON.stringify([{ id: found?.owner, share: 3_333 }]);
  await database.rows("update horses set shares = ? where id = ?", [shares, horseId]);
  const chargeId = crypto.randomUUID();
  const values = chargeOf(horseId, { serviceId: String(found?.service), groomId: String(found?.groom) });
  await database.connect().write(addCharge(chargeId, values, by("ana")));
  return { horses, chargeId };
}
const chargeOf = (horseId: string, of: { serviceId: string; groomId: string }) => ({
  ...{ horseId, ...of, quantity: 1, price: 1_001, fromDate: "2026-01-01", untilDate: null as string | null },
  ...{ weekdays: ["Mon"], comments: "" },
});

const saveCharges = (values: { price?: number; untilDate?: string }) =>
  change(async ({ chargeId, horses }) => {
    const [row] = await database.rows("select version, service_id, groom_id from standing_charges where id = ?", [
      chargeId,
    ]);
    const of = { serviceId: String(row?.service_id), groomId: String(row?.groom_id) };
    const edited = { id: chargeId, version: Number(row?.version), idempotencyKey: crypto.randomUUID() };
    return saveCharge(edited, { ...chargeOf(horses[1]?.id ?? "", of), ...values }, by("ben"));
  });
const removeCharge = change(async ({ chargeId }) => removeRecords(standingRecords, [chargeId], by("ben")));

/** Voids the line of the standing charge, which is divided. */
const voidOne = change(async ({ runs, chargeId }) => {
  const line = await database.rows("select id from bill_items where billing_run_id = ? and standing_charge_id = ?", [
    ...[runs[DEC] ?? "", chargeId],
  ]);
  const ids = line.map(({ id }) => String(id));
  expect(ids).toHaveLength(2);
  const pay = await database.rows("select id from payroll where bill_item_id in (?, ?)", ids);
  return voidBills(crypto.randomUUID(), ids, { payIds: pay.map(({ id }) => String(id)), showIds: [] }, by("ben"));
});
const editOne = change(async ({ runs }) => {
  const [row] = await database.rows(
    "select id from bill_items where billing_run_id = ? and split_id = id and standing_charge_id is null order by id",
    [runs[DEC] ?? ""],
  );
  const id = String(row?.id);
  const [found] = await database.connect().read(findBillToEdit(id));
  if (!found) throw new Error(`There is no bill ${id}`);
  const { date, customerId, quantity, follows, comments, version } = found.record;
  const values = { date, customerId, quantity, follows, comments, value: 12_345 };
  return editBill({ id, version, idempotencyKey: crypto.randomUUID() }, values, by("ben"), found.record);
});
const exportAll = change(async () => {
  const [found] = await database.connect().read(previewExport({ view: isPending, q: "" }));
  const made = { id: crypto.randomUUID(), date: "2026-11-27", q: "", amounts: "bill-value", dates: "line" } as const;
  return makeExport({ ...made, fingerprint: "", versions: found?.versions ?? "" }, by("ben"));
});
const deleteHorses = change(async (setting) => removeRecords(horseRecords, idsOf(setting), by("ben")));
const dontBill = change(async ({ horses }) => {
  const board = { kind: "board", recordId: horses[0]?.id ?? "", scopes: [DEC], name: "Board" } as const;
  return dismiss(crypto.randomUUID(), board, by("ben"));
});
const priceFrom = (day: string) =>
  change(async (setting) => setHorsesFrom(day, idsOf(setting), { boarding: 300_000 }, by("ben")));

/** What becomes of the first action and of the second one. */
type Outcome = [first: "done" | "refused", second: "done" | "refused"];
const BOTH: Outcome = ["done", "done"];
const SECOND: Outcome = ["refused", "done"];
const FIRST: Outcome = ["done", "refused"];

/** `before`: the months that are billed before. The outcome if the second action comes between read and write of the first, and reversed. */
test.each<[what: string, before: string[], first: Action, second: Action, amid: Outcome, reversed: Outcome]>([
  ["both run December", [], run(DEC), run(DEC), SECOND, FIRST],
  ["both run December, one in full", [], run(DEC), run(DEC, { params: "&prorate=off" }), SECOND, FIRST],
  ["both run December, one for a horse", [], run(DEC), run(DEC, { q: "%20000" }), SECOND, FIRST],
  ["both run December once more", [DEC], run(DEC, { areTicked: true }), run(DEC, { areTicked: true }), SECOND, FIRST],
  // December's bills of today are a warning for November, not for a month ahead.
  ["one runs November, one December", [], run(NOV), run(DEC), SECOND, BOTH],
  ["one runs December, one January", [], run(DEC), run(JAN), BOTH, BOTH],
  ["one runs December, one undoes November", [NOV], run(DEC), undoRun(NOV), BOTH, BOTH],
  ["one runs November, one undoes December", [DEC], run(NOV), undoRun(DEC), SECOND, BOTH],
  ["one runs December again, one undoes it", [DEC], run(DEC, { areTicked: true }), undoRun(DEC), SECOND, BOTH],
  // An undo of one change is one change.
  ["both undo December", [DEC], undoRun(DEC), undoRun(DEC, "ben"), BOTH, BOTH],
  ["one undoes November, one December", [NOV, DEC], undoRun(NOV), undoRun(DEC), BOTH, BOTH],
  ["one undoes December, one voids a bill of it", [DEC], undoRun(DEC), voidOne, BOTH, FIRST],
  ["one undoes December, one edits a bill of it", [DEC], undoRun(DEC), editOne, BOTH, FIRST],
  ["one undoes December, one exports it", [DEC], undoRun(DEC), exportAll, SECOND, FIRST],
  ["one runs December, one exports", [NOV], run(DEC), exportAll, BOTH, FIRST],
  ["one runs December, one changes the price", [], run(DEC), set({ boarding: 310_000 }), SECOND, BOTH],
  ["one runs December, one sells", [], run(DEC), set({ customerId: null, shares: [] }), SECOND, BOTH],
  ["one runs December, one sells a share", [], run(DEC), set({ shares: [] }), SECOND, BOTH],
  ["one runs December, one changes a charge", [], run(DEC), saveCharges({ price: 2_000 }), SECOND, BOTH],
  ["one runs December, one ends a charge", [], run(DEC), saveCharges({ untilDate: "2026-12-10" }), SECOND, BOTH],
  ["one runs December, one deletes a charge", [], run(DEC), removeCharge, SECOND, BOTH],
  ["one undoes December, one deletes a charge", [DEC], undoRun(DEC), removeCharge, BOTH, BOTH],
  ["one runs December, one enters a departure", [], run(DEC), set({ checkOutDate: "2026-12-10" }), SECOND, BOTH],
  ["one runs December, one stops billing", [], run(DEC), set({ isBillable: false }), SECOND, BOTH],
  ["one runs December, one deletes", [], run(DEC), deleteHorses, SECOND, BOTH],
  ["one runs December, one sets a price from December", [], run(DEC), priceFrom("2026-12-01"), SECOND, BOTH],
  ["one runs December, one says not to bill it", [], run(DEC), dontBill, SECOND, BOTH],
])("%s: each is whole or refused, and no day is billed twice", async (what, before, first, second, amid, reversed) => {
  for (const [turn, [waiting, other, outcome]] of [
    [first, second, amid] as const,
    [second, first, [...reversed].reverse() as Outcome] as const,
  ].entries()) {
    races += 1;
    const tag = `Race${races}x`;
    const { horses, chargeId } = await addShared(tag);
    const setting: Setting = { tag, horses, chargeId, runs: {} };
    for (const month of before) {
      const opened = await batchOf(tag, month).open();
      expect(await batchOf(tag, month).confirm(opened)).toBe(303);
      setting.runs[month] = opened?.idempotencyKey ?? "";
    }
    const presses = [await waiting(setting), await other(setting)] as const;
    let between: Awaited<ReturnType<Press>> | undefined;
    const act = async () => {
      database.proxy.make({ kind: "none" });
      between = await presses[1]();
    };
    database.proxy.make({ kind: "meanwhile", request: "write", act });
    const waited = await presses[0]();
    database.proxy.make({ kind: "none" });
    expect([what, turn, waited, between]).toEqual([what, turn, ...outcome]);
    await expectWhole(horses, what.includes("again") || what.includes("once more"));
  }
});

/**
 * Each run of the horses is whole or undone, with the pay of its lines, and no charge of a month is billed twice, unless an admin ticked a
 * billed horse.
 */
async function expectWhole(horses: TestHorse[], isAgain: boolean) {
  const ids = JSON.stringify(horses.map(({ id }) => id));
  const runs = await database.rows(
    `select r.id, r.bill_count as planned, r.total, count(*) as made,
        sum(b.unit_price * b.quantity) filter (where coalesce(b.split_id, b.id) = b.id) as sum,
        (select count(*) from bill_items l where l.billing_run_id = r.id and l.standing_charge_id is not null
          and (select count(*) from payroll where bill_item_id = l.id and deleted_at is null)
            <> (l.deleted_at is null and l.split_id = l.id)) as wrong_pay,
        count(*) filter (where b.deleted_at is null) as standing, r.taken_back_at is not null as is_undone
      from billing_runs r join bill_items b on b.billing_run_id = r.id
      where b.horse_id in (select value from json_each(?)) group by r.id`,
    [ids],
  );
  for (const { planned, total, made, sum, standing, is_undone, wrong_pay } of runs) {
    expect([made, sum, wrong_pay]).toEqual([planned, total, 0]);
    if (is_undone) expect(standing).toBe(0);
  }
  const twice = await database.rows(
    `select horse_id, coalesce(standing_charge_id, service_id), period, customer_id, count(*) as n from bill_items
      where horse_id in (select value from json_each(?)) and deleted_at is null group by 1, 2, 3, 4 having n > ?`,
    [ids, isAgain ? 2 : 1],
  );
  expect(twice).toEqual([]);
  const exported = await database.rows(
    `select 1 from bill_items b where horse_id in (select value from json_each(?)) and export_id is not null
      and (deleted_at is not null or not exists (select 1 from export_lines where bill_item_id = b.id))`,
    [ids],
  );
  expect(exported).toEqual([]);
}
