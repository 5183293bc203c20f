/** A failure in words for the person at the keyboard: one sentence, shown without a stack. */
export class UserFacingError extends Error {
  override name = "UserFacingError";
}
