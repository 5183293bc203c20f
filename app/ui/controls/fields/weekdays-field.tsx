import { useField } from "@conform-to/react";
import { WEEKDAYS } from "#app/domain/basics/calendar.ts";
import { FieldErrors } from "./form-field.tsx";

/** The days of the week, with a checkbox each. Each is an entry of the list, so that the form has the ticked ones. */
export function WeekdaysField({ name, label }: { name: string; label: string }) {
  const [field] = useField<(string | undefined)[]>(name);
  const { initialValue } = field;
  const ticked: readonly unknown[] = Array.isArray(initialValue) ? initialValue : [];
  return (
    <fieldset className="weekdays" aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">
        <span>{label}</span> <span className="font-normal text-muted">(none: monthly)</span>
      </legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEKDAYS.map((day, place) => (
          <label key={day} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={`${name}[${place}]`}
              value={day}
              defaultChecked={ticked.includes(day)}
              className="tick"
            />
            <span>{day}</span>
          </label>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}
