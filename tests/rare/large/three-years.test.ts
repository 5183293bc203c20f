import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { loadHorses } from "#app/routes/barn/horses/load.ts";
import { loadShows } from "#app/routes/barn/shows/load.ts";
import { showsBilling } from "#app/routes/bills/show-run/shows-billing.ts";
import { horsesBilling } from "#app/routes/boarding/horses-billing.ts";
import { RequestLog } from "#app/server/log.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { addShow } from "#db/queries/barn/shows.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { dismiss } from "#db/queries/overview/stored-dismissals.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import type { Change } from "#db/write/change.ts";
import { addRecord, setFields } from "#db/write/records.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { openDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { BarnLedger } from "#tests/support/database/ledger-of-barn.ts";
import { samples } from "#tests/support/samples.ts";

/*
 * Three years of a barn, day by day, at random: horses come, leave and come back, change their price, owner, location and the rest;
 * months are billed late, twice or not at all; services are logged, shows billed, bills voided, exported, corrected or brought in from
 * another system, and board is marked as not owed. What is billed, what is listed as not billed, and every statement are compared with
 * a diary and a ledger that are kept here (docs/product.md, 'Billing horses' and 'Statements').
 */

type Facts = {
  customerId: string | null;
  boarding: number;
  boardingSurcharge: number;
  training: number;
  hasBlanket: boolean;
  isBillable: boolean;
  location: "florida" | "long-island";
};
/** A stay, and the day on which it was entered. */
type Span = { from: LocalDate; to: LocalDate | null; entered: LocalDate };
/** Days of a stay with one owner at one location, and the facts that they are billed by. */
type Part = { days: LocalDate[]; facts: Facts };
type Payer = "first" | "last" | null;
/** What a person would write down of a horse: its stays, and its facts from each day on. */
type Diary = { id: string; added: LocalDate; stays: Span[]; facts: { from: LocalDate; facts: Facts }[] };

const FIRST = "2024-01-01";
const LAST = "2026-12-31";

/** Ten in the morning in New York, give or take an hour. */
const instantOf = (day: LocalDate, second = 0) => new Date(Date.parse(`${day}T15:00:00.000Z`) + 1_000 * second);

const SERVICES = ["boarding", "boarding-surcharge", "long-island-surcharge", "blanket", "training"] as const;

const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);

/** What a whole month costs by service, in cents; null if there is no bill. */
const amountsOf = (facts: Facts): { [service in (typeof SERVICES)[number]]: bigint | null } => ({
  boarding: BigInt(facts.boarding),
  "boarding-surcharge": BigInt(facts.boardingSurcharge),
  "long-island-surcharge": facts.location === "florida" ? null : halfUp(BigInt(facts.boarding) * 863n, 10_000n),
  blanket: facts.hasBlanket ? 10_000n : null,
  training: facts.training > 0 ? BigInt(facts.training) : null,
});

/** Days in order, by those that follow one another. */
function inRow(days: LocalDate[]): LocalDate[][] {
  const rows: LocalDate[][] = [];
  for (const day of days) {
    const last = rows.at(-1);
    if (last && plusDays(last.at(-1) ?? "", 1) === day) last.push(day);
    else rows.push([day]);
  }
  return rows;
}

class Barn {
  readonly horses: Diary[] = [];
  /** The days that standing bills are for, by service, of each horse and month. */
  readonly billed = new Map<string, Map<string, Set<LocalDate>>>();
  readonly dismissed = new Set<string>();
  firstMonth: string | null = null;
  readonly ledger: BarnLedger;
  private seconds = 0;

  constructor(
    readonly database: TestDatabase,
    readonly random: Random,
    readonly customers: string[],
  ) {
    this.ledger = new BarnLedger(database, random, customers, (day) => this.by(day));
  }

  by = (day: LocalDate) => ({ actor: ADMIN.email, at: instantOf(day, this.seconds++ % 3_000) });

