/*
 * Keeps the focus in the list when the element that has it leaves the page: a row after its command, a notice after its Undo.
 * The focus goes back to the same cell of the row or, if the row has gone, of the one that has taken its place.
 */
type Place = { id: string; index: number; cell: number };

export function keepFocus(): void {
  /** The element with the focus, if it is in a row or in a notice. */
  let focused: Element | null = null;
  let place: Place | null = null;
  let isReturning = false;

  const onFocus = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    const cell = target.closest<HTMLTableCellElement>("tbody :is(td, th)");
    focused = cell || target.closest(".toast") ? target : null;
    if (cell && !isReturning) place = placeOf(cell);
  };
  onFocus(document.activeElement);
  document.addEventListener("focusin", ({ target }) => onFocus(target));
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    const forget = () => {
      if (focused === target && focused?.isConnected) focused = null;
    };
    // Browsers differ in whether an element that is being removed loses the focus with an event.
    if (relatedTarget) forget();
    else setTimeout(forget);
  };
  // Captured before React removes an editor that is left: the focus is on its way to the pressed element.
  document.addEventListener("focusout", onFocusOut, { capture: true });
  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    isReturning = true;
    if (place) elementAt(place)?.focus({ preventScroll: true });
    isReturning = false;
  }).observe(document.body, { childList: true, subtree: true });
}

function placeOf(cell: HTMLTableCellElement): Place {
  const row = cell.parentElement as HTMLTableRowElement;
  return { id: idOf(row), index: row.sectionRowIndex, cell: cell.cellIndex };
}

/** The id of a row is the value of its box and of its menu's button. */
const idOf = (row: Element) => row.querySelector<HTMLInputElement>("[name=selected], [name=menu]")?.value ?? "";

function elementAt({ id, index, cell }: Place): HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(".list tbody tr")];
  const row = rows.find((each) => idOf(each) === id) ?? rows[Math.min(index, rows.length - 1)];
  return row?.cells[cell]?.querySelector<HTMLElement>("input, select, a, button") ?? null;
}
