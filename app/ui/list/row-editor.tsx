import { type FocusEvent, type KeyboardEvent, useContext, useEffect, useRef, useState } from "react";
import { FIRST_DATE, formatUsDate, LAST_DATE } from "#app/domain/calendar.ts";
import type { Control, Option } from "#app/domain/field.ts";
import { RowChoices } from "./row-choices.ts";
import { type Refused, RowCommandsContext } from "./use-row-commands.tsx";

/** The editor of a field in a row. */
type RowEditorProps = {
  id: string;
  field: string;
  control: Control;
  label: string;
  /** The stored value as the text of the control, and as the cell shows it. */
  value: string;
  text: string;
  isRequired: boolean;
  /** The value that was refused, and why. */
  refused: Refused | undefined;
};

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * The editor of a value in its row. It saves when it is left or Enter is pressed, never while typing and never by opening, and
 * Escape leaves the value as it was. A refused value stays, with the reason (docs/product.md, 'Editing in rows').
 */
export function RowEditor(props: RowEditorProps) {
  const { control, label, value, text, isRequired, refused } = props;
  const { input, problem, leave, save, onKeyDown, onPick } = useEditing(props);
  const id = `${props.id}-${props.field}`;
  const shared = {
    ref: (element: Input | null) => {
      input.current = element;
    },
    "aria-label": label,
    "aria-describedby": problem ? id : undefined,
    defaultValue: refused?.value ?? value,
    className: "control",
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the controls inside.
    <div className="row-editor" onBlur={leave} onKeyDown={onKeyDown}>
      {control === "reference" ? (
        <select {...shared} onChange={onPick}>
          <Options value={value} text={text} field={props.field} />
        </select>
      ) : control === "date" ? (
        <input {...shared} type="date" min={FIRST_DATE} max={LAST_DATE} onChange={onPick} />
      ) : (
        <input {...shared} type="number" min={1} step={1} inputMode="numeric" />
      )}
      {control !== "reference" && (
        <button type="button" className="row-editor-button" onClick={() => save(true)}>
          Save
        </button>
      )}
      {!isRequired && value !== "" && (
        <button type="button" className="row-editor-button" onClick={() => save(true, "")}>
          Clear
        </button>
      )}
      {problem && (
        <p id={id} role="alert" className="row-editor-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The options of a reference. The stored one may no longer be among them. */
function Options({ value, text, field }: Pick<RowEditorProps, "value" | "text" | "field">) {
  const offered: readonly Option[] = useContext(RowChoices)[field] ?? [];
  const options = offered.some(({ id }) => id === value) ? offered : [{ id: value, name: text }, ...offered];
  return options.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** Safari on iOS sets an empty date to today as soon as its picker opens, without a press of the person. */
const PICKER_SETS_TODAY = () => CSS.supports("-webkit-touch-callout", "none");

const HALF_TYPED = "Type the whole date, or press Escape to leave it as it was.";

function useEditing({ id, field, control, value, refused }: RowEditorProps) {
  const commands = useContext(RowCommandsContext);
  const input = useRef<Input | null>(null);
  const [ownProblem, setProblem] = useState<string>();
  /** Keys that reach the page change a choice without its list: each would be saved on the way to the right one. */
  const isTyping = useRef(false);
  /** The value that the browser proposed when its picker opened. */
  const proposed = useRef<string>();

  useEffect(() => startEditing(input.current), []);

  const close = (returnsFocus = true) => {
    const cell = input.current?.closest("td, th");
    commands?.close(id, field);
    // The link has taken the place of the editor by then, and the person may have moved on.
    const returnFocus = () => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && !cell?.contains(activeElement)) return;
      cell?.querySelector<HTMLElement>("[data-field]")?.focus();
    };
    if (returnsFocus) setTimeout(returnFocus);
  };

  const save = (returnsFocus = true, entered = input.current?.value ?? "", isLeaving = false) => {
    const element = input.current;
    if (element?.validity.badInput && entered === element.value) return setProblem(HALF_TYPED);
    if (isLeaving && entered !== "" && entered === proposed.current) {
      return setProblem(`${formatUsDate(entered)} is not saved yet: press Save, or Escape to leave it empty.`);
    }
    if (entered === (refused?.value ?? value)) return refused && isLeaving ? undefined : close(returnsFocus);
    close(returnsFocus);
    commands?.set({ id, field, value: entered, text: displayOf(control, entered, element) });
  };

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // The window lost the focus, or the focus stays in the editor.
    if (document.activeElement === input.current || currentTarget.contains(relatedTarget)) return;
    save(false, undefined, true);
  };

  const onPick = () => {
    if (control === "reference") return isTyping.current ? undefined : save();
    const picked = input.current?.value ?? "";
    const isFirst = proposed.current === undefined && value === "";
    proposed.current =
      isFirst && PICKER_SETS_TODAY() && picked === new Date().toLocaleDateString("en-CA") ? picked : "";
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    isTyping.current = true;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === input.current) save();
    else return;
    event.preventDefault();
    // Escape must not close a dialog or clear the search.
    event.stopPropagation();
  };

  return { input, problem: ownProblem ?? refused?.problem, leave, save, onKeyDown, onPick };
}

/** Takes the focus; returns what ends that. */
function startEditing(element: Input | null) {
  element?.focus();
  // Without it a second press would open the list of options. Not in every browser, and only shortly after a press.
  if (element instanceof HTMLSelectElement) attempt(() => element.showPicker?.());
  if (element instanceof HTMLInputElement && element.type === "number") element.select();
  // Back takes the page away without a blur.
  const blur = () => element?.blur();
  addEventListener("popstate", blur);
  return () => removeEventListener("popstate", blur);
}

/** What the cell shows until the answer. */
function displayOf(control: string, value: string, element: Input | null): string {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? "";
  return control === "date" && value ? formatUsDate(value) : value;
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The browser wants another press.
  }
}
