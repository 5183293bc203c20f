/*
 * What was entered on the page and is not saved. The markup says so: `data-dirty` marks a form that differs from what it opened with.
 */

/** Whether a form has entries that would be lost with the page or, with `inDialog`, with the dialog alone. */
export const isUnsaved = (inDialog = false): boolean =>
  [...document.querySelectorAll(`${inDialog ? "dialog " : ""}:is([data-dirty], ${DATES})`)].some(
    (element) => !(element instanceof HTMLInputElement) || isHalfDate(element),
  );

const DATES = "form[method=post] [type=date], .row-editor [type=date]";

/** Whether a date is typed by half. Browsers send no `input` event for it, and its field is as empty as before. */
export const isHalfDate = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "date" && target.validity.badInput;

/** Whether a list keeps values that were refused, in rows that a search may have hidden. */
export const hasRefusedRows = (): boolean => document.querySelector("span[data-dirty]") !== null;

/** Whether a save has no answer yet, or is still to be sent as the page is left: neither is, without this document. */
export const isUnsent = (): boolean => document.querySelector("[data-unsent]") !== null;

/** Whether a value of a row has no answer yet. If the server refuses it, the value is lost without its row; other commands lose nothing typed. */
export const isValueUnsent = (): boolean => document.querySelector("[data-unsent]:not([data-unsent=command])") !== null;

/** Whether the page holds entries of any kind: an open editor in a row, too, which saves when it is left, and a form to send again. */
export const hasEntries = (): boolean => document.querySelector("[data-dirty], .row-editor, .send-again") !== null;

/** What was entered may go without a question. */
export function dropEntries(): void {
  for (const form of document.querySelectorAll("[data-dirty]")) form.removeAttribute("data-dirty");
  for (const date of document.querySelectorAll<HTMLInputElement>(DATES)) if (isHalfDate(date)) date.value = "";
}
