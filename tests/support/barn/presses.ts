import { oppositeOf } from "#app/domain/activity/activity.ts";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import { undoKeyOf } from "#db/write/undo-keys.ts";
import { addHorses, billsFor } from "#lab/support/billing.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import type { Barn } from "./barn.ts";
import { exportOldest } from "./corrections.ts";

/*
 * The commands that mend bills, pay late grooms, mark payments and delete records, each on records of its own, for tests of what
 * happens if a write fails or its answer is lost.
 */

type Fields = Record<string, string>;
type Rows = Record<string, unknown>[];

/** The form of one command, as its page would send it, and what it does to the database. */
export type Press = {
  path: string;
  fields: Fields | string;
  /** Selects the rows that the command writes. */
  select: string;
  before: Rows;
  after: Rows;
  /** The `action` of its activity row, and a text in the row's id or content that no other command has. */
  action: string;
  mark: string;
  /** What the page shows again if the command was not saved: the values of its form. */
  kept?: Fields;
};

export type PressedCommand = {
  name: string;
  /** Adds the records and opens what must be opened. */
  prepare: (barn: Barn, admin: { Cookie: string }) => Promise<Press>;
  /** Its form has no idempotency key: a repetition changes nothing more, and has an activity row of its own (docs/architecture.md). */
  isUnkeyed?: true;
  /** It is refused if other commands change horses meanwhile. */
  isAlone?: true;
};

type Prepare = PressedCommand["prepare"];
type Admin = Parameters<Prepare>[1];

export async function insert({ rows }: Barn, table: string, record: Record<string, string | number | null>) {
  const now = new Date().toISOString();
  const entries = Object.entries({ ...record, created_at: now, updated_at: now }).filter(([, value]) => value !== null);
  await rows(
    `insert into ${table} (${entries.map(([name]) => name)}) values (${entries.map(() => "?")})`,
    entries.map(([, value]) => value as string | number),
  );
}

export async function demoIds({ rows }: Barn) {
  const [ids] = await rows(`select (select id from horses order by seq limit 1) as horse,
    (select id from customers order by seq limit 1) as customer, (select id from grooms order by seq limit 1) as groom`);
  return ids as { horse: string; customer: string; groom: string };
}

export const quoted = (ids: string[]) => ids.map((id) => `'${id}'`).join();

/** Adds pending bills of 2 x $65.00 with an unpaid payroll item each, and returns their ids. */
export async function addPendingBills(barn: Barn, count: number, date = "2026-06-01"): Promise<string[]> {
  const { horse, customer, groom } = await demoIds(barn);
  const ids = Array.from({ length: count }, () => crypto.randomUUID()).sort();
  for (const id of ids) {
    const bill = { horse_id: horse, customer_id: customer, service_id: "training", groom_id: groom, quantity: 2 };
    await insert(barn, "bill_items", { id, ...bill, date, value: 13_000, location: "florida" });
    const item = { groom_id: groom, item: "Training", payment_date: payDateFor(date) };
    await insert(barn, "payroll", { id, ...item, date, value: 13_000, bill_item_id: id });
  }
  return ids;
}

const billsAndItems = (ids: string[]) =>
  `select b.quantity, b.value, b.voided_at is not null as voided, b.deleted_at is b.voided_at as same, b.version, p.value as pay, p.date as payDate,
    p.deleted_at is not null as deleted, p.version as payVersion from bill_items b join payroll p on p.bill_item_id = b.id where b.id in (${quoted(ids)}) order by b.id`;
const BILL = { quantity: 2, value: 13_000, voided: 0, same: 1, version: 1 };
const ITEM = { pay: 13_000, payDate: "2026-06-01", deleted: 0, payVersion: 1 };
const VOIDED = { ...BILL, ...ITEM, voided: 1, version: 2, deleted: 1, payVersion: 2 };
const RESTORED = { ...BILL, ...ITEM, version: 3, payVersion: 3 };
const times = <Row>(count: number, row: Row) => Array<Row>(count).fill(row);