  async write(change: Change) {
    expect(await this.database.connect().write(change)).toBe("written");
  }

  randomFacts(): Facts {
    const { random } = this;
    return {
      customerId: random.chance(0.1) ? null : random.pick(this.customers),
      boarding: random.int(0, 40) * 10_001,
      boardingSurcharge: random.pick([0, 15_000, 12_345]),
      training: random.pick([0, 0, 175_000, 99_999]),
      hasBlanket: random.chance(0.3),
      isBillable: random.chance(0.85),
      location: random.pick(["florida", "long-island"]),
    };
  }

  /** Adds a horse that came today or, entered late, up to 40 days ago. */
  async add(day: LocalDate) {
    const { random } = this;
    const [id, facts] = [random.uuid(), this.randomFacts()];
    const from = random.chance(0.3) ? plusDays(day, -random.int(1, 40)) : day;
    const values = { name: `Horse ${this.horses.length}`, checkInDate: from, checkOutDate: null, ...facts };
    await this.write(addRecord(horseRecords, id, values, this.by(day)));
    this.horses.push({ id, added: day, stays: [{ from, to: null, entered: day }], facts: [{ from: day, facts }] });
  }

  async set(horse: Diary, values: object, day: LocalDate) {
    await this.write(setFields(horseRecords, [horse.id], values, this.by(day)));
  }

  /** One change of one horse. */
  async change(horse: Diary, day: LocalDate) {
    const { random } = this;
    const stay = horse.stays.at(-1) as Span;
    const hasLeft = stay.to !== null && stay.to < day;
    if (hasLeft && random.chance(0.5)) {
      // It comes back, saved in one press or in two.
      const first = plusDays(stay.to as LocalDate, 1);
      const from = [first, plusDays(day, -random.pick([0, 0, 3, 9]))].sort().at(-1) ?? day;
      if (random.chance(0.5)) await this.set(horse, { checkInDate: from, checkOutDate: null }, day);
      else {
        await this.set(horse, { checkOutDate: null }, day);
        await this.set(horse, { checkInDate: from }, day);
      }
      horse.stays.push({ from, to: null, entered: day });
      if (random.chance(0.3)) await this.changeFacts(horse, day);
    } else if (!hasLeft && stay.from <= day && random.chance(0.35)) {
      // It leaves today, or a day is planned; another day may be planned later.
      stay.to = random.chance(0.4) ? day : plusDays(day, random.int(0, 30));
      await this.set(horse, { checkOutDate: stay.to }, day);
      if (random.chance(0.5)) {
        // Its return is entered at once.
        const from = plusDays(stay.to, random.int(1, 50));
        await this.set(horse, { checkInDate: from, checkOutDate: null }, day);
        horse.stays.push({ from, to: null, entered: day });
      }
    } else await this.changeFacts(horse, day);
  }

  async changeFacts(horse: Diary, day: LocalDate) {
    const { random } = this;
    const all = this.randomFacts();
    const chosen = (Object.keys(all) as (keyof Facts)[]).filter(() => random.chance(0.3));
    const changed = Object.fromEntries(chosen.map((name) => [name, all[name]]));
    if (chosen.length === 0) return;
    await this.set(horse, changed, day);
    const before = horse.facts.at(-1)?.facts as Facts;
    horse.facts.push({ from: day, facts: { ...before, ...changed } });
  }

  /** The facts at the end of a day; of a day before the stay or the horse was entered, at the end of that day. */
  factsOn(horse: Diary, day: LocalDate): Facts {
    const { entered } = horse.stays.find(({ from, to }) => from <= day && (to === null || day <= to)) as Span;
    const last = [day, entered, horse.added].sort().at(-1) ?? "";
    return horse.facts.findLast(({ from }) => from <= last)?.facts as Facts;
  }

  /** Whether the horse was billable at the end of a day or, before it was added, at the end of that day. */
  isBillableOn(horse: Diary, day: LocalDate): boolean {
    const last = [day, horse.added].sort().at(-1) ?? "";
    return horse.facts.findLast(({ from }) => from <= last)?.facts.isBillable ?? false;
  }

