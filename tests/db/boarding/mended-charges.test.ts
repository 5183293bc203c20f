import { afterEach, beforeEach, expect, test } from "vitest";
import { judgeBoards } from "#app/domain/exports/judge-boards.ts";
import { suggestedMend, suggestedValues } from "#app/routes/bills/list/page-behind.ts";
import { describeBoards } from "#app/routes/exports/changed-boards.ts";
import { setHorses } from "#db/queries/barn/horse-prices.ts";
import { standingRecords } from "#db/queries/barn/standing-charges.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { editBill, findBillToEdit } from "#db/queries/bills/mend-bills.ts";
import { correctBill, findBillToCorrect } from "#db/queries/bills/stored-corrections.ts";
import { changedBoards } from "#db/queries/exports/changed-boards.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import type { Change } from "#db/write/change.ts";
import { removeRecords, setFields } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { horseBatchAt } from "#tests/support/database/horse-batch.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* The bill of a standing charge on weekdays that is mended by the link of Check (docs/product.md, 'Check'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
const ROW = { created_at: "2026-01-01T15:00:00.000Z", updated_at: "2026-01-01T15:00:00.000Z" };

beforeEach(async () => {
  database = await openDatabase();
  for (const id of ["ann", "ben"]) {
    await insertRow(database, "customers", { ...ROW, id, name: id, emails: "[]", riders: "[]" });
  }
  const horse = { id: "pia", name: "Pia", customer_id: "ann", check_in_date: "2026-01-01" };
  await insertRow(database, "horses", { ...ROW, ...horse });
  await insertRow(database, "services", { ...ROW, id: "lesson", product_service_name: "Lesson", price: 12_000 });
  await insertRow(database, "grooms", { ...ROW, id: "luis", name: "Luis", location: "florida", weekly_salary: 0 });
  const charge = { id: "weekly", horse_id: "pia", service_id: "lesson", groom_id: "luis", from_date: "2026-01-01" };
  const weekly = { repeats: "weekdays", weekdays: '["Tue"]', comments: "with Ana" };
  await insertRow(database, "standing_charges", { ...ROW, ...charge, ...weekly });
});
afterEach(() => database.close());

let minutes = 0;
const by = () => {
  minutes += 1;
  return { actor: "alex@hayloft.example", at: new Date(Date.parse("2026-11-21T17:00:00.000Z") + minutes * 60_000) };
};
const write = (change: Change) => database.connect().write(change);
const set = (values: Parameters<typeof setHorses>[1]) => write(setHorses(["pia"], values, by()));
const charge = (values: { price?: number; quantity?: number; untilDate?: string }) =>
  write(setFields(standingRecords, ["weekly"], values, by()));

/** Bills Pia for a month, at first December, which has five Tuesdays. */
async function billMonth(month = "2026-12") {
  const batch = horseBatchAt(database, "2026-11-20T17:00:00.000Z", "Pia", `month=${month}&prorate=on`);
  expect(await batch.confirm(await batch.open())).toBe(303);
}

async function exportBills() {
  const [found] = await database.connect().read(previewExport({ view: isPending, q: "Pia" }));
  const chosen = { q: "Pia", amounts: "bill-value", dates: "line", date: "2026-11-20", fingerprint: "" } as const;
  await write(makeExport({ id: crypto.randomUUID(), ...chosen, versions: found?.versions ?? "" }, by()));
}

/** The link of Check to the lesson's bill, with its host. */
async function linkOfCheck(): Promise<URL> {
  const [read] = await database.connect().read(changedBoards("2026-11-25"));
  const { horses = [], fine = [] } = read?.read ?? {};
  const boards = judgeBoards(
    horses.filter(({ id }) => id === "pia"),
    "2026-11-25",
    fine,
  );
  const links = describeBoards(boards, () => 9).flatMap(({ rows }) => rows.flatMap(({ mends = [] }) => mends));
  const link = links.find(({ text }) => text.startsWith("Lesson"));
  if (!link) throw new Error("Check lists no lesson");
  return new URL(link.to, "http://hayloft.example");
}

