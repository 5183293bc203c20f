import { formatUsDate, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { pluralOf, withVerb } from "#app/domain/basics/pluralize.ts";
import { type Amounts, amountOf, asksForAmounts, type Dates, type Preview, rateOf, TERM_DAYS } from "./invoices.ts";

/*
 * The choices of the export dialog, with an example from the export. The server makes the texts (docs/product.md,
 * 'Export').
 */

export type ExportChoice<Choice extends string> = {
  /** 'Is $130.00 for both mane braidings, or for each?' */
  text: string;
  example: string;
  answers: { value: Choice; label: string; notes: string[] }[];
  /** A note about both answers, or about their difference. */
  note: string;
};

/** How the amount of a bill with a quantity above 1 is meant; null if the export has no such bill. */
export function amountsChoice(
  preview: Pick<Preview, "multiples" | "multiple" | "totals">,
): ExportChoice<Amounts> | null {
  const { multiples, multiple, totals } = preview;
  if (!asksForAmounts(preview) || !multiple) return null;
  const { service, horse, date, quantity, value } = multiple;
  const amount = formatDollars(value);
  const all = quantity === 2 ? "both" : `all ${quantity.toLocaleString("en-US")}`;
  const answer = (choice: Amounts, label: string) => ({
    value: choice,
    label: `${amount} ${label}`,
    notes: [multiplicationOf(multiple, choice), `Total ${formatDollars(totals[choice])}`],
  });
  return {
    text: `Is ${amount} for ${all} ${pluralOf(service)}, or for each?`,
    example: `${service} for ${horse}, ${formatUsDate(date)}. ${withVerb(multiples, "bill has", "bills have")} a quantity above 1.`,
    answers: [answer("bill-value", `for ${all}`), answer("quantity-x-value", "each")],
    note: differenceOf(totals),
  };
}

/** How the lines of an invoice with several dates are dated; null if the export has no such invoice. */
export function datesChoice({ dated }: Pick<Preview, "dated">): ExportChoice<Dates> | null {
  if (!dated) return null;
  const { horse, lines, first, last } = dated;
  const days = (date: LocalDate) => `${formatUsDate(date)}, due ${formatUsDate(plusDays(date, TERM_DAYS))}`;
  return {
    text: "Date invoices by service, or one date each?",
    example: `The invoice for ${horse} has ${lines.toLocaleString("en-US")} bills, from ${formatUsDate(first)} to ${formatUsDate(last)}.`,
    answers: [
      { value: "line", label: DATES_TEXT.line, notes: [days(first), `to ${days(last)}`] },
      { value: "invoice", label: DATES_TEXT.invoice, notes: [days(last), "on all lines"] },
    ],
    note: "Every line keeps the date of its service.",
  };
}

/** The texts of the answers without an example, for settings and past exports. */
export const AMOUNTS_TEXT: Record<Amounts, string> = {
  "bill-value": "Value is for the whole bill",
  "quantity-x-value": "Value is for each",
};
export const DATES_TEXT: Record<Dates, string> = {
  line: "Date every line",
  invoice: "Date each invoice",
};

/** The multiplication of a line, as the file has it: '2 × $65.00 = $130.00'. */
function multiplicationOf(bill: { quantity: number; value: Cents }, amounts: Amounts): string {
  const amount = amountOf(bill, amounts);
  const [whole, decimals] = rateOf(amount, bill.quantity).split(".");
  return `${bill.quantity.toLocaleString("en-US")} × $${Number(whole).toLocaleString("en-US")}.${decimals} = ${formatDollars(amount)}`;
}

/** How much the two totals of an export differ, in words: 'The totals differ by $1,234.00 (13%).' */
export function differenceOf(totals: Record<Amounts, Cents>): string {
  const less = totals["bill-value"];
  const difference = totals["quantity-x-value"] - less;
  if (difference === 0) return "The totals are the same.";
  const percent = Math.floor((200 * difference + less) / (2 * less));
  const share = percent < 1 ? "less than 1%" : `${percent.toLocaleString("en-US")}%`;
  return `The totals differ by ${formatDollars(difference)} (${share}).`;
}
