import { RowField, useRowField } from "./row-field.tsx";

type RowSwitchProps = { id: string; field: string; checked: boolean; label: string };

/** A switch in a row that saves at once. It shows the new state until the save is answered, and then the stored state. */
export function RowSwitch({ id, field, checked, label }: RowSwitchProps) {
  const { pendingValue, problem, save } = useRowField({ id, field });
  const isOn = (pendingValue ?? String(checked)) === "true";
  return (
    <RowField id={id} field={field} problem={problem} save={() => save(String(!isOn))}>
      <button
        type="submit"
        name="value"
        value={String(!isOn)}
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        className="switch"
      />
    </RowField>
  );
}
