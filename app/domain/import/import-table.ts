import { parse } from "csv-parse/sync";
import type { ParseResult } from "#app/domain/basics/parse.ts";
import { normalize } from "#app/domain/basics/search-text.ts";
import { unescapeFormula } from "#app/domain/basics/text.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { service } from "#app/domain/records/service.ts";
import type { Collection } from "./import-reader.ts";
import { shorten } from "./import-values.ts";

/* The tables of an import, as spreadsheets write them: their columns by the descriptions of the records, and their cells. */

type Column = { field: string; label: string; keys: readonly string[]; isRequired: boolean };

/** A heading without regard to case, spaces and hyphens: 'Check-in Date' and `checkInDate` are one. */
const keyOf = (heading: string) => normalize(heading).replace(/[\s_-]+/g, "");

/** The columns of the fields that a form has, each known by its label, its heading in the list and its name. */
const columnsOf = <Row>({ fields }: { fields: readonly BoundField<Row>[] }, given: readonly string[]): Column[] => [
  ...fields.flatMap(({ label, name, listed, input }) => {
    if (!input?.inForm) return [];
    const keys = [label, listed.heading ?? label, name].map(keyOf);
    return [{ field: name, label, keys, isRequired: given.includes(name) }];
  }),
  { field: "id", label: "ID", keys: ["id"], isRequired: false },
];

/** A table of horses has the names of their customers, or their ids. */
const horseColumns = columnsOf(horse, ["name", "checkInDate"]).flatMap((column) =>
  column.field === "customerId"
    ? [
        { ...column, field: "customer", keys: [keyOf(column.label), "customer"] },
        { ...column, label: "Customer ID", keys: ["customerid"] },
      ]
    : [column],
);

const TABLES: { readonly [name in Collection]?: readonly Column[] } = {
  customers: columnsOf(customer, ["name"]).map((column) =>
    column.field === "emails" ? { ...column, keys: [...column.keys, "email"] } : column,
  ),
  horses: horseColumns,
  services: columnsOf(service, ["productServiceName"]),
  grooms: columnsOf(groom, ["name"]),
};

export const TABLE_COLLECTIONS = Object.keys(TABLES) as readonly Collection[];

/** The fields that a column of a table may be, with their labels. None if the records come in as JSON only. */
export const importColumnChoices = (collection: Collection): { field: string; label: string }[] =>
  (TABLES[collection] ?? []).map(({ field, label }) => ({ field, label }));

/** The field of a heading or of a name of a field; null if the collection has none of this name. */
export function fieldOfHeading(collection: Collection, heading: string): string | null {
  const key = keyOf(heading);
  return TABLES[collection]?.find(({ keys }) => keys.includes(key))?.field ?? null;
}

/** The labels of the columns that a table must have and these fields lack. */
export const missingColumns = (collection: Collection, fields: readonly (string | null)[]): string[] =>
  (TABLES[collection] ?? []).flatMap(({ field, label, isRequired }) =>
    isRequired && !fields.includes(field) ? [label] : [],
  );

/** The headings of a table and its rows, which have a cell for each heading. */
export type TableColumns = { headings: string[]; rows: string[][] };

/** The most rows of a table, and the most characters of a heading and of a cell. */
export const MAX_ROWS = 200_000;
const MAX_HEADING = 200;
export const MAX_CELL = 10_000;
/** The most characters of a line, and the most bytes of a row, which may have several: no longer ones are taken apart. */
const MAX_LINE = 200_000;
const MAX_ROW_BYTES = 500_000;
const LONG_LINE = new RegExp(`[^\\r\\n]{${MAX_LINE + 1}}`);

const TOTALS = /^((grand|sub)[ -]?)?totals?:?$/i;

/**
 * The cells of a text with commas, semicolons or tabs between them, or a problem that follows the name of the file. Rows and
 * columns without a value and a heading, which spreadsheets add, are left out.
 */
