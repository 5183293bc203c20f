import { Form } from "@remix-run/react";
import type { FilterOptions } from "#app/domain/fields/column-filters.ts";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { FilterFields } from "#app/ui/list/tools/filter-form.tsx";
import { Dialog, DialogFoot } from "./dialog.tsx";

type FilterDialogProps = FilterOptions & {
  /** The list behind the dialog. */
  path: string;
  values: Readonly<Record<string, string>>;
  /** Parameters of the list's address that stay as they are. */
  kept: readonly (readonly [string, string])[];
};

/** The form of a list's filters without JavaScript; with it the form opens in place: see `FilterMenu`. */
export function FilterDialog({ path, kept, ...fields }: FilterDialogProps) {
  const onClosePath = path + useListSearch();
  return (
    <Dialog onClosePath={onClosePath}>
      <Form action={`${path}/filter`} replace className="mt-5 grid gap-4">
        <input type="hidden" name="apply" value="" />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FilterFields {...fields} />
        <DialogFoot onClosePath={onClosePath} label="Apply" />
      </Form>
    </Dialog>
  );
}
