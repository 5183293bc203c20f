import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { describeInvoice, nameOfPeriod, type Period, type Statement, sumsOf } from "./statement.ts";

/* What a customer's statement shows to people without an account (docs/product.md, 'Shared statements'). */

/** How many days a link may show a statement; the first is not the one that is chosen at first. */
export const SHARED_DAYS = [30, 90, 180, 365] as const;
export const DEFAULT_SHARED_DAYS = 90;

export type SharedLine = {
  /** The key of the line of the statement. The page shows another one, which says nothing of the number of bills. */
  key: string;
  date: LocalDate;
  text: string;
  quantity: number | null;
  rider: string;
  /** '' unless comments are shared. */
  comments: string;
  invoice: string;
  amount: Cents;
};

/** The most characters of a frozen statement, in JSON. */
export const MAX_FROZEN = 1_000_000;

/** All that the page shows. `version` is that of this type, because frozen statements are kept. */
export type SharedStatement = {
  version: 1;
  barn: BarnDetails;
  customer: string;
  /** 'October 2026', '10/01/2026 to 10/15/2026'. */
  period: string;
  /** The day on which it was like this. */
  asOf: LocalDate;
  horses: { name: string; total: Cents; lines: SharedLine[] }[];
  sums: [label: string, amount: Cents, isStrong?: boolean][];
};

type Source = { barn: BarnDetails; customer: { name: string }; period: Period };

/** What is shared of a statement; nothing of the customer but the name, and nothing of who did the work. */
export function sharedOf(
  { barn, customer, period }: Source,
  statement: Statement,
  { asOf, hasComments }: { asOf: LocalDate; hasComments: boolean },
): SharedStatement {
  return {
    version: 1,
    barn: { name: barn.name, address: barn.address },
    customer: customer.name,
    period: nameOfPeriod(period),
    asOf,
    horses: statement.horses.map(({ name, total, lines }) => ({
      name,
      total,
      lines: lines.map((line) => ({
        key: line.key,
        date: line.date,
        text: line.text,
        quantity: line.quantity,
        rider: line.rider,
        comments: hasComments ? line.comments : "",
        invoice: invoiceInWords(describeInvoice(line)),
        amount: line.amount,
      })),
    })),
    sums: sumsOf(statement, period),
  };
}

const invoiceInWords = ({ before, number, after }: ReturnType<typeof describeInvoice>) =>
  `${before}${number ?? ""}${after}`;

/** A frozen statement as it was kept; null if this version of the app cannot read it. */
export function readFrozen(json: string): SharedStatement | null {
  const read = JSON.parse(json) as { version: number };
  return read.version === 1 ? (read as SharedStatement) : null;
}

/** What the digest of a link is made of: the money and what it is for. Invoice numbers come with each export, and change nothing. */
export const digestText = ({ horses, total }: Statement): string =>
  JSON.stringify([
    total,
    horses.map(({ name, lines }) => [
      name,
      lines.map(({ key, date, text, quantity, amount }) => [key, date, text, quantity, amount]),
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

/** What the links of a deleted admin still do; '' if none works. */
export const describeLinksOf = (email: string, count: number): string =>
  count === 0
    ? ""
    : `${pluralize(count, "statement link")} that ${email} made still ${count === 1 ? "works" : "work"}.`;

/** The last day of a link that shows a statement for so many days. */
export const lastSharedDay = (today: LocalDate, days: number) => plusDays(today, days);
