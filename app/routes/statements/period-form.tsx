import { Form } from "@remix-run/react";
import type { Period } from "#app/domain/statements/statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { To } from "#app/ui/record/record-page.tsx";

/** The form of the period. Works without JavaScript. */
export function PeriodForm({ first, last, isWrong = false }: Period & { isWrong?: boolean }) {
  return (
    <>
      {isWrong && (
        <p role="alert" className="alert w-full">
          From is after To, so this page shows another period.
        </p>
      )}
      <Form method="get" className="contents" key={`${first} ${last} ${isWrong}`}>
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
