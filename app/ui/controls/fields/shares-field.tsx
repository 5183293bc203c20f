import { type FieldMetadata, useField } from "@conform-to/react";
import { byName } from "#app/domain/basics/names.ts";
import type { Option } from "#app/domain/fields/field.ts";
import { shareControls } from "#app/domain/fields/shares.ts";
import { controlClass, FieldErrors } from "./form-field.tsx";

type SharesFieldProps = { name: string; label: string; first: string; options: readonly Option[] | undefined };

/** Owners by percent (docs/decisions/shares.md): that of the `first` one, which another field names, and a row for each other owner. */
export function SharesField({ name, label, first, options = [] }: SharesFieldProps) {
  const [field] = useField<string[]>(name);
  const { initialValue: initial } = field;
  const texts = shareControls((Array.isArray(initial) ? initial : []).map((text) => String(text ?? "")));
  const taken = texts.filter((id, n) => n % 2 === 1 && id);
  const unknown = taken.filter((id) => !options.some((option) => option.id === id));
  const offered = [...options, ...unknown.map((id) => ({ id, name: "Deleted" }))].sort(byName);
  const rows = Array.from({ length: (texts.length - 1) / 2 }, (_, row) => row);
  return (
    <details className="sm:col-span-2" open={taken.length > 0 || field.errors !== undefined}>
      <summary className="link w-fit text-sm">Several owners</summary>
      <fieldset className="mt-5">
        <legend className="sr-only">{label}</legend>
        <div className="grid grid-cols-[1fr_7rem] items-center gap-x-4 gap-y-3">
          <label htmlFor={field.id} className="text-sm font-medium">
            {first}
          </label>
          <Percent {...{ field, texts }} at={0} owner={first} />
          {rows.map((row) => (
            <div key={row} className="contents">
              <select
                name={`${name}[${2 * row + 1}]`}
                defaultValue={texts[2 * row + 1] ?? ""}
                aria-label={`Owner ${row + 2}`}
                translate="no"
                className={controlClass}
              >
                <option value="" translate="yes">
                  Select another owner
                </option>
                {offered.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.name}
                  </option>
                ))}
              </select>
              <Percent {...{ field, texts }} at={2 * row + 2} owner={`owner ${row + 2}`} />
            </div>
          ))}
        </div>
        <FieldErrors field={field} />
      </fieldset>
    </details>
  );
}

type PercentProps = { field: FieldMetadata<string[]>; texts: readonly string[]; at: number; owner: string };

const Percent = ({ field, texts, at, owner }: PercentProps) => (
  <span className="flex items-center gap-2">
    <input
      name={`${field.name}[${at}]`}
      id={at === 0 ? field.id : undefined}
      defaultValue={texts[at]}
      aria-label={`Percent of ${owner}`}
      aria-invalid={field.errors && (at === 0 || texts[at]) ? true : undefined}
      aria-describedby={field.errors && field.errorId}
      inputMode="decimal"
      autoComplete="off"
      className={`${controlClass} text-right`}
    />
    <span className="text-muted">%</span>
  </span>
);
