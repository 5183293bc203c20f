import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import { daysBetween, type LocalDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { formatMonth, monthOf } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import {
  describeInvoice,
  lateNoteOf,
  nameOfPeriod,
  type Period,
  type Statement,
  sumsOf,
  TOTAL,
  textOfLine,
} from "./statement.ts";

/* What a customer's statement shows to people without an account (docs/product.md, 'Shared statements'). */

/** How many days a link may show a statement; the first is not the one that is chosen at first. */
export const SHARED_DAYS = [30, 90, 180, 365] as const;
export const DEFAULT_SHARED_DAYS = 90;

/** What a link shows, and for how many days. */
export type ShareOptions = { hasComments: boolean; isFrozen: boolean; days: number };

/** A link that was made: its options, but for the days, which follow from its last day. */
type MadeLink = Omit<ShareOptions, "days"> & { createdAt: string; endsOn: LocalDate };

/** The options with which a link was made. */
export function optionsOf({ createdAt, endsOn, hasComments, isFrozen }: MadeLink): ShareOptions {
  const days = daysBetween(todayInNewYork(new Date(createdAt)), endsOn);
  return { hasComments, isFrozen, days: SHARED_DAYS.find((each) => each === days) ?? DEFAULT_SHARED_DAYS };
}

/** The options that are offered: those of the last link, so that the barn chooses once. */
export const offeredOptions = (last: MadeLink | undefined): ShareOptions =>
  last ? optionsOf(last) : { hasComments: false, isFrozen: false, days: DEFAULT_SHARED_DAYS };

export type SharedLine = {
  /** The key of the line in the statement. The page uses a hash of it, which does not reveal the number of bills. */
  key: string;
  date: LocalDate;
  text: string;
  quantity: number | null;
  rider: string;
  /** '' unless comments are shared. */
  comments: string;
  invoice: string;
  amount: Cents;
  /** Whether the line is a credit memo. A question is stored with a bill, so this line has no Ask. */
  isCredit?: true;
};

/** The most characters of a frozen statement, in JSON. */
export const MAX_FROZEN = 1_000_000;

/** All that the page shows. `version` is that of this type, because frozen statements are stored. */
export type SharedStatement = {
  version: 1;
  barn: BarnDetails;
  customer: string;
  /** 'October 2026', '10/01/2026 to 10/15/2026'. */
  period: string;
  /** The day whose state the statement shows. */
  asOf: LocalDate;
  horses: { name: string; total: Cents; lines: SharedLine[] }[];
  /** What was entered after the statement of its month; absent in statements that were frozen before this existed. */
  late?: { key: string; horse: string; date: LocalDate; text: string; amount: Cents; invoice: string }[];
  /** What the section of late entries says; absent in statements that were frozen before their sums had these. */
  lateNote?: string;
  sums: [label: string, amount: Cents, isStrong?: boolean][];
};

type Sums = SharedStatement["sums"];

/**
 * The sums at the head of the page: what was billed in the period and, if something earlier is added to it, the total. By the places of
 * the sums, because frozen statements keep the labels that they had.
 */
export function headlineOf(sums: Sums): { billed: Sums[number] | undefined; total: Sums[number] | undefined } {
  const at = sums.findIndex(([, , isStrong]) => isStrong);
  const [before, strong] = [sums[at - 1], sums[at]];
  return before && strong?.[0] === TOTAL ? { billed: before, total: strong } : { billed: strong, total: undefined };
}

type Source = { barn: BarnDetails; customer: { name: string }; period: Period };

/** The shared part of a statement: of the customer only the name, and nothing about who did the work. */
export function sharedOf(
  { barn, customer, period }: Source,
  statement: Statement,
  { asOf, hasComments }: { asOf: LocalDate; hasComments: boolean },
): SharedStatement {
  return {
    version: 1,
    barn,
    customer: customer.name,
    period: nameOfPeriod(period),
    asOf,
    horses: statement.horses.map(({ name, total, lines }) => ({
      name,
      total,
      lines: lines.map((line) => ({
        key: line.key,
        date: line.date,
        text: textOfLine(line),
        quantity: line.quantity,
        rider: line.rider,
        comments: hasComments ? line.comments : "",
        invoice: invoiceInWords(describeInvoice(line)),
        amount: line.amount,
        ...(line.kind === "credit" && { isCredit: true as const }),
      })),
    })),
    late: statement.late.map(({ key, horse, date, amount, ...line }) => ({
      ...{ key, horse, date, amount },
      text: textOfLine({ ...line, date }),
      invoice: invoiceInWords(describeInvoice({ ...line, key, date, amount })),
    })),
    ...(statement.late.length > 0 && { lateNote: lateNoteOf(statement) }),
    sums: sumsOf(statement, period),
  };
}

const invoiceInWords = ({ before, number, after }: ReturnType<typeof describeInvoice>) =>
  `${before}${number ?? ""}${after}`;

/** Parses a stored frozen statement; null if this version of the app cannot read it. */
export function readFrozen(json: string): SharedStatement | null {
  const read = JSON.parse(json) as { version: number };
  if (read.version !== 1) return null;
  const shown = read as SharedStatement;
  // Statements that were frozen before the barn had these settings are without them.
  return { ...shown, barn: { ...shown.barn, phone: shown.barn.phone ?? "", email: shown.barn.email ?? "" } };
}

/**
 * The text for the digest of a link: amounts and their lines. Without invoice numbers, because an export changes only
 * those. A month of board is written as in the digests that are stored.
 */
export const digestText = ({ horses, total }: Statement): string =>
  JSON.stringify([
    total,
    horses.map(({ name, lines }) => [
      name,
      lines.map(({ key, date, service, month, days, quantity, amount }) => {
        const text = days ? `${service} ${days}` : service;
        return [
          key,
          date,
          month && month !== monthOf(date) ? `${text} for ${formatMonth(month)}` : text,
          quantity,
          amount,
        ];
      }),
    ]),
  ]);

/** How many working links a page lists, and how many are turned off by one press at most. */
export const LINKS_OF_PAGE = 100;
export const LINKS_AT_ONCE = 1_000;

/** Which working links: those of one customer, those that one person made, or all of them. */
export type WhichLinks = { customerId: string | null; actor: string | null };

/** The address of a page of the links. */
export function addressOfLinks({ customerId, actor }: WhichLinks, more: Record<string, string | number> = {}): string {
  const search = new URLSearchParams({
    ...(customerId !== null && { customer: customerId }),
    ...(actor !== null && { by: actor }),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
  }).toString();
  return `/customers/links${search && "?"}${search}`;
}

/** Says how many links of a deleted admin are still active; '' if there are none. */
export const describeLinksOf = (email: string, count: number): string =>
  count === 0 ? "" : `${email} created ${pluralize(count, "link")} that ${count === 1 ? "is" : "are"} still active.`;

/** The last day of a link that shows a statement for so many days. */
export const lastSharedDay = (today: LocalDate, days: number) => plusDays(today, days);
