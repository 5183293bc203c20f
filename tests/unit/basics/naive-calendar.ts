/** A day of the naive calendar. `weekday` is 1 for Monday to 7 for Sunday; `ordinal` is the day of the year. */
type NaiveDay = { date: string; year: number; month: number; day: number; weekday: number; ordinal: number };

/**
 * Returns every day from 1 January 2024, a Monday, to 31 December 2032, counted one by one. The tests compare the rules of
 * app/domain with it, so it uses no `Date`, no time zone and no code of the product.
 */
export function everyDay(): NaiveDay[] {
  const days: NaiveDay[] = [];
  let weekday = 1;
  for (let year = 2024; year <= 2032; year += 1) {
    let ordinal = 1;
    for (let month = 1; month <= 12; month += 1) {
      const february = year % 4 === 0 ? 29 : 28;
      const length = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
      for (let day = 1; day <= length; day += 1) {
        const [mm, dd] = [month, day].map((number) => `${number}`.padStart(2, "0"));
        days.push({ date: `${year}-${mm}-${dd}`, year, month, day, weekday, ordinal });
        weekday = weekday === 7 ? 1 : weekday + 1;
        ordinal += 1;
      }
    }
  }
  return days;
}
