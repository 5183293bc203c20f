import { afterAll, beforeAll, expect, test } from "vitest";
import { type Barn, openBarn } from "#tests/support/barn.ts";

let barn: Barn;

beforeAll(async () => {
  barn = await openBarn();
});
afterAll(() => barn.close());

test("/health says that database and hub answer, and which version this is, in one request to the database", async () => {
  barn.proxy.requests.length = 0;
  const response = await barn.get("/health");
  expect([response.status, await response.json()]).toEqual([
    200,
    { version: expect.stringMatching(/^[\w-]{8,}$/), database: "ok", live: "ok" },
  ]);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(barn.proxy.requests).toHaveLength(1);
});

test("/health says with 503 that the database is refused, lacks a migration, or does not answer, and nothing else of it", async () => {
  const state = async () => {
    const response = await barn.get("/health");
    const { version, ...rest } = (await response.json()) as Record<string, string>;
    return [response.status, rest];
  };
  await barn.rows("create table kept as select * from __drizzle_migrations");
  await barn.rows("delete from __drizzle_migrations where rowid = 1");
  expect(await state()).toEqual([503, { database: "outdated", live: "ok" }]);
  await barn.rows("insert into __drizzle_migrations select * from kept where rowid = 1");
  expect(await state()).toEqual([200, { database: "ok", live: "ok" }]);
  barn.proxy.make({ kind: "stall" });
  expect(await state()).toEqual([503, { database: "unreachable", live: "ok" }]);
  barn.proxy.make({ kind: "none" });
});

test("an address may ask /health 60 times a minute", async () => {
  const headers = { "CF-Connecting-IP": "192.0.2.99" };
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await barn.get("/health", headers)).status),
  );
  expect(statuses).toContain(429);
});
