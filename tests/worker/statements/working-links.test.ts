import { beforeEach, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { textOf } from "#lab/support/exports.ts";
import { countActivity } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { addSharedLink, type TestLink } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* The page of all links that work, and what becomes of those of a deleted admin (docs/product.md, 'Active links'). */

const DANA = "dana@hayloft.example";

const { barn, admin } = startBarn();

beforeEach(() => barn.rows("delete from statement_links"));

const set = (link: TestLink, sets: string) => barn.rows(`update statement_links set ${sets} where id = ?`, [link.id]);

async function addLink(sets = "opened = 1"): Promise<TestLink> {
  const link = await addSharedLink(barn.rows);
  await set(link, sets);
  return link;
}

const readRaw = async (path = "/customers/links") => (await barn.get(path, admin)).text();
const readPage = async (path?: string) => textOf((await readRaw(path)).replace(/^[\s\S]*<main/, "<main"));

type Fields = Record<string, string> | [string, string][];
/** Presses a button of the page, whose form has a key of its own. */
async function press(fields: Fields, path = "/customers/links", headers: Record<string, string> = admin) {
  const key = crypto.randomUUID();
  const form = new URLSearchParams([
    ["idempotencyKey", key],
    ...(Array.isArray(fields) ? fields : Object.entries(fields)),
  ]);
  return barn.post(path, form.toString(), headers);
}
const saidBy = async (answer: Response): Promise<[number, string]> => [answer.status, textOf(await answer.text())];

const stoppedOf = async (...links: TestLink[]) => {
  const rows = await barn.rows("select id, stopped_by from statement_links");
  return links.map(({ id }) => rows.find((row) => row.id === id)?.stopped_by);
};

test("the page has all links that work, who made each, what it shows, how often it was opened and when it ends", async () => {
  const latest = await addLink(
    "ends_on = '2099-01-31', opened = 3, last_opened_at = '2026-11-02T17:05:00.000Z', created_at = '2026-11-02T12:00:00.000Z'",
  );
  const frozen = await addLink(
    `ends_on = '2099-02-28', opened = 0, frozen = '{}', has_comments = 1, first = '2026-10-05', actor = '${DANA}'`,
  );
  const [ended, stopped, ofDeleted] = [
    await addLink("ends_on = '2026-01-01'"),
    await addLink("stopped_at = '2026', stopped_by = 'a'"),
    await addLink(),
  ];
  await barn.rows("update customers set deleted_at = '2026' where id = ?", [ofDeleted.customerId]);
  const text = await readPage();
  expect(text).toContain("2 links. Anyone with a link can read its statement.");
  // A small window has the columns that it hides below the name and the period.
  expect(text).toContain(
    `${latest.customer} October 2026 · ends 01/31/2099 Always the latest · 3 times · ${ADMIN.email}`,
  );
  expect(text).toMatch(
    /October 2026 Always the latest Always the latest alex ?@hayloft\.example 11\/02\/2026, 7:00 AM 3 times last 11\/02\/2026, 12:05 PM 01\/31\/2099 Turn off/,
  );
  expect(text).toMatch(
    /As of 11\/01\/2026, with comments dana ?@hayloft\.example 11\/01\/2026, 7:00 AM Not opened 02\/28\/2099 Turn off/,
  );
  expect(text.indexOf(latest.customer)).toBeLessThan(text.indexOf(frozen.customer));
  for (const { customer } of [ended, stopped, ofDeleted]) expect(text).not.toContain(customer);
  expect(await readRaw()).toContain(
    `href="/customers/${latest.customerId}/statement?from=2026-10-01&amp;to=2026-10-31"`,
  );
});

test("today is the last day on which a link is listed", async () => {
  const today = todayInNewYork(new Date());
  const link = await addLink(`ends_on = '${today}'`);
  expect(await readPage()).toContain(link.customer);
  await set(link, `ends_on = date('${today}', '-1 day')`);
  expect(await readPage()).toContain("No active links.");
});

test("the links of a customer, and those that one person made, are listed alone", async () => {
  const [one, other] = [await addLink(), await addLink("actor = 'gone@hayloft.example'")];
  await barn.rows(
    "insert into admins (email, created_at, updated_at, deleted_at) values ('gone@hayloft.example', '2026', '2026', '2026')",
  );
  const made = await readPage("/customers/links?by=gone@hayloft.example");
  expect(made).toContain("1 link created by gone@hayloft.example.");
  expect([made.includes(one.customer), made.includes(other.customer)]).toEqual([false, true]);
  expect(made).toContain("Everyone alex@hayloft.example (1) gone@hayloft.example (1), removed");
  const own = await readPage(`/customers/links?customer=${one.customerId}`);
  expect(own).toContain(`1 link of ${one.customer}.`);
  expect(own).not.toContain(other.customer);
  const page = await barn.get(`/customers/${one.customerId}`, admin);
  expect(await page.text()).toContain(`href="/customers/links?customer=${one.customerId}"`);
  await set(one, "stopped_at = '2026', stopped_by = 'a'");
  expect(await readRaw(`/customers/${one.customerId}`)).not.toContain("/customers/links?");
});

test("one link is turned off, or those that are ticked, and their pages show nothing any more", async () => {
  const [one, second, third, kept] = [await addLink(), await addLink(), await addLink(), await addLink()];
  const answer = await press({ one: one.id });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/customers/links?off=1"]);
  expect(await readPage("/customers/links?off=1")).toContain("1 link turned off.");
  await press([
    ["intent", "ticked"],
    ["selected", second.id],
    ["selected", third.id],
  ]);
  expect(await stoppedOf(one, second, third, kept)).toEqual([ADMIN.email, ADMIN.email, ADMIN.email, null]);
  expect([(await barn.get(one.path)).status, (await barn.get(kept.path)).status]).toEqual([410, 200]);
  expect(await saidBy(await press({ intent: "ticked" }))).toEqual([
    400,
    expect.stringContaining("Select at least one link."),
  ]);
});

test("all links of a person are turned off, if they are as many as the page has shown", async () => {
  const byDana = `actor = '${DANA}'`;
  const [one, second, kept] = [await addLink(byDana), await addLink(byDana), await addLink()];
  const path = `/customers/links?by=${DANA}`;
  expect(await readRaw(path)).toContain('name="count" value="2"');
  const [status, said] = await saidBy(await press({ intent: "all", count: "1" }, path));
  expect([status, said]).toEqual([409, expect.stringContaining("Load the list again.")]);
  expect(await stoppedOf(one, second, kept)).toEqual([null, null, null]);
  const form = { intent: "all", count: "2", idempotencyKey: crypto.randomUUID() };
  const before = await countActivity(barn);
  const answers = await Promise.all([barn.post(path, form, admin), barn.post(path, form, admin)]);
  answers.push(await barn.post(path, form, admin));
  expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
  expect(await stoppedOf(one, second, kept)).toEqual([ADMIN.email, ADMIN.email, null]);
  expect(await countActivity(barn)).toBe(before + 1);
});

test("of 10,000 links a page has 100, and all of one person are turned off 1,000 at a time", async () => {
  const link = await addLink();
  await barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 9999)
     insert into statement_links (id, token_hash, customer_id, first, last, ends_on, digest, actor, created_at)
     select 'many ' || i, printf('%064d', i), customer_id, first, last, ends_on, digest, '${DANA}', '2026-11-02T12:00:00.000Z' from n, statement_links`,
  );
  const page = await readRaw();
  expect(textOf(page)).toContain("10,000 links. ");
  expect(page.match(/name="selected"/g)).toHaveLength(100);
  expect(page).toContain('href="/customers/links?page=2"');
  const last = await readPage("/customers/links?page=100");
  expect(last).toContain(link.customer);
  expect(last).toContain("Page 100 of 100 Previous");
  const path = `/customers/links?by=${DANA}`;
  expect(await readPage(path)).toContain("Turn off the latest 1,000 links");
  expect((await press({ intent: "all", count: "9999" }, path)).headers.get("Location")).toContain("off=1000");
  expect(await readPage(path)).toContain("8,999 links created by");
});

test("who deletes an admin is told how many of the admin's links work, and is led to them", async () => {
  const links = [await addLink(`actor = '${DANA}'`), await addLink(`actor = '${DANA}'`)];
  await addLink();
  const remove = async (id: string) => {
    const answer = await barn.post("/accounts", { intent: "delete", id }, admin);
    expect(answer.status).toBe(303);
    return readRaw(answer.headers.get("Location") ?? "");
  };
  const page = await remove(DANA);
  expect(textOf(page)).toContain(
    `${DANA} was deleted. ${DANA} created 2 links that are still active. Undo Turn them off`,
  );
  const [, path = ""] = page.match(/href="(\/customers\/links\?[^"]*)"/) ?? [];
  const shown = await readRaw(path);
  expect(textOf(shown)).toContain("Turn off all 2 links");
  // What a customer has does not depend on who works in the office.
  const statuses = async () =>
    (await Promise.all(links.map((link) => barn.get(link.path)))).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200]);
  await press({ intent: "all", count: "2" }, path);
  expect(await stoppedOf(...links)).toEqual([ADMIN.email, ADMIN.email]);
  expect(await statuses()).toEqual([410, 410]);
  await barn.rows("insert into admins (email, created_at, updated_at) values ('new@hayloft.example', '2026', '2026')");
  const without = textOf(await remove("new@hayloft.example"));
  expect(without).toContain("new@hayloft.example was deleted. Undo");
  expect(without).not.toContain("Turn them off");
});
