import { type FormEvent, Fragment } from "react";
import { type FilterControl, type FilterOptions, isUsual } from "#app/domain/fields/column-filters.ts";
import { DateInput } from "#app/ui/controls/fields/date-input.tsx";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";

type FilterFieldsProps = FilterOptions & {
  values: Readonly<Record<string, string>>;
  /** The controls that are there; all by default. The others keep their values. */
  only?: readonly string[] | undefined;
};

/** The controls of a list's filters (docs/product.md, 'Filters'). */
export function FilterFields({ controls, ranges, values, only }: FilterFieldsProps) {
  return (
    <div className="filter-fields">
      {/* What the Enter key in a box presses. */}
      <button type="submit" className="hidden" />
      {controls.map((each) => {
        const { name, label } = each;
        const value = values[name] ?? "";
        if (only && !only.includes(name)) return <input key={name} type="hidden" name={name} value={value} />;
        return (
          <Fragment key={name}>
            <FormField
              label={label}
              field={{ id: `filter-${name}`, errorId: "" }}
              className={isUsual(name) ? "usual" : ""}
            >
              <Control {...each} value={value} />
            </FormField>
            {name === "to" && <Ranges ranges={ranges} />}
          </Fragment>
        );
      })}
    </div>
  );
}

const Ranges = ({ ranges }: Pick<FilterOptions, "ranges">) => (
  <fieldset className="usual">
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
