import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE, type PagePlace } from "#app/domain/fields/list-state.ts";
import { restrictionsOf } from "#db/list/filters.ts";
import { filteredSeqs, groupRows, listPage, pageOf } from "#db/list/list-page.ts";
import { type ListFilter, type ListRequest, MAX_COUNTED } from "#db/list/list-source.ts";
import { billGroups } from "#db/queries/bills/bills.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import { statements } from "#db/statements.ts";
import { derivedSumOf, findStale } from "#lab/support/derived.ts";
import {
  foldText,
  impliedView,
  isSelected,
  LIST_DAY,
  LONG_LISTS,
  type LongList,
  type LongRow,
  someWords,
} from "#lab/support/long-lists.ts";
import { openDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { writeAtRandom } from "#tests/support/database/random-writes.ts";
import { samples } from "#tests/support/samples.ts";

/*
 * Random searches, filters, sorts and pages of the long lists are compared with a calculation in memory, after random changes of
 * every kind. Bills are more than are counted, so that both ways of a search are read.
 */

/** Requests that one batch reads. */
const BATCH = 5;

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabase();
  await writeAtRandom(database, randomFrom("changes of every kind"), samples(6));
}, 600_000);
afterAll(() => database.close());

const numbers = (count: number) =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
const many = numbers(1.1 * MAX_COUNTED);
const some = numbers(1_500);
const numbered = (table: string) =>
  `(select *, row_number() over (order by seq) - 1 as place, count(*) over () as n from ${table})`;
const word = (i: string) =>
  `json_extract('["Élan","O’Neil","Señor","van-Dyck","Łucja","Ana","Straße","11/2","“Jo”"]', '$[' || ((${i}) % 9) || ']')`;
const day = (i: string) => `date('2022-01-01', '+' || (${i} * 31 % 1700) || ' days')`;
const AT = "'2026-01-01T12:00:00.000Z'";

/** Inserts rows with names of all records, deleted ones too, in every state. `rows` completes them. */
const INSERTS = [
  `insert into activity (id, at, actor, action, content, topics, before, after)
    ${some} select 'many-' || i, ${day("i")} || 'T12:00:00.000Z',
      json_extract('["visitor","schedule","robin@hayloft.example","kim-lee@hayloft.example"]', '$[' || (i % 4) || ']'),
      json_extract('["add","edit","delete","undo delete"]', '$[' || (i / 5 % 4) || ']') || ' customer', '{}', '[]', '[]',
      json_array(json_object('table', 'customers', 'id', c.id, 'name', ${word("i")} || ' ' || c.name))
    from n join ${numbered("customers")} c on c.place = i % c.n`,
  `update activity_entries set change = replace(replace(action, 'undo delete', 'restore'), ' customer', '')
    where seq in (select rowid from activity where id like 'many-%')`,
  `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values ('many', ${AT}, '2026-01-01', 'test', 'bill-value', 1, 1, 1, 1)`,
  `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, created_at, entered_by,
      export_id, corrected_at, voided_at, deleted_at)
    ${many} select 'many-' || i, iif(i % 97, c.id, null), h.id, s.id, ${day("i")}, 1 + i % 12, i * 97 % 1000 * 1234,
      iif(i % 9, 'florida', 'long-island'), iif(i % 3, null, ${word("i")} || '’s $1,200 - ' || ${word("i / 3")}), ${AT},
      json_extract('["visitor","robin@hayloft.example","kim-lee@hayloft.example"]', '$[' || (i % 3) || ']'),
      iif(i % 4, 'many', null), iif(i % 4 and i % 11 = 0, ${AT}, null), iif(i % 4 = 0 and i % 7 = 0, ${AT}, null),
      iif(i % 4 = 0 and (i % 7 = 0 or i % 23 = 0), ${AT}, null)
    from n join ${numbered("customers")} c on c.place = i * 3 % c.n join ${numbered("horses")} h on h.place = i % 7 * i % h.n
      join ${numbered("services")} s on s.place = i % s.n`,
  `insert into payroll (id, groom_id, item, date, payment_date, value, paid, created_at, updated_at, deleted_at)
    ${some} select 'many-' || i, g.id, ${word("i")} || ' ' || (i % 20), ${day("i")}, iif(i % 3, date(${day("i")}, '+9 days'), null),
      i * 13 % 500 * 101, i % 5 > 0, ${AT}, ${AT}, iif(i % 101, null, ${AT}) from n join ${numbered("grooms")} g on g.place = i % g.n`,
  `insert into shows (id, name, date, horse_id, service_id, quantity, billed, created_at, updated_at, deleted_at)
    ${some} select 'many-' || i, ${word("i * 5")} || ' ' || ${word("i / 9")} || ' ' || (i % 400), ${day("i")}, h.id, s.id, 1 + i % 30,
      i % 6 > 0, ${AT}, ${AT}, iif(i % 101, null, ${AT})
    from n join ${numbered("horses")} h on h.place = i * 3 % h.n join ${numbered("services")} s on s.place = i % s.n`,
];