  /** The days of a month on which the horse was on the property, one by one, in parts of one stay, owner and location. */
  partsIn(horse: Diary, month: string, payer: Payer = null, atFirst = false): Part[] {
    const tenures: Part[][] = [];
    for (const { from, to } of horse.stays) {
      let [before, ofStay]: [Facts | null, boolean] = [null, false];
      for (let day = `${month}-01`; day.startsWith(month); day = plusDays(day, 1)) {
        if (day < from || (to !== null && day > to)) continue;
        const facts = this.factsOn(horse, day);
        if (!ofStay || facts.customerId !== before?.customerId) tenures.push([]);
        const tenure = tenures.at(-1) as Part[];
        if (tenure.length === 0 || facts.location !== before?.location) tenure.push({ days: [], facts });
        (tenure.at(-1) as Part).days.push(day);
        // The prices of an owner are those at the end of the owner's first or last day, the rest is that of the last.
        const { boarding, boardingSurcharge, training } = tenure[0]?.facts ?? facts;
        const prices = atFirst ? { boarding, boardingSurcharge, training } : {};
        for (const part of tenure) part.facts = { ...facts, ...prices, location: part.facts.location };
        [before, ofStay] = [facts, true];
      }
    }
    const paying = payer && (payer === "first" ? tenures[0] : tenures.at(-1))?.[0]?.facts;
    const parts = tenures
      .flat()
      .map(({ days, facts }) => ({ days, facts: { ...facts, ...paying, location: facts.location } }));
    if (!paying) return parts;
    const merged: Part[] = [];
    for (const part of parts) {
      const last = merged.at(-1);
      const [first, next] = [last?.days[0] ?? "", part.days[0] ?? ""];
      const isOneStay = horse.stays.some(({ from, to }) => from <= first && (to === null || next <= to));
      const isNext = last && isOneStay && last.facts.location === part.facts.location;
      if (isNext) last.days.push(...part.days);
      else merged.push(part);
    }
    return merged;
  }

  daysIn = (horse: Diary, month: string) => this.partsIn(horse, month).flatMap(({ days }) => days);

  /** What the days of a month owe and no bill is for, charge by charge; of a blanket its first part, if no bill is for one. */
  openIn(horse: Diary, month: string, payer: Payer, atFirst: boolean) {
    const all = this.partsIn(horse, month, payer, atFirst);
    const billed = this.billed.get(`${horse.id} ${month}`);
    const charges = SERVICES.map((service) => {
      const owing = all.filter(({ facts }) => amountsOf(facts)[service] !== null);
      const isOnce = service === "blanket";
      const of = billed?.get(service);
      const isOpen = (day: LocalDate) => !(isOnce ? (of?.size ?? 0) > 0 : of?.has(day));
      const parts = (isOnce ? owing.slice(0, 1) : owing).flatMap(({ days, facts }) =>
        inRow(days.filter(isOpen)).map((rest) => ({ days: rest, facts })),
      );
      return { service, parts, isRest: owing.some(({ days }) => days.some((day) => !isOpen(day))) };
    });
    const sum = charges.flatMap(({ service, parts }) => parts.map(({ facts }) => amountsOf(facts)[service] ?? 0n));
    // Of a month with bills, a rest of $0.00 is not billed.
    const isOwed = !billed?.size || sum.some((amount) => amount > 0n);
    const days = [...new Set(charges.flatMap(({ parts }) => parts.flatMap(({ days }) => days)))].sort();
    return { all, charges, days: isOwed ? days : [] };
  }

