/** Parameters that show a notice on the list; each has the id of a record, an e-mail address or the id of a command as its value. */
export const NOTICES = [
  "deleted",
  "changed",
  "added",
  "saved",
  "billed",
  "marked",
  "generated",
  "voided",
  "taken",
  "merged",
  "dismissed",
] as const;
export type Notice = (typeof NOTICES)[number];

/**
 * The parameters that decide which rows a short list loads, and `made`, which shows a notice. Others filter loaded
 * rows.
 */
export const LOADED = ["view", "made"];

/** The part of a short list's search that decides what its loader returns. */
export function loadedSearch(params: URLSearchParams): string {
  const loaded = [...params].filter(([name]) => LOADED.includes(name) || NOTICES.some((each) => each === name));
  return String(new URLSearchParams(loaded));
}
