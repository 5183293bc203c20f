/* The fields of a post that are not of the entry itself. */

/** The question that the sender answers by sending the entry again. */
export const CONFIRMED = "confirmed";

/** How long the entry was kept on the device, in seconds. */
export const QUEUED_SECONDS = "keptSeconds";

/** Turns the post into an Undo: the id of the bill. */
export const UNDO = "undo";

/** The id of the kept entry whose place the entry takes. It stays on the device. */
export const REPLACES = "replaces";
