import { expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin, otherAdmin } = startBarn({ variables: {} });

/** The first answer of a busy machine may be slow. */
const SERVES = expect.stringMatching(/^(ok|slow)$/);

/** The status, and what /health says beside the version. */
async function health(): Promise<[number, Record<string, string>]> {
  const response = await barn.get("/health");
  const { version, ...rest } = (await response.json()) as Record<string, string>;
  return [response.status, rest];
}

test("/health says that database and hub answer, and which version this is", async () => {
  const response = await barn.get("/health");
  expect([response.status, await response.json()]).toEqual([
    200,
    { version: expect.stringMatching(/^[\w-]{8,}$/), database: SERVES, live: "ok" },
  ]);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("/health says with 503 that the database is refused, lacks a migration, or does not answer, and nothing else of it", async () => {
  await barn.rows("create table kept as select * from __drizzle_migrations");
  await barn.rows("delete from __drizzle_migrations where rowid = 1");
  expect(await health()).toEqual([503, { database: "outdated", live: "ok" }]);
  await barn.rows("insert into __drizzle_migrations select * from kept where rowid = 1");
  expect(await health()).toEqual([200, { database: SERVES, live: "ok" }]);
  barn.proxy.make({ kind: "refuse" });
  expect(await health()).toEqual([503, { database: "unreachable", live: "ok" }]);
  barn.proxy.make({ kind: "none" });
});

test("/health says that a database is slow, and not that it fails, as long as pages answer", async () => {
  await barn.rows("update sessions set last_seen = '2026-01-01T00:00:00.000Z' where id = 'health'");
  barn.proxy.delayMs = 2_100;
  const [answer, page] = await Promise.all([health(), barn.get("/")]);
  barn.proxy.delayMs = 0;
  expect([page.status, ...answer]).toEqual([200, 200, { database: "slow", live: "ok" }]);
});

test("/health says with 503 that the database does not save, and the next request that it does again", async () => {
  await barn.rows("delete from sessions where id = 'health'");
  const error = { at: "statement", code: "BLOCKED", message: "Operation was blocked: too many writes" } as const;
  barn.proxy.make({ kind: "server error", error });
  expect(await health()).toEqual([503, { database: "failing", live: "ok" }]);
  barn.proxy.make({ kind: "none" });
  expect(await health()).toEqual([200, { database: SERVES, live: "ok" }]);
});

test("/health writes one row a minute at most, however many ask, and adds nothing to the activity", async () => {
  const activity = await barn.rows("select count(*) as n from activity");
  await barn.rows("delete from sessions where id = 'health'");
  await barn.rows("create table commits (at text)");
  for (const event of ["insert", "update"]) {
    await barn.rows(
      `create trigger health_${event} after ${event} on sessions begin insert into commits values (new.last_seen); end`,
    );
  }
  const ask = () => Promise.all(Array.from({ length: 5 }, health));
  const commits = async () => (await barn.rows("select count(*) as n from commits"))[0]?.n;
  await ask();
  expect(await commits()).toBe(1);
  const aMinuteAgo = new Date(Date.now() - 61_000).toISOString();
  await barn.rows("update sessions set last_seen = ? where id = 'health'", [aMinuteAgo]);
  await barn.rows("delete from commits");
  await ask();
  await ask();
  expect(await commits()).toBe(1);
  expect(await barn.rows("select count(*) as n from activity")).toEqual(activity);
});

test("a page that answers 500 to two people is in the log with the word 'pages', in /health?deep and on Overview", async () => {
  const deep = async () => {
    const response = await barn.get("/health?deep");
    return [response.status, ((await response.json()) as Record<string, string>).pages];
  };
  const alerts = () =>
    barn.log.filter(({ message }) => message.includes('"alert":"pages"')).map(({ message }) => message);
  const fail = async (path: string, who: Record<string, string>) => {
    barn.proxy.make({ kind: "replace statements", of: (sql) => /check_in_date/.test(sql), by: "select 1 from none" });
    expect((await barn.get(path, who)).status).toBe(500);
    barn.proxy.make({ kind: "none" });
  };
  const overview = async () => textOf(await (await barn.get("/overview", admin)).text());
  for (const path of ["/horses", "/horses.data", "/horses"]) await fail(path, admin);
  expect([await deep(), alerts(), (await overview()).includes("failed for")]).toEqual([[200, "ok"], [], false]);
  await fail("/horses", otherAdmin);
  await expect.poll(async () => [await deep(), alerts().length]).toEqual([[503, "degraded"], 1]);
  expect(JSON.parse(alerts()[0] ?? "")).toMatchObject({ level: "error", route: "/horses" });
  expect(await overview()).toContain("Hayloft failed for 2 people within an hour At /horses.");
  // It is said once.
  await fail("/horses", admin);
  expect(alerts()).toHaveLength(1);
});
