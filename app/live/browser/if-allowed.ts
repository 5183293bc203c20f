/*
 * Storage, channels and workers of the browser, which it may refuse: with all cookies blocked, even to name one throws. A page works
 * without them. tests/unit/code/structure.test.ts has the names.
 */

/** What `use` returns; undefined where the browser refuses what it uses. */
export function ifAllowed<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
