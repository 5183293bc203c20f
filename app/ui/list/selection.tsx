import type { ReactNode } from "react";
import { RowActionForm } from "./row-action-form.tsx";
import type { ListProps, ListRow } from "./types.ts";

/** The form that the boxes of the rows belong to, wherever they stand. */
const FORM = "selection";

type SelectionOptions<Row> = { canSelect: (row: Row) => boolean; nameOf: (row: Row) => string; idempotencyKey: string };

/** The boxes that select rows for the commands of the `SelectionBar`. Only lists with such commands load this module. */
export function selectionOf<Row extends ListRow>({
  canSelect,
  nameOf,
  idempotencyKey,
}: SelectionOptions<Row>): NonNullable<ListProps<Row>["selection"]> {
  return {
    // A command brings a new key: the box is not ticked any more.
    heading: <SelectAll key={idempotencyKey} />,
    cell: (row) => (
      <td className="select">
        {canSelect(row) && <Box form={FORM} name="selected" value={row.id} label={`Select ${nameOf(row)}`} />}
      </td>
    ),
  };
}

type BoxProps = { label: string; form?: string; name?: string; value?: string; onChange?: (checked: boolean) => void };

function Box({ label, onChange, ...rest }: BoxProps) {
  return (
    <label className="-m-2.5 grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        {...rest}
        aria-label={label}
        autoComplete="off"
        className="tick"
        onChange={onChange && (({ currentTarget }) => onChange(currentTarget.checked))}
      />
    </label>
  );
}

/** The heading over the boxes. It selects all rows of the page; without JavaScript it is not shown. */
function SelectAll() {
  const setAll = (checked: boolean) => {
    for (const box of document.querySelectorAll<HTMLInputElement>("[name=selected]")) box.checked = checked;
  };
  return (
    <th scope="col" className="select">
      <Box label="Select all rows of this page" onChange={setAll} />
    </th>
  );
}

/**
 * The commands for the selected rows of the page, which travel as `selected`. It is shown while a row is selected, by CSS alone,
 * so that it works without JavaScript.
 */
export function SelectionBar({ idempotencyKey, children }: { idempotencyKey: string; children: ReactNode }) {
  return (
    <RowActionForm id={FORM} className="selection">
      Selected rows
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {children}
    </RowActionForm>
  );
}
