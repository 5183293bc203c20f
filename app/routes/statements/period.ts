import { isLocalDate, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, monthOf } from "#app/domain/basics/months.ts";
import type { Period } from "#app/domain/statements/statement.ts";

/** The period in an address, `month` or `from` and `to`; null if there is none or it is invalid. */
export function periodIn({ url }: Request): Period | null {
  const { searchParams } = new URL(url);
  const month = searchParams.get("month") ?? "";
  if (isLocalDate(`${month}-01`)) return { first: firstDayOf(month), last: lastDayOf(month) };
  const [first, last] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
  return isLocalDate(first) && isLocalDate(last) && first <= last ? { first, last } : null;
}

/** Whether the period in an address is invalid, so that the page shows the default period. */
export function isWrongPeriod(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return ["month", "from", "to"].some((name) => searchParams.has(name)) && periodIn(request) === null;
}

/** The address of a customer's statement with the link to send, and what else the page is told. */
export const addressOfNext = (
  { id, customerId }: { id: string; customerId: string },
  { first, last }: Period,
  more: Record<string, string> = {},
) => `/customers/${customerId}/statement?${new URLSearchParams({ from: first, to: last, ...more, shared: id })}`;

/** Until this many days of a month have passed, the statements of the month before are shown. */
const DAYS_OF_LAST_MONTH = 15;

/** The period of all customers' statements: that of the address, or a month. */
export function periodOfAll(request: Request, today: LocalDate): Period {
  const month = monthOf(plusDays(today, -DAYS_OF_LAST_MONTH));
  return periodIn(request) ?? { first: firstDayOf(month), last: lastDayOf(month) };
}
