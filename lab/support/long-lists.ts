import { type LocalDate, plusDays, weekNumber } from "#app/domain/basics/calendar.ts";
import { orderKey } from "#app/domain/basics/search-text.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import { billState, paymentState, showState } from "#app/domain/fields/row-states.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { type ActivityRow, entry } from "#app/domain/records/entry.ts";
import { type PayrollRow, payrollItem } from "#app/domain/records/payroll-item.ts";
import { type ShowRow, show } from "#app/domain/records/show.ts";
import type { ListFilters } from "#db/list/filters.ts";
import type { ListSource } from "#db/list/list-source.ts";
import { activitySource } from "#db/queries/activity/activity-list.ts";
import { showRecords } from "#db/queries/barn/shows.ts";
import { billsSource } from "#db/queries/bills/bills.ts";
import { payrollRecords } from "#db/queries/payroll/payroll-items.ts";
import { LIST_FILTERS } from "#db/queries/shell/list-filters.ts";
import type { Random } from "#db/seed/random.ts";
import type { Rows } from "./rows.ts";

/* The long lists in memory: what each shows, finds, sorts, counts and sums up, from the rows of the tables alone. */

type Key = (string | number)[];

/** A row of a long list. */
export type LongRow = {
  seq: number;
  /** The texts that a search matches. */
  cells: string[];
  /** The state that its badge names. */
  state: string | null;
  searchText: string | null;
  isListed: boolean;
  /** Whether the row is in the default view. */
  isCurrent: boolean;
  /** What the row adds to the sum of the list. */
  term: number;
  /** What the list is sorted by, by the id of the column; `seq` comes last. */
  keys: { [sort: string]: Key };
  /** The values that a filter compares, by the filter's name; a row may have several. */
  facts: { [filter: string]: string | string[] };
};

export type LongList = {
  source: ListSource<{ seq: number }>;
  filters: ListFilters;
  /** Returns every row of the table, listed or not, in any order. */
  read: (rows: Rows) => Promise<LongRow[]>;
  /** The texts of a row that the list has read. */
  cellsOf: (row: { seq: number }) => string[];
};

type Raw = { [column: string]: string | number | null };
type Names = {
  [table in "customers" | "horses" | "services" | "grooms"]: Map<string, { name: string; isDeleted: boolean }>;
};
type Model<Row> = Omit<LongRow, "seq" | "cells" | "state" | "searchText"> & { row: Row };

/** The day on which the lists are read. */
export const LIST_DAY = "2024-06-03";

const NAMES =
  "select 'customers' as 'table', id, name, deleted_at from customers union all select 'horses', id, name, deleted_at from horses union all select 'services', id, product_service_name, deleted_at from services union all select 'grooms', id, name, deleted_at from grooms";

async function readNames(rows: Rows): Promise<Names> {
  const names: Names = { customers: new Map(), horses: new Map(), services: new Map(), grooms: new Map() };
  for (const { table, id, name, deleted_at } of await rows(NAMES))
    names[table as keyof Names].set(String(id), { name: String(name), isDeleted: deleted_at !== null });
  return names;
}

/** An answer of the database has at most 10 MB. */
const PARTS = 5;

function longList<Row extends { seq: number }>(
  source: ListSource<Row>,
  { fields }: { fields: readonly BoundField<Row>[] },
  filters: ListFilters,
  model: (raw: Raw, names: Names) => Model<Row>,
  stateOf: (row: Row) => string | null,
  select = "*",
): LongList {
  const searchable = fields.filter(({ listed }) => listed.searchable !== false);
  const cellsOf = (row: Row) => searchable.map(({ text }) => text(row));
  return {
    source: source as unknown as LongList["source"],
    filters,
    cellsOf: cellsOf as unknown as LongList["cellsOf"],
    async read(rows) {
      const names = await readNames(rows);
      const parts = Array.from({ length: PARTS }, (_, part) =>
        rows(`select ${select} from ${source.name} where seq % ${PARTS} = ${part}`),
      );
      return ((await Promise.all(parts)).flat() as Raw[]).map((raw) => {
        const { row, ...rest } = model(raw, names);
        return {
          ...rest,
          seq: row.seq,
          cells: cellsOf(row),
          state: stateOf(row),
          searchText: raw.search_text as string | null,
        };
      });
    },
  };
}

const marked = (record: { name: string; isDeleted: boolean } | undefined) =>
  record ? `${record.name}${record.isDeleted ? " (deleted)" : ""}` : "Unknown";

