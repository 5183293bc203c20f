import { sql } from "drizzle-orm";
import { FIRST_DATE, type LocalDate, mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import type { Database } from "#db/connection.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { voidBills } from "#db/queries/bills/mend-bills.ts";
import { correctBill, findBillToCorrect, setEntered } from "#db/queries/bills/stored-corrections.ts";
import { findExportToVoid, voidExport } from "#db/queries/exports/export-voids.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { markDue, paymentsDue } from "#db/queries/payroll/payroll-items.ts";
import { billItems } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import { type By, setFields } from "#db/write/records.ts";
import { findChange } from "#db/write/undo.ts";
import { ADMINS } from "./barn.ts";
import { firstOfMonth } from "./bills.ts";
import { DEMO_MONTHS, type DemoBarn, raiseDay } from "./demo.ts";
import { type Random, randomFrom } from "./random.ts";

/*
 * What the admins of the demo barn have done in two years, by the product's own writes: exports, corrections, voids, payments and
 * edits, each at its time, so that the activity, the exports and the invoices are what they would be.
 */

const PEOPLE = [...ADMINS, "robin@hayloft.example"] as const;

/** A change at an hour of a day, in UTC; null if there is nothing to change. */
type Event = { day: LocalDate; hour: number; write: (db: Database, by: By) => Promise<Change | null> };

/** Writes the history, the earliest change first. */
export async function writeHistory(db: Database, barn: DemoBarn, today: LocalDate): Promise<void> {
  const random = randomFrom("history");
  const events = [...exportsOf(random, today), ...payments(random, today), ...edits(barn, today)];
  const past = events.filter(({ day }) => day < today).sort((a, b) => (a.day + a.hour < b.day + b.hour ? -1 : 1));
  for (const { day, hour, write } of past) {
    const minutes = String(random.int(0, 59)).padStart(2, "0");
    const at = new Date(`${day}T${hour}:${minutes}:00.000Z`);
    const change = await write(db, { actor: random.pick(PEOPLE), at });
    if (change) await db.write(change);
  }
}

/** The export of the bills up to a day, on the third of the next month. One was voided and made again; a few bills were corrected or voided. */
function exportsOf(random: Random, today: LocalDate): Event[] {
  return Array.from({ length: DEMO_MONTHS }, (_, n) => n - DEMO_MONTHS + 1).flatMap((month): Event[] => {
    const first = firstOfMonth(today, month);
    const [day, id] = [plusDays(first, 2), random.uuid()];
    const made = (hour: number, exportId: string): Event => ({
      day,
      hour,
      write: async (db, by) => exportUpTo(db, plusDays(first, -1), exportId, by),
    });
    const isRepeated = month === -6;
    return [
      ...(month % 5 === 0 ? [voidOne(random, plusDays(first, 1))] : []),
      made(15, id),
      ...(isRepeated ? [voidAgain(random, day, id), made(17, random.uuid())] : []),
      ...(month % 6 === 0 && !isRepeated ? correctOne(random, plusDays(day, 5), id) : []),
    ];
  });
}

/** Returns the export of all pending bills up to a day; null if there is none. */
export async function exportUpTo(db: Database, to: LocalDate, id: string, by: By): Promise<Change | null> {
  const filter = { q: "", restrictions: [{ days: billItems.date, from: FIRST_DATE, to }] };
  const [found] = await db.read(previewExport({ ...filter, view: isPending }));
  if (!found || found.preview.bills === 0) return null;
  const { versions } = found;
  const date = by.at.toISOString().slice(0, 10);
  return makeExport({ ...filter, id, date, amounts: "bill-value", dates: "invoice", fingerprint: "", versions }, by);
}

const voidAgain = (random: Random, day: LocalDate, id: string): Event => ({
  day,
  hour: 16,
  write: async (db, by) => {
    const [[found], [made]] = await Promise.all([db.read(findExportToVoid(id)), db.read(findChange(id))]);
    if (!found || !made) return null;
    const { versions } = found.past;
    const change = voidExport({ idempotencyKey: random.uuid(), id, fingerprint: "", versions }, made, by);
    return "problem" in change ? null : change;
  },
});

/** Voids a service that was logged twice. */
const voidOne = (random: Random, day: LocalDate): Event => ({
  day,
  hour: 14,
  write: async (db, by) => {
    const [found] = await db.read(oneOf("deleted_at is null and export_id is null and billing_run_id is null", day));
    return found ? voidBills(random.uuid(), [found.id], { payIds: [], showIds: [] }, by) : null;
  },
});

/** Corrects the amount of an exported bill, and ticks what is entered in QuickBooks a day later. */
function correctOne(random: Random, day: LocalDate, exportId: string): Event[] {
  const key = random.uuid();
  return [
    {
      day,
      hour: 18,
      write: async (db, by) => {
        const [bill] = await db.read(
          oneOf(`export_id = '${exportId}' and value > 10000 and billing_run_id is null`, day),
        );
        const [found] = bill ? await db.read(findBillToCorrect(bill.id)) : [];
        if (!found) return null;
        const { id, version, customerId, serviceId, amount } = found.record;
        const entered = {
          customerId,
          serviceId,
          amount: amount - 2_500,
          reason: "Half of it was done by the owner",
          pay: "leave" as const,
        };
        const change = correctBill({ id, version, idempotencyKey: key }, entered, by, found.record);
        return "problem" in change ? null : change;
      },
    },
    { day: plusDays(day, 1), hour: 15, write: async (_, by) => setEntered([key], { entered: true }, by) },
  ];
}

/** The bill with the largest `seq` up to a day that meets a condition. */
const oneOf = (condition: string, day: LocalDate) =>
  statements
    .select({ id: billItems.id })
    .from(billItems)
    .where(sql`${sql.raw(condition)} and date <= ${day}`)
    .orderBy(sql`seq desc`)
    .limit(1);

/** The payments of the last weeks, marked paid on their Monday; those of this week are left. */
const payments = (random: Random, today: LocalDate): Event[] =>
  Array.from({ length: PAID_WEEKS }, (_, n) => plusDays(mondayOf(today), -7 * (n + 1))).map((day) => ({
    day,
    hour: 19,
    write: async (db, by) => {
      const [due] = await db.read(paymentsDue(day, day));
      return due && due.count > 0 ? markDue(random.uuid(), due, { fingerprint: "", paidOn: day }, by) : null;
    },
  }));

/** The weeks whose payments the history marks. */
export const PAID_WEEKS = 8;

/** Prices of board and training that were raised, horses that got a blanket, customers with another phone. */
function edits({ horses, customers, boardAt }: DemoBarn, today: LocalDate): Event[] {
  const raised = horses.filter((horse) => boardAt(horse, "2000-01-01") !== horse.boarding);
  const day = (days: number) => plusDays(today, days);
  const set = (at: LocalDate, hour: number, write: (by: By) => Change): Event => ({
    day: at,
    hour,
    write: async (_, by) => write(by),
  });
  return [
    ...raised.map((horse) =>
      set(raiseDay(today), 15, (by) => setFields(horseRecords, [horse.id], { boarding: horse.boarding }, by)),
    ),
    ...horses
      .slice(12, 22)
      .map((horse, n) =>
        set(day(-3 - 2 * n), 16, (by) =>
          setFields(horseRecords, [horse.id], { training: horse.training + 12_500 }, by),
        ),
      ),
    ...horses
      .filter(({ hasBlanket }) => !hasBlanket)
      .slice(20, 26)
      .map((horse, n) =>
        set(day(-2 - 4 * n), 17, (by) => setFields(horseRecords, [horse.id], { hasBlanket: true }, by)),
      ),
    ...customers
      .slice(5, 13)
      .map((customer, n) =>
        set(day(-1 - 3 * n), 20, (by) => setFields(customerRecords, [customer.id], { phone: `(561) 555-017${n}` }, by)),
      ),
  ];
}
