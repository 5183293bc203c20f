/** A failure in words for the person at the keyboard: one sentence, shown without a stack. */
export class UserFacingError extends Error {
  override name = "UserFacingError";
}

/**
 * What the system or the database says of a failure, without its codes: 'read-only file system' of
 * `EROFS: read-only file system, open '/data/x'`.
 */
export function reasonOf(error: unknown): string {
  const [first = ""] = String(error instanceof Error ? error.message : error).split("\n", 1);
  return first.match(/^E[A-Z]+: ([^,]+),/)?.[1] ?? first.replace(/^([A-Z_]+: )+/, "").replace(/[.\s]+$/, "");
}
