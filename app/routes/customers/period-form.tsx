import { Form } from "@remix-run/react";
import type { Period } from "#app/domain/statement.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass } from "#app/ui/controls/field.tsx";

/** Chooses the period, without JavaScript too. */
export function PeriodForm({ first, last }: Period) {
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3" key={`${first} ${last}`}>
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
  );
}
