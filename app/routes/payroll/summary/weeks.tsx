import { Form, Link } from "@remix-run/react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { type weekPagesOf, yearRange } from "#app/domain/payroll/payroll-summary.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";

export type WeekPages = ReturnType<typeof weekPagesOf>;

type WeeksProps = WeekPages & {
  /** The first Monday and the last Sunday. */
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  problem: string | null;
  /** What the address has beside the weeks. */
  others: { by?: string; pay?: string };
  addressOf: (range: WeekPages["range"]) => string;
};

/** What selects the weeks: the pages before and after, the days of the first and the last week, and the years. */
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
          Weeks
        </button>
      </nav>
      {/* Other weeks close it, and reset its fields. */}
      <div key={from + to} {...{ popover: "auto" }} id="weeks" className="menu anchored">
        {range && link("Latest weeks", null, "menu-item")}
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
