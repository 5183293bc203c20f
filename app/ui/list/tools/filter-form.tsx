import { type FormEvent, Fragment } from "react";
import type { FilterControl, FilterOptions } from "#app/domain/fields/column-filters.ts";
import { DateInput } from "#app/ui/controls/fields/date-input.tsx";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";

type FilterFieldsProps = FilterOptions & { values: Readonly<Record<string, string>> };

/** The controls of a list's filters (docs/product.md, 'Filters'). */
export function FilterFields({ controls, ranges, values }: FilterFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {/* What the Enter key in a box presses. */}
      <button type="submit" className="hidden" />
      {controls.map((each) => (
        <Fragment key={each.name}>
          <FormField label={each.label} field={{ id: `filter-${each.name}`, errorId: "" }}>
            <Control {...each} value={values[each.name] ?? ""} />
          </FormField>
          {each.name === "to" && <Ranges ranges={ranges} />}
        </Fragment>
      ))}
    </div>
  );
}

const Ranges = ({ ranges }: Pick<FilterOptions, "ranges">) => (
  <fieldset className="col-span-2 flex flex-wrap gap-2">
    <legend className="sr-only">Usual dates</legend>
    {ranges.map(({ label, value }) => (
      <button key={value} type="submit" name="range" value={value} className="chip">
        {label}
      </button>
    ))}
  </fieldset>
);

function Control({ name, control, value, unset, options }: FilterControl & { value: string }) {
  const props = { id: `filter-${name}`, name, defaultValue: value, className: controlClass };
  if (control === "date") return <DateInput {...props} />;
  if (control === "number") return <input inputMode="numeric" maxLength={15} autoComplete="off" {...props} />;
  return (
    <select {...props}>
      <option value="">{unset}</option>
      {options.map(({ id, name: shown }) => (
        <option key={id} value={id}>
          {shown}
        </option>
      ))}
    </select>
  );
}

/** What a form of filters has set. The button of a range sets both of its days, in the form as well. */
export function filtersIn(event: FormEvent<HTMLFormElement>): [name: string, value: string][] {
  const form = event.currentTarget;
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (submitter instanceof HTMLButtonElement && submitter.name === "range") {
    const days = submitter.value.split("..");
    for (const [at, name] of ["from", "to"].entries()) {
      const input = form.elements.namedItem(name);
      if (!(input instanceof HTMLInputElement)) continue;
      input.value = days[at] ?? "";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  return [...new FormData(form)].flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]]));
}
