import { afterAll, beforeAll, expect, test } from "vitest";
import { ConflictError } from "#db/errors.ts";
import { listPage, pageOf } from "#db/list/list-page.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { addShow, duplicateShow, isUnbilled, saveShow, setShow, showRecords } from "#db/queries/barn/shows.ts";
import { removeRecords, setFields } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;
let horses: { id: string; name: string; customer: string }[];
let service: string;

beforeAll(async () => {
  database = await openDatabase();
  const rows = await database.rows(
    "select id, name, customer_id from horses where customer_id is not null and deleted_at is null group by customer_id limit 4",
  );
  horses = rows.map(({ id, name, customer_id }) => ({ id: `${id}`, name: `${name}`, customer: `${customer_id}` }));
  const [{ id } = { id: "" }] = await database.rows("select id from services where deleted_at is null limit 1");
  service = String(id);
});
afterAll(() => database.close());

type Sort = "name" | "date" | "horse" | "service" | "quantity" | "billed";

async function readShows(change: Partial<ListRequest>) {
  const request: ListRequest = { q: "", sort: "date", descending: false, place: { kind: "first" }, ...change };
  const [read] = await database.connect().read(listPage(showRecords, request));
  return pageOf(read, request.place);
}

const by = () => ({ actor: "alex@hayloft.example", at: new Date() });
const horse = (n: number) => horses[n] ?? { id: "", name: "", customer: "" };

async function addedShow(name: string, of = horse(0)): Promise<string> {
  const id = crypto.randomUUID();
  const values = { name, date: "2026-07-04", horseId: of.id, serviceId: service, quantity: 417 };
  await database.connect().write(addShow(id, values, by()));
  return id;
}

const showRow = async (id: string) => (await database.rows("select * from shows where id = ?", [id]))[0];

test("a search finds shows by displayed name, date, horse, service and quantity", async () => {
  const id = await addedShow("Wellington Équestrian Classic");
  const [{ name } = { name: "" }] = await database.rows(
    "select product_service_name as name from services where id = ?",
    [service],
  );
  for (const q of ["ton equestrian", "07/04/2026", "4/2", horse(0).name.toLowerCase(), String(name), "417", "41"]) {
    expect(
      (await readShows({ q })).rows.map((row) => row.id),
      q,
    ).toContain(id);
  }
  expect((await readShows({ q: "2026-07-04" })).rows).toEqual([]);
});

const withoutAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

test("shows can be sorted by every column in both directions, by the names of horses and services", async () => {
  for (const sort of ["name", "date", "horse", "service", "quantity", "billed"] satisfies Sort[]) {
    const ascending = await readShows({ sort });
    const descending = await readShows({ sort, descending: true });
    expect(ascending.rows.length).toBeGreaterThan(1);
    expect(descending.rows[0]?.[sort]).toEqual(
      (await readShows({ sort, place: { kind: "last" } })).rows.at(-1)?.[sort],
    );
    const texts = ascending.rows.map((row) => row[sort]);
    const keys = texts.map((text) => (typeof text === "string" ? withoutAccents(text) : Number(text)));
    expect(keys, sort).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  }
});

test("the view of unbilled shows has no billed shows", async () => {
  const id = await addedShow("Billed Later");
  expect((await readShows({ view: isUnbilled, q: "billed later" })).total).toBe(1);
  await database.connect().write(setShow([id], { billed: true }, by()));
  expect((await readShows({ view: isUnbilled, q: "billed later" })).total).toBe(0);
  expect((await readShows({ q: "billed later" })).rows.map((row) => row.billed)).toEqual([true]);
});

test("a show has the new name of a renamed horse or service, and keeps the name of a deleted horse, marked", async () => {
  const id = await addedShow("Renamed", horse(1));
  const { write } = database.connect();
  await write(setFields(horseRecords, [horse(1).id], { name: "Quicksilver Zed" }, by()));
  expect((await readShows({ q: "quicksilver zed" })).rows.map((row) => row.id)).toContain(id);
  expect((await readShows({ q: horse(1).name })).rows.map((row) => row.id)).not.toContain(id);
  await write(setFields(serviceRecords, [service], { productServiceName: "Braiding Deluxe" }, by()));
  expect((await readShows({ q: "braiding deluxe" })).rows.map((row) => row.id)).toContain(id);
  await write(removeRecords(horseRecords, [horse(1).id], by()));
  const kept = (await readShows({ q: "quicksilver" })).rows.find((row) => row.id === id);
  expect([kept?.horse, kept?.service]).toEqual(["Quicksilver Zed (deleted)", "Braiding Deluxe"]);
  const values = { name: "Gone", date: "2026-07-04", horseId: horse(1).id, serviceId: service, quantity: 1 };
  await expect(database.connect().write(addShow(crypto.randomUUID(), values, by()))).rejects.toThrow(ConflictError);
  await expect(database.connect().write(setShow([id], { horseId: horse(1).id }, by()))).rejects.toThrow(ConflictError);
});

test("a show gets the current customer of its horse when it is added, when it is saved and when its horse is set", async () => {
  const id = await addedShow("Customers", horse(0));
  expect((await showRow(id))?.customer_id).toBe(horse(0).customer);
  await database.connect().write(setShow([id], { horseId: horse(2).id }, by()));
  expect(await showRow(id)).toMatchObject({ horse_id: horse(2).id, customer_id: horse(2).customer });

  await database.rows("update horses set customer_id = ? where id = ?", [horse(3).customer, horse(2).id]);
  await database.connect().write(setShow([id], { quantity: 3 }, by()));
  expect(await showRow(id)).toMatchObject({ quantity: 3, customer_id: horse(2).customer });
  const values = { name: "Customers", date: "2026-07-04", horseId: horse(2).id, serviceId: service, quantity: 3 };
  const version = Number((await showRow(id))?.version);
  await database.connect().write(saveShow({ id, version, idempotencyKey: crypto.randomUUID() }, values, by()));
  expect((await showRow(id))?.customer_id).toBe(horse(3).customer);

  const [record] = await database.rows("select content, after from activity order by at desc, rowid desc limit 1");
  expect(JSON.parse(String(record?.content))).toEqual({ id, version, ...values });
  expect(String(record?.after)).toContain(horse(3).customer);
});

test("a repeated request to duplicate a show adds one unbilled copy", async () => {
  const id = await addedShow("Copied");
  await database.connect().write(setShow([id], { billed: true }, by()));
  const copyId = crypto.randomUUID();
  expect(await database.connect().write(duplicateShow(id, copyId, by()))).toBe("written");
  expect(await database.connect().write(duplicateShow(id, copyId, by()))).toBe("repeated");
  const { rows } = await readShows({ q: "copied" });
  expect(rows.map(({ name, date, quantity, billed }) => [name, date, quantity, billed])).toEqual([
    ["Copied", "2026-07-04", 417, true],
    ["Copied", "2026-07-04", 417, false],
  ]);
  expect((await showRow(copyId))?.customer_id).toBe(horse(0).customer);
  await database.rows("update shows set deleted_at = '2026-11-21T12:00:00.000Z' where id = ?", [id]);
  await expect(database.connect().write(duplicateShow(id, crypto.randomUUID(), by()))).rejects.toThrow(ConflictError);
});