/** The hidden fields of the dialog at an address. */
export async function hiddenOf(barn: Barn, path: string, admin: Admin): Promise<Fields> {
  const page = await load(barn, path, admin);
  return hiddenFieldsOf(page.slice(page.lastIndexOf("<dialog")));
}

const editBill: Prepare = async (barn, admin) => {
  const ids = await addPendingBills(barn, 1);
  const path = `/billing/${ids[0]}/edit`;
  const { customer } = await demoIds(barn);
  const typed = { date: "2026-06-02", quantity: "3", value: "77.50", comments: "Typed <here>" };
  const { idempotencyKey = "", ...hidden } = await hiddenOf(barn, path, admin);
  const fields = { ...hidden, idempotencyKey, customerId: customer, ...typed };
  const after = {
    ...BILL,
    quantity: 3,
    value: 7_750,
    version: 2,
    ...ITEM,
    pay: 7_750,
    payDate: typed.date,
    payVersion: 2,
  };
  return {
    ...{ path, fields, kept: fields, action: "edit bill", mark: idempotencyKey },
    ...{ select: billsAndItems(ids), before: [{ ...BILL, ...ITEM }], after: [after] },
  };
};

const voidBills =
  (count: number): Prepare =>
  async (barn) => {
    const ids = await addPendingBills(barn, count);
    const idempotencyKey = crypto.randomUUID();
    const fields = { intent: "void", idempotencyKey };
    const selected = new URLSearchParams([...Object.entries(fields), ...ids.map((id) => ["selected", id])]).toString();
    return {
      ...{ path: "/billing", fields: count === 1 ? { ...fields, id: ids[0] ?? "" } : selected },
      ...{ action: "void bills", mark: idempotencyKey, select: billsAndItems(ids) },
      ...{ before: times(count, { ...BILL, ...ITEM }), after: times(count, VOIDED) },
    };
  };

/** A command that follows another one, which is carried out first: it gets the key of its change, and the screen that shows it. */
const following =
  (first: Prepare, next: (done: Press, key: string, screen: string) => Promise<Partial<Press>>): Prepare =>
  async (barn, admin) => {
    const done = await first(barn, admin);
    const response = await barn.post(done.path, done.fields, admin);
    if (response.status !== 303) throw new Error(`${done.action} was answered with ${response.status}`);
    const { kept: _, ...rest } = done;
    const { pathname } = new URL(response.headers.get("Location") ?? "", barn.url);
    return { ...rest, before: done.after, ...(await next(done, doneIn(response), pathname)) };
  };

/** The Undo of a command, in the notice of the screen that it leads to. */
export const undoing = (first: Prepare, after: (done: Press) => Rows): Prepare =>
  following(first, async (done, key, path) => ({
    ...{ path, fields: { intent: "undo", change: key }, mark: undoKeyOf(key) },
    ...{ action: oppositeOf(done.action), after: after(done) },
  }));

/** 'Undo void' in the menu of a voided bill. */
const undoVoid = following(voidBills(1), async ({ fields: sent }) => {
  const idempotencyKey = crypto.randomUUID();
  const fields = { intent: "undoVoid", id: new URLSearchParams(sent).get("id") ?? "", idempotencyKey };
  return { fields, action: "undo void bills", mark: idempotencyKey, after: [RESTORED] };
});

let invoice = 700_000;

const correctBill: Prepare = async (barn, admin) => {
  invoice += 1;
  const [bill] = await exportOldest(barn.rows, 1, invoice);
  if (!bill) throw new Error("No pending bill is left to export");
  const { id, customerId, serviceId, value, amount } = bill;
  const typed = { amount: "1.25", reason: "Typed <here>" };
  const path = `/billing/${id}/correct`;
  const { idempotencyKey = "", ...hidden } = await hiddenOf(barn, path, admin);
  const fields = { ...hidden, idempotencyKey, customerId, serviceId, ...typed };
  const entry = { entry: 125 - amount, entered: 0, taken: 0 };
  return {
    ...{ path, fields, kept: fields, action: "correct bill", mark: idempotencyKey },
    select: `select b.id, b.value, b.corrected_at is not null as corrected, b.version, c.amount as entry, c.entered, c.deleted_at is not null as taken from bill_items b left join corrections c on c.bill_item_id = b.id where b.id = '${id}'`,
    before: [{ id, value, corrected: 0, version: 1, entry: null, entered: null, taken: 0 }],
    after: [{ id, value: 125, corrected: 1, version: 2, ...entry }],
  };
};

