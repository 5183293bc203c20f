import { SELECTED, SELECTION_FORM } from "./use-row-commands.tsx";

/*
 * The keys of the rows of a list (docs/product.md, 'Screens'). They load when a row gets the focus, because the rows are plain
 * markup.
 */

/** What takes the focus in a row. An editor has keys of its own. */
const STOPS = ":is(a[href], button, [type=checkbox]):not(.row-editor *)";

/** The element of a row that had the focus last, and its column, which the arrows keep where a row has nothing in it. */
let last: HTMLElement | null = null;
let column = 0;
let isMoving = false;

const rowOf = (element: Element | null) => element?.closest<HTMLTableRowElement>(".data-table tbody tr");

const boxIn = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>(`[name=${SELECTED}]`);

/** Selects the row of the focus or, if it is selected, focuses the commands for the selected rows. */
export function selectByKey(): void {
  const box = boxIn(rowOf(document.activeElement));
  const bar = document.getElementById(SELECTION_FORM);
  if (box?.checked === false) box.click();
  else
    for (const each of bar?.querySelectorAll<HTMLElement>("select, input, button") ?? []) {
      each.focus();
      // A hidden control takes no focus.
      if (document.activeElement === each) break;
    }
}

/** Gives the focus back to the row that had it. */
function leaveCommands(): void {
  const rows = document.querySelector<HTMLElement>(".data-table tbody");
  const first = rows?.querySelector<HTMLElement>(`[name=${SELECTED}]:checked, a`);
  (last?.isConnected ? last : first)?.focus();
}

/** Focuses the same column of the next row, or of the one before. Returns whether there is one. */
function moveBetweenRows(row: HTMLTableRowElement, isBack: boolean): boolean {
  let next: Element | null = row;
  let stop: HTMLElement | null | undefined;
  while (!stop && next) {
    next = isBack ? next.previousElementSibling : next.nextElementSibling;
    stop = next?.children[column]?.querySelector<HTMLElement>(STOPS) ?? next?.querySelector<HTMLElement>(STOPS);
  }
  isMoving = true;
  stop?.focus();
  isMoving = false;
  return Boolean(stop);
}

/** Returns whether the key did something. */
function press(key: string, target: HTMLElement): boolean {
  if (key === "Escape" && target.closest(`#${SELECTION_FORM}`)) {
    leaveCommands();
    return true;
  }
  const row = rowOf(target);
  if (!row || !target.matches(STOPS)) return false;
  if (key === "ArrowDown" || key === "ArrowUp") return moveBetweenRows(row, key === "ArrowUp");
  const box = key === " " && target.matches("a") ? boxIn(row) : null;
  box?.click();
  return Boolean(box);
}

/** Remembers the place of the focus in the rows. */
function noteFocus(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || !rowOf(target)) return;
  last = target;
  if (!isMoving) column = target.closest<HTMLTableCellElement>("td, th")?.cellIndex ?? 0;
}

/** Listens to the keys, once. */
export function listenToRowKeys(): void {
  document.addEventListener("keydown", (event) => {
    const { key, target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    if (target instanceof HTMLElement && press(key, target)) event.preventDefault();
  });
  noteFocus(document.activeElement);
  document.addEventListener("focusin", ({ target }) => noteFocus(target));
  // A command that is done, and 'Clear', hide the bar with the focus in it.
  document.addEventListener("reset", ({ target }) => {
    if (target instanceof HTMLFormElement && target.id === SELECTION_FORM && target.contains(document.activeElement))
      leaveCommands();
  });
}