/** The key of a sort by the name of a record: the rows of one name are in the order of their days. */
const byName = (names: Names[keyof Names], id: unknown, date: unknown): Key =>
  names.has(String(id))
    ? [orderKey(names.get(String(id))?.name ?? ""), String(id), String(date)]
    : ["unknown", "", String(date)];

const flag = (is: unknown) => (is ? "yes" : "no");
const text = (value: unknown) => String(value ?? "");

const bills = longList<BillRow>(
  billsSource,
  bill,
  LIST_FILTERS["/billing"],
  (raw, { customers, horses, services }) => {
    const status = raw.voided_at ? "voided" : raw.export_id ? "exported" : "pending";
    return {
      row: {
        ...{ id: text(raw.id), seq: Number(raw.seq), date: text(raw.date), comments: text(raw.comments) },
        ...{ customer: marked(customers.get(text(raw.customer_id))), customerId: null },
        ...{ horse: marked(horses.get(text(raw.horse_id))), horseId: text(raw.horse_id) },
        ...{ service: text(services.get(text(raw.service_id))?.name), quantity: Number(raw.quantity) },
        ...{ value: Number(raw.value), location: raw.location as BillRow["location"], enteredBy: text(raw.entered_by) },
        ...{ status, isCorrected: raw.corrected_at !== null, share: null, parts: [] },
      },
      isListed: raw.deleted_at === null || raw.voided_at !== null,
      isCurrent: raw.deleted_at === null && raw.export_id === null,
      term: raw.deleted_at === null ? Number(raw.value) : 0,
      keys: {
        date: [text(raw.date)],
        customer: byName(customers, raw.customer_id, raw.date),
        horse: byName(horses, raw.horse_id, raw.date),
        service: byName(services, raw.service_id, raw.date),
        quantity: [Number(raw.quantity)],
        value: [Number(raw.value)],
        location: [text(raw.location)],
        comments: [orderKey(text(raw.comments))],
        entered_by: [text(raw.entered_by)],
      },
      facts: {
        ...{ date: text(raw.date), month: text(raw.date).slice(0, 7), location: text(raw.location) },
        billedFor: raw.period ? text(raw.period) : text(raw.date).slice(0, 7),
        ...{ customer: text(raw.customer_id) || "none", horse: text(raw.horse_id), service: text(raw.service_id) },
        ...{ by: text(raw.entered_by), state: raw.corrected_at ? [status, "corrected"] : status },
      },
    };
  },
  billState,
);

const dayPaidOf = (raw: Raw) => (raw.paid ? text(raw.paid_on ?? raw.payment_date ?? raw.date) : "");

const payroll = longList<PayrollRow>(
  payrollRecords,
  payrollItem,
  LIST_FILTERS["/payroll"],
  (raw, { grooms }) => ({
    row: {
      ...{
        id: text(raw.id),
        seq: Number(raw.seq),
        version: 1,
        date: text(raw.date),
        weekNumber: weekNumber(text(raw.date)),
      },
      ...{ groomId: text(raw.groom_id), groom: text(grooms.get(text(raw.groom_id))?.name), item: text(raw.item) },
      ...{ value: Number(raw.value), paymentDate: raw.payment_date as string | null, paid: raw.paid === 1 },
      paidOn: raw.paid_on as string | null,
    },
    isListed: raw.deleted_at === null,
    isCurrent: raw.deleted_at === null && raw.paid === 0,
    term: Number(raw.value),
    keys: {
      date: [text(raw.date)],
      week: [weekNumber(text(raw.date))],
      groom: byName(grooms, raw.groom_id, raw.date),
      item: [orderKey(text(raw.item))],
      value: [Number(raw.value)],
      payment: [text(raw.payment_date)],
      paid: [Number(raw.paid)],
    },
    facts: {
      ...{ date: text(raw.date), groom: text(raw.groom_id), paid: flag(raw.paid) },
      ...Object.fromEntries(["payment", "paymentFrom", "paymentTo"].map((filter) => [filter, text(raw.payment_date)])),
      ...Object.fromEntries(["paidFrom", "paidTo"].map((filter) => [filter, dayPaidOf(raw)])),
    },
  }),
  (row) => paymentState(row, LIST_DAY),
);