/** The rows of a correction with some other values. */
export const changed = (rows: Rows, values: Record<string, unknown>) => rows.map((row) => ({ ...row, ...values }));

const tick = following(correctBill, async ({ mark, after }) => ({
  path: "/billing/corrections",
  // The first entry of a correction has its key as its id.
  fields: { intent: "set", id: mark, field: "entered", value: "true" },
  ...{ action: "set entered of correction", after: changed(after, { entered: 1 }) },
}));

const undoCorrection = undoing(correctBill, ({ before, after }) =>
  changed(after, { value: before[0]?.value, corrected: 0, version: 3, taken: 1 }),
);

const correctAgain = undoing(undoCorrection, ({ after }) =>
  changed(after, { value: 125, corrected: 1, version: 4, taken: 0 }),
);

/** Each dialog of 'Mark due payments as paid' is about earlier items than the ones before it, so that it finds those of its own. */
let dueDate = "2025-01-01";

const payDue: Prepare = async (barn, admin) => {
  dueDate = plusDays(dueDate, -7);
  const { groom } = await demoIds(barn);
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  for (const id of ids) {
    const item = { groom_id: groom, item: "Walk", date: dueDate, payment_date: dueDate, value: 500 };
    await insert(barn, "payroll", { id, ...item });
  }
  const path = `/payroll/pay?until=${dueDate}`;
  const { idempotencyKey = "", fingerprint = "" } = await hiddenOf(barn, path, admin);
  const fields = { idempotencyKey, fingerprint, until: dueDate, shown: dueDate, paidOn: dueDate };
  return {
    ...{ path, fields, kept: fields, action: "mark due", mark: idempotencyKey },
    select: `select paid, version from payroll where id in (${quoted(ids)})`,
    ...{ before: times(3, { paid: 0, version: 1 }), after: times(3, { paid: 1, version: 2 }) },
  };
};

const undoPayDue = undoing(payDue, ({ before }) => changed(before, { version: 3 }));

/** Adds a groom who worked in a week that a run has covered, and reads the form on Payroll that has the field with this value. */
async function addLateGroom(barn: Barn, admin: Admin, formField: (id: string) => string) {
  const id = crypto.randomUUID();
  const week = plusDays(mondayOf(todayInNewYork(new Date())), -14);
  await barn.rows("update settings set last_payroll = ?", [new Date().toISOString()]);
  const groom = { name: `Late ${id}`, start_date: week, end_date: plusDays(week, 4), weekly_salary: 50_000 };
  await insert(barn, "grooms", { id, ...groom, location: "florida" });
  const page = await load(barn, "/payroll", admin);
  const form = page.slice(page.indexOf(formField(id)));
  return { id, week, form, key: hiddenFieldsOf(form).idempotencyKey ?? "" };
}

const payLateGroom: Prepare = async (barn, admin) => {
  const { id, week, form, key } = await addLateGroom(barn, admin, (groom) => `name="groom" value="${groom}"`);
  const shown = form.match(/name="shown" value="([^"]*)"/)?.[1] ?? "";
  return {
    ...{ path: "/payroll", fields: { groom: id, shown, idempotencyKey: key }, action: "generate payroll", mark: key },
    select: `select p.value, p.week, r.item_count as items from payroll p join payroll_runs r on r.id = p.payroll_run_id where groom_id = '${id}'`,
    ...{ before: [], after: [{ value: 50_000, week, items: 1 }] },
  };
};

const dismissWeeks: Prepare = async (barn, admin) => {
  const { id, week, key } = await addLateGroom(barn, admin, (groom) => `name="recordId" value="${groom}"`);
  const salary = { kind: "salary", recordId: id, scope: week, name: `Late ${id}`, back: "/payroll" };
  return {
    ...{ path: "/dismissals", fields: { idempotencyKey: key, ...salary } },
    ...{ action: "mark salary not to pay", mark: key, before: [], after: [{ scope: week, deleted: 0, version: 1 }] },
    select: `select scope, deleted_at is not null as deleted, version from dismissals where record_id = '${id}'`,
  };
};

