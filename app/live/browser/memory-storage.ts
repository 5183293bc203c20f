/* Replaces a `sessionStorage` that the browser refuses, in memory: Remix reads it whenever it looks for a route. */

export {};

const texts = new Map<string, string>();

Object.defineProperty(window, "sessionStorage", {
  value: {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  },
});
