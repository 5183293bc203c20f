/*
 * Entries on the page that are not saved. The markup marks them: a form with `data-dirty` differs from what it opened
 * with.
 */

/** Whether a form has entries that would be lost with the page or, with `inDialog`, with the dialog alone. */
export const isUnsaved = (inDialog = false): boolean =>
  [...document.querySelectorAll(`${inDialog ? "dialog " : ""}:is([data-dirty], ${DATES})`)].some(
    (element) => !(element instanceof HTMLInputElement) || isHalfDate(element),
  );

const DATES = "form[method=post] [type=date], .row-editor [type=date]";

/** Whether a date is half typed. Browsers send no `input` event for it, and report the field as empty. */
export const isHalfDate = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "date" && target.validity.badInput;

/** Whether a list has refused values, in rows that a search may have hidden. */
export const hasRefusedRows = (): boolean => document.querySelector("span[data-dirty]") !== null;

/**
 * Whether a save has no answer yet, or will only be sent when the page is left: without this document both are lost.
 */
export const isUnsent = (): boolean => document.querySelector("[data-unsent]") !== null;

/**
 * Whether the save of a row's value has no answer yet. A value that the server refuses is lost without its row; other
 * commands lose nothing typed.
 */
export const isValueUnsent = (): boolean => document.querySelector("[data-unsent]:not([data-unsent=command])") !== null;

/**
 * Whether the page has entries of any kind, including an open editor in a row, which saves when it is left, and a form
 * to send again.
 */
export const hasEntries = (): boolean => document.querySelector("[data-dirty], .row-editor, .send-again") !== null;

/** Lets the page go without asking about its entries. */
export function dropEntries(): void {
  for (const form of document.querySelectorAll("[data-dirty]")) form.removeAttribute("data-dirty");
  for (const date of document.querySelectorAll<HTMLInputElement>(DATES)) if (isHalfDate(date)) date.value = "";
}