/** Saves the form of Check's link as it is suggested, and returns the key of the change. */
async function mend() {
  const { pathname, search, href } = await linkOfCheck();
  const [id = "", form] = pathname.split("/").slice(3);
  const idempotencyKey = crypto.randomUUID();
  const edited = { id, idempotencyKey };
  const due = Number(new URLSearchParams(search).get("due"));
  if (form === "correct") {
    const [found] = await database.connect().read(findBillToCorrect(id));
    if (!found) throw new Error("The bill is gone");
    const { version, serviceId, customerId } = found.record;
    const values = { serviceId, customerId, ...suggestedValues(search, "amount"), amount: due, reason: "x" };
    await write(
      correctBill(
        { ...edited, version },
        { ...values, pay: "change" as const },
        by(),
        found.record,
        suggestedMend(href, due),
      ),
    );
  } else {
    const [found] = await database.connect().read(findBillToEdit(id));
    if (!found) throw new Error("The bill is gone");
    const { version, date, customerId, quantity, follows, comments } = found.record;
    const suggested = suggestedValues(search, "value", comments);
    const values = { date, customerId, follows, comments, ...suggested, value: due };
    const entered = { ...values, quantity: Number(suggested.quantity ?? quantity) };
    await write(editBill({ ...edited, version }, entered, by(), found.record, suggestedMend(href, due)?.days));
  }
  return idempotencyKey;
}

test.each<[what: string, change: () => Promise<unknown>, value: number, quantity: number, comments: string]>([
  ["leaves", () => set({ checkOutDate: "2026-12-10" }), 24_000, 2, "12/01, 12/08 · with Ana"],
  ["comes later", () => set({ checkInDate: "2026-12-20" }), 24_000, 2, "12/22, 12/29 · with Ana"],
  ["has fewer lessons", () => charge({ untilDate: "2026-12-16" }), 36_000, 3, "12/01, 12/08, 12/15 · with Ana"],
  ["is sold", () => set({ customerId: "ben" }), 60_000, 5, "12/01, 12/08, 12/15, 12/22, 12/29 · with Ana"],
  ["pays less", () => charge({ price: 10_000 }), 50_000, 5, "12/01, 12/08, 12/15, 12/22, 12/29 · with Ana"],
  ["has no lessons any more", () => write(removeRecords(standingRecords, ["weekly"], by())), 0, 1, "with Ana"],
])("the bill of a horse that %s names the days that it is for", async (_, change, value, quantity, comments) => {
  await billMonth();
  await change();
  await mend();
  expect(await lesson()).toMatchObject({ value, quantity, comments, pay: value });
});

test("so does an exported one, in its correction, and the undo of that brings its days back", async () => {
  await billMonth();
  await exportBills();
  await set({ checkOutDate: "2026-12-10" });
  const key = await mend();
  const mended = {
    value: 24_000,
    quantity: 2,
    comments: "12/01, 12/08 · with Ana",
    last_day: "2026-12-10",
    pay: 24_000,
  };
  expect(await lesson()).toMatchObject(mended);
  await write(await undoByKey(database, key, by()));
  const all = "12/01, 12/08, 12/15, 12/22, 12/29 · with Ana";
  expect(await lesson()).toMatchObject({ value: 60_000, quantity: 5, comments: all, last_day: null, pay: 60_000 });
});

test("comments that an admin typed instead of the days stay", async () => {
  await billMonth();
  await database.rows("update bill_items set comments = 'Call first' where standing_charge_id = 'weekly'");
  await set({ checkOutDate: "2026-12-10" });
  await mend();
  expect(await lesson()).toMatchObject({ value: 24_000, quantity: 2, comments: "Call first" });
});

test("of two bills of a month, for two places, the one is mended whose days are others", async () => {
  await write(setHorses(["pia"], { location: "long-island" }, { ...by(), at: new Date("2026-11-11T17:00:00.000Z") }));
  await billMonth("2026-11");
  await set({ checkOutDate: "2026-11-20" });
  await mend();
  const bills = await database.rows(
    "select value, quantity, comments, last_day from bill_items where standing_charge_id = 'weekly' order by first_day",
  );
  expect(bills).toEqual([
    { value: 24_000, quantity: 2, comments: "11/03, 11/10 · with Ana", last_day: "2026-11-10" },
    { value: 12_000, quantity: 1, comments: "11/17 · with Ana", last_day: "2026-11-20" },
  ]);
});

test("the bills of a divided line all name the days", async () => {
  await database.rows(`update horses set shares = '[{"id":"ben","share":3333}]' where id = 'pia'`);
  await billMonth();
  await set({ checkOutDate: "2026-12-10" });
  await mend();
  const bills = await database.rows(
    "select value, quantity, comments from bill_items where standing_charge_id = 'weekly' order by seq",
  );
  const counted = { quantity: 2, comments: "12/01, 12/08 · with Ana" };
  expect(bills).toEqual([
    { value: 16_001, ...counted },
    { value: 7_999, ...counted },
  ]);
});

const lesson = async () =>
  (
    await database.rows(
      "select b.customer_id as customer, b.value, b.quantity, b.comments, b.first_day, b.last_day, p.value as pay from bill_items b left join payroll p on p.bill_item_id = b.id where b.standing_charge_id = 'weekly' and b.deleted_at is null",
    )
  )[0];
