import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useContext,
  useRef,
  useState,
} from "react";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import type { BoundInput, Option } from "#app/domain/fields/field.ts";
import { constraintOf, problemOf } from "#app/domain/fields/field-checks.ts";
import type { Refused } from "#app/table/table-options.ts";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import { RowChoices } from "./row-choices.ts";
import { displayOf, usePaste } from "./use-paste.ts";
import { RowCommandsContext } from "./use-row-commands.tsx";

type RowEditorProps = {
  id: string;
  field: string;
  /** The label of the field, and that of the editor: 'Boarding' and 'Argentum: boarding'. */
  heading: string;
  label: string;
  input: Pick<BoundInput<never>, "control" | "kind" | "required" | "maxLength">;
  /** The value that is stored, or is being saved, as the text of the control and as the cell shows it. */
  value: string;
  text: string;
  /** The value that was refused, and why. */
  refused: Refused | undefined;
  /** The picker of a date opens, too. */
  opensPicker: boolean;
};

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * The editor of a value in its row. It saves when it is left or Enter is pressed, never while typing and never by opening, and
 * Escape leaves the value as it was. From an amount or a number, Enter and Tab go on to the next row; with Shift, to the row before.
 * A value that the browser or the server refuses stays, with the reason (docs/product.md, 'Editing in rows').
 */
export function RowEditor(props: RowEditorProps) {
  const { label, value, text, refused } = props;
  const { control, required } = props.input;
  const { input, close, save, clear, handlers } = useEditing(props);
  const onPaste = usePaste(props, input, close);
  // What was typed stays in an editor that is open while its value is refused: another default would reset a half-typed date.
  const [refusedAtFirst] = useState(refused?.value);
  const id = `${props.id}-${props.field}`;
  const shared = {
    "aria-label": label,
    "aria-describedby": refused && id,
    defaultValue: refusedAtFirst ?? value,
    className: "control",
    ...constraintOf(checkedField(props)),
  };
  return (
    <div
      className="row-editor"
      data-dirty={refused && true}
      {...handlers}
      onPaste={control === "reference" ? undefined : onPaste}
    >
      {control === "reference" ? (
        <select ref={input as RefObject<HTMLSelectElement>} {...shared}>
          <Options value={value} text={text} field={props.field} />
        </select>
      ) : (
        <input ref={input as RefObject<HTMLInputElement>} {...shared} {...ATTRIBUTES[control]} autoComplete="off" />
      )}
      {control !== "reference" && (
        <button type="button" className="row-editor-button" onMouseDown={keepFocus} onClick={() => save()}>
          Save
        </button>
      )}
      {!required && value !== "" && (
        <button type="button" className="row-editor-button" onMouseDown={keepFocus} onClick={clear}>
          Clear
        </button>
      )}
      {refused && (
        <p id={id} role="alert" className="row-editor-problem">
          {refused.problem}
        </p>
      )}
    </div>
  );
}

/** Safari gives a pressed button no focus: the editor would be left before the press. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The attributes of the input of each control; a control without an entry is a plain text input. */
const ATTRIBUTES: { [control in BoundInput<never>["control"]]?: ComponentProps<"input"> } = {
  date: { type: "date" },
  amount: { inputMode: "decimal", size: 9 },
  quantity: { inputMode: "numeric", size: 4 },
  tel: { type: "tel" },
};

/** The field for the browser's checks, the same as in the record's dialog. */
const checkedField = ({ field, heading, input }: Pick<RowEditorProps, "field" | "heading" | "input">) => ({
  ...input,
  name: field,
  label: heading,
});

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

/** How the editor closes and saves. `proposed` is the value that the browser proposed when its picker opened. */
function useSaving(props: RowEditorProps, input: RefObject<Input>, proposed: RefObject<string | undefined>) {
  const { id, field, value, refused } = props;
  const { control } = props.input;
  const commands = useContext(RowCommandsContext);
  const afterPress = useAfterPress();

  const close = (returnsFocus = true) => {
    const cell = input.current?.closest("td, th, dd");
    commands?.close(id, field);
    if (returnsFocus) setTimeout(() => returnFocus(cell));
  };

  const commit = (entered: string, element: Input | null, returnsFocus = true) => {
    const text = displayOf(control, entered, element);
    close(returnsFocus);
    if (entered !== value) commands?.set({ id, field, value: entered, text });
  };

  /** Saves and closes, or says what is wrong. Returns whether it has closed. */
  const save = (returnsFocus = true, isLeaving = false): boolean => {
    const element = input.current;
    // The editor has left the page, as with its row.
    if (!element) return false;
    const { value: entered } = element;
    // Only Enter and 'Save' send a refused value again.
    if (isLeaving && entered === refused?.value) return false;
    const problem =
      isLeaving && entered !== "" && entered === proposed.current
        ? `${formatUsDate(entered)} is not saved yet: press Save, or Escape to leave it empty.`
        : problemOf(checkedField(props), element);
    const isWrong = problem && (entered !== value || element.validity.badInput);
    const finish = () =>
      isWrong
        ? commands?.refuse({ id, field, value: entered, text: "", problem })
        : commit(entered, element, returnsFocus);
    if (isLeaving) afterPress(finish);
    else finish();
    return !problem;
  };

  return { close, save, clear: () => commit("", null) };
}

/**
 * Returns a function that calls `finish` once the mouse button is up: an editor or a message that comes or goes moves
 * other elements, and a press must hit the element under the pointer.
 */
