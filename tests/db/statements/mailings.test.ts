import { afterAll, beforeAll, expect, test } from "vitest";
import { endMailing, linksOfMailing, unsentStatements } from "#db/queries/statements/mailings.ts";
import { recordMails } from "#db/queries/statements/queued-mails.ts";
import { type NewLink, shareStatements } from "#db/queries/statements/statement-links.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* What the database itself refuses of runs, whatever a request has read before (docs/product.md, 'Statements of a month'). */

let database: Awaited<ReturnType<typeof openDatabase>>;
let customerId: string;
const today = "2026-11-22";
let minutes = 0;

beforeAll(async () => {
  database = await openDatabase();
  const [customer] = await database.rows("select id from customers where deleted_at is null limit 1");
  customerId = String(customer?.id);
});
afterAll(() => database.close());

const by = () => {
  minutes += 1;
  return { actor: "alex@hayloft.example", at: new Date(Date.UTC(2026, 10, 22, 17, minutes)) };
};

/** Shares the statement of a month as a run would that has read this digest. */
async function share(
  runId: string,
  first: string,
  digest: string,
  key = crypto.randomUUID(),
  frozen: string | null = null,
  replacedId: string | null = null,
) {
  const link: NewLink = {
    ...{ id: crypto.randomUUID(), tokenHash: crypto.randomUUID().replaceAll("-", "").repeat(2), customerId },
    ...{
      first,
      last: first.replace(/01$/, "28"),
      hasComments: false,
      endsOn: "2026-12-31",
      frozen,
      mailedTo: null,
      replacedId,
    },
    digest: digest.repeat(64),
  };
  return database.connect().write(shareStatements([link], { ...by(), idempotencyKey: key, runId, today }));
}

const digestsOf = async (first: string) =>
  (await database.rows("select digest from statement_links where first = ? order by created_at", [first])).map(
    ({ digest }) => String(digest).slice(0, 1),
  );

test("a run makes one link for a customer, though the statement has changed", async () => {
  const first = "2026-02-01";
  await share("run 1", first, "a");
  await share("run 1", first, "b");
  expect(await digestsOf(first)).toEqual(["a"]);
});

test.each([
  ["if the statement is not as the last frozen link has it", "2026-03-01", "{}", ["a", "b", "a"]],
  ["never while a live link works", "2026-02-01", null, ["a"]],
])("another run makes one %s", async (_, first, frozen, made) => {
  for (const [run, digest] of ["a", "a", "b", "b", "a", "a"].entries())
    await share(`run ${first} ${run}`, first, digest, crypto.randomUUID(), frozen);
  expect(await digestsOf(first)).toEqual(made);
});

test("links that have ended, and those of other periods, do not count", async () => {
  const [first, next] = ["2026-04-01", "2026-05-01"];
  await share("run 4", first, "a");
  await share("run 5", next, "a");
  await database.rows("update statement_links set ends_on = '2026-11-21' where first = ?", [first]);
  await share("run 6", first, "a");
  expect([await digestsOf(first), await digestsOf(next)]).toEqual([["a", "a"], ["a"]]);
});

test("a run is not ended if it has grown since its links were read, and makes none once it is", async () => {
  const reader = database.connect();
  await share("run 7", "2026-06-01", "a");
  const [found] = await reader.read(linksOfMailing("run 7"));
  const ids = found?.links.map(({ id }) => id) ?? [];
  await database.rows(
    "insert into statement_links select 'grown', replace(token_hash, substr(token_hash, 1, 1), 'g'), customer_id, '2026-07-01', '2026-07-28', has_comments, ends_on, frozen, digest, run_id, actor, created_at, stopped_at, stopped_by, mail_state, mail_attempt, mailed_at, mailed_to, mail_problem, opened, last_opened_at, queued_at, mailed_by, by_hand_at from statement_links where run_id = 'run 7'",
  );
  await expect(reader.write(endMailing("run 7", ids, by()))).rejects.toThrow();
  expect(await reader.write(endMailing("run 7", [...ids, "grown"].sort(), by()))).toBe("written");
  await expect(share("run 7", "2026-08-01", "a")).rejects.toThrow();
  const [left] = await database.rows(
    "select count(*) as n from statement_links where run_id = 'run 7' and stopped_at is null",
  );
  expect(left?.n).toBe(0);
});

test("what becomes of an attempt is not taken for the outcome of a later one", async () => {
  const first = "2026-06-01";
  await share("run mail", first, "a");
  await database.rows(
    "update statement_links set mail_state = 'sending', mailed_at = created_at, mail_attempt = 1 where first = ?",
    [first],
  );
  const find = async () =>
    (await database.rows("select id, mail_state from statement_links where first = ?", [first]))[0];
  const id = String((await find())?.id);
  for (const [attempt, state] of [
    [0, "sending"],
    [1, "accepted"],
  ] as const) {
    const record = { kind: "statement", id, attempt, state: "accepted", problem: "" } as const;
    for (const change of recordMails([record], by())) await database.connect().write(change);
    expect([attempt, (await find())?.mail_state]).toEqual([attempt, state]);
  }
});

test("a link that nobody has sent is replaced once by another kind, and one that was sent is not", async () => {
  const first = "2026-09-01";
  const idOf = async () =>
    String(
      (await database.rows("select id from statement_links where first = ? order by created_at desc", [first]))[0]?.id,
    );
  await share("run 9", first, "a");
  const old = await idOf();
  const replace = (run: string, id: string) => share(run, first, "a", crypto.randomUUID(), "{}", id);
  await replace("run 10", old);
  // Another run has planned to replace the same one.
  await replace("run 11", old);
  expect(await digestsOf(first)).toEqual(["a", "a"]);
  for (const sent of [
    "mail_state = 'accepted', mailed_at = '2026'",
    "mail_state = null, by_hand_at = '2026'",
    "by_hand_at = null, opened = 1",
  ]) {
    await database.rows(`update statement_links set ${sent} where id = ?`, [await idOf()]);
    await replace(`run ${sent}`, await idOf());
    expect([sent, await digestsOf(first)]).toEqual([sent, ["a", "a"]]);
  }
});

test("Overview names the periods with statements that were not e-mailed, until they are sent by hand, opened or turned off", async () => {
  const first = "2026-10-01";
  await share("run 12", first, "a");
  const now = new Date("2026-11-23T12:00:00.000Z");
  const set = (change: string) => database.rows(`update statement_links set ${change} where first = ?`, [first]);
  const unsent = async () =>
    (await database.connect().read(unsentStatements(now))).flatMap((found) => (found.first === first ? found : []));
  expect(await unsent()).toEqual([]);
  await set("mail_state = 'refused', mailed_at = created_at");
  expect(await unsent()).toEqual([{ first, last: "2026-10-28", refused: 1, unconfirmed: 0 }]);
  await set("mail_state = 'sending', mail_problem = 'No answer'");
  expect(await unsent()).toEqual([{ first, last: "2026-10-28", refused: 0, unconfirmed: 1 }]);
  for (const done of [
    "by_hand_at = '2026'",
    "by_hand_at = null, opened = 1",
    "opened = 0, stopped_at = '2026', stopped_by = 'x'",
  ]) {
    await set(done);
    expect([done, await unsent()]).toEqual([done, []]);
  }
});
