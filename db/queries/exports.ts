import { eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import {
  type Amounts,
  MAX_BILLS,
  MAX_FILE_INVOICES,
  MAX_FILE_ROWS,
  MONTHS,
  type Part,
  type Preview,
  RATE_DECIMALS,
  TERM_DAYS,
  TERMS,
  UNKNOWN,
} from "#app/domain/invoices.ts";
import { type ListFilter, type ListSource, shownRows } from "#db/list/list-page.ts";
import type { By } from "#db/records.ts";
import { billItems, customers, exportLines, exports, horses, services, settings } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write.ts";
import { billsSource, isPending } from "./bills.ts";

/*
 * Exports of bills for the accounting package: frozen documents (docs/product.md, 'Export'). app/domain/invoices.ts says in
 * TypeScript what the SQL here does with bills; a test holds the two against each other.
 */

/** The pending bills that a search shows, as `seq`; of too many, one too many. */
const pendingBills = (q: string) =>
  sql`select seq from (${shownRows(billsSource, { view: isPending, q })}) limit ${MAX_BILLS + 1}`;

/** The bills that an export takes, with what its lines are made of: the tables b, h, c and s. */
const exported = (q: string) =>
  sql`(${pendingBills(q)}) pending cross join ${billItems} b on b.seq = pending.seq
    left join ${horses} h on h.id = b.horse_id left join ${customers} c on c.id = b.customer_id left join ${services} s on s.id = b.service_id`;

/** Larger counts are not exact. */
const COUNTED = 10_000;

const number = (literal: number) => sql.raw(String(literal));

/** What a line is made of: the value, and an integer that differs whenever the value does. */
type LineSource = { value: SQL; mark: SQL };

const numeric = (column: SQL): LineSource => ({ value: column, mark: column });
/** The name of a record, which no longer changes without its version. */
const named = (table: string, value: SQL): LineSource => ({
  value,
  mark: sql`coalesce(${sql.raw(table)}.seq * 4096 + ${sql.raw(table)}.version, 0)`,
});

/** Lines are made of these columns alone, and the fingerprint covers each of them. */
const lineSources: { [column: string]: LineSource } = {
  date: { value: sql`b.date`, mark: sql`cast(julianday(b.date) as integer)` },
  quantity: numeric(sql`b.quantity`),
  value: numeric(sql`b.value`),
  location: { value: sql`b.location`, mark: sql`(b.location = 'florida')` },
  horse: named("h", sql`h.name`),
  service: named("s", sql`s.product_service_name`),
  customer: named("c", sql`coalesce(c.name, ${UNKNOWN})`),
};

/** A prime; sums of products below it stay exact. */
const MODULUS = sql.raw("1000003");

/**
 * Tells a set of bills, in every column that its lines are made of, and the next invoice number from any other. SQLite has no
 * hash function: each sum mixes one column with the numbers of its rows. As a text, which no number in between can round.
 */
const fingerprint = sql.join(
  [
    sql`count(*)`,
    sql`coalesce(sum(b.seq), 0)`,
    sql`coalesce(sum(b.seq * b.seq % ${MODULUS}), 0)`,
    ...Object.values(lineSources).map(
      ({ mark }) => sql`coalesce(sum(b.seq % ${MODULUS} * (${mark} % ${MODULUS} + 1) % ${MODULUS}), 0)`,
    ),
    sql`(select invoice_number from ${settings})`,
  ],
  sql` || '.' || `,
);

const namedColumns = (columns: Record<string, SQL>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.raw(name)}`),
    sql`, `,
  );

const invoiceCount = sql`count(distinct b.horse_id || ' ' || coalesce(b.customer_id, ''))`;
const totals: Record<Amounts, SQL> = {
  "quantity-x-value": sql`coalesce(sum(b.quantity * b.value), 0)`,
  "bill-value": sql`coalesce(sum(b.value), 0)`,
};

/** What an export of the bills that a list shows would be: one row. */
export function previewExport({ view, q }: ListFilter) {
  const old = shownRows(billsSource, { view: isNotNull(billItems.exportId), q });
  const told: Record<keyof Preview, SQL> = {
    bills: sql`count(*)`,
    invoices: invoiceCount,
    multiples: sql`count(*) filter (where b.quantity > 1)`,
    totals: sql`json_object('quantity-x-value', ${totals["quantity-x-value"]}, 'bill-value', ${totals["bill-value"]})`,
    unknown: sql`count(*) filter (where b.customer_id is null)`,
    zero: sql`count(*) filter (where b.value = 0)`,
    leftOut: view ? sql`0` : sql`(select count(*) from (select 1 from (${old}) limit ${COUNTED + 1}))`,
    firstInvoice: sql`(select invoice_number from ${settings})`,
    amounts: sql`(select export_amounts from ${settings})`,
    fingerprint,
  };
  const pairs = Object.keys(told).map((name) => {
    const value = sql.raw(name);
    return sql`${sql.raw(`'${name}'`)}, ${name === "totals" ? sql`json(totals)` : value}`;
  });
  return statements
    .select({
      preview: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith((json: string) => JSON.parse(json) as Preview),
    })
    .from(sql`(select ${namedColumns(told)} from ${exported(q)})`);
}

export type NewExport = { id: string; date: LocalDate; q: string; amounts: Amounts; fingerprint: string };

/**
 * Makes an export of what a person was shown, as long as it is still that: its lines finished and numbered, its bills marked,
 * the next invoice's number advanced.
 */
export function makeExport({ id, date, q, amounts, fingerprint: seen }: NewExport, { actor, at }: By): Change {
  const isSeen = sql`select count(*) between 1 and ${number(MAX_BILLS)} and ${fingerprint} = ${seen} from ${exported(q)}`;
  const frozen = namedColumns({
    id: sql`${id}`,
    at: sql`${at.toISOString()}`,
    date: sql`${date}`,
    actor: sql`${actor}`,
    amounts: sql`${amounts}`,
    first_invoice: sql`(select invoice_number from ${settings})`,
    invoice_count: invoiceCount,
    bill_count: sql`count(*)`,
    total: totals[amounts],
  });
  return {
    idempotencyKey: id,
    actor,
    at,
    action: "export bills",
    payload: { q, amounts, fingerprint: seen },
    audited: [
      { table: exports, ids: [id] },
      { table: settings, ids: ["1"] },
    ],
    preconditions: [isSeen],
    mutations: [
      {
        sql: sql`insert into ${exports} (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) select ${frozen} from ${exported(q)}`,
        expectRows: 1,
      },
      { sql: finishLines(id, q, amounts), expectRows: "any" },
      {
        sql: sql`update ${billItems} set export_id = ${id} where id in (select bill_item_id from ${exportLines} where ${exportLines.exportId} = ${id})`,
        expectRows: "any",
      },
      { sql: cutIntoParts(id), expectRows: 1 },
      {
        sql: sql`update ${settings} set invoice_number = invoice_number + (select invoice_count from ${exports} where id = ${id}), export_amounts = ${amounts}, version = version + 1`,
        expectRows: 1,
      },
    ],
  };
}

/** Writes the finished lines of an export in their order. */
function finishLines(id: string, q: string, amounts: Amounts): SQL {
  const amount = amounts === "quantity-x-value" ? sql`quantity * value` : sql`value`;
  const sources = Object.entries(lineSources).map(([name, { value }]) => [name, value]);
  const bills = sql`select b.id, b.seq, ${namedColumns(Object.fromEntries(sources))},
      dense_rank() over (order by h.name collate nocase, coalesce(c.name, ${UNKNOWN}) collate nocase, h.id, coalesce(c.id, '')) as invoice
    from ${exported(q)}`;
  const finished = sql`select *, ${amount} as amount from (${bills})`;
  const month = sql.raw(
    `case substr(date, 6, 2) ${MONTHS.map((name, i) => `when '${String(i + 1).padStart(2, "0")}' then '${name}'`).join(" ")} end`,
  );
  return sql`insert into ${exportLines} (export_id, position, bill_item_id, invoice_number, invoice_date, due_date, terms, customer, service_date,
      item, item_description, item_quantity, item_rate, class, item_amount)
    select ${id}, row_number() over (order by invoice, date, seq), id, (select invoice_number from ${settings}) - 1 + invoice, date,
      date(date, ${`+${TERM_DAYS} days`}), ${TERMS}, ${neutral(sql`customer`)}, date,
      ${neutral(sql`service`)}, ${neutral(sql`(service || ' for ' || horse || '-' || ${month})`)}, quantity, ${rate},
      upper(replace(location, '-', ' ')), amount
    from (${finished}) order by invoice, date, seq`;
}

/** A text that no spreadsheet takes for a formula. */
const neutral = (text: SQL) =>
  sql`iif(unicode(${text}) in (${sql.raw([..."=+-@\t\r"].map((each) => each.charCodeAt(0)).join(", "))}), '''' || ${text}, ${text})`;

/** Dollars for one: with the fewest decimals of which `quantity` come to the amount. */
const rate = sql.raw(
  `case ${Array.from({ length: RATE_DECIMALS - 1 }, (_, i) => {
    const cent = 10 ** i;
    const rounded = `((2 * amount * ${cent} + quantity) / (2 * quantity))`;
    const dollar = cent * 100;
    const written = `format('%d.%0${i + 2}d', ${rounded} / ${dollar}, ${rounded} % ${dollar})`;
    if (i + 2 === RATE_DECIMALS) return `else ${written} end`;
    return `when 2 * abs(${rounded} * quantity - amount * ${cent}) < ${cent} then ${written}`;
  }).join(" ")}`,
);

const text = (column: SQLWrapper) =>
  sql`iif(${column} glob ${'*[",\r\n]*'}, '"' || replace(${column}, '"', '""') || '"', ${column})`;
const usDate = (column: SQLWrapper) =>
  sql`substr(${column}, 6, 2) || '/' || substr(${column}, 9, 2) || '/' || substr(${column}, 1, 4)`;
const { itemAmount } = exportLines;

/** The columns of the file (spec section 9), and how each is written. */
const CSV_COLUMNS: [name: string, cell: SQLWrapper][] = [
  ["InvoiceNo", exportLines.invoiceNumber],
  ["InvoiceDate", usDate(exportLines.invoiceDate)],
  ["DueDate", usDate(exportLines.dueDate)],
  ["Terms", exportLines.terms],
  ["Customer", text(exportLines.customer)],
  ["ServiceDate", usDate(exportLines.serviceDate)],
  ["Item(Product/Service)", text(exportLines.item)],
  ["ItemDescription", text(exportLines.itemDescription)],
  ["ItemQuantity", exportLines.itemQuantity],
  ["ItemRate", exportLines.itemRate],
  ["Class", exportLines.class],
  ["ItemAmount", sql`format('%d.%02d', ${itemAmount} / 100, ${itemAmount} % 100)`],
];

export const CSV_HEADER = CSV_COLUMNS.map(([name]) => name).join(",");

/** A line of the file, behind the line break that parts it from the one before. */
const csvLine = sql`(${"\r\n"} || ${sql.join(
  CSV_COLUMNS.map(([, cell]) => cell),
  sql` || ',' || `,
)})`;

/** Cuts an export into parts of whole invoices, invoice after invoice, and says how long the lines of each are. */
export function cutIntoParts(id: string): SQL {
  return sql`update ${exports} set parts = (
    with recursive invoices as materialized (
      select invoice_number as number, min(position) as first, max(position) as last, sum(length(cast(${csvLine} as blob))) as bytes from ${exportLines} where ${exportLines.exportId} = ${id} group by invoice_number
    ),
    placed(number, last, bytes, part, begin) as (
      select * from (select number, last, bytes, number, first from invoices order by number limit 1)
      union all
      select next.number, next.last, next.bytes,
        iif(next.last - begin < ${number(MAX_FILE_ROWS)} and next.number - part < ${number(MAX_FILE_INVOICES)}, part, next.number),
        iif(next.last - begin < ${number(MAX_FILE_ROWS)} and next.number - part < ${number(MAX_FILE_INVOICES)}, begin, next.first)
      from placed join invoices next on next.number = placed.number + 1
    )
    select json_group_array(json(part)) from (
      select json_object('first', begin, 'last', max(last), 'firstInvoice', part, 'lastInvoice', max(number), 'bytes', sum(bytes)) as part
      from placed group by placed.part order by placed.part
    )
  ) where id = ${id}`;
}

/** A part, and how many bytes its lines have. */
export type FilePart = Part & { bytes: number };

/** An export as the list of past ones shows it; the total in cents. */
export type ExportRow = {
  id: string;
  seq: number;
  at: string;
  date: LocalDate;
  actor: string;
  firstInvoice: number;
  invoiceCount: number;
  billCount: number;
  total: number;
  parts: FilePart[];
};

const row = {
  id: exports.id,
  at: exports.at,
  date: exports.date,
  actor: exports.actor,
  firstInvoice: exports.firstInvoice,
  invoiceCount: exports.invoiceCount,
  billCount: exports.billCount,
  total: exports.total,
  parts: sql<FilePart[]>`${exports.parts}`.mapWith((json: string) => JSON.parse(json) as FilePart[]),
} satisfies Record<string, SQLWrapper>;

export const exportsList: ListSource<ExportRow> = {
  table: exports,
  joins: sql``,
  where: sql`1`,
  seq: sql`${exports}.rowid`,
  // Nobody searches them: they are found by their day.
  search: () => ({ tables: [], parts: [] }),
  sorts: { at: sql`${exports.at}` },
  row: { ...row, seq: sql`${exports}.rowid`, parts: sql`json(${exports.parts})` },
  parse: (json) => JSON.parse(json),
};

export function findExport(id: string) {
  return statements.select(row).from(exports).where(eq(exports.id, id));
}

/** How many lines are read at a time. */
export const CSV_PAGE = 5_000;

/** The next lines of an export, or of a part of it (from 1 on), behind the line of that position; each begins with a line break. */
export function readCsv(id: string, part: number | null, after: number) {
  const bound = (end: "first" | "last") =>
    sql`(select json_extract(parts, ${`$[${Number(part) - 1}].${end}`}) from ${exports} where id = ${id})`;
  const within = part ? sql`and position between ${bound("first")} and ${bound("last")}` : sql``;
  const lines = sql`select position, ${csvLine} as line from ${exportLines}
    where export_id = ${id} and position > ${after} ${within} order by position limit ${CSV_PAGE}`;
  return statements
    .select({ text: sql<string>`coalesce(group_concat(line, ''), '')`, last: sql<number | null>`max(position)` })
    .from(sql`(${lines})`);
}
