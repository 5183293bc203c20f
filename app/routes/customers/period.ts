import { formatUsDate, isLocalDate } from "#app/domain/calendar.ts";
import { firstDayOf, formatMonth, lastDayOf } from "#app/domain/months.ts";
import { monthOfPeriod, type Period } from "#app/domain/statement.ts";

/** The period that an address names, with `month` or with `from` and `to`; null if it names none that exists. */
export function periodIn({ url }: Request): Period | null {
  const { searchParams } = new URL(url);
  const month = searchParams.get("month") ?? "";
  if (isLocalDate(`${month}-01`)) return { first: firstDayOf(month), last: lastDayOf(month) };
  const [first, last] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
  return isLocalDate(first) && isLocalDate(last) && first <= last ? { first, last } : null;
}

/** 'October 2026', '10/01/2026 to 10/15/2026'. Called by loaders only: the browser does not load the code of calendars. */
export const nameOf = (period: Period) => {
  const month = monthOfPeriod(period);
  return month ? formatMonth(month) : `${formatUsDate(period.first)} to ${formatUsDate(period.last)}`;
};
