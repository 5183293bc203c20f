import { useState } from "react";
import { FIRST_DATE, LAST_DATE, type LocalDate } from "#app/domain/calendar.ts";
import { RowField, useRowField } from "./row-field.tsx";

type RowDateProps = { id: string; field: string; date: LocalDate | null; label: string };

/**
 * A date input in a row that saves each change at once; without JavaScript, by a button. After a failed save it shows the
 * stored date and the problem.
 */
export function RowDate({ id, field, date, label }: RowDateProps) {
  const { pendingValue, problem, save } = useRowField({ id, field });
  /** An invalid date while it is typed, which is not saved yet: with half a year typed, the input holds a year such as 0002. */
  const [draft, setDraft] = useState<string | null>(null);
  const current = pendingValue ?? date ?? "";
  const commit = (value: string) => {
    setDraft(null);
    if (value !== current) save(value);
  };
  return (
    <RowField id={id} field={field} problem={problem} save={() => commit(draft ?? current)}>
      <input
        type="date"
        name="value"
        min={FIRST_DATE}
        max={LAST_DATE}
        value={draft ?? current}
        aria-label={label}
        className="row-control"
        onChange={({ currentTarget: { value, validity } }) => {
          if (validity.valid) commit(value);
          else setDraft(value);
        }}
        onBlur={({ currentTarget }) => {
          if (draft) return commit(draft);
          setDraft(null);
          // A half-typed date reads as an empty value, so React does not restore the stored date by itself.
          if (currentTarget.validity.badInput) currentTarget.value = current;
        }}
      />
      <noscript>
        <button type="submit" className="link inline-flex min-h-11 items-center lg:min-h-0">
          Save
        </button>
      </noscript>
    </RowField>
  );
}
