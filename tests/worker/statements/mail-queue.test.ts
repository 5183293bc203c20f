import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { type MailProvider, mailError, startMailProvider } from "#lab/support/mail-provider.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { startApp } from "#tests/support/barn/app.ts";
import { ADMIN, post } from "#tests/support/barn/barn.ts";
import {
  addCustomers as addCustomersTo,
  type FieldPairs,
  formOf,
  PATH,
  PERIOD,
  readReview,
  type Send,
  sendAll,
} from "#tests/support/barn/mailings.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* The e-mails with statements: the dialog that asks first, and the queue (docs/product.md, 'E-mails'). */

const { barn, admin, otherAdmin } = startBarn();
let provider: MailProvider;
let app: Awaited<ReturnType<typeof startApp>>;
/** The customers of a test, in the order of their names: the numbers 1, 4, 7 and so on have no address. */
let ids: string[];

beforeAll(async () => {
  provider = await startMailProvider();
  const queues = { maxRetries: 2, retryDelay: 1, maxBatchTimeout: 0 };
  app = await startApp({ url: barn.proxy.url, authToken: barn.authToken }, provider.env, {}, queues);
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});
beforeEach(() => {
  Object.assign(provider, { behavior: "accept", refused: [], sent: [], requests: [] });
});
afterEach(async () => {
  await barn.rows("delete from statement_links");
  await barn.rows("delete from bill_items where date between '2020-01-01' and '2020-12-31'");
});

const addCustomers = async (count: number) => {
  ids = await addCustomersTo(barn, count);
};
const sendAs =
  (headers: { Cookie: string }): Send =>
  (fields) =>
    post(app.url, PATH, new URLSearchParams(fields).toString(), headers);
const send = sendAs(admin);
const mailForm = (customers = ids) => formOf(customers, { intent: "review" });
const readPage = async (path = PATH) =>
  textOf((await (await fetchAlone(`${app.url}${path}`, { headers: admin })).text()).replace(/^[\s\S]*<main/, "<main"));