type Wanted = {
  values: { [filter: string]: string };
  isCurrent: boolean;
  words: string[];
  sort: string;
  descending: boolean;
};

/** The filters whose rows tests/worker/lists/filters.test.ts looks at; a group selects none. */
const OTHER_FILTERS = ["group", "invoice", "export"];

/** The days and values of random rows. */
function someValues({ filters }: LongList, rows: LongRow[], random: Random): Wanted["values"] {
  const someValue = (filter: string) => {
    const { facts } = random.pick(rows);
    if (!/^(from|to|week)$/.test(filter)) return random.pick([facts[filter] ?? unknown(filter)].flat());
    return filters[filter]?.parse(String(facts.date)) ?? "";
  };
  const names = Object.keys(filters).filter((name) => !OTHER_FILTERS.includes(name));
  const chosen = Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () => random.pick(names));
  return Object.fromEntries(chosen.map((name) => [name, someValue(name)]).filter(([, value]) => value));
}

function unknown(filter: string): never {
  throw new Error(`lab/support/long-lists.ts does not know what the filter ${filter} compares`);
}

/** What most rows have: their first days, and characters of days and amounts. */
function commonRequest({ filters }: LongList, rows: LongRow[], random: Random): Pick<Wanted, "values" | "words"> {
  const [, from = ""] = Array.from({ length: 20 }, () => String(random.pick(rows).facts.date)).sort();
  const words = random.pick([[], ["/"], ["1"], ["2", "0"], ["rid"], ["202"]]);
  return { values: filters.from && random.chance(0.5) ? { from } : {}, words };
}

