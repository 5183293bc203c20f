import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openDemoDatabase } from "#tests/support/database/demo-database.ts";

/** sqld ends a stream that was not used for 10 seconds. */
const UNTIL_STREAMS_END_MS = 11_000;

test("requests on streams that sqld has ended meanwhile are answered on new ones", async () => {
  const database = await openDemoDatabase();
  const ask = () => Promise.all([1, 2, 3].map((n) => database.rows("select ? as n", [n])));
  await ask();
  await sleep(UNTIL_STREAMS_END_MS);
  expect(await ask()).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  await database.close();
});
