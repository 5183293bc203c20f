/** A failure in words for the person at the keyboard: one sentence, shown without a stack. */
export class UserFacingError extends Error {
  override name = "UserFacingError";
}

/** What the system says of a failure, in words: 'read-only file system' of `EROFS: read-only file system, open '/data/x'`. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.match(/^E[A-Z]+: ([^,]+),/)?.[1] ?? message.replace(/[.\s]+$/, "");
}
