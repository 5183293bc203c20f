import { readFileSync, writeFileSync } from "node:fs";
import { formatDollars, MAX_AMOUNT, MAX_BILL_VALUE, MAX_QUANTITY } from "#app/domain/basics/money.ts";
import { MAX_EMAIL, MAX_ENTRIES, MAX_NAME } from "#app/domain/basics/parse.ts";
import {
  amountSource,
  chargeAmount,
  DEFAULT_CHARGES,
  HORSE_AMOUNTS,
  MONTHLY_CHARGES,
} from "#app/domain/boarding/monthly-charges.ts";
import type { BoundField, BoundInput, Control, Kind } from "#app/domain/fields/field.ts";
import { billForm } from "#app/domain/records/bill-form.ts";
import { correctionForm, creditForm } from "#app/domain/records/correction-form.ts";
import { newHorseForm } from "#app/domain/records/horse.ts";
import { LISTED_RECORDS } from "#app/domain/records/listed.ts";
import { barnSettings } from "#app/domain/records/settings.ts";
import { newShowForm } from "#app/domain/records/show.ts";

type Described = { fields: readonly BoundField<never>[] };

/** The descriptions with a field that can be edited, by the name of their table of fields in docs/product.md. */
export const EDITED_RECORDS: readonly [name: string, Described][] = [
  ...LISTED_RECORDS.filter(([, { fields }]) => fields.some(({ input }) => input)),
  ["bill form", billForm],
  ["correction form", correctionForm],
  ["credit form", creditForm],
  ["new horse form", newHorseForm],
  ["new show form", newShowForm],
  ["settings", barnSettings],
];

const DOCUMENT = "docs/product.md";
const HEAD = ["field", "entered as", "required", "at first", "limit", "edited in"];
const ENTERED_AS: Record<Exclude<Control, "choice">, string> = {
  text: "text",
  email: "e-mail address",
  tel: "phone number",
  multiline: "lines of text",
  lines: "names, a field for each",
  weekdays: "days of the week, a box for each",
  shares: "customers and percents",
  amount: "dollars",
  quantity: "whole number",
  date: "date",
  checkbox: "yes or no",
  reference: "choice from a list",
};
const LIMITS: Partial<Record<Kind, string>> = {
  name: `${MAX_NAME} characters`,
  emails: `${MAX_ENTRIES}, of ${MAX_EMAIL} characters each`,
  names: `${MAX_ENTRIES}, of ${MAX_NAME} characters each`,
  dollars: `up to ${formatDollars(MAX_AMOUNT)}`,
  optionalDollars: `up to ${formatDollars(MAX_AMOUNT)}`,
  percent: "up to 100%",
  invoiceNumber: "not used before",
  billValue: `up to ${formatDollars(MAX_BILL_VALUE)}`,
  quantity: `1 to ${MAX_QUANTITY.toLocaleString("en-US")}`,
};

/** `npm run fields`: writes the tables of fields and charges in docs/product.md from app/domain. */
export function command(): void {
  writeFileSync(DOCUMENT, withFieldTables(readFileSync(DOCUMENT, "utf8")));
  console.log(`The tables of fields and charges in ${DOCUMENT} are those of app/domain.`);
}

/** Returns the document with a table of the record's fields between `<!-- fields: record -->` and `<!-- end -->`, and that of the charges. */
export function withFieldTables(document: string): string {
  return EDITED_RECORDS.reduce(
    (written, [record, { fields }]) =>
      withTable(written, `fields: ${record}`, markdownTable([HEAD, ...fields.map(rowOf)])),
    withTable(document, "charges", chargesTable()),
  );
}

/** A horse whose charges are all $0.00. */
const FREE = {
  ...(Object.fromEntries(HORSE_AMOUNTS.map((field) => [field, 0])) as Record<(typeof HORSE_AMOUNTS)[number], 0>),
  ...({ hasBlanket: true, location: "long-island", blanketCharge: 0, longIslandRate: 0 } as const),
};

function chargesTable(): string {
  const rows = MONTHLY_CHARGES.map((charge) => [
    ...[charge.name, `\`${charge.id}\``, amountSource({ id: charge.id, ...DEFAULT_CHARGES }) ?? ""],
    ...[
      chargeAmount(charge, FREE) === null ? "no bill" : "billed",
      charge.isNeverProrated ? "in full" : "prorated",
      charge.kind,
    ],
  ]);
  return markdownTable([["charge", "service", "amount", "of $0.00", "partial months", "in the chart"], ...rows]);
}

function rowOf({ label, heading, listed, input }: BoundField<never>): string[] {
  const notes = [heading === label ? [] : `in the list: ${heading}`, listed.hidden ? "hidden at first" : []].flat();
  const field = notes.length > 0 ? `${label} (${notes.join("; ")})` : label;
  if (!input) return [field, "", "", "", "", "shown only"];
  const limits = input.maxLength ? `${input.maxLength.toLocaleString("en-US")} characters` : (LIMITS[input.kind] ?? "");
  const places = [input.inForm && "form", listed.inRow && "row", listed.inBulk && "selected rows"];
  return [
    field,
    enteredAs(input),
    input.required ? "yes" : "",
    initial(input),
    limits,
    places.filter(Boolean).join(", "),
  ];
}

function enteredAs({ kind, control, options }: BoundInput<never>): string {
  if (control === "choice") return options.flatMap(({ id, name }) => (id ? name : [])).join(" or ");
  if (kind === "emails") return "addresses, separated by commas";
  if (kind === "parts") return "horses and amounts";
  return kind === "percent" ? "percentage" : ENTERED_AS[control];
}

const A_DAY = "2026-11-25";

function initial({ control, initialText, options }: BoundInput<never>): string {
  const text = initialText(A_DAY);
  if (control === "date" && text) return text === A_DAY ? "today" : "pay date of today";
  if (control === "checkbox") return text ? "yes" : "no";
  if (control === "amount" && !text.endsWith("%")) return text && formatDollars(Number(text) * 100);
  return options.find(({ id }) => id && id === text)?.name ?? text;
}

/** Returns a table of Markdown with columns of even width; the first row is its head. */
function markdownTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** Returns the document with the table between `<!-- name -->` and the next `<!-- end -->`. */
const withTable = (document: string, name: string, table: string) =>
  document.replace(
    new RegExp(`(<!-- ${name} -->\n).*?(?=<!-- end -->)`, "s"),
    (_, mark: string) => `${mark}\n${table}\n\n`,
  );
