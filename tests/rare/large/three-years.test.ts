import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { lastDayOf } from "#app/domain/basics/months.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { judgeBoards } from "#app/domain/exports/judge-boards.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { loadHorses } from "#app/routes/barn/horses/load.ts";
import { loadShows } from "#app/routes/barn/shows/load.ts";
import { showsBilling } from "#app/routes/bills/show-run/shows-billing.ts";
import { horsesBilling } from "#app/routes/boarding/horses-billing.ts";
import { RequestLog } from "#app/server/log.ts";
import { pricesDue, setHorses, setHorsesFrom, settlePrices } from "#db/queries/barn/horse-prices.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { addShow } from "#db/queries/barn/shows.ts";
import { addCharge } from "#db/queries/barn/standing-charges.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { changedBoards } from "#db/queries/exports/changed-boards.ts";
import { dismiss } from "#db/queries/overview/stored-dismissals.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import type { Change } from "#db/write/change.ts";
import { addRecord, removeRecords } from "#db/write/records.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { openDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import {
  type BilledRun,
  CHARGES_OF_MONTH,
  type ChargeOfMonth,
  type DiaryFacts,
  type DiaryLine,
  divide,
  findingsOf,
  type HorseDiary,
  isAtFirst,
  linesOfCharges,
  newDiary,
  openCharges,
  ownersIn,
  PRICES,
  partsIn,
  type Span,
  setInDiary,
  turnPage,
  type WhoPays,
} from "#tests/support/database/horse-diary.ts";
import { BarnLedger } from "#tests/support/database/ledger-of-barn.ts";
import { undoByKey } from "#tests/support/database/undo.ts";
import { samples } from "#tests/support/samples.ts";

/*
 * Three years of a barn, day by day, at random: horses come, leave and come back, are deleted and restored, change their price (at once
 * or from a day), owners and their shares, location, whether they are billable and the rest, and have standing charges; months are billed
 * ahead, late, twice or not at all; services are
 * logged, shows billed, bills voided, exported, corrected, credited or brought in from another system, and board is marked as not owed.
 * What is billed, what is listed as not billed, what Check lists as billed wrongly, and every statement are compared with a diary and a
 * ledger of their own (docs/product.md, 'Billing horses', 'Check' and 'Statements').
 */

const FIRST = "2024-01-01";
const LAST = "2026-12-31";

/** Ten in the morning in New York, give or take an hour. */
const instantOf = (day: LocalDate, second = 0) => new Date(Date.parse(`${day}T15:00:00.000Z`) + 1_000 * second);

/** What can be undone of a horse: its last change, if that gave it prices from a day, or its deletion. */
type Undoable = { key: string; back: (day: LocalDate) => void };

class Barn {
  readonly horses: HorseDiary[] = [];
  /** The days that standing bills are for, by service, of each horse and month. */
  readonly billed = new Map<string, Map<ChargeOfMonth, Set<LocalDate>>>();
  /** What runs billed horses on a day, with the horses as they were. */
  runs: (BilledRun & { day: LocalDate })[] = [];
  private readonly undoable = new Map<HorseDiary, Undoable>();
  readonly dismissed = new Set<string>();
  firstMonth: string | null = null;
  /** How often Check listed the board of a month. */
  found = 0;
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

