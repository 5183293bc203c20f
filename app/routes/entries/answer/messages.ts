/* The messages of the service form for an entry that is not saved. */

export const RATE_LIMITED =
  "Too many entries came from here in the last minute. Wait a minute, then press Submit again.";
export const KEY_REUSED =
  "This form was saved before with other details, and that entry stands. To save what is shown here as another entry, press Submit again.";
export const QUEUED_BEFORE =
  "This form was kept before with other details, and that entry stands. To keep this one, too, press Submit again.";
export const CANNOT_QUEUE =
  "This phone cannot keep the change: its storage is full or blocked. The entry stays as it was. Make room, then press Submit again.";
export const CONFLICT = "Something in this entry was changed by somebody else a moment ago. Press Submit again.";
export const UNREACHABLE =
  "The database cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again.";
export const SAVED_UNREAD = "Saved. The database cannot be reached just now, so the entry cannot be shown here.";
export const NO_CONNECTION =
  "Hayloft cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again when you are back online.";

/* The messages of the service form for an entry that cannot be undone. */

export const UNDO_LIMITED = "Too many entries came from here in the last minute. Wait a minute, then press Undo again.";
export const NOT_FROM_HERE = "This browser did not log that entry. Ask an admin to void it.";
export const UNDO_CONFLICT = "Somebody else changed this entry a moment ago, so it was not undone.";
export const UNDO_UNREACHABLE = "The database cannot be reached, so the entry is not undone yet. Press Undo again.";
