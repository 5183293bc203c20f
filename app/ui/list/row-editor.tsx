import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useRef,
  useState,
} from "react";
import { FIRST_DATE, formatUsDate, LAST_DATE } from "#app/domain/calendar.ts";
import type { Control, Option } from "#app/domain/field.ts";
import { shownAmount } from "#app/domain/money.ts";
import { useBrowserLayoutEffect } from "#app/ui/controls/layout-effect.ts";
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
 * Escape leaves the value as it was. From an amount or a number, Enter and Tab go on to the next row; with Shift, to the row before. A refused value stays, with the reason (docs/product.md, 'Editing in rows').
 */
export function RowEditor(props: RowEditorProps) {
  const { control, label, value, text, isRequired, refused } = props;
  const { input, problem, leave, save, close, onKeyDown, onPick } = useEditing(props);
  const onPaste = usePaste(props, input, close);
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
    <div className="row-editor" onBlur={leave} onKeyDown={onKeyDown} onPaste={onPaste}>
      {control === "reference" ? (
        <select {...shared} onChange={onPick}>
          <Options value={value} text={text} field={props.field} />
        </select>
      ) : control === "date" ? (
        <input {...shared} type="date" min={FIRST_DATE} max={LAST_DATE} onChange={onPick} />
      ) : control === "amount" ? (
        <input {...shared} inputMode="decimal" size={9} autoComplete="off" />
      ) : control === "quantity" ? (
        <input {...shared} type="number" min={1} step={1} inputMode="numeric" />
      ) : (
        <input {...shared} type={control === "tel" ? "tel" : "text"} autoComplete="off" />
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

/** Safari on iOS sets an empty date to today as soon as its picker opens, without a press of the person. Returns that date, or ''. */
function proposedByPicker(picked = ""): string {
  const isToday = picked === new Date().toLocaleDateString("en-CA");
  return isToday && CSS.supports("-webkit-touch-callout", "none") ? picked : "";
}

const HALF_TYPED = "Type the whole date, or press Escape to leave it as it was.";

function useEditing({ id, field, control, value, refused }: RowEditorProps) {
  const isFigure = control === "amount" || control === "quantity";
  const commands = useContext(RowCommandsContext);
  const input = useRef<Input | null>(null);
  const [ownProblem, setProblem] = useState<string>();
  /** Keys that reach the page change a choice without its list: each would be saved on the way to the right one. */
  const isTyping = useRef(false);
  /** The value that the browser proposed when its picker opened. */
  const proposed = useRef<string>();

  useBrowserLayoutEffect(() => startEditing(input.current), []);

  const close = (returnsFocus = true) => {
    const cell = input.current?.closest("td, th, dd");
    commands?.close(id, field);
    if (returnsFocus) setTimeout(() => returnFocus(cell));
  };

  const save = (returnsFocus = true, entered = input.current?.value ?? "", isLeaving = false) => {
    const element = input.current;
    if (element?.validity.badInput && entered === element.value) return setProblem(HALF_TYPED);
    if (isLeaving && entered !== "" && entered === proposed.current) {
      return setProblem(`${formatUsDate(entered)} is not saved yet: press Save, or Escape to leave it empty.`);
    }
    if (entered === (refused?.value ?? value)) return refused && isLeaving ? undefined : close(returnsFocus);
    const text = displayOf(control, entered, element);
    close(returnsFocus);
    commands?.set({ id, field, value: entered, text });
  };

  /** Saves, and opens the editor of the row below or above, if there is one. */
  const goOn = (isBack: boolean) => {
    const next = input.current?.validity.badInput ? undefined : neighbor(input.current, field, isBack);
    save(next === undefined);
    next?.click();
  };

  const leave = (event: FocusEvent<HTMLElement>) => hasLeft(event, input.current) && save(false, undefined, true);

  const onPick = () => {
    if (control === "reference") return isTyping.current ? undefined : save();
    const isFirst = proposed.current === undefined && value === "";
    proposed.current = isFirst ? proposedByPicker(input.current?.value) : "";
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    isTyping.current = true;
    if (event.key === "Escape") close();
    else if (event.target !== input.current) return;
    else if (isFigure && (event.key === "Enter" || event.key === "Tab")) goOn(event.shiftKey);
    else if (event.key === "Enter") save();
    else return;
    event.preventDefault();
    // Escape must not close a dialog or clear the search.
    event.stopPropagation();
  };

  return { input, problem: ownProblem ?? refused?.problem, leave, save, close, onKeyDown, onPick };
}

/** False if the window lost the focus, or the focus stays in the editor. */
const hasLeft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>, element: Input | null) =>
  document.activeElement !== element && !currentTarget.contains(relatedTarget);

/** The link has taken the place of the editor by then, and the person may have moved on. */
function returnFocus(cell: Element | null | undefined): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !cell?.contains(activeElement)) return;
  cell?.querySelector<HTMLElement>("[data-field]")?.focus();
}

/** Lines that were copied from a spreadsheet go into the row of the editor and those below it. */
function usePaste({ field, control }: RowEditorProps, input: RefObject<Input>, close: () => void) {
  const commands = useContext(RowCommandsContext);
  return (event: ClipboardEvent<HTMLElement>) => {
    // A blank line is a cell that is left as it is.
    const lines = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    const ids = rowsFrom(input.current);
    if (lines.length === 1 || ids.length === 0) return;
    event.preventDefault();
    close();
    for (const [at, id] of ids.slice(0, lines.length).entries()) {
      const value = lines[at]?.trim() ?? "";
      if (value) commands?.set({ id, field, value, text: displayOf(control, value, null) });
    }
  };
}

/** The link that opens the editor of the same field in the next row, or in the one before. */
function neighbor(element: Input | null, field: string, isBack: boolean): HTMLElement | undefined {
  const row = element?.closest("tr");
  const next = isBack ? row?.previousElementSibling : row?.nextElementSibling;
  return next?.querySelector<HTMLElement>(`[data-field="${field}"]`) ?? undefined;
}

/** The ids of the row of an editor and of those below it: their menus have them. */
function rowsFrom(element: Input | null): string[] {
  const row = element?.closest("tr");
  const rows = [...(row?.parentElement?.children ?? [])];
  const menus = rows
    .slice(row ? rows.indexOf(row) : 0)
    .map((each) => each.querySelector<HTMLButtonElement>("[name=menu]"));
  return menus.flatMap((menu) => menu?.value ?? []);
}

/** Takes the focus; returns what ends that. */
function startEditing(element: Input | null) {
  element?.focus();
  // Without it a second press would open the list of options. Not in every browser, and only shortly after a press.
  if (element instanceof HTMLSelectElement) attempt(() => element.showPicker?.());
  if (element instanceof HTMLInputElement && element.type !== "date") element.select();
  // Back takes the page away without a blur.
  const blur = () => element?.blur();
  addEventListener("popstate", blur);
  return () => removeEventListener("popstate", blur);
}

/** What the cell shows until the answer. */
function displayOf(control: string, value: string, element: Input | null): string {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? "";
  if (control === "amount") return shownAmount(value) || value;
  return control === "date" && value ? formatUsDate(value) : value;
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The browser wants another press.
  }
}
