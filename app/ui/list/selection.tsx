import type { ReactNode } from "react";
import { RowActionForm } from "./row-action-form.tsx";

/** The form that the boxes of the rows belong to, wherever they stand. */
const FORM = "selection";

/** Selects a row for the commands of the `SelectionBar`. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  return (
    <label className="-m-2.5 grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        form={FORM}
        name="selected"
        value={id}
        aria-label={`Select ${name}`}
        autoComplete="off"
        className="tick"
      />
    </label>
  );
}

/** The heading over the boxes. It selects all rows of the page; without JavaScript it is not shown. */
export function SelectAll() {
  return (
    <th scope="col" className="select">
      <label className="-m-2.5 grid size-11 cursor-pointer place-items-center noscript:hidden">
        <input
          type="checkbox"
          aria-label="Select all rows of this page"
          autoComplete="off"
          className="tick"
          onChange={({ currentTarget: { checked, ownerDocument } }) => {
            for (const box of ownerDocument.querySelectorAll<HTMLInputElement>("[name=selected]"))
              box.checked = checked;
          }}
        />
      </label>
    </th>
  );
}

/**
 * The commands for the selected rows of the page, which travel as `selected`. It is shown while a row is selected, by CSS alone,
 * so that it works without JavaScript.
 */
export function SelectionBar({ idempotencyKey, commands }: { idempotencyKey: string; commands: ReactNode }) {
  return (
    <RowActionForm id={FORM} className="selection">
      <span>Selected rows</span>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {commands}
    </RowActionForm>
  );
}
