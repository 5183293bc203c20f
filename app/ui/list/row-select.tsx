import { useState } from "react";
import { RowField, useRowField } from "./row-field.tsx";

type Option = { id: string; name: string };

type RowSelectProps = {
  id: string;
  field: string;
  /** What is chosen; it need not be among the options any more. */
  value: Option;
  options: readonly Option[];
  label: string;
};

/**
 * A choice in a row that saves at once; it shows what was chosen until the save is known, and then what is so. A hundred
 * rows would hold a hundred times all options, so a row takes them when somebody turns to it. Without script there is the
 * dialog.
 */
export function RowSelect({ id, field, value, options, label }: RowSelectProps) {
  const { chosen, problem, save } = useRowField({ id, field });
  const [isTurnedTo, setTurnedTo] = useState(false);
  const shown = chosen ?? value.id;
  const offered = isTurnedTo ? options : options.filter((option) => option.id === shown);
  const isOffered = offered.some((option) => option.id === value.id);
  // The pointer is down before the list opens; by keyboard, the focus comes first.
  const turnTo = () => setTurnedTo(true);
  return (
    <RowField id={id} field={field} problem={problem} save={() => save(shown)}>
      <select
        name="value"
        value={shown}
        aria-label={label}
        className="row-control field-sizing-content min-h-11 text-ellipsis"
        onPointerDown={turnTo}
        onFocus={turnTo}
        onChange={(event) => save(event.currentTarget.value)}
      >
        {!isOffered && <option value={value.id}>{value.name}</option>}
        {offered.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </RowField>
  );
}