const shows = longList<ShowRow>(
  showRecords,
  show,
  LIST_FILTERS["/shows"],
  (raw, { horses, services }) => ({
    row: {
      ...{ id: text(raw.id), seq: Number(raw.seq), version: 1, name: text(raw.name), date: text(raw.date) },
      ...{
        horseId: text(raw.horse_id),
        horse: marked(horses.get(text(raw.horse_id))),
        serviceId: text(raw.service_id),
      },
      ...{
        service: text(services.get(text(raw.service_id))?.name),
        quantity: Number(raw.quantity),
        price: raw.price === null ? null : Number(raw.price),
        billed: raw.billed === 1,
      },
    },
    isListed: raw.deleted_at === null,
    isCurrent: raw.deleted_at === null && raw.billed === 0,
    term: raw.billed === 0 ? 1 : 0,
    keys: {
      name: [orderKey(text(raw.name))],
      date: [text(raw.date)],
      horse: byName(horses, raw.horse_id, raw.date),
      service: byName(services, raw.service_id, raw.date),
      quantity: [Number(raw.quantity)],
      billed: [Number(raw.billed)],
    },
    facts: {
      date: text(raw.date),
      month: text(raw.date).slice(0, 7),
      horse: text(raw.horse_id),
      billed: flag(raw.billed),
    },
  }),
  (row) => showState(row, LIST_DAY),
);

const IDS = `(select json_group_array(distinct coalesce(value ->> 'id', value ->> 'email')) from activity a, json_each(iif(a."after" = '[]', a.before, a."after")) where a.rowid = activity_entries.seq) as ids`;

const entries = longList<ActivityRow>(
  activitySource,
  entry,
  LIST_FILTERS["/activity"],
  (raw) => ({
    row: {
      ...{
        id: "",
        seq: Number(raw.seq),
        date: text(raw.date),
        time: "",
        actor: text(raw.actor),
        action: text(raw.action),
      },
      ...{ records: text(raw.records), changes: "", kind: "", madeAt: null, recordId: null },
      canUndo: false,
    },
    isListed: true,
    isCurrent: true,
    term: 0,
    keys: { date: [text(raw.date)] },
    facts: {
      ...{ date: text(raw.date), person: text(raw.actor), kind: text(raw.kind), change: text(raw.change) },
      record: JSON.parse(text(raw.ids)) as string[],
    },
  }),
  () => null,
  `*, ${IDS}`,
);

/** The lists that grow with the years, by their tables. */
export const LONG_LISTS: { [table: string]: LongList } = {
  bill_items: bills,
  payroll,
  shows,
  activity_entries: entries,
};

/** Whether a filter selects a row. */
export function isSelected({ facts }: LongRow, filter: string, value: string): boolean {
  const date = text(facts.date);
  if (filter === "from") return date >= value;
  if (filter === "to") return date <= value;
  if (filter === "paymentFrom") return text(facts.payment) >= value;
  if (filter === "paymentTo") return text(facts.payment) !== "" && text(facts.payment) <= value;
  if (filter === "paidFrom") return text(facts.paidFrom) >= value;
  if (filter === "paidTo") return text(facts.paidTo) !== "" && text(facts.paidTo) <= value;
  if (filter === "week") return date >= value && date <= plusDays(value as LocalDate, 6);
  return [facts[filter] ?? []].flat().includes(value);
}

/** The view that a choice implies: pending, unpaid and unbilled rows are those of the default view. */
export function impliedView(values: { [filter: string]: string }): "current" | "all" | null {
  const { state, billed, paid, paidFrom, paidTo } = values;
  const choice = state ?? billed ?? paid ?? paidFrom ?? paidTo;
  return choice === undefined ? null : choice === "pending" || choice === "no" ? "current" : "all";
}

/** The text as a search compares it, computed in another way than by `normalize`. */
export const foldText = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M},'’"“”‹›«»—–-]/gu, (mark) => (/[‹›]/.test(mark) ? mark : ""))
    .toLowerCase()
    .replace(/[øłßæ]/g, (letter) => ({ ø: "o", ł: "l", ß: "ss", æ: "ae" })[letter] ?? "");

/** One to six words or phrases: parts of the cells of one row, so that a search finds it, or of other rows. */
export function someWords(rows: { cells: string[] }[], random: Random): string[] {
  const row = random.pick(rows);
  const words = Array.from({ length: random.chance(0.4) ? random.int(2, 6) : 1 }, () => {
    const cells = (random.chance(0.85) ? row : random.pick(rows)).cells.filter((cell) => /\S/.test(cell));
    const parts = random.pick(cells).split(/\s+/).filter(Boolean);
    const first = random.int(0, parts.length - 1);
    if (random.chance(0.15)) return parts.slice(first, first + 2).join(" ");
    const part = random.pick(parts);
    const start = random.chance(0.5) ? 0 : random.int(0, part.length - 1);
    const length = random.chance(0.4) ? random.int(1, 2) : random.int(3, 12);
    const letters = part.slice(start, start + length).toWellFormed();
    return random.chance(0.2) ? letters.toUpperCase() : letters;
  });
  return words.filter((each) => !/["“”„]/.test(each) && foldText(each).trim() !== "");
}
