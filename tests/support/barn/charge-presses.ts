import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { addHorses } from "#lab/support/billing.ts";
import type { Barn } from "./barn.ts";
import { importAsExported } from "./corrections.ts";
import { changed, demoIds, hiddenOf, insert, type PressedCommand, quoted, undoing } from "./presses.ts";

/* The commands of standing charges and of lines that are divided among owners: see `presses.ts`. */

type Prepare = PressedCommand["prepare"];

/** Adds a horse of two owners, 60 % and 40 %, since it came. */
async function addShared(barn: Barn) {
  const [horse] = await addHorses(barn, `Shared ${crypto.randomUUID()}`, 1, () => ({
    training: 0,
    has_blanket: 0,
    location: "florida",
    boarding: 10_001,
    boarding_surcharge: 0,
  }));
  const [other] = await barn.rows(
    "select id from customers where id <> ? and deleted_at is null order by seq limit 1",
    [String(horse?.customer_id)],
  );
  const [id, owner, second] = [String(horse?.id), String(horse?.customer_id), String(other?.id)];
  await barn.rows("update horses set shares = ? where id = ?", [JSON.stringify([{ id: second, share: 4_000 }]), id]);
  await barn.rows("delete from horse_changes where horse_id = ?", [id]);
  return { id, name: String(horse?.name), owners: [owner, second] };
}

const serviceOf = async ({ rows }: Barn) =>
  String(
    (
      await rows(
        "select id from services where not is_fixed and not needs_groom and deleted_at is null order by seq limit 1",
      )
    )[0]?.id,
  );

const CHARGE = { quantity: 2, price: 7_750, weekdays: "[]", until: null as string | null, deleted: 0 };
const chargesOf = (horse: string) =>
  `select quantity, price, weekdays, until_date as until, deleted_at is not null as deleted from standing_charges where horse_id = '${horse}'`;

async function insertCharge(barn: Barn, horse: string): Promise<string> {
  const id = crypto.randomUUID();
  const { groom } = await demoIds(barn);
  const charge = { horse_id: horse, service_id: await serviceOf(barn), quantity: 2, price: 7_750, groom_id: groom };
  await insert(barn, "standing_charges", { id, ...charge, from_date: "2020-01-01" });
  return id;
}

const addCharge: Prepare = async (barn) => {
  const { id: horse } = await addShared(barn);
  const idempotencyKey = crypto.randomUUID();
  const typed = {
    quantity: "2",
    price: "77.50",
    fromDate: "2026-06-02",
    untilDate: "2026-12-01",
    comments: "Typed <here>",
  };
  const kept = { idempotencyKey, horseId: horse, serviceId: await serviceOf(barn), ...typed };
  return {
    ...{ path: "/services/standing/new", fields: { ...kept, groomId: "", "weekdays[1]": "Tue" }, kept },
    ...{ action: "add standing charge", mark: idempotencyKey, select: chargesOf(horse) },
    ...{ before: [], after: [{ ...CHARGE, weekdays: '["Tue"]', until: "2026-12-01" }] },
  };
};

const editCharge: Prepare = async (barn, admin) => {
  const { id: horse } = await addShared(barn);
  const path = `/services/standing/${await insertCharge(barn, horse)}/edit`;
  const { idempotencyKey = "", ...hidden } = await hiddenOf(barn, path, admin);
  const typed = {
    quantity: "3",
    price: "1.25",
    fromDate: "2026-06-02",
    untilDate: "2026-12-01",
    comments: "Typed <here>",
  };
  const kept = { ...hidden, idempotencyKey, horseId: horse, serviceId: await serviceOf(barn), ...typed };
  return {
    ...{
      path,
      fields: { ...kept, groomId: "", "weekdays[1]": "Tue" },
      kept,
      action: "edit standing charge",
      mark: idempotencyKey,
    },
    ...{ select: chargesOf(horse), before: [CHARGE] },
    after: [{ ...CHARGE, quantity: 3, price: 125, weekdays: '["Tue"]', until: "2026-12-01" }],
  };
};

/** The end of a charge or its Delete, in the row of its list. */
const inRow =
  (fields: Record<string, string>, action: string, after: Partial<typeof CHARGE>): Prepare =>
  async (barn) => {
    const { id: horse } = await addShared(barn);
    const id = await insertCharge(barn, horse);
    return {
      ...{ path: "/services/standing", fields: { ...fields, id }, action, mark: id },
      ...{ select: chargesOf(horse), before: [CHARGE], after: [{ ...CHARGE, ...after }] },
    };
  };

const endCharge = inRow(
  { intent: "set", field: "untilDate", value: "2026-12-01" },
  "set until date of standing charge",
  { until: "2026-12-01" },
);
const deleteCharge = inRow({ intent: "delete" }, "delete standing charge", { deleted: 1 });

