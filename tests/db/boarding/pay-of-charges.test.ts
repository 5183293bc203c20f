import { afterEach, beforeEach, expect, test } from "vitest";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Month } from "#app/domain/basics/months.ts";
import type { Days } from "#app/domain/boarding/board-parts.ts";
import { editBill, findBillToEdit } from "#db/queries/bills/mend-bills.ts";
import { markDue, paymentsDue } from "#db/queries/payroll/payroll-items.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { horseBatchAt } from "#tests/support/database/horse-batch.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* What a run of standing charges pays their grooms (docs/product.md, 'Standing charges'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
const ROW = { created_at: "2026-01-01T15:00:00.000Z", updated_at: "2026-01-01T15:00:00.000Z" };

beforeEach(async () => {
  database = await openDatabase();
  await insertRow(database, "horses", { ...ROW, id: "pia", name: "Pia", check_in_date: "2026-01-01" });
  await insertRow(database, "services", { ...ROW, id: "lesson", product_service_name: "Lesson", price: 12_000 });
  await insertRow(database, "grooms", { ...ROW, id: "luis", name: "Luis", location: "florida", weekly_salary: 0 });
});
afterEach(() => database.close());

/** Bills Pia for a month on a day, and returns the key of the run. */
async function bill(day: LocalDate, month: Month, marks = ""): Promise<string> {
  const batch = horseBatchAt(database, `${day}T17:00:00.000Z`, "Pia", `month=${month}&prorate=on${marks}`);
  const opened = await batch.open();
  expect(await batch.confirm(opened)).toBe(303);
  return opened?.idempotencyKey ?? "";
}

const addCharge = (values: Record<string, string | number> = {}) =>
  insertRow(database, "standing_charges", {
    ...{ ...ROW, id: "weekly", horse_id: "pia", service_id: "lesson", groom_id: "luis", from_date: "2026-01-01" },
    ...{ repeats: "weekdays", weekdays: '["Tue"]', ...values },
  });
const pay = () =>
  database.rows(
    "select date, payment_date as due, value, paid from payroll where groom_id = 'luis' and deleted_at is null",
  );
/** Marks what is due until a day as paid, and returns the sum of what Luis has got by then. */
async function payUntil(day: LocalDate): Promise<number> {
  const [due] = await database.connect().read(paymentsDue(day, day));
  if (!due) throw new Error("Nothing was read");
  const paid = { fingerprint: "", paidOn: day };
  await database.connect().write(markDue(crypto.randomUUID(), due, paid, byAt(day)));
  const items = await pay();
  return items.reduce((sum, { value, paid }) => sum + (paid ? Number(value) : 0), 0);
}
const byAt = (day: LocalDate) => ({ actor: "alex@hayloft.example", at: new Date(`${day}T17:30:00.000Z`) });

test.each<
  [what: string, day: LocalDate, month: Month, change: () => Promise<unknown>, date: LocalDate, due: LocalDate]
>([
  ["the month of the run", "2026-11-20", "2026-11", addCharge, "2026-11-30", "2026-12-07"],
  ["a month ahead", "2026-11-20", "2026-12", addCharge, "2026-12-31", "2027-01-04"],
  ["a month that is over", "2026-12-20", "2026-10", addCharge, "2026-10-31", "2026-11-02"],
  [
    "a monthly charge",
    "2026-11-20",
    "2026-12",
    () => addCharge({ repeats: "monthly", weekdays: "[]" }),
    "2026-12-31",
    "2027-01-04",
  ],
  [
    "some days of a month",
    "2026-11-20",
    "2026-11",
    () => addCharge({ until_date: "2026-11-12" }),
    "2026-11-12",
    "2026-11-16",
  ],
])("a groom is paid for %s by the last day of the bill", async (_, day, month, change, date, due) => {
  await change();
  await bill(day, month);
  expect(await pay()).toMatchObject([{ date, due, paid: 0 }]);
});

test("what is billed ahead is paid once it was done, and the undo of its run is refused from then on", async () => {
  await addCharge();
  const run = await bill("2026-11-20", "2026-12");
  expect([await payUntil("2026-11-23"), await payUntil("2026-12-07"), await payUntil("2026-12-21")]).toEqual([0, 0, 0]);
  expect(await payUntil("2027-01-04")).toBe(5 * 12_000);
  await expect(
    undoByKey(database, run, byAt("2027-01-05")).then((change) => database.connect().write(change)),
  ).rejects.toThrow("paid");
});

test("what is billed after the last payment of its days is in the next one, once", async () => {
  await addCharge();
  await payUntil("2026-11-16");
  await bill("2026-11-20", "2026-10");
  expect([await payUntil("2026-12-07"), await payUntil("2026-12-21")]).toEqual([4 * 12_000, 4 * 12_000]);
});

test("a day that is left out pays nobody, and a charge without any day has no item", async () => {
  await addCharge();
  const [charge] = await database.rows("select seq from standing_charges");
  const without = (days: number[]) => {
    const bits = days.reduce((sum, day) => sum + 2 ** (day - 1), 0);
    return `&mark=${charge?.seq}-${bits.toString(36)}`;
  };
  await bill("2026-11-20", "2026-11", without([10]));
  await bill("2026-11-20", "2026-12", without([1, 8, 15, 22, 29]));
  expect(await pay()).toMatchObject([{ value: 3 * 12_000 }]);
});

test("the item follows the amount and the days of its bill, whatever the date of the bill, until it is paid", async () => {
  await addCharge();
  const run = await bill("2026-11-20", "2026-12");
  const [made] = await database.rows(
    "select id from bill_items where billing_run_id = ? and standing_charge_id is not null",
    [run],
  );
  const edit = async (change: object, days: Days | null = null) => {
    const [found] = await database.connect().read(findBillToEdit(String(made?.id)));
    if (!found) throw new Error("The bill is gone");
    const { id, version, date, customerId, quantity, value, follows, comments } = found.record;
    const values = { ...{ date, customerId, quantity, value, follows, comments }, ...change };
    await database
      .connect()
      .write(
        editBill({ id, version, idempotencyKey: crypto.randomUUID() }, values, byAt("2026-11-21"), found.record, days),
      );
  };
  await edit({ date: "2026-11-21" });
  expect(await pay()).toMatchObject([{ date: "2026-12-31", due: "2027-01-04", value: 60_000 }]);
  await edit({ value: 24_000, quantity: 2 }, { from: "2026-12-01", to: "2026-12-10" });
  expect(await pay()).toMatchObject([{ date: "2026-12-10", due: "2026-12-21", value: 24_000 }]);
  await payUntil("2026-12-21");
  await edit({ value: 12_000, quantity: 1 });
  expect(await pay()).toMatchObject([{ date: "2026-12-10", value: 24_000 }]);
});

test("a run has more lines with a groom than a statement may have parameters", async () => {
  const lines = 3_300;
  await database.rows(
    `insert into standing_charges (id, horse_id, service_id, groom_id, repeats, weekdays, from_date, created_at, updated_at)
      select 'charge' || value, 'pia', 'lesson', 'luis', 'monthly', '[]', '2026-01-01', ?, ? from generate_series(1, ?)`,
    [ROW.created_at, ROW.updated_at, lines],
  );
  const run = await bill("2026-11-27", "2026-11");
  const [made] = await database.rows(
    "select count(*) as items, sum(p.value) as pay, sum(b.value) as billed from payroll p join bill_items b on b.id = p.bill_item_id where b.billing_run_id = ?",
    [run],
  );
  expect(made).toEqual({ items: lines, pay: lines * 12_000, billed: lines * 12_000 });
});
