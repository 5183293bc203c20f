import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { type MailProvider, startMailProvider } from "#lab/support/mail-provider.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { startApp } from "#tests/support/barn/app.ts";
import { post } from "#tests/support/barn/barn.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { addQuestion, addSharedLink, openShared, type TestLink } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* The e-mails with replies to questions, by the real queue (docs/product.md, 'Questions'). */

const PAGE = "/customers/questions";
const OWNER = "claire@customer.example";

const { barn, admin } = startBarn();
let provider: MailProvider;
let app: Awaited<ReturnType<typeof startApp>>;
let link: TestLink;
let question: string;

beforeAll(async () => {
  provider = await startMailProvider();
  const queues = { maxRetries: 2, retryDelay: 1, maxBatchTimeout: 0 };
  app = await startApp({ url: barn.proxy.url, authToken: barn.authToken }, provider.env, {}, queues);
  await barn.rows("update settings set barn_name = 'Palm Farm'");
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});
beforeEach(async () => {
  Object.assign(provider, { behavior: "accept", refused: [], sent: [], requests: [] });
  link = await addSharedLink(barn.rows);
  await setAddresses(OWNER);
  question = await addQuestion(barn.rows, link, "Why\ntwice?");
});

const setAddresses = (...emails: string[]) =>
  barn.rows("update customers set emails = ? where id = ?", [JSON.stringify(emails), link.customerId]);
const newReply = (reply: string) => ({ idempotencyKey: crypto.randomUUID(), question, reply });
const send = (fields: Record<string, string>) => post(app.url, PAGE, fields, admin);
const answer = async (reply = "You rode\ntwice.") => {
  const fields = newReply(reply);
  expect((await send(fields)).status).toBe(303);
  return fields;
};
const load = async (path = PAGE) => (await fetchAlone(`${app.url}${path}`, { headers: admin })).text();
const read = async () => textOf((await load()).replace(/^[\s\S]*<main/, "<main"));
const again = () => send({ intent: "again", idempotencyKey: crypto.randomUUID(), question });
const state = async () => {
  const [row] = await barn.rows("select mail_state, mail_problem from statement_questions where id = ?", [question]);
  return [row?.mail_state, row?.mail_problem];
};
const becomes = (...expected: [unknown, string?]) => expect.poll(state).toEqual([expected[0], expected[1] ?? ""]);
const put = async () => {
  const queue = await app.miniflare().getQueueProducer("MAIL_QUEUE");
  await queue.send({ kind: "answer", id: question });
};