/** Bills a horse of two owners with a standing charge of a groom, and leaves out another charge. */
const runWithCharges: Prepare = async (barn, admin) => {
  const { id: horse, name } = await addShared(barn);
  await insertCharge(barn, horse);
  const left = await insertCharge(barn, horse);
  const [charge] = await barn.rows("select seq from standing_charges where id = ?", [left]);
  const month = monthOf(todayInNewYork(new Date()));
  const path = `/horses/bill?${new URLSearchParams({ month, q: name, mark: String(charge?.seq) })}`;
  const fields = await hiddenOf(barn, path, admin);
  return {
    ...{ path, fields, action: "bill horses", mark: fields.idempotencyKey ?? "" },
    select: `select (select json_group_array(value) from (select value from bill_items where horse_id = '${horse}' and deleted_at is null order by value)) as bills,
      (select json_group_array(p.value) from payroll p join bill_items b on b.id = p.bill_item_id where b.horse_id = '${horse}' and p.deleted_at is null) as pay,
      (select count(*) from dismissals where record_id = '${left}' and deleted_at is null) as marks`,
    before: [{ bills: "[]", pay: "[]", marks: 0 }],
    after: [{ bills: "[0,0,4000,6001,6200,9300]", pay: "[15500]", marks: 1 }],
  };
};

/** A bill of $100.00, divided 60 % and 40 %. */
async function addLine(barn: Barn): Promise<{ ids: string[]; owners: string[] }> {
  const { id: horse_id, owners } = await addShared(barn);
  const ids = [crypto.randomUUID(), crypto.randomUUID()].sort();
  const line = {
    horse_id,
    service_id: "training",
    date: "2026-06-01",
    quantity: 1,
    unit_price: 10_000,
    location: "florida",
  };
  for (const [n, id] of ids.entries()) {
    const share = n === 0 ? 6_000 : 4_000;
    await insert(barn, "bill_items", {
      id,
      ...line,
      customer_id: owners[n] ?? "",
      split_id: ids[0] ?? "",
      share,
      value: share,
    });
  }
  return { ids, owners };
}
const partsOf = (ids: string[]) =>
  `select b.value, voided_at is not null as voided, version, (select sum(amount) from corrections where bill_item_id = b.id) as entry
    from bill_items b where id in (${quoted(ids)}) order by id`;
const PARTS = [6_000, 4_000].map((value) => ({ value, voided: 0, version: 1, entry: null }));

const editLine: Prepare = async (barn, admin) => {
  const { ids, owners } = await addLine(barn);
  const path = `/billing/${ids[1]}/edit`;
  const { idempotencyKey = "", ...hidden } = await hiddenOf(barn, path, admin);
  const fields = {
    ...hidden,
    idempotencyKey,
    customerId: owners[1] ?? "",
    date: "2026-06-02",
    quantity: "1",
    value: "100.01",
    comments: "Typed <here>",
  };
  const after = [6_001, 4_000].map((value) => ({ ...PARTS[0], value, version: 2 }));
  return {
    ...{ path, fields, kept: fields, action: "edit bill", mark: idempotencyKey },
    ...{ select: partsOf(ids), before: PARTS, after },
  };
};

const voidLine: Prepare = async (barn) => {
  const { ids } = await addLine(barn);
  const idempotencyKey = crypto.randomUUID();
  return {
    ...{ path: "/billing", fields: { intent: "void", idempotencyKey, id: ids[1] ?? "" }, action: "void bills" },
    ...{ mark: idempotencyKey, select: partsOf(ids), before: PARTS },
    after: changed(PARTS, { voided: 1, version: 2 }),
  };
};

const correctLine: Prepare = async (barn, admin) => {
  const { ids, owners } = await addLine(barn);
  await importAsExported(barn.rows, ids);
  const path = `/billing/${ids[0]}/correct`;
  const { idempotencyKey = "", ...hidden } = await hiddenOf(barn, path, admin);
  const fields = {
    ...hidden,
    idempotencyKey,
    customerId: owners[0] ?? "",
    serviceId: "training",
    amount: "50.01",
    reason: "Typed <here>",
  };
  const after = [3_001, 2_000].map((value, n) => ({
    ...PARTS[0],
    value,
    version: 2,
    entry: value - (PARTS[n]?.value ?? 0),
  }));
  return {
    ...{ path, fields, kept: fields, action: "correct bill", mark: idempotencyKey },
    ...{ select: partsOf(ids), before: PARTS, after },
  };
};

export const CHARGE_COMMANDS: PressedCommand[] = [
  { name: "a run with a standing charge and two owners", prepare: runWithCharges, isAlone: true },
  { name: "the Undo of such a run", prepare: undoing(runWithCharges, ({ before }) => before) },
  { name: "a new standing charge", prepare: addCharge },
  { name: "an edit of a standing charge", prepare: editCharge },
  { name: "the end of a standing charge", prepare: endCharge, isUnkeyed: true },
  { name: "the Delete of a standing charge", prepare: deleteCharge, isUnkeyed: true },
  {
    name: "the Undo of a Delete of a standing charge",
    prepare: undoing(deleteCharge, () => [CHARGE]),
  },
  { name: "an edit of a divided line", prepare: editLine },
  { name: "the voiding of a divided line", prepare: voidLine },
  {
    name: "the Undo of a voiding of a divided line",
    prepare: undoing(voidLine, ({ after }) => changed(after, { voided: 0, version: 3 })),
  },
  { name: "a correction of a divided line", prepare: correctLine },
];
