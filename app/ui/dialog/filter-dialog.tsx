import { Form } from "@remix-run/react";
import type { Option } from "#app/domain/field.ts";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { Dialog, DialogFoot } from "./dialog.tsx";

export type FilterControl = {
  name: string;
  label: string;
  control: "date" | "number" | "select";
  value: string;
  /** The option without a value. */
  unset: string;
  options: readonly Option[];
};

type FilterDialogProps = {
  /** The list behind the dialog. */
  path: string;
  controls: readonly FilterControl[];
  /** Parameters of the list's address that stay as they are. */
  kept: readonly (readonly [string, string])[];
};

/** The form of a list's filters (docs/product.md, 'Filters'). */
export function FilterDialog({ path, controls, kept }: FilterDialogProps) {
  const onClosePath = path + useListSearch();
  return (
    <Dialog title="Filter" onClosePath={onClosePath}>
      <Form action={`${path}/filter`} replace className="mt-5 grid gap-4">
        <input type="hidden" name="apply" value="" />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid gap-4 sm:grid-cols-2">
          {controls.map((each) => (
            <Field key={each.name} label={each.label} field={{ id: `filter-${each.name}`, errorId: "" }}>
              <Control {...each} />
            </Field>
          ))}
        </div>
        <DialogFoot onClosePath={onClosePath} label="Show" />
      </Form>
    </Dialog>
  );
}

function Control({ name, control, value, unset, options }: FilterControl) {
  const props = { id: `filter-${name}`, name, defaultValue: value, className: controlClass };
  if (control === "date") return <input type="date" {...props} />;
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