  /** The horses with days of a month that were not billed on a day, of those that have come up to another one: 'id month days'. */
  unbilledIn(month: string, day: LocalDate, upTo = day, payer: Payer = null, isOther = false): string[] {
    // Of a month that is over the prices that it began with count, of the running month those of today.
    const atFirst = month < day.slice(0, 7) !== isOther;
    return this.horses.flatMap((horse) => {
      const key = `${horse.id} ${month}`;
      const open = this.openIn(horse, month, payer, atFirst).days;
      const last = this.daysIn(horse, month).at(-1);
      const isOwed = (open[0] ?? "9") <= upTo && last && this.isBillableOn(horse, last);
      return isOwed && !this.dismissed.has(key) ? [`${key} ${open.length}`] : [];
    });
  }

  /** What a run bills a horse, line by line, in whole tenths of a millionth of a cent. Marks its days as billed. */
  billLines(horse: Diary, month: string, isProrated: boolean, payer: Payer, atFirst: boolean): string[] {
    const key = `${horse.id} ${month}`;
    const { all, charges } = this.openIn(horse, month, payer, atFirst);
    const ofMonth = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    const every = Array.from({ length: ofMonth }, (_, n) => plusDays(`${month}-01`, n));
    const lived = all.reduce((sum, { days }) => sum + days.length, 0);
    const billed = this.billed.get(key) ?? new Map<string, Set<LocalDate>>();
    this.billed.set(key, billed);
    return charges.flatMap(({ service, parts, isRest }) => {
      const of = isProrated || isRest ? ofMonth : lived;
      const isWhole = !isProrated && all.length === 1 && !isRest;
      const days = parts.flatMap((part) => (isWhole ? every : part.days));
      if (days.length > 0) billed.set(service, new Set([...(billed.get(service) ?? []), ...days]));
      return parts.map(({ days, facts }) => {
        const whole = amountsOf(facts)[service] ?? 0n;
        const value = service === "blanket" ? whole : halfUp(whole * BigInt(days.length), BigInt(of));
        return `${horse.id} ${service} ${facts.customerId} ${facts.location} ${value}`;
      });
    });
  }

  context(now: Date): AppLoadContext {
    const session = { id: SESSION, user: ADMIN };
    const log = new RequestLog(new Request("http://hayloft.example/horses/bill"));
    return { now, log, db: this.database.connect(), session, afterResponse: () => {} } as unknown as AppLoadContext;
  }

  /** Bills a month as the dialog does, with some of the horses that it leaves out. */
  async bill(month: string, day: LocalDate) {
    const { random } = this;
    const isProrated = random.chance(0.7);
    const payer = random.pick([null, null, null, "first", "last"] as const);
    const isOther = random.chance(0.2);
    // Of a month that is over the prices that it began with count, of the running month those of today.
    const atFirst = month < day.slice(0, 7) !== isOther;
    const url = `http://hayloft.example/horses/bill?month=${month}&prorate=${isProrated ? "on" : "off"}&q=Horse${payer ? `&payer=${payer}` : ""}${isOther ? "&prices=all" : ""}`;
    const opened = await openBatch(
      { request: new Request(url), params: {}, context: this.context(instantOf(day, 3_300)) },
      horsesBilling,
    );
    const open = this.unbilledIn(month, day, LAST, payer, isOther).map((text) => text.split(" ")[0] ?? "");
    // The list knows the last stay only.
    const isThere = ({ stays }: Diary) => {
      const { from, to } = stays.at(-1) as Span;
      return from <= day && (to === null || to >= day);
    };
    const present = this.horses.filter((horse) => open.includes(horse.id) && isThere(horse));
    const ticked = this.horses.filter((each) => open.includes(each.id) && !isThere(each) && random.chance(0.6));
    const body = new URLSearchParams({
      idempotencyKey: opened?.idempotencyKey ?? "",
      fingerprint: opened?.fingerprint ?? "",
    });
    for (const { id } of ticked) body.append("optedIn", id);
    const response = await confirmBatch(
      {
        request: new Request(url, { method: "POST", body }),
        params: {},
        context: this.context(instantOf(day, 3_400)),
      },
      horsesBilling,
      loadHorses,
    );
    const chosen = [...present, ...ticked];
    const status = "init" in response ? response.init?.status : response.status;
    expect([month, day, status]).toEqual([month, day, chosen.length > 0 ? 303 : 400]);
    const made = await this.database.rows(
      "select horse_id || ' ' || service_id || ' ' || coalesce(customer_id, 'null') || ' ' || location || ' ' || value as line from bill_items where billing_run_id = ?",
      [opened?.idempotencyKey ?? ""],
    );
    const expected = chosen.flatMap((horse) => this.billLines(horse, month, isProrated, payer, atFirst));
    expect(made.map(({ line }) => line).sort()).toEqual(expected.sort());
    await this.ledger.addRun(opened?.idempotencyKey ?? "");
    if (chosen.length > 0 && this.firstMonth === null) this.firstMonth = month;
  }