function useAfterPress(): (finish: () => void) => void {
  const isPressed = useRef(false);
  useBrowserLayoutEffect(() => {
    const end = new AbortController();
    const note = ({ type }: Event) => {
      isPressed.current = type === "pointerdown";
    };
    for (const event of ["pointerdown", "pointerup", "pointercancel"])
      addEventListener(event, note, { signal: end.signal, capture: true });
    return () => end.abort();
  }, []);
  return (finish) => {
    const end = new AbortController();
    const over = () => {
      end.abort();
      finish();
    };
    // A link that is dragged ends without a mouseup.
    if (isPressed.current) for (const event of ["mouseup", "dragend"]) addEventListener(event, over, end);
    else finish();
  };
}

/** The editor's handlers of keys, choices and focus. */
function useEditing(props: RowEditorProps) {
  const { field, value, refused, opensPicker } = props;
  const { control } = props.input;
  const isFigure = control === "amount" || control === "quantity";
  const input = useRef<Input>(null);
  /** Keys change a choice without its list, and a date part by part: each step would be saved on the way. */
  const isTyping = useRef(false);
  const proposed = useRef<string>();
  const { close, save, clear } = useSaving(props, input, proposed);

  useBrowserLayoutEffect(() => startEditing(input.current, refused !== undefined, opensPicker), []);
  useFollowing(props, input);

  /** Saves, and opens the editor of the row below or above, if there is one. */
  const goOn = (isBack: boolean) => {
    const next = neighbor(input.current, field, isBack);
    if (save(next === undefined)) next?.click();
  };

  const leave = (event: FocusEvent<HTMLElement>) => hasLeft(event, input.current) && save(false, true);

  usePicking(input, () => {
    const isFirst = proposed.current === undefined && value === "";
    proposed.current = isFirst && control === "date" ? proposedByPicker(input.current?.value) : "";
    if (!isTyping.current && !proposed.current && hasPicker(control)) save();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Enter and Escape belong to the word that is being composed.
    if (event.nativeEvent.isComposing) return;
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

  /**
   * Marks a refused or invalid entry, which would be lost with the page. A valid entry is saved when the page is left.
   */
  const onInput = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const { validity, value: entered } = input.current ?? {};
    const isChanged = entered !== value || validity?.badInput;
    currentTarget.toggleAttribute("data-dirty", refused !== undefined || (isChanged && !validity?.valid));
    currentTarget.toggleAttribute("data-unsent", isChanged);
  };

  // A press on the control opens its list or its picker, and what is chosen there is saved at once.
  const onPointerDown = () => {
    isTyping.current = false;
  };

  return { input, close, save, clear, handlers: { onBlur: leave, onKeyDown, onInput, onPointerDown } };
}

const hasPicker = (control: string) => control === "reference" || control === "date";

/** Calls `onPick` with each choice. React's `onChange` is called for each day that the keys pass in the picker, too. */
function usePicking(input: RefObject<Input>, onPick: () => void): void {
  useBrowserLayoutEffect(() => {
    const { current: element } = input;
    element?.addEventListener("change", onPick);
    return () => element?.removeEventListener("change", onPick);
  });
}

/** Updates an editor in which nothing was typed: leaving it would save its old value over that of another admin. */
function useFollowing({ value, refused }: RowEditorProps, input: RefObject<Input>): void {
  const last = useRef(value);
  useBrowserLayoutEffect(() => {
    const { current: element } = input;
    if (element && !refused && element.value === last.current && !element.validity.badInput) element.value = value;
    last.current = value;
  }, [value]);
}

/** False if the window lost the focus, or the focus stays in the editor. */
const hasLeft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>, element: Input | null) =>
  document.activeElement !== element && !currentTarget.contains(relatedTarget);

/** Focuses the link that has replaced the editor, unless the user has moved on. */
function returnFocus(cell: Element | null | undefined): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !cell?.contains(activeElement)) return;
  cell?.querySelector<HTMLElement>("[data-field]")?.focus();
}

/** The link that opens the editor of the same field in the next row, or in the one before. */
function neighbor(element: Input | null, field: string, isBack: boolean): HTMLElement | undefined {
  const row = element?.closest("tr");
  const next = isBack ? row?.previousElementSibling : row?.nextElementSibling;
  return next?.querySelector<HTMLElement>(`[data-field="${field}"]`) ?? undefined;
}

/**
 * Focuses the editor. If it reopens with a refused value while the user is in another editor, that one stays focused.
 * Returns a function that ends the editing.
 */
function startEditing(element: Input | null, isRefused: boolean, opensPicker: boolean) {
  const { activeElement } = document;
  const isFree = activeElement === document.body || element?.closest("td, th, dd")?.contains(activeElement);
  if (!isRefused || isFree) takeFocus(element, opensPicker);
  // Back removes the page without a blur event.
  const blur = () => element?.blur();
  addEventListener("popstate", blur);
  return () => removeEventListener("popstate", blur);
}

function takeFocus(element: Input | null, opensPicker: boolean) {
  element?.focus();
  const isDate = element instanceof HTMLInputElement && element.type === "date";
  // Opens the list or the picker, which takes the keys; otherwise that needs a second press. Not in every browser, and
  // only shortly after a press.
  if (element instanceof HTMLSelectElement || (isDate && opensPicker)) attempt(() => element.showPicker?.());
  else if (element && !isDate) element.select();
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The browser opens it only upon another press.
  }
}
