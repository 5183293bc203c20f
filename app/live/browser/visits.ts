import { TOPICS } from "#app/domain/basics/topics.ts";
import { VISITS } from "#app/live/protocol.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { isHearing } from "./cached-data.ts";
import { ifAllowed } from "./if-allowed.ts";
import { loadAhead } from "./load-ahead.ts";

/*
 * The screens that are opened most in this browser. Their data are loaded once a page has come to rest, so that the first press on
 * them takes no request (docs/architecture.md, 'The exact cache').
 */

const MOST = 4;

/** When a count exceeds this, all counts are halved, so that recent visits weigh more. */
const MAX_COUNT = 50;

/** The screens of the sidebar without those that are costly to load, or that every change makes stale. */
const PATHS: readonly string[] = SCREENS.filter(
  (screen) =>
    "nav" in screen && screen.access === "admin" && !("isCostly" in screen) && screen.topics.length < TOPICS.length,
).map(({ path }) => path);

const readCounts = () =>
  ifAllowed(() => JSON.parse(localStorage.getItem(VISITS) ?? "{}") as Record<string, number>) ?? {};

/** Counts a visit of a screen. */
export function countVisit(path: string): void {
  if (!PATHS.includes(path)) return;
  const counts = readCounts();
  counts[path] = (counts[path] ?? 0) + 1;
  const share = counts[path] > MAX_COUNT ? 0.5 : 1;
  const shares = Object.fromEntries(PATHS.map((each) => [each, (counts[each] ?? 0) * share]));
  // In a browser that refuses storage nothing is loaded ahead.
  ifAllowed(() => localStorage.setItem(VISITS, JSON.stringify(shares)));
}

/** Loads the data of the screens that are opened most, one after the other, while the page is in sight. */
export async function loadMostVisited(): Promise<void> {
  const counts = readCounts();
  const most = PATHS.filter((path) => (counts[path] ?? 0) > 0 && path !== location.pathname)
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
    .slice(0, MOST);
  for (const path of most) if (isHearing()) await loadAhead(new URL(path, location.origin));
}