export function parseTable(content: string, isHeading: (cell: string) => boolean): ParseResult<TableColumns> {
  // A file may have several kinds of line ends.
  const text = content.replace(/\r\n?/g, "\n");
  if (LONG_LINE.test(text))
    return { problem: `has a line of more than ${MAX_LINE.toLocaleString("en-US")} characters.` };
  const parsed = parseCells(text);
  if ("problem" in parsed) return parsed;
  const [first, ...rows] = parsed.value.filter(({ cells }) => cells.some(Boolean));
  if (!first) return { problem: "has no headings." };
  const problem = sizeProblem(first, rows) ?? titleProblem(first, rows, isHeading) ?? raggedProblem(first, rows);
  if (problem) return { problem };
  const headed = first.cells.flatMap((heading, i) => (heading ? [i] : []));
  const pick = (cells: readonly string[]) => headed.map((i) => cells[i] ?? "");
  return { value: { headings: pick(first.cells), rows: rows.map(({ cells }) => pick(cells)) } };
}

function sizeProblem(first: Cells, rows: readonly Cells[]): string | undefined {
  const count = (most: number) => most.toLocaleString("en-US");
  if (rows.length > MAX_ROWS) return `has more than ${count(MAX_ROWS)} rows.`;
  const isLong = (most: number) => (cell: string) => cell.length > most;
  if (first.cells.some(isLong(MAX_HEADING))) return `has a heading of more than ${count(MAX_HEADING)} characters.`;
  const long = rows.find(({ cells }) => cells.some(isLong(MAX_CELL)));
  return long && `has a cell of more than ${count(MAX_CELL)} characters in line ${long.line}.`;
}

/** A title above the headings: one cell above several, or no heading above a row with headings. */
function titleProblem(first: Cells, rows: readonly Cells[], isHeading: (cell: string) => boolean): string | undefined {
  const texts = first.cells.filter(Boolean);
  if (texts.some(isHeading)) return undefined;
  const isAbove = ({ cells }: Cells) =>
    cells.filter(isHeading).length > 1 || (texts.length === 1 && cells.filter(Boolean).length > 1);
  const headings = rows.slice(0, 20).find(isAbove);
  return (
    headings &&
    `begins with '${shorten(texts[0])}', which is no heading; delete the lines above the headings (line ${headings.line}).`
  );
}

function raggedProblem({ cells: headings }: Cells, rows: readonly Cells[]): string | undefined {
  const width = headings.findLastIndex(Boolean) + 1;
  for (const { cells, line } of rows) {
    const label = cells.find(Boolean) ?? "";
    if (TOTALS.test(label)) return `has a row of totals in line ${line} ('${label}'); delete it.`;
    const stray = cells.find((cell, i) => cell && !headings[i]);
    const problem =
      cells.length < width
        ? `has cells for ${cells.length} of ${width} columns`
        : stray && `has '${shorten(stray)}' in a column without a heading`;
    if (problem) return `is not a table: line ${line} ${problem}.`;
  }
  return undefined;
}

type Cells = { cells: string[]; line: number };

function parseCells(text: string): ParseResult<Cells[]> {
  const [marker, named] = text.match(/^sep=(.)\n/) ?? [];
  const content = marker ? text.slice(marker.length) : text;
  try {
    const all: { record: string[]; info: { lines: number } }[] = parse(content, {
      ...{ delimiter: named ?? separatorOf(content), info: true },
      ...{ skip_empty_lines: true, relax_column_count: true, trim: true },
      // A row more than may come in, so that there being more is noticed.
      ...{ to: MAX_ROWS + 2, max_record_size: MAX_ROW_BYTES },
    });
    const skipped = marker ? 1 : 0;
    return {
      value: all.map(({ record, info }) => ({ cells: record.map(clean), line: info.lines + skipped })),
    };
  } catch (error) {
    return { problem: `is not a table of values with commas between them: ${(error as Error).message}.` };
  }
}

/**
 * A cell without spaces around it; a non-breaking space is a space. An apostrophe before a formula is that of Hayloft's own files, or
 * of a spreadsheet.
 */
const clean = (cell: string) => unescapeFormula(cell.replace(/[\u00a0\u202f]/g, " ").trim());

/** What stands between the cells of the first line that has several: Excel writes semicolons in some countries. */
function separatorOf(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const plain = line.replace(/"[^"]*"/g, "");
    const counts = [",", ";", "\t"].map((separator) => ({ separator, count: plain.split(separator).length }));
    const best = counts.reduce((most, each) => (each.count > most.count ? each : most));
    if (best.count > 1) return best.separator;
  }
  return ",";
}
