import { Form, Link } from "@remix-run/react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { monthRange, type weekPagesOf, yearRange } from "#app/domain/payroll/payroll-summary.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";

export type WeekPages = ReturnType<typeof weekPagesOf>;

type WeeksProps = WeekPages & {
  /** The first Monday and the last Sunday of the shown weeks. */
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  problem: string | null;
  /** The search parameters beside those of the weeks. */
  others: { by?: string; pay?: string };
  addressOf: (range: WeekPages["range"]) => string;
};

/** The controls of the weeks: links to earlier and later weeks and to years, and a form for a first and a last day. */
export function Weeks({ range, earlier, later, from, to, today, problem, others, addressOf }: WeeksProps) {
  const year = Number(today.slice(0, 4));
  const link = (label: string, of: WeekPages["range"], className: string) => (
    <Link to={addressOf(of)} className={className} preventScrollReset>
      {label}
    </Link>
  );
  return (
    <div className="summary-weeks">
      <nav aria-label="Weeks" className="flex gap-2">
        {link("Earlier", earlier, button.secondary)}
        {later !== undefined && link("Later", later, button.secondary)}
        <button type="button" className={button.secondary} {...{ popovertarget: "weeks" }}>
          Period
        </button>
      </nav>
      {/* The key closes the popover and resets its fields when other weeks are shown. */}
      <div key={from + to} {...{ popover: "auto" }} id="weeks" className="menu anchored">
        {range && link("Last 4 weeks", null, "menu-item")}
        {link("This month", monthRange(monthOf(today)), "menu-item")}
        {link("Last month", monthRange(monthBefore(monthOf(today))), "menu-item")}
        {link("This year", yearRange(year), "menu-item")}
        {link("Last year", yearRange(year - 1), "menu-item")}
        <Form action="/payroll-summary" preventScrollReset className="grid gap-3 p-2.5">
          {Object.entries(others).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label className="text-sm font-medium">
            From
            <input type="date" name="from" defaultValue={from} className={controlClass} />
          </label>
          <label className="text-sm font-medium">
            To
            <input type="date" name="to" defaultValue={to} className={controlClass} />
          </label>
          <button type="submit" className={button.secondary}>
            Apply
          </button>
        </Form>
      </div>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
