import { eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { MONTHS } from "#app/domain/basics/months.ts";
import { FORMULA_START } from "#app/domain/basics/text.ts";
import type { ExportRow, FilePart } from "#app/domain/exports/exports.ts";
import {
  type Amounts,
  type ExportChoices,
  MAX_BILLS,
  MAX_FILE_INVOICES,
  MAX_FILE_ROWS,
  type Preview,
  RATE_DECIMALS,
  TERM_DAYS,
  TERMS,
  UNKNOWN,
} from "#app/domain/exports/invoices.ts";
import { SETTINGS_ID } from "#app/domain/records/settings.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { filteredSeqs } from "#db/list/list-page.ts";
import { type ListFilter, MAX_COUNTED, type RowSource } from "#db/list/list-source.ts";
import { billedDays, billsSource, isPending } from "#db/queries/bills/bills.ts";
import { billItems, customers, exportLines, exports, horses, services, settings } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { versionsOf } from "#db/write/versions.ts";
import { usedInvoice } from "./used-invoice.ts";

/*
 * Exports of bills for the accounting package. An export never changes after it is made (docs/product.md, 'Export'). A test
 * compares the lines that the SQL here makes with a calculation of its own.
 */

/** How long an export of MAX_BILLS bills, or its voiding, may take: on two cores it takes some 8 seconds. */
export const EXPORT_TIMEOUT_MS = 30_000;

/** The search and the filters that select the bills of an export among the pending ones. */
export type ExportFilter = Pick<ListFilter, "q" | "restrictions">;

/** Selects the `seq` of the pending bills that a search and the filters find: `most` and one more, to detect too many. */
export const pendingBills = ({ q, restrictions = [] }: ExportFilter, most = MAX_BILLS) =>
  sql`select seq from (${filteredSeqs(billsSource, { view: isPending, q, restrictions })}) limit ${most + 1}`;

/** The bills of a new export, of which `pending` has the `seq`, as table b, with their horse h, customer c and service s. */
const billsOf = (pending: SQL) =>
  sql`${pending} pending cross join ${billItems} b on b.seq = pending.seq
    left join ${horses} h on h.id = b.horse_id left join ${customers} c on c.id = b.customer_id left join ${services} s on s.id = b.service_id`;

const billsToExport = (filter: ExportFilter) => billsOf(sql`(${pendingBills(filter)})`);

const literal = (number: number) => sql.raw(String(number));

/** The values that lines are computed from. */
const lineSources = {
  date: sql`b.date`,
  month: sql`coalesce(b.period, substr(b.date, 1, 7))`,
  days: sql`coalesce(', ' || ${billedDays("b")}, '')`,
  quantity: sql`b.quantity`,
  value: sql`b.value`,
  location: sql`b.location`,
  horse: sql`h.name`,
  service: sql`s.product_service_name`,
  customer: sql`coalesce(c.name, ${UNKNOWN})`,
};

/** The versions of the bills and of the records whose names are on their lines, and the next invoice number, or that it is asked for. */
const shownVersions = (bills: SQL) =>
  sql`${versionsOf(sql`from ${billsOf(bills)}`, ["b", "h", "c", "s"])} || ' ' || (select iif(is_invoice_number_chosen, invoice_number, 'ask') from ${settings})`;

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

/** Among the invoices with bills of several dates, the one with the fewest of the chosen bills. */
const datedInvoice = sql`(select json_object('horse', horse, 'lines', lines, 'first', first, 'last', last) from (
  select h.name as horse, count(*) as lines, min(b.date) as first, max(b.date) as last from ${billsOf(sql`chosen`)}
  group by b.horse_id, b.customer_id having min(b.date) < max(b.date) order by 2, min(b.seq) limit 1))`;

/** Selects what an export of the listed bills would contain, and the text of their versions, in one row. */
export function previewExport(filter: ListFilter) {
  const { view } = filter;
  const exported = filteredSeqs(billsSource, { ...filter, view: isNotNull(billItems.exportId) });
  const columns: Record<keyof Preview, SQL> = {
    bills: sql`count(*)`,
    invoices: invoiceCount,
    multiples: sql`count(*) filter (where b.quantity > 1)`,
    // The `seq` of the bill, until the outer select replaces it.
    multiple: sql`coalesce(min(b.seq) filter (where b.quantity > 1 and b.value > 0), min(b.seq) filter (where b.quantity > 1))`,
    totals: sql`json_object('quantity-x-value', ${totals["quantity-x-value"]}, 'bill-value', ${totals["bill-value"]})`,
    pending: sql`(select current_rows from totals where list = 'bill_items')`,
    leftOut: view ? sql`0` : sql`(select count(*) from (select 1 from (${exported}) limit ${MAX_COUNTED + 1}))`,
    firstInvoice: sql`(select invoice_number from ${settings})`,
    isInvoiceNumberChosen: sql`(select is_invoice_number_chosen from ${settings})`,
    usedInvoice,
    amounts: sql`(select export_amounts from ${settings})`,
    isAmountsChosen: sql`(select is_amounts_chosen from ${settings})`,
    dated: datedInvoice,
    dates: sql`(select export_dates from ${settings})`,
    isDatesChosen: sql`(select is_dates_chosen from ${settings})`,
  };
  const shown: Record<string, SQL> = {
    totals: sql`json(totals)`,
    multiple: sql`(select json_object('horse', h.name, 'service', s.product_service_name, 'date', b.date, 'quantity', b.quantity, 'value', b.value)
      from ${billItems} b join ${horses} h on h.id = b.horse_id join ${services} s on s.id = b.service_id where b.seq = preview.multiple)`,
    dated: sql`json(dated)`,
    isInvoiceNumberChosen: asFlag(sql`isInvoiceNumberChosen`),
    isAmountsChosen: asFlag(sql`isAmountsChosen`),
    isDatesChosen: asFlag(sql`isDatesChosen`),
  };
  const all = Object.fromEntries(Object.keys(columns).map((name) => [name, shown[name] ?? sql.raw(name)]));
  return statements
    .select({
      preview: jsonObject(all).mapWith((json: string) => JSON.parse(json) as Preview),
      versions: sql<string>`versions`,
    })
    .from(
      sql`(with chosen as materialized (${pendingBills(filter)}) select ${namedColumns({ ...columns, versions: shownVersions(sql`chosen`) })} from ${billsOf(sql`chosen`)}) preview`,
    );
}

/** `versions` is null if it has another fingerprint than the admin confirmed: then only a repeated request succeeds. */
type ExportToMake = ExportChoices &
  ExportFilter & {
    id: string;
    date: LocalDate;
    fingerprint: string;
    versions: string | null;
    /** The last invoice number of QuickBooks, if the dialog asked for it. */
    lastInvoice?: number | undefined;
  };

/**
 * Makes the export that the admin confirmed, of 1 to MAX_BILLS bills: inserts its numbered lines, marks its bills as exported, and
 * advances the next invoice number. ConflictError if the bills, their names or the number changed since the preview.
 */
export function makeExport(newExport: ExportToMake, { actor, at }: By): Change {
  const { id, date, q, amounts, dates, fingerprint, versions, lastInvoice } = newExport;
  const values = namedColumns({
    id: sql`${id}`,
    at: sql`${at.toISOString()}`,
    date: sql`${date}`,
    actor: sql`${actor}`,
    amounts: sql`${amounts}`,
    dates: sql`${dates}`,
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
    timeoutMs: EXPORT_TIMEOUT_MS,
    payload: { q, amounts, dates, fingerprint, lastInvoice },
    audited: [
      { table: exports, ids: [id] },
      { table: settings, ids: [SETTINGS_ID] },
    ],
    preconditions: [sql`${shownVersions(sql`(${pendingBills(newExport)})`)} = ${versions}`],
    mutations: [
      ...(lastInvoice === undefined ? [] : [continueAfter(lastInvoice)]),
      {
        sql: sql`insert into ${exports} (id, at, date, actor, amounts, dates, first_invoice, invoice_count, bill_count, total) select ${values} from ${billsToExport(newExport)}`,
        expectRows: 1,
      },
      { sql: insertLines(newExport), expectRows: "any" },
      {
        sql: sql`update ${billItems} set export_id = ${id} where id in (select bill_item_id from ${exportLines} where ${exportLines.exportId} = ${id})`,
        expectRows: "any",
      },
      { sql: splitIntoParts(id), expectRows: 1 },
      { sql: updateSettings(newExport), expectRows: 1 },
    ],
  };
}

/** Sets the next invoice number to the one after QuickBooks' last. */
const continueAfter = (lastInvoice: number) => ({
  sql: sql`update ${settings} set invoice_number = ${lastInvoice + 1} where ${lastInvoice} >= ${usedInvoice}`,
  expectRows: 1,
});

/** Advances the next invoice number and remembers the choices that mattered: see `asksForAmounts` and `asksForDates`. */
function updateSettings({ id, amounts, dates }: ExportToMake): SQL {
  const linesOf = sql`select 1 from ${exportLines} where ${exportLines.exportId} = ${id}`;
  const isMultiple = sql`exists (${linesOf} and item_quantity > 1)`;
  const isDated = sql`exists (${linesOf} group by invoice_number having min(service_date) < max(service_date))`;
  return sql`update ${settings} set invoice_number = invoice_number + (select invoice_count from ${exports} where id = ${id}), is_invoice_number_chosen = 1,
    export_amounts = iif(${isMultiple}, ${amounts}, export_amounts), is_amounts_chosen = is_amounts_chosen or ${isMultiple},
    export_dates = iif(${isDated}, ${dates}, export_dates), is_dates_chosen = is_dates_chosen or ${isDated}, version = version + 1`;
}

/** Inserts the lines of an export in the order of its file. */
function insertLines(newExport: ExportToMake): SQL {
  const columns: Record<string, SQL> = {
    export_id: sql`${newExport.id}`,
    position: sql`row_number() over (order by invoice, date, seq)`,
    bill_item_id: sql`id`,
    invoice_number: sql`(select invoice_number from ${settings}) - 1 + invoice`,
    invoice_date: sql`invoice_date`,
    due_date: sql`date(invoice_date, ${`+${TERM_DAYS} days`})`,
    terms: sql`${TERMS}`,
    customer: escapeFormula(sql`customer`),
    service_date: sql`date`,
    item: escapeFormula(sql`service`),
    item_description: escapeFormula(sql`(service || ' for ' || horse || '-' || ${monthName} || days)`),
    item_quantity: sql`quantity`,
    item_rate: unitRate,
    class: sql`upper(replace(location, '-', ' '))`,
    item_amount: sql`amount`,
  };
  return sql`insert into ${exportLines} (${sql.raw(Object.keys(columns).join(", "))})
    select ${sql.join(Object.values(columns), sql`, `)} from (${pricedBills(newExport)}) order by invoice, date, seq`;
}

/** The bills of an export with the place of their invoice, counted from 1. */
const numberedBills = (filter: ExportFilter) => sql`select b.id, b.seq, ${namedColumns(lineSources)},
    dense_rank() over (order by h.name collate nocase, coalesce(c.name, ${UNKNOWN}) collate nocase, h.id, coalesce(c.id, '')) as invoice
  from ${billsToExport(filter)}`;

/** The same with the amount and the date of their invoice that the admin chose. */
function pricedBills({ amounts, dates, ...filter }: ExportToMake): SQL {
  const amount = amounts === "quantity-x-value" ? sql`quantity * value` : sql`value`;
  const invoiceDate = dates === "invoice" ? sql`max(date) over (partition by invoice)` : sql`date`;
  return sql`select *, ${amount} as amount, ${invoiceDate} as invoice_date from (${numberedBills(filter)})`;
}

const monthName = sql.raw(
  `case substr(month, 6, 2) ${MONTHS.map((name, i) => `when '${String(i + 1).padStart(2, "0")}' then '${name}'`).join(" ")} end`,
);

/** The SQL of `escapeFormula` in app/domain/basics/text.ts. */
const escapeFormula = (text: SQL) => sql`iif(${text} glob ${`${FORMULA_START}*`}, '''' || ${text}, ${text})`;

/** The price of one, in dollars, with the fewest decimals such that `quantity` times the price is the amount. */
const unitRate = sql.raw(
  `case ${Array.from({ length: RATE_DECIMALS - 1 }, (_, i) => {
    const unitsPerCent = 10 ** i;
    const rounded = `((2 * amount * ${unitsPerCent} + quantity) / (2 * quantity))`;
    const unitsPerDollar = unitsPerCent * 100;
    const formatted = `format('%d.%0${i + 2}d', ${rounded} / ${unitsPerDollar}, ${rounded} % ${unitsPerDollar})`;
    if (i + 2 === RATE_DECIMALS) return `else ${formatted} end`;
    return `when 2 * abs(${rounded} * quantity - amount * ${unitsPerCent}) < ${unitsPerCent} then ${formatted}`;
  }).join(" ")}`,
);

/** A CSV cell, in quotes if its text requires them. */
const csvText = (column: SQLWrapper) =>
  sql`iif(${column} glob ${'*[",\r\n]*'}, '"' || replace(${column}, '"', '""') || '"', ${column})`;
const usDate = (column: SQLWrapper) =>
  sql`substr(${column}, 6, 2) || '/' || substr(${column}, 9, 2) || '/' || substr(${column}, 1, 4)`;
const { itemAmount } = exportLines;

/** The columns of the file, and the SQL of each cell (docs/product.md, 'Export'). */
const CSV_COLUMNS: [name: string, cell: SQLWrapper][] = [
  ["InvoiceNo", exportLines.invoiceNumber],
  ["InvoiceDate", usDate(exportLines.invoiceDate)],
  ["DueDate", usDate(exportLines.dueDate)],
  ["Terms", exportLines.terms],
  ["Customer", csvText(exportLines.customer)],
  ["ServiceDate", usDate(exportLines.serviceDate)],
  ["Item(Product/Service)", csvText(exportLines.item)],
  ["ItemDescription", csvText(exportLines.itemDescription)],
  ["ItemQuantity", exportLines.itemQuantity],
  ["ItemRate", exportLines.itemRate],
  ["Class", exportLines.class],
  ["ItemAmount", sql`format('%d.%02d', ${itemAmount} / 100, ${itemAmount} % 100)`],
];

export const CSV_HEADER = CSV_COLUMNS.map(([name]) => name).join(",");

/** A line of the file. It begins with the line break that ends the line before it. */
const csvLine = sql`(${"\r\n"} || ${sql.join(
  CSV_COLUMNS.map(([, cell]) => cell),
  sql` || ',' || `,
)})`;

/** The invoices of an export: the positions of their lines, and the length of these in bytes. */
const invoiceLengths = (
  id: string,
) => sql`select invoice_number as number, min(position) as first, max(position) as last,
    sum(length(cast(${csvLine} as blob))) as bytes
  from ${exportLines} where ${exportLines.exportId} = ${id} group by invoice_number`;

/** Whether the next invoice fits in the part of the invoice before it. */
const fits = sql`next.last - begin < ${literal(MAX_FILE_ROWS)} and next.number - part < ${literal(MAX_FILE_INVOICES)}`;

/** Each invoice with its part: the first invoice of the part, and the position of its first line. */
const placedInvoices = sql`select * from (select number, last, bytes, number, first from invoices order by number limit 1)
  union all select next.number, next.last, next.bytes, iif(${fits}, part, next.number), iif(${fits}, begin, next.first)
  from placed join invoices next on next.number = placed.number + 1`;

/** Splits an export into consecutive parts of whole invoices, and stores the length of each part in bytes. */
export function splitIntoParts(id: string): SQL {
  const part = sql`json_object('first', begin, 'last', max(last), 'firstInvoice', part, 'lastInvoice', max(number), 'bytes', sum(bytes))`;
  return sql`update ${exports} set parts = (
    with recursive invoices as materialized (${invoiceLengths(id)}), placed(number, last, bytes, part, begin) as (${placedInvoices})
    select json_group_array(json(part)) from (select ${part} as part from placed group by placed.part order by placed.part)) where id = ${id}`;
}

const row = {
  id: exports.id,
  at: exports.at,
  date: exports.date,
  actor: exports.actor,
  firstInvoice: exports.firstInvoice,
  invoiceCount: exports.invoiceCount,
  billCount: exports.billCount,
  total: exports.total,
  amounts: exports.amounts,
  dates: exports.dates,
  voidedAt: exports.voidedAt,
  voidedBy: exports.voidedBy,
  parts: sql<FilePart[]>`${exports.parts}`.mapWith((json: string) => JSON.parse(json) as FilePart[]),
} satisfies Record<string, SQLWrapper>;

export const exportsSource: RowSource<ExportRow> = {
  table: exports,
  joins: sql``,
  where: sql`1`,
  seq: sql`${exports}.rowid`,
  row: { ...row, seq: sql`${exports}.rowid`, parts: sql`json(${exports.parts})` },
  parse: (json) => JSON.parse(json),
};

/** Selects an export by its id. */
export function findExport(id: string) {
  return statements.select(row).from(exports).where(eq(exports.id, id));
}

/** The maximum number of lines in one read. */
const CSV_PAGE = 5_000;

/** Selects the lines after position `after` of an export, or of its part number `part` (from 1). Each begins with a line break. */
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
