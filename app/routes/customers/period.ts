import { isLocalDate } from "#app/domain/calendar.ts";
import { firstDayOf, lastDayOf } from "#app/domain/months.ts";
import type { Period } from "#app/domain/statement.ts";

/** The period that an address names, with `month` or with `from` and `to`; null if it names none that exists. */
export function periodIn({ url }: Request): Period | null {
  const { searchParams } = new URL(url);
  const month = searchParams.get("month") ?? "";
  if (isLocalDate(`${month}-01`)) return { first: firstDayOf(month), last: lastDayOf(month) };
  const [first, last] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
  return isLocalDate(first) && isLocalDate(last) && first <= last ? { first, last } : null;
}
