import { expect } from "vitest";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { lastDayOf } from "#app/domain/basics/months.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import { isPending } from "#db/queries/bills/bills.ts";
import { voidBills } from "#db/queries/bills/mend-bills.ts";
import { addCredit, correctBill, findBillToCorrect } from "#db/queries/bills/stored-corrections.ts";
import { makeExport, previewExport } from "#db/queries/exports/stored-exports.ts";
import { customerStatement } from "#db/queries/statements/customer-statement.ts";
import type { Random } from "#db/seed/random.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import type { TestDatabase } from "./database.ts";
import { divide } from "./horse-diary.ts";

/** `split` and `share`: of a bill of a line that was divided among owners. */
type Bill = {
  customer: string | null;
  date: LocalDate;
  quantity: number;
  value: number;
  show: string | null;
  split?: string | null;
  share?: number;
};
/** A bill that was logged by hand. */
type LoggedBill = {
  id: string;
  horse: string;
  customer: string | null;
  date: LocalDate;
  service: string;
  value: number;
};
type Amount = { bill: string; date: LocalDate; customer: string | null; amount: number };

/**
 * What a person would write down of the bills of a barn: what is pending, what was invoiced and to whom, and what was corrected. Every
 * statement is compared with it (docs/product.md, 'Statements').
 */
export class BarnLedger {
  readonly pending = new Map<string, Bill>();
  readonly invoiced: Amount[] = [];
  readonly corrected: Amount[] = [];
  private logged: LoggedBill[] = [];
  private readonly exported = new Map<string, Bill>();

  constructor(
    private readonly database: TestDatabase,
    private readonly random: Random,
    private readonly customers: readonly string[],
    private readonly by: (day: LocalDate) => By,
  ) {}

  private async write(change: Change | { problem: string }) {
    if ("problem" in change) throw new Error(change.problem);
    expect(await this.database.connect().write(change)).toBe("written");
  }

  /** The bills that a run has made. */
  async addRun(runId: string) {
    const rows = await this.database.rows(
      "select id, customer_id, date, quantity, value, show_id, split_id, share from bill_items where billing_run_id = ? order by seq",
      [runId],
    );
    for (const row of rows)
      this.pending.set(String(row.id), {
        ...{ customer: row.customer_id as string | null, date: String(row.date), show: row.show_id as string | null },
        ...{ quantity: Number(row.quantity), value: Number(row.value) },
        ...{ split: row.split_id as string | null, share: Number(row.share) },
      });
  }

  /** Logs a training, or brings in a bill that another system had invoiced. */
  async log(horseId: string, customer: string | null, day: LocalDate, isImported: boolean) {
    const { random } = this;
    const [id, quantity, value] = [random.uuid(), random.int(1, 4), random.int(0, 9_999)];
    const date = plusDays(day, -random.int(0, 40));
    const service = "training";
    await this.database.rows(
      `insert into bill_items (id, horse_id, customer_id, service_id, date, quantity, value, location, created_at, export_id)
        values (?, ?, ${customer === null ? "null" : `'${customer}'`}, ?, ?, ?, ?, 'florida', ?, ${isImported ? "'import'" : "null"})`,
      [id, horseId, service, date, quantity, value, `${day}T15:00:00.000Z`],
    );
    this.logged.push({ id, horse: horseId, customer, date, service, value });
    const bill = { customer, date, quantity, value, show: null };
    if (!isImported) this.pending.set(id, bill);
    else this.invoice(id, bill, value);
  }

  private invoice(id: string, bill: Bill, amount: number) {
    this.pending.delete(id);
    this.exported.set(id, { ...bill, value: amount });
    this.invoiced.push({ bill: id, date: bill.date, customer: bill.customer, amount });
  }

  /** The bills of a horse that were logged by hand with a day in a month. */
  loggedOf = (horseId: string, month: string) =>
    this.logged.filter(({ horse, date }) => horse === horseId && date.startsWith(month));

  isCorrected = (id: string) => this.corrected.some(({ bill }) => bill === id);

  /** Voids pending bills; a show whose bill is voided is unbilled in the same change. */
  async voidBills(ids: readonly string[], day: LocalDate) {
    const showIds = ids.flatMap((id) => this.pending.get(id)?.show ?? []);
    await this.write(voidBills(this.random.uuid(), ids, { payIds: [], showIds }, this.by(day)));
    for (const id of ids) this.pending.delete(id);
    this.logged = this.logged.filter(({ id }) => !ids.includes(id));
    const billed = await this.database.rows(
      "select id from shows where billed and id in (select value from json_each(?))",
      [JSON.stringify(showIds)],
    );
    expect(billed).toEqual([]);
  }

  async exportAll(day: LocalDate) {
    if (this.pending.size === 0) return;
    const [found] = await this.database.connect().read(previewExport({ view: isPending, q: "" }));
    const amounts = this.random.pick(["bill-value", "quantity-x-value"] as const);
    const made = { id: this.random.uuid(), date: day, q: "", amounts, dates: "line" as const };
    await this.write(makeExport({ ...made, fingerprint: "", versions: found?.versions ?? "" }, this.by(day)));
    for (const [id, bill] of [...this.pending])
      this.invoice(id, bill, amounts === "bill-value" ? bill.value : bill.quantity * bill.value);
  }

