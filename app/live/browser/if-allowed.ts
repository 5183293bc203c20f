/*
 * Storage, channels and workers of the browser, which it may refuse: with all cookies blocked, even to name one throws. A page works
 * without them. tests/unit/structure.test.ts has the names.
 */

/** What `use` returns; undefined where the browser refuses what it uses. */
export function ifAllowed<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Keeps what Remix stores for the session in memory, if the browser refuses its storage: Remix names it whenever it looks for a route. */
export function replaceRefusedStorage(): void {
  if (ifAllowed(() => sessionStorage)) return;
  const texts = new Map<string, string>();
  const value = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  };
  Object.defineProperty(window, "sessionStorage", { value });
}