  /** Voids the bills of a horse for a month, of one service or of all. */
  async voidBoard(day: LocalDate) {
    if (this.billed.size === 0) return;
    const key = this.random.pick([...this.billed.keys()]);
    const [horseId = "", month = ""] = key.split(" ");
    const services = this.random.chance(0.3) ? [...SERVICES] : [this.random.pick(SERVICES)];
    const bills = await this.database.rows(
      "select id from bill_items where horse_id = ? and period = ? and deleted_at is null and service_id in (select value from json_each(?))",
      [horseId, month, JSON.stringify(services)],
    );
    const ids = bills.map(({ id }) => String(id));
    if (ids.length === 0 || !ids.every((id) => this.ledger.pending.has(id))) return;
    await this.ledger.voidBills(ids, day);
    for (const service of services) this.billed.get(key)?.delete(service);
  }

  async dismissBoard(month: string, day: LocalDate) {
    const open = this.unbilledIn(month, day);
    if (open.length === 0) return;
    const [recordId = "", scope = ""] = this.random.pick(open).split(" ");
    await this.write(
      dismiss(this.random.uuid(), { kind: "board", recordId, scopes: [scope], name: "Board" }, this.by(day)),
    );
    this.dismissed.add(`${recordId} ${scope}`);
  }

  /** Enters a show of a horse, and bills all shows that are not billed. */
  async billShow(horse: Diary, day: LocalDate) {
    const { random } = this;
    const [id, quantity] = [random.uuid(), random.int(1, 3)];
    const [service] = await this.database.rows(
      "select id, price from services where length(id) = 36 order by id limit 1",
    );
    const values = {
      name: `Horse show ${day}`,
      date: day,
      horseId: horse.id,
      serviceId: String(service?.id),
      quantity,
    };
    await this.write(addShow(id, values, this.by(day)));
    const url = "http://hayloft.example/shows/bill?q=%22Horse%20show%22";
    const args = (at: Date, init?: RequestInit) => ({
      request: new Request(url, init),
      params: {},
      context: this.context(at),
    });
    const opened = await openBatch(args(instantOf(day, 3_300)), showsBilling);
    const key = opened?.idempotencyKey ?? "";
    const body = new URLSearchParams({ idempotencyKey: key, fingerprint: opened?.fingerprint ?? "" });
    const response = await confirmBatch(args(instantOf(day, 3_400), { method: "POST", body }), showsBilling, loadShows);
    expect([day, "init" in response ? response.init?.status : response.status]).toEqual([day, 303]);
    const made = await this.database.rows(
      "select show_id || ' ' || coalesce(customer_id, 'null') || ' ' || value as line from bill_items where billing_run_id = ?",
      [key],
    );
    const owner = horse.facts.at(-1)?.facts.customerId;
    expect(made.map(({ line }) => line)).toContain(`${id} ${owner} ${quantity * Number(service?.price)}`);
    await this.ledger.addRun(key);
  }