  /** The pending bills of a line, the first one first. */
  lineOf(id: string): string[] {
    const split = this.pending.get(id)?.split ?? null;
    return split === null ? [id] : [...this.pending].flatMap(([other, bill]) => (bill.split === split ? [other] : []));
  }

  /** Corrects the amount of an invoiced line that was divided among owners. */
  private async correctLine(id: string, split: string, day: LocalDate) {
    const parts = [...this.exported].filter(([, bill]) => bill.split === split);
    const amount = this.random.int(0, 99_999);
    const values = divide(
      amount,
      parts.map(([, { share = 0 }]) => share),
    );
    const changes = parts.map(([part, bill], n) => ({ part, bill, value: values[n] ?? 0 }));
    if (changes.every(({ bill, value }) => bill.value === value)) return;
    const [found] = await this.database.connect().read(findBillToCorrect(id));
    if (!found) throw new Error(`There is no bill ${id}`);
    expect(found.record.amount).toBe(parts.reduce((sum, [, { value }]) => sum + value, 0));
    const { customerId, serviceId, version } = found.record;
    const entered = { customerId, serviceId, amount, reason: "Wrong", pay: "leave" as const };
    const edited = { id, version, idempotencyKey: this.random.uuid() };
    await this.write(correctBill(edited, entered, this.by(day), found.record));
    for (const { part, bill, value } of changes) {
      if (value !== bill.value)
        this.corrected.push({ bill: part, date: bill.date, customer: bill.customer, amount: value - bill.value });
      this.exported.set(part, { ...bill, value });
    }
  }

  /** Corrects the customer, the amount or both of an invoiced bill. */
  async correct(day: LocalDate) {
    const { random } = this;
    if (this.exported.size === 0) return;
    const [id, bill] = random.pick([...this.exported]);
    if (bill.split) return this.correctLine(id, bill.split, day);
    const customer = random.chance(0.5) ? bill.customer : random.pick(this.customers);
    const amount = random.chance(0.5) ? bill.value : random.int(0, 99_999);
    if (customer === bill.customer ? amount === bill.value : bill.value === 0 && amount === 0) return;
    const [found] = await this.database.connect().read(findBillToCorrect(id));
    if (!found) throw new Error(`There is no bill ${id}`);
    const { serviceId, version } = found.record;
    const entered = { customerId: customer, serviceId, amount, reason: "Wrong", pay: "leave" as const };
    await this.write(correctBill({ id, version, idempotencyKey: random.uuid() }, entered, this.by(day), found.record));
    const entry = (of: string | null, cents: number) => {
      if (cents !== 0) this.corrected.push({ bill: id, date: bill.date, customer: of, amount: cents });
    };
    if (customer === bill.customer) entry(customer, amount - bill.value);
    else {
      entry(bill.customer, -bill.value);
      entry(customer, amount);
    }
    this.exported.set(id, { ...bill, customer, value: amount });
  }

  /** Gives a customer an amount back. */
  async credit(horseId: string, customer: string, day: LocalDate) {
    const { random } = this;
    const [id, amount, date] = [random.uuid(), random.int(1, 99_999), plusDays(day, random.int(-40, 10))];
    const values = { customerId: customer, horseId, serviceId: "boarding", amount, date, reason: "Away" };
    await this.write(addCredit(id, values, this.by(day)));
    this.corrected.push({ bill: id, date, customer, amount: -amount });
  }

  /** The statements of all customers for some months are those of the ledger, to the cent. */
  async compare(months: readonly string[], day: LocalDate) {
    const [settings] = await this.database.rows(
      "select is_amounts_chosen as chosen, export_amounts as amounts from settings",
    );
    const isMultiplied = settings?.chosen === 1 && settings.amounts === "quantity-x-value";
    for (const customer of this.customers)
      for (const month of months) {
        const period = { first: `${month}-01`, last: lastDayOf(month) };
        const [read] = await this.database.connect().read(customerStatement(customer, period, day));
        if (!read) throw new Error(`There is no customer ${customer}`);
        const { horses: _, ...sums } = statementOf(read.statement, customer);
        expect([day, customer, month, sums]).toEqual([
          day,
          customer,
          month,
          this.sumsOf(customer, month, isMultiplied),
        ]);
      }
  }

  private sumsOf(customer: string, month: string, isMultiplied: boolean) {
    const isOf = (each: { customer: string | null }) => each.customer === customer;
    const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);
    const waiting = [...this.pending.values()].filter(isOf).map(({ date, quantity, value }) => ({
      date,
      amount: isMultiplied ? quantity * value : value,
    }));
    const corrected = this.corrected.filter(isOf);
    const sumIn = (amounts: { date: LocalDate; amount: number }[], isIn: (date: LocalDate) => boolean) =>
      sum(amounts.filter(({ date }) => isIn(date)).map(({ amount }) => amount));
    const isNow = (date: LocalDate) => date.startsWith(month);
    const isBefore = (date: LocalDate) => date < `${month}-01`;
    const opening = { bills: sumIn(waiting, isBefore), corrections: sumIn(corrected, isBefore) };
    const invoiced = sumIn(this.invoiced.filter(isOf), isNow);
    const billed = invoiced + sumIn(corrected, isNow) + sumIn(waiting, isNow);
    const total = opening.bills + opening.corrections + billed;
    // The ledger shares no statement, so nothing is late.
    return { opening, late: [], lateInvoiced: 0, billed, total, invoiced, pending: total - invoiced };
  }
}