const undoDismissal = undoing(dismissWeeks, ({ after }) => changed(after, { deleted: 1, version: 2 }));

/** Bills three horses of its own for this month. */
const billHorses: Prepare = async (barn, admin) => {
  const tag = `Mare ${crypto.randomUUID()}`;
  const horses = await addHorses(barn, tag, 3);
  const path = `/horses/bill?${new URLSearchParams({ month: monthOf(todayInNewYork(new Date())), q: tag })}`;
  const fields = await hiddenOf(barn, path, admin);
  const from = `bill_items where horse_id in (${quoted(horses.map(({ id }) => id))})`;
  return {
    ...{ path, fields, action: "bill horses", mark: fields.idempotencyKey ?? "" },
    select: `select (select count(*) from ${from}) as bills, (select count(*) from ${from} and deleted_at is null) as standing`,
    ...{
      before: [{ bills: 0, standing: 0 }],
      after: times(1, { bills: billsFor(horses), standing: billsFor(horses) }),
    },
  };
};

const undoRun = undoing(billHorses, ({ after }) => changed(after, { standing: 0 }));

type Deletable = "customers" | "horses" | "grooms";

/** Adds a customer with a horse, a horse with a pending bill, or a groom who was never paid. */
async function addWithDependents(barn: Barn, table: Deletable): Promise<string> {
  const id = crypto.randomUUID();
  const { groom } = await demoIds(barn);
  const horse = { name: `Horse ${id}`, check_in_date: "2026-01-01" };
  if (table === "grooms") {
    await insert(barn, "grooms", { id, name: `Groom ${id}`, weekly_salary: 1, location: "florida" });
  } else if (table === "customers") {
    await insert(barn, "customers", { id, name: `Customer ${id}`, emails: "[]", riders: '["Rita"]' });
    await insert(barn, "horses", { id: crypto.randomUUID(), ...horse, customer_id: id });
  } else {
    await insert(barn, "horses", { id, ...horse });
    const bill = { horse_id: id, service_id: "training", groom_id: groom, date: "2026-06-01", quantity: 1, value: 1 };
    await insert(barn, "bill_items", { id: crypto.randomUUID(), ...bill, location: "florida" });
  }
  return id;
}

const remove =
  (table: Deletable): Prepare =>
  async (barn) => {
    const id = await addWithDependents(barn, table);
    const fields = { intent: "delete", id };
    return {
      ...{ path: `/${table}`, fields, action: `delete ${table.slice(0, -1)}`, mark: id },
      select: `select deleted_at is not null as deleted, version from ${table} where id = '${id}'`,
      ...{ before: [{ deleted: 0, version: 1 }], after: [{ deleted: 1, version: 2 }] },
    };
  };

const undoRemove = (table: Deletable) => undoing(remove(table), ({ before }) => changed(before, { version: 3 }));

/** Each run is about a day of its own. */
let sharedDays = 0;

/** Shares the statements of some customers with a bill each. */
const shareMany: Prepare = async (barn) => {
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  sharedDays += 1;
  const date = plusDays("2019-01-01", sharedDays);
  const { horse } = await demoIds(barn);
  for (const id of ids) {
    await insert(barn, "customers", { id, name: `Customer ${id}`, emails: "[]", riders: "[]" });
    const bill = { horse_id: horse, customer_id: id, service_id: "training", date, quantity: 1, value: 100 };
    await barn.rows(
      "insert into bill_items (id, horse_id, customer_id, service_id, date, quantity, value, location, created_at) values (?, ?, ?, ?, ?, ?, ?, 'florida', '2019')",
      [`bill ${id}`, ...Object.values(bill)],
    );
  }
  const idempotencyKey = crypto.randomUUID();
  const fields = [
    ["idempotencyKey", idempotencyKey],
    ["intent", "share"],
    ["shows", "frozen"],
    ["days", "90"],
  ];
  const form = [...fields, ...ids.map((id) => ["selected", id])];
  return {
    path: `/customers/statements?from=${date}&to=${date}`,
    ...{ fields: new URLSearchParams(form).toString(), action: "share statements", mark: idempotencyKey },
    select: `select stopped_at is not null as stopped, frozen <> '' as frozen from statement_links where customer_id in (${quoted(ids)})`,
    ...{ before: [], after: times(3, { stopped: 0, frozen: 1 }) },
  };
};

