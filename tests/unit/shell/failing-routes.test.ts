import { expect, test } from "vitest";
import { addFailure, type Failures, failingRoutes } from "#app/live/server/failing-routes.ts";

const MINUTE = 60_000;

/** Who met a failure at which route, and in which minute. */
const CASES: [what: string, [route: string, person: string, minute: number][], news: number[], failing: string[]][] = [
  [
    "one person, again and again",
    [
      ["/horses", "ana", 0],
      ["/horses", "ana", 1],
      ["/horses", "ana", 2],
    ],
    [],
    [],
  ],
  [
    "two people",
    [
      ["/horses", "ana", 0],
      ["/horses", "bob", 1],
    ],
    [1],
    ["/horses 2"],
  ],
  [
    "two people at two routes",
    [
      ["/horses", "ana", 0],
      ["/shows", "bob", 1],
    ],
    [],
    [],
  ],
  [
    "a third one, and the first again",
    [
      ["/horses", "ana", 0],
      ["/horses", "bob", 1],
      ["/horses", "eve", 2],
      ["/horses", "ana", 3],
    ],
    [1],
    ["/horses 3"],
  ],
  [
    "the second after 59 minutes",
    [
      ["/horses", "ana", 0],
      ["/horses", "bob", 59],
    ],
    [1],
    ["/horses 2"],
  ],
  [
    "the second after an hour",
    [
      ["/horses", "ana", 0],
      ["/horses", "bob", 60],
    ],
    [],
    [],
  ],
  [
    "again after an hour",
    [
      ["/", "ana", 0],
      ["/", "bob", 0],
      ["/", "ana", 61],
      ["/", "bob", 62],
    ],
    [1, 3],
    ["/ 2"],
  ],
  [
    "two routes",
    [
      ["/", "ana", 0],
      ["/", "bob", 0],
      ["/shows", "ana", 0],
      ["/shows", "bob", 0],
    ],
    [1, 3],
    ["/ 2", "/shows 2"],
  ],
];

test.each(CASES)("a route that fails for several people: %s", (_, all, news, failing) => {
  let failures: Failures = {};
  const found = all.map(([route, person, minute]) => {
    const added = addFailure(failures, { route, person }, minute * MINUTE);
    failures = added.failures;
    return added.isNews;
  });
  const end = Math.max(...all.map(([, , minute]) => minute)) * MINUTE;
  expect(found.flatMap((isNews, n) => (isNews ? [n] : []))).toEqual(news);
  expect(failingRoutes(failures, end).map(({ route, people }) => `${route} ${people}`)).toEqual(failing);
  expect(failingRoutes(failures, end + 60 * MINUTE)).toEqual([]);
});

test("a person who meets a failure again is not forgotten before those of long ago", () => {
  let failures: Failures = {};
  const meet = (person: string, minute: number) => {
    failures = addFailure(failures, { route: "/", person }, minute * MINUTE).failures;
  };
  for (let n = 1; n <= 20; n += 1) meet(`${n}`, n === 1 ? 0 : 5);
  meet("1", 50);
  meet("21", 55);
  expect(failingRoutes(failures, 66 * MINUTE)).toEqual([{ route: "/", people: 2 }]);
});

test("of a failure that everybody meets, twenty people are kept", () => {
  let failures: Failures = {};
  for (let n = 0; n < 100; n += 1) failures = addFailure(failures, { route: "/", person: `${n}` }, n).failures;
  expect(failingRoutes(failures, 100)).toEqual([{ route: "/", people: 20 }]);
});
