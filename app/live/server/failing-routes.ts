/* Routes that answer 500 to several people (docs/operating.md, 'Alerts'). The hub keeps who met it, as a hash, for an hour. */

/** By route, when a person last met a failure, as an instant in milliseconds. */
export type Failures = { [route: string]: { [person: string]: number } };

/** A route that has failed for several people within an hour. */
export type FailingRoute = { route: string; people: number };

const HOUR_MS = 3_600_000;

/** From so many people on, a route fails for several: what one person meets may be that person's browser or data. */
const SEVERAL = 2;

/** The hub keeps the latest people of a route, at most so many. */
const MAX_PEOPLE = 20;

/** The failures of the last hour. */
const recent = (failures: Failures, now: number): Failures =>
  Object.fromEntries(
    Object.entries(failures)
      .map(([route, people]) => [route, Object.entries(people).filter(([, at]) => at > now - HOUR_MS)] as const)
      .filter(([, people]) => people.length > 0)
      .map(([route, people]) => [
        route,
        Object.fromEntries(people.toSorted(([, one], [, other]) => one - other).slice(-MAX_PEOPLE)),
      ]),
  );

/** Adds a failure. `isNews`: by this failure the route begins to fail for several people. */
export function addFailure(
  failures: Failures,
  { route, person }: { route: string; person: string },
  now: number,
): { failures: Failures; isNews: boolean } {
  const before = recent(failures, now);
  const after = recent({ ...before, [route]: { ...before[route], [person]: now } }, now);
  const countOf = (all: Failures) => Object.keys(all[route] ?? {}).length;
  return { failures: after, isNews: countOf(before) < SEVERAL && countOf(after) >= SEVERAL };
}

export const failingRoutes = (failures: Failures, now: number): FailingRoute[] =>
  Object.entries(recent(failures, now))
    .map(([route, people]) => ({ route, people: Object.keys(people).length }))
    .filter(({ people }) => people >= SEVERAL);
