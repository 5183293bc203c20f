import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { ConflictError } from "#db/errors.ts";
import { addAdmin } from "#db/queries/barn/admins.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { addShow, duplicateShow, saveShow, setShow, showRecords } from "#db/queries/barn/shows.ts";
import {
  editBill,
  findBills,
  findBillToEdit,
  findVoiding,
  idsWithBill,
  voidBills,
} from "#db/queries/bills/mend-bills.ts";
import { addEntry } from "#db/queries/entries/service-entries.ts";
import { addPayrollItem, payrollRecords, savePayrollItem } from "#db/queries/payroll/payroll-items.ts";
import type { Random } from "#db/seed/random.ts";
import type { Change } from "#db/write/change.ts";
import { addRecord, removeRecords, setFields } from "#db/write/records.ts";
import { findChange, undo } from "#db/write/undo.ts";
import type { TestDatabase } from "./database.ts";

/* Random changes of every kind of record, by the product's own way of writing. */

const WORDS =
  "Élan O’Neil Señor van-Dyck Łucja Straße Ana “Nan” Jo D'Arcy, Ze\u0301ro Øyvind 11/2 $1,200 100% a_b Ægir ‹x› —".split(
    " ",
  );

type Cell = string | number | null;
type Pick = (from: string, where?: string) => Promise<{ [column: string]: Cell }>;
type Made = Change | { problem: string } | undefined;
type Context = { random: Random; pick: Pick; by: { actor: string; at: Date }; connect: TestDatabase["connect"] };

const name = ({ random }: Context) => `${random.pick(WORDS)} ${random.pick(WORDS)} ${random.int(1, 30)}`;
const day = ({ random }: Context): LocalDate => `20${random.int(24, 26)}-0${random.int(1, 9)}-${random.int(10, 28)}`;
const key = ({ random }: Context) => random.uuid();

/** The kinds of records that others show by name, with the column of the name. */
const NAMED = [
  [customerRecords, "name"],
  [horseRecords, "name"],
  [serviceRecords, "productServiceName"],
  [groomRecords, "name"],
] as const;
const SOURCES = [...NAMED.map(([source]) => source), showRecords, payrollRecords];
const TABLES = ["customers", "horses", "services", "grooms", "shows", "payroll"];
/** Fixed services cannot be deleted. */
const isLoose = "id not in ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training')";
const isListed = "deleted_at is null";

async function showValues(of: Context) {
  const [horse, service] = [await of.pick("horses", isListed), await of.pick("services", isListed)];
  const quantity = of.random.int(1, 20);
  return { name: name(of), date: day(of), horseId: String(horse.id), serviceId: String(service.id), quantity };
}

async function itemValues(of: Context) {
  const { id } = await of.pick("grooms", isListed);
  const paymentDate = of.random.chance(0.5) ? day(of) : null;
  const paid = of.random.chance(0.3);
  return {
    groomId: String(id),
    item: name(of),
    date: day(of),
    paymentDate,
    value: of.random.int(0, 99_999),
    paid,
    paidOn: null,
  };
}

const editedOf = ({ id, version }: { id?: Cell; version?: Cell }, of: Context) => ({
  ...{ id: String(id), version: Number(version), idempotencyKey: key(of) },
});

const newest = (of: Context, where: string) =>
  of.pick("(select *, rowid as seq from activity order by rowid desc limit 30)", where);