const endRun = following(shareMany, async ({ mark }) => ({
  fields: { intent: "end", idempotencyKey: mark },
  ...{ action: "stop sharing statements", after: times(3, { stopped: 1, frozen: 0 }) },
}));

const mergeTwo: Prepare = async (barn, admin) => {
  const [leaving = "", remaining = "", horse = ""] = Array.from({ length: 3 }, () => crypto.randomUUID());
  for (const [id, email] of [
    [leaving, "one@example.com"],
    [remaining, "other@example.com"],
  ] as const)
    await insert(barn, "customers", {
      id,
      name: `Merged ${id}`,
      emails: JSON.stringify([email]),
      phone: id.slice(0, 9),
      riders: "[]",
    });
  await insert(barn, "horses", { id: horse, name: `Of ${leaving}`, customer_id: leaving, check_in_date: "2026-01-01" });
  const path = `/customers/${leaving}/merge?into=${remaining}`;
  const { idempotencyKey = "", ...hidden } = await hiddenOf(barn, path, admin);
  const fields = { ...hidden, idempotencyKey, emails: "both", phone: "leaving" };
  return {
    ...{ path, fields, kept: fields, action: "merge customer", mark: idempotencyKey },
    select: `select h.customer_id = '${remaining}' as moved, c.merged_into is '${remaining}' as merged, c.deleted_at is not null as gone
      from horses h join customers c on c.id = '${leaving}' where h.id = '${horse}'`,
    ...{ before: [{ moved: 0, merged: 0, gone: 0 }], after: [{ moved: 1, merged: 1, gone: 1 }] },
  };
};

async function load(barn: Barn, path: string, admin: Admin): Promise<string> {
  const response = await barn.get(path, admin);
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
  return (await response.text()).replaceAll("<!-- -->", "");
}

export const COMMANDS: PressedCommand[] = [
  { name: "an edit of a bill", prepare: editBill },
  { name: "the voiding of a bill", prepare: voidBills(1) },
  { name: "the voiding of several bills", prepare: voidBills(3) },
  { name: "the Undo of a voiding", prepare: undoing(voidBills(3), () => times(3, RESTORED)) },
  { name: "'Undo void' of a bill", prepare: undoVoid },
  { name: "a correction", prepare: correctBill },
  { name: "the Undo of a correction", prepare: undoCorrection },
  { name: "the Undo of the Undo of a correction", prepare: correctAgain },
  { name: "the tick 'Entered in QuickBooks'", prepare: tick, isUnkeyed: true },
  // In this order 'Mark due payments as paid' is about earlier items than its Undo.
  { name: "the Undo of 'Mark due payments as paid'", prepare: undoPayDue },
  { name: "'Mark due payments as paid'", prepare: payDue },
  { name: "the 'Add' of a late groom", prepare: payLateGroom },
  { name: "the *Don't pay* of a late groom", prepare: dismissWeeks },
  { name: "the Undo of *Don't pay*", prepare: undoDismissal },
  { name: "the Undo of a billing run", prepare: undoRun },
  { name: "a run of statements", prepare: shareMany },
  { name: "the end of a run of statements", prepare: endRun },
  { name: "a merge of customers", prepare: mergeTwo },
  { name: "the Undo of a merge of customers", prepare: undoing(mergeTwo, () => [{ moved: 0, merged: 0, gone: 0 }]) },
  ...(["customers", "horses", "grooms"] as const).flatMap((table): PressedCommand[] => [
    { name: `the Delete of ${table}`, prepare: remove(table), isUnkeyed: true },
    { name: `the Undo of a Delete of ${table}`, prepare: undoRemove(table) },
  ]),
];