  /** Something of the bills beside boarding. */
  async bookkeep(horse: Diary, day: LocalDate) {
    const { ledger, random } = this;
    const customer = horse.facts.at(-1)?.facts.customerId ?? null;
    const what = random.int(1, 8);
    if (what <= 3) await ledger.log(horse.id, customer, day, what === 3);
    else if (what === 4) await this.billShow(horse, day);
    else if (what <= 6) await ledger.correct(day);
    else if (what === 7) {
      const others = [...ledger.pending].filter(([, { quantity, show }]) => show || quantity > 1).map(([id]) => id);
      if (others.length > 0) await ledger.voidBills([random.pick(others)], day);
    } else if (random.chance(0.4)) await ledger.exportAll(day);
  }

  /** What the Overview lists is what the diary says, for each of the last 12 months since the first one that was billed. */
  async compareUnbilled(day: LocalDate) {
    const [found] = await this.database.connect().read(unbilledHorses(day));
    const listed = unbilledBoard(found?.horses ?? [], day).flatMap(({ month, horses }) =>
      horses.map(({ id, board }) => `${id} ${month} ${daysOf(board.toBill)}`),
    );
    const months = Array.from({ length: 12 }, (_, n) => monthsBefore(day.slice(0, 7), n)).filter(
      (month) => month >= (this.firstMonth ?? day.slice(0, 7)),
    );
    expect([day, listed.sort()]).toEqual([day, months.flatMap((month) => this.unbilledIn(month, day)).sort()]);
  }
}

const SESSION = "3f0c1a52-7a0e-4a3e-9d55-6f1b2c3d4e5f";

const monthsBefore = (month: string, count: number) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 - count, 1)).toISOString().slice(0, 7);

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

test.each(Array.from({ length: samples(1) }, (_, n) => n))(
  "three years of barn %i",
  async (n) => {
    const random = randomFrom(`three years ${n}`);
    // None of the horses, bills and runs of the demo barn, or of the barn before.
    await database.rows("update horses set deleted_at = '2020-01-01'");
    await database.rows("update bill_items set deleted_at = '2020-01-01' where deleted_at is null");
    await database.rows("update corrections set deleted_at = '2020-01-01' where deleted_at is null");
    await database.rows("update shows set deleted_at = '2020-01-01' where deleted_at is null");
    await database.rows(
      "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('import', '2000-01-01', '2000-01-01', 'test', 'bill-value', 1, 1, 1, 0) on conflict do nothing",
    );
    await database.rows("update billing_runs set taken_back_at = '2020-01-01' where taken_back_at is null");
    const customers = (await database.rows("select id from customers order by id limit 5")).map(({ id }) => String(id));
    const barn = new Barn(database, random, customers);
    for (let day = FIRST; day <= LAST; day = plusDays(day, 1)) {
      // A session lasts for 14 days without use.
      if (day.endsWith("1"))
        await database.rows(
          "insert into sessions (id, email, since, last_seen) values (?1, ?2, ?3, ?3) on conflict do update set since = ?3, last_seen = ?3",
          [SESSION, ADMIN.email, instantOf(day).toISOString()],
        );
      if (barn.horses.length < 9 && random.chance(0.05)) await barn.add(day);
      if (barn.horses.length > 0 && random.chance(0.15)) await barn.change(random.pick(barn.horses), day);
      if (random.chance(0.04)) await barn.bill(monthsBefore(day.slice(0, 7), random.pick([0, 0, 1, 1, 2, 5])), day);
      if (random.chance(0.03)) await barn.voidBoard(day);
      if (random.chance(0.01)) await barn.dismissBoard(monthsBefore(day.slice(0, 7), random.int(0, 2)), day);
      if (random.chance(0.15) && barn.horses.length > 0) await barn.bookkeep(random.pick(barn.horses), day);
      if (random.chance(0.06)) await barn.compareUnbilled(day);
      if (random.chance(0.02)) {
        await barn.ledger.compare(
          [0, 1, 2, 7].map((n) => monthsBefore(day.slice(0, 7), n)),
          day,
        );
      }
    }
    expect(barn.billed.size).toBeGreaterThan(40);
  },
  600_000,
);
