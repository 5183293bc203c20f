import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BoundField } from "#app/domain/field.ts";
import type { PagePlace } from "#app/domain/list-state.ts";
import { PAGE_SIZE } from "#app/domain/list-state.ts";
import { admin } from "#app/domain/records/admin.ts";
import { bill } from "#app/domain/records/bill.ts";
import { correction } from "#app/domain/records/correction.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { service } from "#app/domain/records/service.ts";
import { show } from "#app/domain/records/show.ts";
import { normalize } from "#app/domain/search-text.ts";
import type { ListSource, RowSource } from "#db/list/list-source.ts";
import { adminsSource } from "#db/queries/admins.ts";
import { billsSource } from "#db/queries/bills.ts";
import { correctionRecords } from "#db/queries/corrections.ts";
import { customerRecords } from "#db/queries/customers.ts";
import { groomRecords } from "#db/queries/grooms.ts";
import { horseRecords } from "#db/queries/horses.ts";
import { payrollRecords } from "#db/queries/payroll.ts";
import { serviceRecords } from "#db/queries/services.ts";
import { showRecords } from "#db/queries/shows.ts";
import { addCorrections } from "#tests/support/corrections.ts";
import { openDatabase } from "#tests/support/database.ts";
import { readList } from "#tests/support/read-list.ts";
import { samples } from "#tests/support/samples.ts";

/* Searches of lists are compared with a search in memory over the displayed texts of all rows. */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
  await addCorrections(database.rows);
});
afterAll(() => database.close());

type Read = {
  rows: { seq: number; cells: string[]; term: number }[];
  total: number;
  sum: number | null;
  isExact: boolean;
};

/** Reads the first page of a search, or all pages of the list. */
function readerOf<Row extends { seq: number }>(
  source: RowSource<Row> | ListSource<Row>,
  description: { fields: readonly BoundField<Row>[] },
  term?: (row: Row) => number,
) {
  const { fields } = description;
  const searchable = fields.filter(({ listed }) => listed.searchable !== false);
  const sort = fields[0]?.column ?? "";
  const readFrom = async (q: string, place: PagePlace): Promise<Read> => {
    const read = await readList(database, source, description, { q, sort, place });
    const { rows, total, isTotalExact: isExact, summary, hasAfter, page } = read;
    const sum = term && summary ? Number(Object.values(summary)[0]) : null;
    const last = rows.at(-1);
    const texts = rows.map((row) => ({
      seq: row.seq,
      cells: searchable.map(({ text }) => text(row)),
      term: term?.(row) ?? 0,
    }));
    const next: PagePlace | undefined = page
      ? { kind: "page", number: page + 1 }
      : last && { kind: "after", seq: last.seq };
    const after = hasAfter && next && !q ? (await readFrom(q, next)).rows : [];
    return { rows: [...texts, ...after], total, sum, isExact };
  };
  return (q: string) => readFrom(q, { kind: "first" });
}

const LISTS = Object.entries({
  admins: readerOf(adminsSource, admin),
  bills: readerOf(billsSource, bill, ({ value, status }) => (status === "voided" ? 0 : value)),
  corrections: readerOf(correctionRecords, correction),
  customers: readerOf(customerRecords, customer),
  grooms: readerOf(groomRecords, groom),
  horses: readerOf(horseRecords, horse),
  payroll: readerOf(payrollRecords, payrollItem, ({ value }) => value),
  services: readerOf(serviceRecords, service),
  shows: readerOf(showRecords, show),
});