test("a reply is e-mailed once with its question and a link that works, though it is sent twice and delivered twice", async () => {
  expect(await read()).toContain(`A reply is e-mailed to ${OWNER}`);
  const fields = newReply("You rode\ntwice.");
  const answers = await Promise.all([send(fields), send(fields)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  await becomes("accepted");
  expect((await send(fields)).status).toBe(303);
  await barn.rows("update statement_questions set mail_state = 'sending' where id = ?", [question]);
  await put();
  await becomes("accepted");
  const [mail, ...others] = provider.sent;
  expect([others, mail?.to, mail?.subject]).toEqual([[], [OWNER], "Palm Farm answered your question"]);
  const url = `${app.url}${link.path}`;
  expect(mail?.text).toBe(
    `Hello ${link.customer},\n\nYou asked about Bella: Training, 10/12/2026, $123.45:\nWhy\ntwice?\n\nOur answer:\nYou rode\ntwice.\n\nYour statement:\n${url}\n\nThe link expires on 12/31/2100. Please don't forward this link.\n\nPalm Farm`,
  );
  const page = await openShared(barn.rows, link.path, (path) => fetchAlone(app.url + path));
  expect(textOf(await page.text())).toContain("You rode twice.");
  expect(await read()).toContain(`E-mailed to ${OWNER}`);
});

test("the owner's page says that the answer comes by e-mail only if it can", async () => {
  const form = async () => {
    const page = await (await fetchAlone(app.url + link.path)).text();
    const [, line] = page.match(/href="\?line=([\da-f]{16})#ask"/) ?? [];
    return textOf(await (await fetchAlone(`${app.url}${link.path}?line=${line}`)).text());
  };
  expect(await form()).toContain("The barn answers on this page, and by e-mail.");
  await setAddresses();
  expect(await form()).toContain("The barn answers on this page.");
});

test("a reply without words is not e-mailed; without an address the question says so, and Try again sends it to a new one", async () => {
  const empty = await answer("");
  expect(await state()).toEqual([null, ""]);
  await send({ intent: "undo", change: empty.idempotencyKey });
  await setAddresses();
  expect(await read()).toContain("No e-mail address: the reply is on the owner’s page");
  await answer();
  expect(await read()).toContain("No e-mail address");
  expect(await load()).not.toContain("Try again: Bella");
  await again();
  expect(await state()).toEqual(["refused", "The customer has no e-mail address."]);
  await setAddresses(OWNER);
  expect(await load()).toContain("Try again: Bella");
  await Promise.all([again(), again()]);
  await becomes("accepted");
  expect(provider.sent.map(({ to }) => to)).toEqual([[OWNER]]);
});

test("a refusal is named, and Try again sends the reply once with another key", async () => {
  provider.refused = [OWNER];
  await answer();
  await becomes("refused", `The address ${OWNER} is suppressed.`);
  expect(await read()).toContain(`Not e-mailed. The address ${OWNER} is suppressed.`);
  provider.refused = [];
  await again();
  await becomes("accepted");
  await again();
  expect(provider.sent).toHaveLength(1);
});

test("an answer of the provider that was lost leaves the e-mail not confirmed, and Try again and the night's run send no second one", async () => {
  // The admins are told of the failure, too.
  const toOwner = () => provider.sent.filter(({ to }) => to.includes(OWNER));
  provider.behavior = "drop";
  await answer();
  await becomes("sending", "The mail provider did not answer.");
  expect(await read()).toContain("Not confirmed. The mail provider did not answer. It may have arrived.");
  provider.behavior = "accept";
  await again();
  await becomes("accepted");
  // As if the queue had lost the message.
  await barn.rows(
    "update statement_questions set mail_state = 'sending', queued_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-31 minutes') where id = ?",
    [question],
  );
  const runner = (await app.miniflare().getWorker()) as unknown as {
    scheduled: (event: { scheduledTime: Date; cron: string }) => Promise<{ outcome: string }>;
  };
  await runner.scheduled({ scheduledTime: new Date(), cron: "30 8 * * *" });
  await becomes("accepted");
  expect(toOwner()).toHaveLength(1);
  await barn.rows(
    "update statement_questions set mail_state = 'sending', mail_problem = 'x', mailed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-24 hours') where id = ?",
    [question],
  );
  expect(await load()).not.toContain("Try again: Bella");
  await again();
  expect(await state()).toEqual(["sending", "x"]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    "The customer was deleted.",
    () => barn.rows("update customers set deleted_at = '2026' where id = ?", [link.customerId]),
  ],
  [
    "The link was turned off.",
    () => barn.rows("update statement_links set stopped_at = '2026', stopped_by = 'x' where id = ?", [link.id]),
  ],
  [
    "The link has expired.",
    () => barn.rows("update statement_links set ends_on = '2026-01-01' where id = ?", [link.id]),
  ],
  ["The e-mail address was changed.", () => setAddresses()],
  [
    "gone@barn.example is no longer an admin.",
    () => barn.rows("update statement_questions set mailed_by = 'gone@barn.example' where id = ?", [question]),
  ],
])("a reply is not e-mailed any more, and the question says why: %s", async (why, change) => {
  await answer();
  await becomes("accepted");
  provider.sent = [];
  await change();
  // As if it were still in the queue, at another attempt.
  await barn.rows("update statement_questions set mail_state = 'sending', mail_attempt = 7 where id = ?", [question]);
  await put();
  await becomes("refused", why);
  expect([provider.sent, await read()]).toEqual([[], expect.stringContaining(`Not e-mailed. ${why}`)]);
});

test("an undone answer stays e-mailed, the question says so, and the next answer is another e-mail", async () => {
  const { idempotencyKey } = await answer("The first");
  await becomes("accepted");
  expect((await send({ intent: "undo", change: idempotencyKey })).status).toBe(303);
  expect(await read()).toContain(`An earlier answer was e-mailed to ${OWNER}.`);
  await answer("The second");
  await becomes("accepted");
  expect(provider.sent.map(({ text }) => text.match(/Our answer:\n(.*)/)?.[1])).toEqual(["The first", "The second"]);
  await barn.rows(
    "update statement_questions set mail_state = 'sending', mail_attempt = 7, reply = '', answered_at = null, answered_by = null where id = ?",
    [question],
  );
  await put();
  await becomes("refused", "The answer was undone.");
});

test("a correction from a question leads back to it, which says what is left to enter", async () => {
  await importAsExported(barn.rows, [link.billId]);
  expect(await load()).toContain(`href="${PAGE}/${link.billId}/correct"`);
  const path = `${PAGE}/${link.billId}/correct`;
  const dialog = await load(path);
  expect(textOf(dialog)).toContain("Question: Why twice?");
  const form = dialog.slice(dialog.indexOf("<dialog"));
  const fields = Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const typed = { customerId: link.customerId, serviceId: "training", amount: "100.00", reason: "Once only" };
  const saved = await post(app.url, path, { ...fields, ...typed }, admin);
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, `${PAGE}?done=${fields.idempotencyKey}`]);
  expect(await read()).toContain("Credit of $23.45 to enter");
  const back = await load(`${PAGE}?done=${fields.idempotencyKey}`);
  expect(textOf(back)).toMatch(/corrected\./);
  await send({ intent: "undo", change: fields.idempotencyKey ?? "" });
  expect(await read()).not.toContain("to enter");
});
