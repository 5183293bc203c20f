import { Form, Link } from "@remix-run/react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, type Month, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { nameOfPeriod, type Period, periodsBeside } from "#app/domain/statements/statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { To } from "#app/ui/record/record-page.tsx";

type PeriodFormProps = Period & {
  path: string;
  today: LocalDate;
  /** Whether the address has a period that is none. */
  isWrong?: boolean;
};

const periodOf = (month: Month): Period => ({ first: firstDayOf(month), last: lastDayOf(month) });

/** The period, with links to those beside it and to usual ones, and a form for any days. Works without JavaScript. */
export function PeriodForm({ path, first, last, today, isWrong = false }: PeriodFormProps) {
  const { earlier, later } = periodsBeside({ first, last });
  const to = (period: Period) => `${path}?from=${period.first}&to=${period.last}`;
  const arrow = (period: Period | null, sign: string) =>
    period && (
      <Link to={to(period)} aria-label={nameOfPeriod(period)} className={button.secondary} preventScrollReset>
        {sign}
      </Link>
    );
  const preset = (label: string, month: Month) => (
    <Link to={to(periodOf(month))} className="menu-item" preventScrollReset>
      {label}
    </Link>
  );
  return (
    <>
      {isWrong && (
        <p role="alert" className="alert w-full">
          From is after To, so this page shows another period.
        </p>
      )}
      <nav aria-label="Period" className="flex gap-2">
        {arrow(earlier, "‹")}
        <button type="button" className={button.secondary} {...{ popovertarget: "period" }}>
          {nameOfPeriod({ first, last })}
        </button>
        {arrow(later, "›")}
      </nav>
      {/* The key closes the popover and resets its fields when another period is shown. */}
      <div key={`${first} ${last} ${isWrong}`} {...{ popover: "auto" }} id="period" className="menu anchored">
        {preset("This month", monthOf(today))}
        {preset("Last month", monthBefore(monthOf(today)))}
        <Form method="get" action={path} preventScrollReset className="grid gap-3 p-2.5">
          <label className="text-sm font-medium">
            <span className="mb-2 block">From</span>
            <input type="date" name="from" required defaultValue={first} className={controlClass} />
          </label>
          <label className="text-sm font-medium">
            <span className="mb-2 block">To</span>
            <input type="date" name="to" required defaultValue={last} className={controlClass} />
          </label>
          <button type="submit" className={button.secondary}>
            Apply
          </button>
        </Form>
      </div>
    </>
  );
}

type ShorterPeriodsProps = { what: string; periods: readonly (Period & { name: string })[]; path: string };

/** Links to parts of a period that has too many bills for the page. */
export function ShorterPeriods({ what, periods, path }: ShorterPeriodsProps) {
  return (
    <>
      <p>{`This period has too many bills for one ${what}. Choose a part of it:`}</p>
      <ul className="mt-3 grid gap-x-6 sm:grid-cols-3">
        {periods.map(({ first, last, name }) => (
          <li key={first} className="py-2">
            <To to={`${path}?from=${first}&to=${last}`}>{name}</To>
          </li>
        ))}
      </ul>
    </>
  );
}
