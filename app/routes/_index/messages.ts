/* What the service form says when it cannot save an entry. */

export const RATE_LIMITED =
  "Too many entries came from here in the last minute. Wait a minute, then press Submit again.";
export const KEY_REUSED =
  "This form was saved before with other details, and that entry stands. To save what is shown here as another entry, press Submit again.";
export const CONFLICT = "Something in this entry was changed by somebody else a moment ago. Press Submit again.";
export const UNREACHABLE =
  "The database cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again.";
export const NO_CONNECTION =
  "Hayloft cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again when you are back online.";