/** Without accents and the marks that a search ignores, in lower case: another way than `normalize`. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M},'’"-]/gu, "")
    .toLowerCase()
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss");

/** Numbers from 0 to 1, the same in each run. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** One to four words, each a part of a cell: of one row, so that some are found, or of several. */
function randomWords(rows: Read["rows"], random: () => number): string[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const row = pick(rows);
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const from = random() < 0.8 ? row : pick(rows);
    const word = pick(
      pick(from.cells.filter((cell) => /\S/.test(cell)))
        .split(/\s+/)
        .filter(Boolean),
    );
    const start = Math.floor(random() * word.length);
    const part = word.slice(start, start + 1 + Math.floor(random() * 7)).toWellFormed();
    return random() < 0.3 ? part.toUpperCase() : part;
  }).filter((word) => !/["“”„]/.test(word) && fold(word) !== "");
}

async function expectSameAsInMemory(read: (q: string) => Promise<Read>, all: Read["rows"], words: string[]) {
  const q = words.join(" ");
  const expected = all.filter(({ cells }) =>
    words.every((word) => cells.some((cell) => fold(cell).includes(fold(word)))),
  );
  const found = await read(q);
  expect({ q, seqs: found.rows.map(({ seq }) => seq) }).toEqual({
    q,
    seqs: expected.slice(0, PAGE_SIZE).map(({ seq }) => seq),
  });
  if (!found.isExact) return;
  const sum = found.sum === null ? null : expected.reduce((total, { term }) => total + term, 0);
  expect([q, found.total, found.sum]).toEqual([q, expected.length, sum]);
}

function agreesFor(queries: number) {
  test.each(LISTS)("random searches of %s find what a search in memory finds", async (_, read) => {
    const random = randomOf(17);
    const { rows } = await read("");
    for (let i = 0; i < queries; i++) {
      const words = randomWords(rows, random);
      if (words.length > 0) await expectSameAsInMemory(read, rows, words);
    }
  });
}

describe("in the demo barn", () => {
  test.each([
    ["bills", "maeve 11/", /O'Brien.*\n?/],
    ["horses", "bella harold", /Harold/],
    ["customers", "obrien", /O'Brien/],
    ["customers", "O’BRIEN", /O'Brien/],
    ["horses", "2900", /\$2,900\.00/],
    ["horses", "elan", /Élan/],
    ["customers", "thornton hayes", /Thornton-Hayes/],
    ["customers", "thorntonhayes", /Thornton-Hayes/],
    ["customers", '"maeve obrien"', /Maeve O'Brien/],
    ["customers", "sorensen", /Sørensen/],
    ["horses", "él", /[ÉEée][lL]/],
  ])("a search of %s for %s finds it", async (list, q, text) => {
    const [, read] = LISTS.find(([name]) => name === list) ?? [];
    const { rows } = (await read?.(q)) ?? { rows: [] };
    expect(rows.length).toBeGreaterThan(0);
    for (const { cells } of rows) expect(cells.join("\n")).toMatch(text);
  });

  test("a phrase is found in one cell, and not across two words in another order", async () => {
    const [, read] = LISTS.find(([name]) => name === "customers") ?? [];
    expect((await read?.('"obrien maeve"'))?.rows).toEqual([]);
    expect((await read?.("obrien maeve"))?.rows).toHaveLength(1);
  });

  agreesFor(samples(6));
});

describe("in a barn with 6,000 more rows", () => {
  beforeAll(async () => {
    const numbers = (n: number) => `n(i) as (select 1 union all select i + 1 from n where i < ${n})`;
    const stamps = "'2026-01-01', '2026-01-01'";
    const word = (i: string) =>
      `json_extract('["Élan","O’Neil","Señor","van-Dyck","Łucja","Ana","Straße","11/2","Jo"]', '$[' || ((${i}) % 9) || ']')`;
    const name = (i: string) => `${word(i)} || ' ' || ${word(`${i} / 9`)} || ' ' || ${i}`;
    await database.rows(`insert into customers (id, name, emails, riders, created_at, updated_at) with recursive ${numbers(200)}
      select 'many-' || i, ${name("i")}, json_array('a' || i || '@x-y.example'), json_array(${word("i * 7")}), ${stamps} from n`);
    await database.rows(`insert into horses (id, name, customer_id, check_in_date, created_at, updated_at) with recursive ${numbers(400)}
      select 'many-' || i, ${name("i * 5")}, 'many-' || (1 + i % 200), date('2025-01-01', '+' || i || ' days'), ${stamps} from n`);
    await database.rows(`insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, created_at)
      with recursive ${numbers(3000)} select 'many-' || i, nullif('many-' || (i * 3 % 200), 'many-0'), 'many-' || (1 + i % 400),
        iif(i % 4, 'boarding', 'training'), date('2025-01-01', '+' || (i * 31 % 700) || ' days'), 1 + i % 12, i * 97 % 1000 * 1000,
        iif(i % 9, 'florida', 'long-island'), iif(i % 3, null, ${word("i")} || '’s $1,200 - ' || ${word("i / 3")}), '2026-01-01' from n`);
    await database.rows(`insert into payroll (id, groom_id, item, date, payment_date, value, created_at, updated_at)
      with recursive ${numbers(2500)}, g as (select id, row_number() over (order by seq) - 1 as place, count(*) over () as n from grooms)
      select 'many-' || i, g.id, ${word("i")} || ' ' || (i % 20), date('2025-01-01', '+' || (i % 600) || ' days'), null, i * 13 % 500 * 100, ${stamps}
      from n join g on g.place = n.i % g.n`);
  });
  agreesFor(samples(4));

  test("a search for many words is answered", async () => {
    const [, read] = LISTS.find(([name]) => name === "bills") ?? [];
    const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789/.@("].join(" ").slice(0, 100);
    expect((await read?.(letters))?.rows).toEqual([]);
  });
});

test("the database folds each character as `normalize` does", async () => {
  const codes = Array.from({ length: 0x2_0000 }, (_, code) => code).filter(
    (code) => code > 31 && (code < 0xd800 || code > 0xdfff),
  );
  const texts = Array.from({ length: Math.ceil(codes.length / 400) }, (_, i) =>
    codes
      .slice(i * 400, i * 400 + 400)
      .map((code) => String.fromCodePoint(code))
      .join("|"),
  );
  await database.rows("insert into facets (kind, key, text) select 'fold', key, value from json_each(?)", [
    JSON.stringify(texts),
  ]);
  const rows = await database.rows(
    "select s.text from facets f join facets_search s on s.rowid = f.seq where f.kind = 'fold' order by f.key",
  );
  expect(rows.map(({ text }) => text)).toEqual(texts.map(normalize));
});
