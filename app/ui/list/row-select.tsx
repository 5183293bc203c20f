import { useState } from "react";
import type { Option } from "#app/domain/field.ts";
import { RowField, useRowField } from "./row-field.tsx";

type RowSelectProps = {
  id: string;
  field: string;
  /** The stored option, which may no longer be among the options. */
  value: Option;
  options: readonly Option[];
  label: string;
};

/**
 * A select in a row that saves at once. It shows the selected option until the save is answered, and then the stored option.
 * The options of a hundred rows would make the page large, so a row renders them on its first focus or press. Without
 * JavaScript the record is edited in its dialog.
 */
export function RowSelect({ id, field, value, options, label }: RowSelectProps) {
  const { pendingValue, problem, save } = useRowField({ id, field });
  const [hasAllOptions, setHasAllOptions] = useState(false);
  const selected = pendingValue ?? value.id;
  const rendered = hasAllOptions ? options : options.filter((option) => option.id === selected);
  const hasStored = rendered.some((option) => option.id === value.id);
  // Both events come before the browser opens the list of options.
  const renderAll = () => setHasAllOptions(true);
  return (
    <RowField id={id} field={field} problem={problem} save={() => save(selected)}>
      <select
        name="value"
        value={selected}
        aria-label={label}
        className="row-control field-sizing-content min-h-11 text-ellipsis"
        onPointerDown={renderAll}
        onFocus={renderAll}
        onChange={(event) => save(event.currentTarget.value)}
      >
        {!hasStored && <option value={value.id}>{value.name}</option>}
        {rendered.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </RowField>
  );
}