/** Words, a text of one cell as it is, the name of a state, or nothing. */
function someSearch(rows: LongRow[], random: Random): string[] {
  const wholes = ["In the future", "due today", "overdue", "exported", "unbilled", "billed", "the fut", "paid"];
  const { cells } = random.pick(rows);
  const parts = random
    .pick(cells)
    .split(/\s+/)
    .filter((part) => foldText(part).trim() && !/["“”„]/.test(part));
  return random.pick([
    () => someWords(rows, random),
    () => someWords(rows, random),
    () => parts.slice(random.int(0, 1)).slice(0, random.int(2, 3)),
    () => random.pick(wholes).split(" "),
    () => [],
  ])();
}

function someRequest(list: LongList, rows: LongRow[], random: Random): Wanted {
  const { values, words } = random.chance(0.2)
    ? commonRequest(list, rows, random)
    : {
        values: someValues(list, rows, random),
        words: someSearch(rows, random),
      };
  const isCurrent = (impliedView(values) ?? random.pick(["current", "all"])) === "current";
  const sort = random.pick(Object.keys(random.pick(rows).keys));
  return { values, isCurrent, words, sort, descending: random.chance(0.5) };
}

function filterOf(list: LongList, { values, isCurrent, words }: Wanted): ListFilter {
  return {
    view: isCurrent ? list.source.current : undefined,
    q: words.map((each) => (each.includes(" ") ? `"${each}"` : each)).join(" "),
    today: LIST_DAY,
    restrictions: restrictionsOf(list.filters, values),
  };
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const i = a.findIndex((key, at) => key !== b[at]);
  return i < 0 ? 0 : (a[i] ?? 0) < (b[i] ?? 0) ? -1 : 1;
}

/** The rows of a table in every order. */
function sortedBy(rows: LongRow[]) {
  const orders = new Map<string, LongRow[]>();
  return ({ sort, descending }: Wanted): LongRow[] => {
    const keyOf = ({ keys, seq }: LongRow) => [...(keys[sort] ?? []), seq];
    const order = orders.get(sort) ?? rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
    orders.set(sort, order);
    return descending ? order.toReversed() : order;
  };
}

const folded = new WeakMap<LongRow, string>();
function foldedTextOf(row: LongRow): string {
  const text = folded.get(row) ?? foldText(row.cells.join("\n"));
  folded.set(row, text);
  return text;
}

function hitsOf(rows: LongRow[], { values, isCurrent, words }: Wanted): LongRow[] {
  const fold = (each: string) => foldText(each).replace(/\s+/g, " ").trim();
  const has = (row: LongRow, word: string) => foldedTextOf(row).includes(word) || foldText(row.state ?? "") === word;
  const selected = rows.filter(
    (row) =>
      (isCurrent ? row.isCurrent && row.isListed : row.isListed) &&
      Object.entries(values).every(([name, value]) => isSelected(row, name, value)),
  );
  // What is between quotes is a phrase already.
  const whole = words.some((each) => each.includes(" ")) ? "" : foldText(words.join(" ")).trim();
  const isWhole = whole !== "" && !/\s\s/.test(whole) && rows.some((row) => row.isListed && has(row, whole));
  // A state of several words is one.
  const needed = /^(in the future|due today)$/i.test(words.join(" ")) ? [whole] : words.map(fold);
  return selected.filter((row) => (isWhole ? [whole] : needed).every((each) => has(row, each)));
}

/** A random page of the hits, and its rows. */
function somePage(order: LongRow[], hits: LongRow[], random: Random) {
  const kind = random.pick(["first", "first", "last", "after", "before"] as const);
  if (kind === "first")
    return { place: { kind }, rows: hits.slice(0, PAGE_SIZE), isBefore: false, isAfter: hits.length > PAGE_SIZE };
  if (kind === "last")
    return { place: { kind }, rows: hits.slice(-PAGE_SIZE), isBefore: hits.length > PAGE_SIZE, isAfter: false };
  return pageBeside(order, hits, kind, random.int(0, order.length - 1));
}

/** The page of the hits after or before the row at an index of the order. */
function pageBeside(order: LongRow[], hits: LongRow[], kind: "after" | "before", at: number) {
  const place: PagePlace = { kind, seq: order[at]?.seq ?? 0 };
  const beyond = new Set(kind === "after" ? order.slice(at + 1) : order.slice(0, at));
  const found = hits.filter((row) => beyond.has(row));
  const hasMore = found.length > PAGE_SIZE;
  return kind === "after"
    ? { place, rows: found.slice(0, PAGE_SIZE), isBefore: true, isAfter: hasMore }
    : { place, rows: found.slice(-PAGE_SIZE), isBefore: hasMore, isAfter: true };
}

/** What a list should say of its hits: numbers up to 10,000, or as they are if the database keeps them. */
function countsOf({ source }: LongList, hits: LongRow[], { values, words }: Wanted) {
  const isKept = words.length === 0 && restrictionCount(values) === 0;
  const isExact = isKept || hits.length <= MAX_COUNTED;
  const summary = source.summary && isExact ? { [source.summary.name]: derivedSumOf(hits) } : null;
  return { total: isExact ? hits.length : MAX_COUNTED, isTotalExact: isExact, summary };
}

/** The choice of the default view is no restriction. */
const restrictionCount = ({ state, paid, billed, ...others }: Wanted["values"]) =>
  Object.keys(others).length + (state && state !== "pending" ? 1 : 0) + (paid === "yes" || billed === "yes" ? 1 : 0);

async function expectSamePages(
  list: LongList,
  random: Random,
  orderOf: (wanted: Wanted) => LongRow[],
  rows: LongRow[],
) {
  const reads = Array.from({ length: BATCH }, async () => {
    const wanted = someRequest(list, rows, random);
    const order = orderOf(wanted);
    const hits = hitsOf(order, wanted);
    await expectSamePage(list, wanted, hits, somePage(order, hits, random));
  });
  await Promise.all(reads);
}

async function expectSamePage(
  list: LongList,
  wanted: Wanted,
  hits: LongRow[],
  { place, ...expected }: ReturnType<typeof somePage>,
) {
  const { sort, descending } = wanted;
  const request: ListRequest = { ...filterOf(list, wanted), sort, descending, place };
  const [data] = await database.connect().read(listPage(list.source, request));
  const { rows: shown, hasRows, ...read } = pageOf(data, place);
  const cells = shown.map((row) => [row.seq, ...list.cellsOf(row)]);
  expect({ wanted, place, cells, ...read }).toEqual({
    ...{ wanted, place, cells: expected.rows.map((row) => [row.seq, ...row.cells]) },
    ...{ hasBefore: expected.isBefore, hasAfter: expected.isAfter, ...countsOf(list, hits, wanted) },
  });
}

test("after random changes of every kind, and of rows without texts, sort keys, search texts, full-text tables and totals are those of the rows", async () => {
  for (const insert of INSERTS) await database.rows(insert);
  expect(await findStale(database.rows)).toEqual([]);
});

test.each(Object.entries(LONG_LISTS))(
  "random searches, filters, sorts and pages of %s show what a calculation in memory does",
  async (table, list) => {
    const random = randomFrom(`requests of ${table}`);
    const rows = await list.read(database.rows);
    const orderOf = sortedBy(rows);
    for (let i = 0; i < samples(5); i += 1) await expectSamePages(list, random, orderOf, rows);
  },
  600_000,
);

test("bills sorted by customer have those of 'Unknown' once, among the names, from page to page", async () => {
  const list = LONG_LISTS.bill_items as LongList;
  const orderOf = sortedBy(await list.read(database.rows));
  for (const descending of [false, true]) {
    const wanted: Wanted = { values: {}, isCurrent: false, words: [], sort: "customer", descending };
    const order = orderOf(wanted);
    const hits = hitsOf(order, wanted);
    const isUnknown = ({ facts }: LongRow) => facts.customer === "none";
    const [first, last] = [order.findIndex(isUnknown), order.findLastIndex(isUnknown)];
    expect(last - first).toBeGreaterThan(PAGE_SIZE);
    const pages = [first - 1, first, last + 1].flatMap((at) =>
      (["after", "before"] as const).map((kind) => pageBeside(order, hits, kind, at)),
    );
    for (const page of pages) await expectSamePage(list, wanted, hits, page);
  }
});

test("the groups of random bills, and the rows that batches take, are those of the list", async () => {
  const list = LONG_LISTS.bill_items as LongList;
  const random = randomFrom("groups");
  const rows = await list.read(database.rows);
  for (let i = 0; i < samples(3); i += 1) {
    const wanted = someRequest(list, rows, random);
    const group = random.pick(["customer", "horse", "service", "month", "billedFor"]);
    const by = billGroups[group];
    if (!by) throw new Error(`There are no groups by ${group}`);
    const filter = filterOf(list, wanted);
    const [connection, seqs] = [database.connect(), sql`(${filteredSeqs(list.source, filter)})`];
    const [[found], [taken]] = await Promise.all([
      connection.read(groupRows(list.source, filter, by)),
      connection.read(statements.select({ seqs: sql<string>`json_group_array(seq)` }).from(seqs)),
    ]);
    const hits = hitsOf(rows, wanted);
    const members = new Map<string, LongRow[]>();
    for (const row of hits) {
      const key = String(row.facts[group]).replace(/^none$/, "");
      members.set(key, [...(members.get(key) ?? []), row]);
    }
    const expected = [...members].map(([key, each]) => `${key} ${each.length} ${derivedSumOf(each)}`);
    expect({ wanted, groups: found?.groups.map((each) => `${each.key} ${each.rows} ${each.sum}`).sort() }).toEqual({
      wanted,
      groups: expected.sort(),
    });
    expect(JSON.parse(taken?.seqs ?? "").sort()).toEqual(hits.map(({ seq }) => seq).sort());
  }
});
