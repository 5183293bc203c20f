/* The fields of a post beside those of the entry. */

/** The unusual date or quantity that the user confirms by posting the entry again. */
export const CONFIRMED = "confirmed";

/** How long the device queued the entry, in seconds. */
export const QUEUED_SECONDS = "keptSeconds";

/** Turns the post into an Undo: the id of the bill. */
export const UNDO = "undo";

/** The texts of a posted form, to show them again. */
export const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])));

/** The id of the queued entry that this entry replaces. The field is not sent to the server. */
export const REPLACES = "replaces";
