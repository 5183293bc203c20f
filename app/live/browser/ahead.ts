import { countNews } from "./cached-data.ts";

/** The name of the data of the screen or the dialog at an address, if they are loaded ahead. */
export const nameOfLoad = (kind: "screen" | "dialog", { pathname, search }: URL): string =>
  `${kind} ${pathname}${search}`;

type Ahead = { data: Promise<object>; until: number; news: number };

/** Data that were requested before a press, by `nameOf`. A press uses them once. */
const ahead = new Map<string, Ahead>();

/**
 * How long data that were loaded ahead may be shown, in milliseconds. The data of a screen may stay cached for longer.
 */
const AHEAD_MS = 5_000;

/** Whether data are loaded ahead, or on their way, and nothing has changed since. */
export function isAhead(name: string): boolean {
  const found = ahead.get(name);
  return found !== undefined && Date.now() < found.until && found.news === countNews();
}

/** Registers a request that loads data ahead. */
export function expectAhead(name: string, data: Promise<object>): void {
  for (const [each, { until }] of ahead) if (until < Date.now()) ahead.delete(each);
  ahead.set(name, { data, until: Date.now() + AHEAD_MS, news: countNews() });
  // After a failure the press requests the data again, and reports the error.
  data.catch(() => ahead.delete(name));
}

/** Data that were loaded ahead; undefined if there are none, or if something has changed since they were requested. */
export async function takeAhead(name: string): Promise<object | undefined> {
  const found = isAhead(name) ? ahead.get(name) : undefined;
  ahead.delete(name);
  const data = await found?.data.catch(() => undefined);
  return found?.news === countNews() ? data : undefined;
}
