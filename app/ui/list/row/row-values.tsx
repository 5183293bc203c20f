import type { ReactNode } from "react";
import type { BoundField, BoundInput } from "#app/domain/fields/field.ts";
import type { RowEdits } from "#app/table/table-options.ts";
import type { ListRow } from "#app/ui/list/types.ts";
import { rowTools } from "./row-tools.ts";

/*
 * The values of a row that can be edited in it. A page has hundreds of them, so that they are plain markup: the table handles
 * their events (`table.tsx`), and what a press has started arrives as the row's state.
 */

type RowValueProps<Row> = {
  row: Row;
  field: BoundField<Row>;
  input: BoundInput<Row>;
  name: string;
  /** The edits of the row; undefined in most rows. */
  state: RowEdits | undefined;
  /** The address of the row's dialog over the list as it is; undefined if it has none. */
  href: string | undefined;
};

/** The id of the form that the buttons of all rows belong to. */
export const ROW_FORM = "rows";

export const rowValue = <Row extends ListRow>(props: RowValueProps<Row>): ReactNode =>
  props.input.control === "checkbox" ? rowSwitch(props) : rowLink(props);

/** A switch or a checkbox, which saves at once. Without JavaScript the browser posts it. */
function rowSwitch<Row extends ListRow>({ row, field, input, name, state }: RowValueProps<Row>): ReactNode {
  const isOn = (state?.pending[field.name]?.value ?? String(input.textOf(row) === "on")) === "true";
  const problem = state?.refused[field.name]?.problem;
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a checkbox and a switch both have `aria-checked`. */}
      <button
        type="submit"
        form={ROW_FORM}
        name="row"
        value={`set ${row.id} ${field.name} ${!isOn}`}
        role={field.listed.isCheckbox ? "checkbox" : "switch"}
        aria-checked={isOn}
        aria-label={`${name}: ${field.heading.toLowerCase()}`}
        className="switch"
      />
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </>
  );
}

/** A value that a press turns into its editor. Without JavaScript it leads to the dialog of the record. */
function rowLink<Row extends ListRow>({ row, field, input, name, state, href }: RowValueProps<Row>): ReactNode {
  const label = `${name}: ${field.heading.toLowerCase()}`;
  const refused = state?.refused[field.name];
  const RowEditor = state?.editing === field.name || refused ? rowTools()?.RowEditor : undefined;
  const { value, text } = state?.pending[field.name] ?? { value: input.textOf(row), text: field.text(row) };
  if (RowEditor) {
    return (
      <RowEditor
        id={row.id}
        field={field.name}
        heading={field.label}
        label={label}
        input={input}
        value={value}
        text={text}
        refused={refused}
        opensPicker={state?.opensPicker ?? false}
      />
    );
  }
  return (
    <a href={href} data-field={field.name} aria-label={`${label} ${text || "add"}`} className="row-value">
      {text || "Add"}
    </a>
  );
}
