import { readFileSync } from "node:fs";
import { createClient } from "@libsql/client/web";
import { expect, onTestFinished, test } from "vitest";
import { findLacks, REQUIREMENTS } from "#db/requirements.ts";
import { openDemoDatabase } from "#tests/support/database/demo-database.ts";
import { samples } from "#tests/support/samples.ts";

/* What Hayloft needs of SQLite is looked for in a barn in use; a proxy makes it an engine that lacks something. */

async function openEngine() {
  const { proxy, authToken, rows, close } = await openDemoDatabase();
  const client = createClient({ url: proxy.url, authToken });
  onTestFinished(async () => {
    client.close();
    await close();
  });
  /** The features that an engine lacks in which `by` takes the place of the statements that `of` finds. */
  const lacksWith = async (of: (sql: string) => boolean, by: string) => {
    proxy.make({ kind: "replace statements", of, by });
    return (await findLacks(client)).map(({ feature }) => feature);
  };
  return { proxy, client, rows, lacksWith };
}

test("sqld has all that Hayloft needs; one request finds that out, and leaves nothing behind", async () => {
  const { proxy, client, rows } = await openEngine();
  const before = await rows("select type, name, sql from sqlite_schema order by 1, 2");
  const requests = proxy.requests.length;
  expect(await findLacks(client)).toEqual([]);
  expect(proxy.requests.length).toBe(requests + 1);
  expect(await rows("select type, name, sql from sqlite_schema order by 1, 2")).toEqual(before);
}, 60_000);

test("an engine that refuses one statement lacks the feature that needs it, and no other", async () => {
  const { lacksWith, rows } = await openEngine();
  // The first statement of each feature; more samples take the others, too.
  const places = Math.min(samples(1), Math.max(...REQUIREMENTS.map(({ probes }) => probes.length)));
  // Half of the features each time, so that the others are seen to be there.
  for (const half of [0, 1]) {
    for (let place = 0; place < places; place += 1) {
      const some = REQUIREMENTS.filter(({ probes }, i) => i % 2 === half && probes.length > place);
      const refused = some.map(({ probes }) => probes[place]);
      const lacks = await lacksWith((sql) => refused.includes(sql), "select * from no_such_table");
      expect([place, lacks]).toEqual([place, some.map(({ feature }) => feature)]);
    }
  }
  expect(await rows("select name from sqlite_schema where name like 'probe%'")).toEqual([]);
}, 60_000);

// sqld refuses a batch with a statement that it cannot parse as a whole, and does not say which one it is.
test.each(["select * from no_such_table", "no statement"])(
  "of an engine without several features, all are named: '%s'",
  async (by) => {
    const { lacksWith } = await openEngine();
    expect(await lacksWith((sql) => /fts5|dense_rank|recursive/.test(sql), by)).toEqual([
      "FTS5 with the trigram tokenizer and external content",
      "window functions",
      "materialized and recursive common table expressions",
    ]);
  },
  60_000,
);

const IGNORED: [what: string, statement: RegExp, by: string, feature: string][] = [
  ["that is not strict", /probe_strict .*strict$/, "create table probe_strict (x any)", "STRICT tables"],
  ["without checks", /create table probe_checked/, "create table probe_checked (day, tags)", "CHECK constraints"],
  ["that does not enforce foreign keys", /delete from probe_parents/, "select 1", "foreign keys"],
  [
    "without partial indexes",
    /create unique index probe_partial/,
    "create unique index a on probe_partial (x)",
    "partial indexes",
  ],
  ["that ignores a trigger", /create trigger probe_changed/, "select 1", "triggers"],
  [
    "that does not rewrite its index",
    /'delete', seq/,
    "select 1",
    "FTS5 with the trigram tokenizer and external content",
  ],
  ["that counts no changes", /update probe_changes/, "select 1", "changes()"],
  ["that takes text for JSON", /json\('refused'\)/, "select 1", "an error of json() that rolls a batch back"],
];

test("an engine that takes a statement and does not do what it says lacks the feature", async () => {
  const { lacksWith, rows } = await openEngine();
  for (const [what, statement, by, feature] of IGNORED) {
    expect([what, await lacksWith((sql) => statement.test(sql), by)]).toEqual([what, [feature]]);
  }
  expect(await rows("select name from sqlite_schema where name like 'probe%'")).toEqual([]);
}, 60_000);

test("docs/operating.md lists every feature", () => {
  const text = readFileSync("docs/operating.md", "utf8").replace(/\s+/g, " ");
  expect(REQUIREMENTS.map(({ feature }) => feature).filter((feature) => !text.includes(feature))).toEqual([]);
});