const MAKE: { [what: string]: (of: Context) => Promise<Made> } = {
  async rename(of) {
    const [source, field] = of.random.pick(NAMED);
    const { id } = await of.pick(TABLES[SOURCES.indexOf(source)] ?? "", isListed);
    return setFields(source as typeof customerRecords, [String(id)], { [field]: name(of) }, of.by);
  },
  async "rename a billed record"(of) {
    const { customer_id, horse_id } = await of.pick("bill_items", "customer_id is not null");
    const [source, id] = of.random.pick([[customerRecords, customer_id] as const, [horseRecords, horse_id] as const]);
    return setFields(source as typeof customerRecords, [String(id)], { name: name(of) }, of.by);
  },
  async delete(of) {
    const i = of.random.int(0, SOURCES.length - 1);
    const { id } = await of.pick(TABLES[i] ?? "", `${isListed} and ${isLoose}`);
    return removeRecords(SOURCES[i] as typeof showRecords, [String(id)], of.by);
  },
  async "add a customer"(of) {
    return addRecord(customerRecords, key(of), { name: name(of), emails: [], riders: [name(of)] }, of.by);
  },
  async "add a horse"(of) {
    const { id } = await of.pick("customers", isListed);
    return addRecord(horseRecords, key(of), { name: name(of), customerId: String(id), checkInDate: day(of) }, of.by);
  },
  "add a groom": async (of) =>
    addRecord(groomRecords, key(of), { name: name(of), weeklySalary: 50_000, location: "florida" }, of.by),
  "add a service": async (of) =>
    addRecord(serviceRecords, key(of), { productServiceName: name(of), price: 12_345, public: true }, of.by),
  "add a show": async (of) => addShow(key(of), await showValues(of), of.by),
  "save a show": async (of) => saveShow(editedOf(await of.pick("shows", isListed), of), await showValues(of), of.by),
  async "set shows"(of) {
    const { horseId } = await showValues(of);
    const { id } = await of.pick("shows", isListed);
    return setShow([String(id)], of.random.chance(0.5) ? { billed: true } : { horseId, quantity: 3 }, of.by);
  },
  "copy a show": async (of) => duplicateShow(String((await of.pick("shows", isListed)).id), key(of), of.by),
  "add an item": async (of) => addPayrollItem(key(of), await itemValues(of), of.by),
  async "save an item"(of) {
    const edited = editedOf(await of.pick("payroll", `${isListed} and week is null`), of);
    return savePayrollItem(edited, await itemValues(of), of.by, { ...edited, paid: false, paidOn: null });
  },
  async "log a service"(of) {
    const [horse, service] = [
      await of.pick("horses", isListed),
      await of.pick("services", `${isListed} and public = 1`),
    ];
    const pay = of.random.chance(0.5) ? await itemValues(of) : null;
    const [id, date] = [key(of), day(of)];
    const comments = of.random.chance(0.6) ? `${name(of)}\n${name(of)}` : null;
    const ids = { id, horseId: String(horse.id), serviceId: String(service.id), groomId: pay?.groomId ?? null };
    const common = { ...ids, date, quantity: of.random.int(1, 9), comments };
    const customerId = of.random.chance(0.8) ? (horse.customer_id as string | null) : null;
    const bill = {
      ...common,
      customerId,
      unitPrice: of.random.int(0, 9_999_999),
      value: of.random.int(0, 9_999_999),
      location: "long-island" as const,
      rider: null,
    };
    const item = pay && { id, groomId: pay.groomId, item: pay.item, date, paymentDate: date, value: bill.value };
    return addEntry({ ...common, rider: null }, { bill, pay: item }, { ...of.by, device: null });
  },
  async "edit a bill"(of) {
    const { id } = await of.pick("bill_items", `export_id is null and ${isListed}`);
    const [found] = await of.connect().read(findBillToEdit(String(id)));
    if (!found) return undefined;
    const { customerId, follows } = found.record;
    const values = {
      customerId,
      follows,
      date: day(of),
      quantity: 2,
      value: of.random.int(0, 99_999),
      comments: name(of),
    };
    return editBill(editedOf(found.record, of), values, of.by, found.record);
  },
  async "void a bill"(of) {
    const { id } = await of.pick("bill_items", `export_id is null and ${isListed}`);
    const [found] = await of.connect().read(findBills([String(id)]));
    const bills = found?.bills ?? [];
    const payIds = bills.flatMap(({ payId }) => payId ?? []);
    const showIds = bills.flatMap(({ showId }) => showId ?? []);
    return voidBills(key(of), [String(id)], { payIds, showIds }, of.by);
  },
  async "undo the voiding of a bill"(of) {
    const { id } = await of.pick("bill_items", "voided_at is not null");
    const [voiding] = await of.connect().read(findVoiding(String(id)));
    return voiding && undo(voiding, of.by, { idempotencyKey: key(of), only: idsWithBill(voiding, String(id)) });
  },
  "add an admin": async (of) => addAdmin({ ...of.by, id: key(of), email: `admin-${key(of)}@hayloft.example` }),
  async "undo a deletion"(of) {
    const { id } = await newest(of, "action like 'delete %'");
    const [found] = id ? await of.connect().read(findChange(String(id))) : [];
    return found && undo(found, of.by, { idempotencyKey: key(of), skipsChanged: of.random.chance(0.5) });
  },
  async "undo a change"(of) {
    const { id } = await newest(of, "\"after\" <> '[]'");
    const [found] = await of.connect().read(findChange(String(id)));
    return found && undo(found, of.by, { idempotencyKey: key(of) });
  },
};

/** Makes each kind of change so many times, in a random order. Changes that the product refuses are left out. */
export async function writeAtRandom({ rows, connect }: TestDatabase, random: Random, times: number): Promise<string[]> {
  const pick: Pick = async (from, where = "1") => {
    const order = `order by seq * ${random.int(1, 99_991)} % 99991`;
    const [row] = await rows(`select * from ${from} where ${where} ${order} limit 1`);
    return (row ?? {}) as { [column: string]: Cell };
  };
  const by = { actor: "alex@hayloft.example", at: new Date("2026-11-21T12:00:00.000Z") };
  const written: string[] = [];
  for (let i = 0; i < times * Object.keys(MAKE).length; i += 1) {
    const what = random.pick(Object.keys(MAKE));
    const change = await MAKE[what]?.({ random, pick, by, connect });
    if (!change || "problem" in change) continue;
    try {
      await connect().write(change);
      written.push(what);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  return written;
}