const states = async () => {
  const rows = await barn.rows(
    "select coalesce(mail_state || iif(mail_state = 'sending' and mail_problem <> '', ' no more', ''), 'none') as state, count(*) as n from statement_links group by 1",
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
/** The customers to whom e-mails went, and not the admins who are told of a failure. */
const addresses = () =>
  provider.sent
    .flatMap(({ to }) => to)
    .filter((address) => address.endsWith("@customer.example"))
    .sort();
const ownersOf = (...numbers: number[]) => numbers.map((n) => `owner${n}@customer.example`);
const again = (): FieldPairs => [
  ["idempotencyKey", crypto.randomUUID()],
  ["intent", "again"],
];
/** Lets the queue forget its messages, as if the worker had been killed between the commit and the queue, so many minutes ago. */
const loseMessages = (minutes = 31) =>
  barn.rows(
    "update statement_links set mail_state = 'sending', mail_problem = '', queued_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) where mail_state is not null",
    [`-${minutes} minutes`],
  );
/** The actions of the changes of e-mails, by their numbers. */
const actions = async () => {
  const rows = await barn.rows(
    "select action, count(*) as n from activity where action like '%send%statements' or action like 'queue%' group by 1",
  );
  return Object.fromEntries(rows.map(({ action, n }) => [action, n]));
};

test("before e-mails are sent, a dialog says how many, of what sum, and what one says; a test goes to the admin alone", async () => {
  await addCustomers(9);
  const { fields, text } = await readReview(await send(mailForm()));
  expect(text).toMatch(
    /E-mail 6 customers, \$33\.00 3 without an e-mail address get a link only\. Link shows Always the latest .* To owner2@customer\.example/,
  );
  expect(text).toMatch(/Your statement for March 2020 from [\s\S]*Hello Owner 002,[\s\S]* is ready: http\S+\/s\/…/);
  const tested = await readReview(await send([...fields, ["test", "yes"]]));
  expect(tested.text).toContain(`Test sent to ${ADMIN.email}.`);
  expect(provider.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [[ADMIN.email], expect.stringMatching(/^Test: Your statement for March 2020/)],
  ]);
  expect(provider.sent[0]?.text).toContain(`${app.url}/customers/${ids[1]}/statement?from=2020-03-01`);
  expect(await states()).toEqual({});
  // What was shown is what is sent.
  await barn.rows("update bill_items set value = 777 where id = 'bill ' || ?", [ids[1] ?? ""]);
  const changed = await send(fields);
  expect(changed.status).toBe(409);
  const review = await readReview(changed);
  expect(review.text).toMatch(/E-mail 6 customers, \$38\.77 .*have changed since/);
  expect(await states()).toEqual({});
  expect((await send(review.fields)).status).toBe(303);
  await expect.poll(states).toEqual({ accepted: 6, none: 3 });
  const nobody = await send(mailForm(ids.slice(0, 2)));
  expect([nobody.status, textOf(await nobody.text())]).toEqual([
    409,
    expect.stringContaining("Nothing to send: these were sent already"),
  ]);
});

test("each statement is e-mailed once, with a link that works, though the form is sent twice, later, and by two people", async () => {
  await addCustomers(24);
  provider.refused = ownersOf(2);
  const [mine, theirs] = await Promise.all(
    [send, sendAs(otherAdmin)].map(async (each) => (await readReview(await each(mailForm()))).fields),
  );
  const answers = await Promise.all([send(mine ?? []), send(mine ?? []), sendAs(otherAdmin)(theirs ?? [])]);
  const [one, other, last] = answers.map(({ status }) => status);
  // Of two people at once, one may learn that the other was first; a form that is sent twice has one answer.
  expect(new Set([one, other]).size).toBe(1);
  expect([`${one} ${last}`]).toEqual([expect.stringMatching(/^(303 303|303 409|409 303)$/)]);
  await expect.poll(states).toEqual({ accepted: 15, refused: 1, none: 8 });
  // If the other form has made all links, nobody is left for this one.
  expect([303, 409]).toContain((await send(mine ?? [])).status);
  expect(new Set(addresses()).size).toBe(15);
  expect(addresses()).toHaveLength(15);
  const [mailed] = provider.sent.filter(({ to }) => to[0] === "owner3@customer.example");
  const path = mailed?.text.match(/http:[^\s]*\/s\/[\w-]{22}/)?.[0] ?? "";
  expect(textOf(await (await fetchAlone(path)).text())).toMatch(
    /For Owner 003 Billed in March \$3\.00 before payments/,
  );
  const text = await readPage();
  expect(text).toMatch(/Owner 002 \$2\.00 Refused The address owner2@customer\.example is suppressed\./);
  expect(text).toMatch(/Owner 005 \$5\.00 Sent /);
  expect(text).toMatch(/Owner 001 \$1\.00 No e-mail address /);
  expect(text).toMatch(/ 1 refused 8 have no e-mail address \d+ sent .*Send 9 by hand/);
});

test.each([
  ["fails", mailError(500, "internal_server_error", "Down"), 0],
  ["cuts the connection after it has sent the first ones", "drop" as const, 2],
])(
  "while the provider %s, e-mails are tried again; then each is named, and Try again sends each once",
  async (_, behavior, sentBefore) => {
    await addCustomers(6);
    provider.behavior = behavior;
    const [before, health] = [await actions(), async () => (await fetchAlone(`${app.url}/health?deep`)).json()];
    const { to } = await sendAll(mailForm(), send);
    await expect.poll(states).toEqual({ "sending no more": 4, none: 2 });
    expect(provider.sent.length).toBeGreaterThanOrEqual(sentBefore);
    const said = await readPage(to);
    expect(said).toContain("Shared 6 statements. 4 not confirmed.");
    expect(said).toMatch(/Owner 002 \$2\.00 Not confirmed The mail provider did not answer\./);
    expect(said).toContain("4 not confirmed Try again 2 have no e-mail address");
    // What was given up is no 'send' in Activity, and the monitor and one mail to each admin say so.
    expect((await actions())["send statements"]).toBe(before["send statements"]);
    expect(await health()).toMatchObject({ mail: "degraded" });
    const told = () => provider.sent.filter(({ to }) => to.includes(ADMIN.email)).map(({ subject }) => subject);
    if (sentBefore > 0) await expect.poll(told).toEqual(["Hayloft could not e-mail everything"]);
    provider.behavior = "accept";
    await Promise.all([send(again()), send(again())]);
    await expect.poll(states).toEqual({ accepted: 4, none: 2 });
    expect(addresses()).toEqual(ownersOf(2, 3, 5, 6));
    expect(await readPage()).not.toContain("Try again");
    expect(await health()).toMatchObject({ mail: "ok" });
  },
);

test.each([
  ["an outage of the provider that ends in time", mailError(503, "unavailable", "Down")],
  ["a provider that hangs at first", "hang" as const],
  ["a provider that is slow", "slow" as const],
])("%s is noticed by nobody", async (_, behavior) => {
  await addCustomers(3);
  provider.behavior = behavior;
  await sendAll(mailForm(), send);
  await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
  provider.behavior = "accept";
  await expect.poll(states).toEqual({ accepted: 2, none: 1 });
  expect(addresses()).toEqual(ownersOf(2, 3));
});

test("messages that the queue delivers twice, at once and later, send each e-mail once", async () => {
  await addCustomers(6);
  provider.behavior = "slow";
  await sendAll(mailForm(), send);
  const links = await barn.rows("select id from statement_links where mail_state = 'sending'");
  const queue = await app.miniflare().getQueueProducer("MAIL_QUEUE");
  const deliver = () => queue.sendBatch([...links, ...links].map(({ id }) => ({ body: { kind: "statement", id } })));
  await deliver();
  await expect.poll(states).toEqual({ accepted: 4, none: 2 });
  await deliver();
  await expect.poll(states).toEqual({ accepted: 4, none: 2 });
  expect(addresses()).toEqual(ownersOf(2, 3, 5, 6));
});

test("a refused customer and one without an address are sent it by hand, which can be undone; what is in the queue is not", async () => {
  await addCustomers(3);
  provider.refused = ownersOf(2);
  await sendAll(mailForm(), send);
  await expect.poll(states).toEqual({ accepted: 1, refused: 1, none: 1 });
  const mark = async (n: number) => {
    const [link] = await barn.rows("select id from statement_links where customer_id = ?", [ids[n - 1] ?? ""]);
    const form = { intent: "by hand", idempotencyKey: crypto.randomUUID(), link: String(link?.id) };
    return post(app.url, `/customers/${ids[n - 1]}/statement?${PERIOD}`, form, admin);
  };
  const first = await mark(1);
  const to = first.headers.get("Location") ?? "";
  // It leads to the next one, the refused customer.
  expect(to).toMatch(new RegExp(`^/customers/${ids[1]}/statement`));
  expect(await readPage(to)).toMatch(/Mark as sent .* 1 left to send\. .*Sent by hand: Owner 001, 03\/2020\. Undo/);
  expect([(await mark(2)).status, (await mark(3)).status]).toEqual([303, 409]);
  expect(await readPage()).toContain("1 sent 2 sent by hand");
  await post(app.url, PATH, { intent: "undo", change: new URL(to, app.url).searchParams.get("done") ?? "" }, admin);
  expect(await readPage()).toContain("1 has no e-mail address 1 sent 1 sent by hand Send 1 by hand");
  await barn.rows(
    "update statement_links set mail_state = 'sending', mailed_at = created_at, queued_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where by_hand_at is null",
  );
  expect((await mark(1)).status).toBe(409);
});

test("what is e-mailed is the kind of link that the dialog says, and nobody who has one gets another", async () => {
  await addCustomers(6);
  provider.refused = ownersOf(2);
  await sendAll(formOf(ids.slice(0, 3), { intent: "review", shows: "frozen" }), send);
  await expect.poll(states).toEqual({ accepted: 1, refused: 1, none: 1 });
  await send(formOf(ids.slice(3), { shows: "frozen" }));
  provider.refused = [];
  await Promise.all(
    [sendAll(mailForm(), send), sendAll(mailForm(), sendAs(otherAdmin))].map((each) => each.catch(() => {})),
  );
  await expect.poll(async () => (await states()).accepted).toBe(4);
  const rows = await barn.rows(
    "select substr(name, 7) as n, count(*) filter (where mail_state = 'accepted' and frozen is null) as live, count(*) filter (where mail_state = 'accepted') as mailed from statement_links l join customers c on c.id = l.customer_id group by 1 order by 1",
  );
  expect(rows.map(({ live, mailed }) => [live, mailed])).toEqual([
    [0, 0],
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
  expect(addresses()).toEqual(ownersOf(2, 3, 5, 6));
});

test("if the worker is killed, what the queue had is named, and the night's run and Try again send it once", async () => {
  await addCustomers(3);
  // The provider sends the first e-mail and keeps its answer.
  provider.behavior = "drop";
  await sendAll(mailForm(), send);
  await expect.poll(() => provider.sent.length).toBeGreaterThan(0);
  await app.kill();
  provider.behavior = "accept";
  await loseMessages();
  expect(await readPage()).toMatch(/Owner 002 \$2\.00 Not confirmed /);
  await send(again());
  await expect.poll(states).toEqual({ accepted: 2, none: 1 });
  expect(addresses()).toEqual(ownersOf(2, 3));
  // After a minute the list says since when, and Try again is safe: the provider knows the keys.
  await loseMessages(2);
  expect(await readPage()).toMatch(/2 sending Try again .*Owner 002 \$2\.00 Sending since \d+:\d\d [AP]M /);
  await Promise.all([send(again()), send(again())]);
  await expect.poll(states).toEqual({ accepted: 2, none: 1 });
  expect(addresses()).toEqual(ownersOf(2, 3));
  await loseMessages();
  const runner = (await app.miniflare().getWorker()) as unknown as {
    scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
  };
  await runner.scheduled({ scheduledTime: new Date(), cron: "30 8 * * *" });
  await expect.poll(states).toEqual({ accepted: 2, none: 1 });
  expect(addresses()).toEqual(ownersOf(2, 3));
});

test("a form that is sent again gives the queue what it did not get", async () => {
  await addCustomers(3);
  const { form } = await sendAll(mailForm(), send);
  await expect.poll(states).toEqual({ accepted: 2, none: 1 });
  await barn.rows("update statement_links set mail_state = 'sending' where mail_state is not null");
  await send(form);
  await expect.poll(states).toEqual({ accepted: 2, none: 1 });
  expect(addresses()).toEqual(ownersOf(2, 3));
});

test("what changes between the press and the e-mail's turn is named, and nothing is sent", async () => {
  await addCustomers(9);
  await sendAll(mailForm(), send);
  await expect.poll(states).toEqual({ accepted: 6, none: 3 });
  provider.sent = [];
  provider.accepted.clear();
  // As if these were still in the queue, at another attempt.
  await barn.rows("update statement_links set mail_state = 'sending', mail_attempt = 7 where mail_state is not null");
  const [deleted, stopped, ended, moved, removed, fine] = [1, 2, 4, 5, 7, 8].map((n) => ids[n] ?? "");
  await barn.rows("update customers set deleted_at = '2026' where id = ?", [deleted ?? ""]);
  await barn.rows("update statement_links set stopped_at = '2026', stopped_by = 'x' where customer_id = ?", [
    stopped ?? "",
  ]);
  await barn.rows("update statement_links set ends_on = '2026-01-01' where customer_id = ?", [ended ?? ""]);
  await barn.rows("update customers set emails = json_array('new@customer.example') where id = ?", [moved ?? ""]);
  await barn.rows("update statement_links set mailed_by = 'gone@barn.example' where customer_id = ?", [removed ?? ""]);
  const links = await barn.rows("select id from statement_links where mail_state = 'sending'");
  const queue = await app.miniflare().getQueueProducer("MAIL_QUEUE");
  await queue.sendBatch(links.map(({ id }) => ({ body: { kind: "statement", id } })));
  await expect.poll(states).toEqual({ accepted: 1, refused: 5, none: 3 });
  expect(addresses()).toEqual(ownersOf(9));
  const found = await barn.rows("select customer_id, mail_problem from statement_links where mail_state is not null");
  expect(Object.fromEntries(found.map(({ customer_id, mail_problem }) => [customer_id, mail_problem]))).toEqual({
    [deleted ?? ""]: "The customer was deleted.",
    [stopped ?? ""]: "The link was turned off.",
    [ended ?? ""]: "The link has expired.",
    [moved ?? ""]: "The e-mail address was changed.",
    [removed ?? ""]: "gone@barn.example is no longer an admin.",
    [fine ?? ""]: "",
  });
});

test("links that were not e-mailed, or were refused, are e-mailed once, and no other link is made", async () => {
  await addCustomers(9);
  await send(formOf(ids.slice(0, 5)));
  provider.refused = ownersOf(6);
  await sendAll(mailForm(ids.slice(5)), send);
  await expect.poll(states).toEqual({ accepted: 2, refused: 1, none: 6 });
  const linksNow = async () => (await barn.rows("select id from statement_links order by id")).map(({ id }) => id);
  const before = await linksNow();
  provider.refused = [];
  await barn.rows("update customers set emails = json_array('right@customer.example') where id = ?", [ids[5] ?? ""]);
  const { to } = await sendAll(mailForm(), send);
  expect(to).toContain("&again=4");
  // The notice follows the links that were there before, too, and ends with what became of them.
  await expect.poll(() => readPage(to)).toMatch(/ 4 e-mails sent\. Skipped 5 of 9: already shared/);
  await expect.poll(states).toEqual({ accepted: 6, none: 3 });
  expect(await linksNow()).toEqual(before);
  expect(addresses()).toEqual([...ownersOf(2, 3, 5, 8, 9), "right@customer.example"]);
});

test("what was not confirmed is not sent again once the provider may have forgotten its key", async () => {
  await addCustomers(3);
  provider.behavior = "drop";
  await sendAll(mailForm(), send);
  await expect.poll(states).toEqual({ "sending no more": 2, none: 1 });
  await barn.rows(
    "update statement_links set mailed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-24 hours') where mail_state = 'sending'",
  );
  Object.assign(provider, { behavior: "accept", sent: [] });
  expect(await readPage()).toMatch(/2 not confirmed\. 3 active links\. Turn off these links/);
  await send(again());
  expect((await send(mailForm(ids.slice(1)))).status).toBe(409);
  const links = await barn.rows("select id from statement_links where mail_state = 'sending'");
  // A message that waited for a day.
  await barn.rows("update statement_links set mail_problem = '' where mail_state = 'sending'");
  const queue = await app.miniflare().getQueueProducer("MAIL_QUEUE");
  await queue.sendBatch(links.map(({ id }) => ({ body: { kind: "statement", id } })));
  await expect.poll(states).toEqual({ "sending no more": 2, none: 1 });
  expect(addresses()).toEqual([]);
});

/** Makes a link of one customer, and returns what sends it from the customer's statement. */
async function shareAlone() {
  await addCustomers(2);
  const [, id = ""] = ids;
  const path = `/customers/${id}/statement?${PERIOD}`;
  const fields = (intent: string, change: Record<string, string>) => ({
    ...{ intent, idempotencyKey: crypto.randomUUID() },
    ...change,
  });
  const shared = fields("share", { shows: "now", days: "90" });
  await post(app.url, path, shared, admin);
  const link = shared.idempotencyKey;
  const raw = async () => (await fetchAlone(`${app.url}${path}&shared=${link}`, { headers: admin })).text();
  return {
    id,
    form: fields("send", { link }),
    send: (form = fields("send", { link })) => post(app.url, path, form, admin),
    /** Presses 'Send now' on the page as it is. */
    press: async () => {
      const [, toldAttempt] = (await raw()).match(/name="toldAttempt" value="(\d+)"/) ?? [];
      return post(app.url, path, fields("send", { link, ...(toldAttempt && { toldAttempt }) }), admin);
    },
    page: async () => textOf(await raw()),
    ofAnother: () => post(app.url, `/customers/${ids[0]}/statement?${PERIOD}`, fields("send", { link }), admin),
    stop: () => post(app.url, path, fields("stop", { link }), admin),
  };
}

test("a link is e-mailed from the customer's statement once, however often it is sent", async () => {
  const { send: mailLink, form, page, ofAnother } = await shareAlone();
  expect(await page()).toContain("Send now” sends it to owner2@customer.example.");
  await ofAnother();
  const answers = await Promise.all([mailLink(form), mailLink(form), mailLink()]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  await expect.poll(states).toEqual({ accepted: 1 });
  await mailLink();
  expect(addresses()).toEqual(ownersOf(2));
  expect(await page()).toMatch(/E-mailed .* to owner2@customer\.example\. .* Not opened\./);
  expect(await page()).not.toContain("Send now");
});

test("an address that was corrected after an attempt without an answer is told, and gets the link at the next press", async () => {
  const { id, send: mailLink, press, page } = await shareAlone();
  // The first attempt arrives, and its answer is lost.
  provider.behavior = "drop";
  await press();
  await expect.poll(states).toEqual({ "sending no more": 1 });
  provider.behavior = "accept";
  await barn.rows("update customers set emails = json_array('new@customer.example') where id = ?", [id]);
  // From a page that was opened before the correction.
  expect((await mailLink()).status).toBe(303);
  expect(await page()).toMatch(
    /The mail provider did not confirm the e-mail of .* to owner2@customer\.example\. It may have arrived\. “Send now” sends it to new@customer\.example\./,
  );
  expect(await readPage()).toContain(
    "The mail provider did not answer. The e-mail may have gone to owner2@customer.example.",
  );
  await Promise.all([press(), press()]);
  await expect.poll(states).toEqual({ accepted: 1 });
  expect(addresses()).toEqual(["new@customer.example", ...ownersOf(2)]);
  expect(await page()).toMatch(/E-mailed .* to new@customer\.example\./);
});

test("a deleted customer is sent nothing, the page says why; a stopped link, and one whose address is not known, are not sent", async () => {
  const { id, press, send: mailLink, page, stop } = await shareAlone();
  await barn.rows("update customers set deleted_at = '2026' where id = ?", [id]);
  const answer = await press();
  expect([answer.status, textOf(await answer.text())]).toEqual([
    409,
    expect.stringContaining("This customer is deleted, so nothing was sent."),
  ]);
  expect(await page()).toContain("This customer is deleted, so the link shows nothing and is not e-mailed.");
  expect(await readPage()).toMatch(/Owner 002 \$2\.00 Shared This customer is deleted, so nothing is sent\./);
  await barn.rows("update customers set deleted_at = null where id = ?", [id]);
  await barn.rows("update statement_links set token_hash = ?", ["0".repeat(64)]);
  await mailLink();
  await expect.poll(states).toEqual({ refused: 1 });
  expect(await readPage()).toContain("Refused Hayloft no longer knows the address of this link.");
  await barn.rows("update statement_links set mail_state = null");
  await stop();
  await mailLink();
  expect(await states()).toEqual({ none: 1 });
  expect(provider.requests).toEqual([]);
});