  randomFacts(): DiaryFacts {
    const { random } = this;
    const customerId = random.chance(0.1) ? null : random.pick(this.customers);
    const others = this.customers.filter((id) => id !== customerId);
    const some = customerId !== null && random.chance(0.3) ? random.int(1, 2) : 0;
    const at = random.int(0, others.length - 1);
    return {
      customerId,
      shares: [...others.slice(at), ...others]
        .slice(0, some)
        .map((id) => ({ id, share: random.pick([1, 2_500, 3_333, 4_000]) })),
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
    const diary = newDiary(id, day, from, facts);
    this.horses.push(diary);
    for (let n = random.int(0, 2); n > 0; n -= 1) await this.addStanding(diary, day);
  }

  /** Adds a weekly or a monthly charge, which begins and may end about these days, with or without a price of its own. */
  async addStanding(horse: HorseDiary, day: LocalDate) {
    const { random } = this;
    const [service] = await this.database.rows(
      "select id, price from services where length(id) = 36 order by seq limit 1",
    );
    const weekday = random.chance(0.6) ? random.int(0, 6) : null;
    const price = random.chance(0.5) ? random.int(1, 9) * 1_001 : null;
    const fromDate = plusDays(day, random.int(-50, 50));
    const untilDate = random.chance(0.4) ? plusDays(fromDate, random.int(0, 400)) : null;
    const [id, quantity] = [random.uuid(), random.int(1, 3)];
    const values = {
      ...{ horseId: horse.id, serviceId: String(service?.id), quantity, price, fromDate, untilDate, groomId: null },
      weekdays: weekday === null ? [] : [["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekday] ?? ""],
      comments: "",
    };
    await this.write(addCharge(id, values, this.by(day)));
    const cents = (price ?? Number(service?.price)) * quantity;
    horse.standing.push({ id, cents, weekday, from: fromDate, until: untilDate });
  }

  async set(horse: HorseDiary, values: Parameters<typeof setHorses>[1], day: LocalDate) {
    await this.write(setHorses([horse.id], values, this.by(day)));
    this.undoable.delete(horse);
  }

  /** One change of one horse. */
  async change(horse: HorseDiary, day: LocalDate) {
    const { random } = this;
    const undoable = this.undoable.get(horse);
    if (undoable && random.chance(0.4)) await this.undo(horse, undoable, day);
    else if (horse.deleted !== null) return;
    else if (random.chance(0.06)) await this.delete(horse, day);
    else if (random.chance(0.2)) await this.setFrom(horse, day);
    else await this.changeStay(horse, day);
  }

  async undo(horse: HorseDiary, { key, back }: Undoable, day: LocalDate) {
    await this.write(await undoByKey(this.database, key, this.by(day)));
    back(day);
    this.undoable.delete(horse);
  }

  async delete(horse: HorseDiary, day: LocalDate) {
    const change = removeRecords(horseRecords, [horse.id], this.by(day));
    await this.write(change);
    horse.deleted = day;
    this.undoable.set(horse, { key: change.idempotencyKey, back: () => (horse.deleted = null) });
  }

  /** Gives a horse amounts from a day to come or from one that is over. */
  async setFrom(horse: HorseDiary, day: LocalDate) {
    const { random } = this;
    const others = this.randomFacts();
    const names = PRICES.filter(() => random.chance(0.5));
    const from = horse.next?.from ?? plusDays(day, random.int(-45, 45));
    if (names.length === 0) return;
    const amounts = Object.fromEntries(names.map((name) => [name, others[name]]));
    const change = setHorsesFrom(from, [horse.id], amounts, this.by(day));
    if ("problem" in change) throw new Error(change.problem);
    await this.write(change);
    const [next, prices] = [horse.next, structuredClone(horse.prices)];
    horse.next = { from, amounts: { ...next?.amounts, ...amounts } };
    turnPage(horse, day);
    // A change that was undone counts for no day.
    const back = () => {
      [horse.next, horse.prices] = [next, prices];
    };
    this.undoable.set(horse, { key: change.idempotencyKey, back });
  }

  /** What the nightly schedule does, in most nights. */
  async night(day: LocalDate) {
    for (const horse of this.horses) {
      const { next } = horse;
      turnPage(horse, day);
      if (next && horse.next === null) this.undoable.delete(horse);
    }
    const by = this.by(day);
    const due = await this.database.connect().read(pricesDue(by));
    const ids = due.map(({ id }) => id);
    if (ids.length > 0 && this.random.chance(0.7)) await this.write(settlePrices(this.random.uuid(), ids, by));
  }

  async changeStay(horse: HorseDiary, day: LocalDate) {
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

  /** A horse that was billed for the month leaves today, or left some days ago. */
  async leaveEarly(day: LocalDate) {
    const billed = new Set(this.runs.flatMap(({ horse, month }) => (day.startsWith(month) ? [horse.id] : [])));
    const there = this.horses.filter(({ id, deleted, stays }) => {
      const { from, to } = stays.at(-1) as Span;
      return billed.has(id) && deleted === null && from < plusDays(day, -5) && (to === null || to > day);
    });
    if (there.length === 0) return;
    const horse = this.random.pick(there);
    const to = plusDays(day, -this.random.int(0, 5));
    await this.set(horse, { checkOutDate: to }, day);
    (horse.stays.at(-1) as Span).to = to;
  }

  async changeFacts(horse: HorseDiary, day: LocalDate) {
    const { random } = this;
    const all = this.randomFacts();
    const picked = (Object.keys(all) as (keyof DiaryFacts)[]).filter(() => random.chance(0.3));
    // The owners change together.
    const isOwner = (name: string) => name === "customerId" || name === "shares";
    const owners = picked.some(isOwner) ? (["customerId", "shares"] as const) : [];
    const chosen = [...picked.filter((name) => !isOwner(name)), ...owners];
    const changed = Object.fromEntries(chosen.map((name) => [name, all[name]]));
    if (chosen.length === 0) return;
    await this.set(horse, changed, day);
    setInDiary(horse, changed, day);
  }

  /** What a month owes a horse's owners and no bill is for, as the dialog offers it or with other choices. */
  openIn(horse: HorseDiary, month: string, day: LocalDate, payer: WhoPays = null, isOther = false) {
    const choice = { payer, atFirst: isAtFirst(horse, month, day) !== isOther };
    const all = partsIn(horse, month, choice);
    return { choice, all, ...openCharges(all, this.billed.get(`${horse.id} ${month}`) ?? new Map(), horse.standing) };
  }

  /** The horses with days of a month that were not billed on a day, of those that have come up to another one: 'id month days'. */
  unbilledIn(month: string, day: LocalDate, upTo = day, payer: WhoPays = null, isOther = false): string[] {
    return this.horses.flatMap((horse) => {
      const key = `${horse.id} ${month}`;
      const open = this.openIn(horse, month, day, payer, isOther).days;
      return (open[0] ?? "9") <= upTo && !this.dismissed.has(key) ? [`${key} ${open.length}`] : [];
    });
  }

  /** What a run bills a horse. Marks its days as billed. */
  billLines(horse: HorseDiary, month: string, day: LocalDate, isProrated: boolean, payer: WhoPays, isOther: boolean) {
    const key = `${horse.id} ${month}`;
    const { all, choice, ...open } = this.openIn(horse, month, day, payer, isOther);
    const billed = this.billed.get(key) ?? new Map<ChargeOfMonth, Set<LocalDate>>();
    this.billed.set(key, billed);
    const lines = linesOfCharges(open, all, month, isProrated);
    for (const { service, days } of lines) billed.set(service, new Set([...(billed.get(service) ?? []), ...days]));
    return { horse: structuredClone(horse), month, isProrated, choice, lines };
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
    const url = `http://hayloft.example/horses/bill?month=${month}&prorate=${isProrated ? "on" : "off"}&q=Horse${payer ? `&payer=${payer}` : ""}${isOther ? "&prices=all" : ""}`;
    const opened = await openBatch(
      { request: new Request(url), params: {}, context: this.context(instantOf(day, 3_300)) },
      horsesBilling,
    );
    const open = this.unbilledIn(month, day, lastDayOf(month), payer, isOther).map((text) => text.split(" ")[0] ?? "");
    // The list knows the last stay only.
    const isThere = ({ stays, deleted }: HorseDiary) => {
      const { from, to } = stays.at(-1) as Span;
      return deleted === null && from <= day && (to === null || to >= day);
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
      "select id, date, horse_id || ' ' || coalesce(standing_charge_id, service_id) || ' ' || coalesce(customer_id, 'null') || ' ' || location || ' ' || coalesce(first_day, ?) || ' ' || coalesce(last_day, ?) || ' ' || value as line from bill_items where billing_run_id = ?",
      [`${month}-01`, lastDayOf(month), opened?.idempotencyKey ?? ""],
    );
    const runs = chosen.map((horse) => this.billLines(horse, month, day, isProrated, payer, isOther));
    const inWords = (id: string, { service, customer, location, days, value }: DiaryLine) =>
      `${id} ${service} ${customer} ${location} ${days[0]} ${days.at(-1)} ${value}`;
    const expected = runs.flatMap(({ horse, lines }) => lines.map((line) => inWords(horse.id, line)));
    expect(made.map(({ line }) => line).sort()).toEqual(expected.sort());
    expect(made.filter(({ date }) => date !== day)).toEqual([]);
    const idOf = new Map(made.map(({ id, line }) => [line, String(id)]));
    for (const { lines, ...run } of runs) {
      const bills = lines.map((line) => ({ ...line, id: idOf.get(inWords(run.horse.id, line)) ?? "" }));
      this.runs.push({ ...run, day, lines: bills });
    }
    await this.ledger.addRun(opened?.idempotencyKey ?? "");
    if (chosen.length > 0 && this.firstMonth === null) this.firstMonth = [month, day.slice(0, 7)].sort()[0] ?? month;
  }

  /** Voids the bills of a horse for a month, of one service or of all. */
  async voidBoard(day: LocalDate) {
    if (this.billed.size === 0) return;
    const key = this.random.pick([...this.billed.keys()]);
    const [horseId = "", month = ""] = key.split(" ");
    const standing = this.horses.find(({ id }) => id === horseId)?.standing.map(({ id }) => id) ?? [];
    const all = [...CHARGES_OF_MONTH, ...standing];
    const services = this.random.chance(0.3) ? all : [this.random.pick(all)];
    const bills = await this.database.rows(
      "select id from bill_items where horse_id = ? and period = ? and deleted_at is null and coalesce(standing_charge_id, service_id) in (select value from json_each(?))",
      [horseId, month, JSON.stringify(services)],
    );
    const ids = bills.map(({ id }) => String(id));
    if (ids.length === 0 || !ids.every((id) => this.ledger.pending.has(id))) return;
    await this.ledger.voidBills(ids, day);
    for (const service of services) this.billed.get(key)?.delete(service);
    this.runs = this.runs
      .map((run) => ({ ...run, lines: run.lines.filter((line) => !ids.includes(line.id)) }))
      .filter(({ lines }) => lines.length > 0);
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
  async billShow(horse: HorseDiary, day: LocalDate) {
    const { random } = this;
    const [id, quantity] = [random.uuid(), random.int(1, 3)];
    const [service] = await this.database.rows(
      "select id, price from services where length(id) = 36 order by seq limit 1",
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
    const owners = ownersIn(horse.facts.at(-1)?.facts ?? { customerId: null });
    const amounts = divide(
      quantity * Number(service?.price),
      owners.map(({ share }) => share),
    );
    const lines = owners.map(({ customer }, n) => `${id} ${customer} ${amounts[n]}`);
    expect(made.map(({ line }) => line)).toEqual(expect.arrayContaining(lines));
    await this.ledger.addRun(key);
  }

  /** Something of the bills beside boarding. */
  async bookkeep(horse: HorseDiary, day: LocalDate) {
    const { ledger, random } = this;
    const customer = horse.facts.at(-1)?.facts.customerId ?? null;
    const what = random.int(1, 9);
    if (what <= 3) await ledger.log(horse.id, customer, day, what === 3);
    else if (what === 4) await this.billShow(horse, day);
    else if (what <= 6) await ledger.correct(day);
    else if (what === 7) {
      // The bills of standing charges have a quantity, too.
      const ofRuns = new Set(this.runs.flatMap(({ lines }) => lines.map(({ id }) => id)));
      const isOther = ([id, { quantity, show }]: [string, { quantity: number; show: unknown }]) =>
        Boolean(show) || (quantity > 1 && !ofRuns.has(id));
      const others = [...ledger.pending].filter(isOther).map(([id]) => id);
      if (others.length > 0) await ledger.voidBills(ledger.lineOf(random.pick(others)), day);
    } else if (what === 8) await ledger.credit(horse.id, random.pick(this.customers), day);
    else if (random.chance(0.4)) await ledger.exportAll(day);
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

  /** What Check lists as billed for days not here, or changed after billing, is what the diary says, to the cent. */
  async compareCheck(day: LocalDate) {
    const [found] = await this.database.connect().read(changedBoards(day));
    const listed = new Map(
      judgeBoards(found?.read.horses ?? [], day, []).map(({ horse, month, check, tooMuch, tooLittle }) => [
        `${horse.id} ${month}`,
        `${check} ${tooMuch} ${tooLittle}`,
      ]),
    );
    // A deletion is no change that Check knows.
    for (const horse of this.horses.filter(({ deleted }) => deleted === null))
      for (let n = -3; n <= 12; n++) {
        const month = monthsBefore(day.slice(0, 7), n);
        const runs = this.runs.filter((run) => run.horse.id === horse.id && run.month === month);
        const logged = this.ledger.loggedOf(horse.id, month);
        // A correction is the admin's own choice.
        const isCorrected = [...runs.flatMap(({ lines }) => lines), ...logged].some(({ id }) =>
          this.ledger.isCorrected(id),
        );
        // Check learns of next prices once they hold, and cannot know whether a run was made before or after they were given. Those that
        // were undone before their day leave no trace.
        const billedOn = runs.map((run) => run.day).sort()[0] ?? day;
        const given = [horse, ...runs.map((run) => run.horse)].map(({ next }) => ({ from: next?.from }));
        const isPriced = [...Object.values(horse.prices).flat(), ...given].some(
          ({ from }) => from && (from.startsWith(month) || (from > billedOn && from <= lastDayOf(month))),
        );
        if (isPriced) continue;
        if (runs.length === 0 || isCorrected || runs.some((run) => run.horse.deleted !== null)) continue;
        const expected = findingsOf(runs, horse, logged, day);
        const answer = listed.get(`${horse.id} ${month}`) ?? "";
        if (!expected.has(answer))
          expect([day, horse, runs, month, answer]).toEqual([day, horse, runs, month, [...expected]]);
        this.found += answer === "" ? 0 : 1;
      }
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
    const customers = (await database.rows("select id from customers order by seq limit 5")).map(({ id }) =>
      String(id),
    );
    const barn = new Barn(database, random, customers);
    for (let day = FIRST; day <= LAST; day = plusDays(day, 1)) {
      // A session lasts for 14 days without use.
      if (day.endsWith("1"))
        await database.rows(
          "insert into sessions (id, email, since, last_seen) values (?1, ?2, ?3, ?3) on conflict do update set since = ?3, last_seen = ?3",
          [SESSION, ADMIN.email, instantOf(day).toISOString()],
        );
      await barn.night(day);
      const kept = () => barn.horses.filter(({ deleted }) => deleted === null);
      if (kept().length < 9 && barn.horses.length < 14 && random.chance(0.05)) await barn.add(day);
      if (barn.horses.length > 0 && random.chance(0.15)) await barn.change(random.pick(barn.horses), day);
      if (random.chance(0.04)) await barn.leaveEarly(day);
      if (random.chance(0.05))
        await barn.bill(monthsBefore(day.slice(0, 7), random.pick([0, 0, 1, 1, 2, 5, -1, -2, -3])), day);
      if (random.chance(0.03)) await barn.voidBoard(day);
      if (random.chance(0.01)) await barn.dismissBoard(monthsBefore(day.slice(0, 7), random.int(0, 2)), day);
      if (random.chance(0.15) && kept().length > 0) await barn.bookkeep(random.pick(kept()), day);
      if (random.chance(0.06)) await barn.compareUnbilled(day);
      if (random.chance(0.06)) await barn.compareCheck(day);
      if (random.chance(0.02)) {
        await barn.ledger.compare(
          [0, 1, 2, 7].map((n) => monthsBefore(day.slice(0, 7), n)),
          day,
        );
      }
    }
    expect(barn.billed.size).toBeGreaterThan(40);
    expect(barn.found).toBeGreaterThan(0);
  },
  600_000,
);
