import { useState } from "react";
import { FIRST_DATE, LAST_DATE, type LocalDate } from "#app/domain/calendar.ts";
import { RowField, useRowField } from "./row-field.tsx";

type RowDateProps = { id: string; field: string; date: LocalDate | null; label: string };

/**
 * A date in a row that saves at once; without script, by a button. Where a save fails, the date that is so comes back with the
 * reason.
 */
export function RowDate({ id, field, date, label }: RowDateProps) {
  const { chosen, problem, save } = useRowField({ id, field });
  /** What is not sent: a date that is half typed reads as empty, and one whose year is half typed as one long ago. */
  const [typed, setTyped] = useState<string | null>(null);
  const known = chosen ?? date ?? "";
  const send = (value: string) => {
    setTyped(null);
    if (value !== known) save(value);
  };
  return (
    <RowField id={id} field={field} problem={problem} save={() => send(typed ?? known)}>
      <input
        type="date"
        name="value"
        min={FIRST_DATE}
        max={LAST_DATE}
        value={typed ?? known}
        aria-label={label}
        className="row-control"
        onChange={({ currentTarget: { value, validity } }) => {
          if (validity.valid) send(value);
          else setTyped(value);
        }}
        onBlur={({ currentTarget }) => {
          if (typed) return send(typed);
          setTyped(null);
          if (currentTarget.validity.badInput) currentTarget.value = known;
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
