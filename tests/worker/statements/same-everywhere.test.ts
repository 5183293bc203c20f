import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { type MailProvider, startMailProvider } from "#lab/support/mail-provider.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { startApp } from "#tests/support/barn/app.ts";
import { post } from "#tests/support/barn/barn.ts";
import { addCustomers, formOf, PATH, PERIOD, type Send, sendAll } from "#tests/support/barn/mailings.ts";
import { openShared } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* The numbers and states of one statement, wherever they are shown (docs/product.md, 'Statements'). */

const OWNER = "owner2@customer.example";

const { barn, admin } = startBarn();
let provider: MailProvider;
let app: Awaited<ReturnType<typeof startApp>>;
let id: string;
let name = "Owner 002";

beforeAll(async () => {
  provider = await startMailProvider();
  const queues = { maxRetries: 2, retryDelay: 1, maxBatchTimeout: 0 };
  app = await startApp({ url: barn.proxy.url, authToken: barn.authToken }, provider.env, {}, queues);
  await barn.rows("update settings set barn_name = 'Palm Farm'");
  [, id = ""] = await addCustomers(barn, 2);
  await barn.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
      select 'extra', customer_id, horse_id, 'blanket', date, quantity, 500, location, created_at from bill_items where id = 'bill ' || ?`,
    [id],
  );
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const load = async (path: string, headers: Record<string, string> = admin) =>
  (await fetchAlone(app.url + path, { headers })).text();
const read = async (path: string) => textOf((await load(path)).replace(/^[\s\S]*<main/, "<main"));
const submit = async (path: string, fields: Record<string, string>, headers: Record<string, string> = admin) => {
  const answer = await post(app.url, path, fields, headers);
  expect([path, answer.status]).toEqual([path, 303]);
};
const send: Send = (fields) => post(app.url, PATH, new URLSearchParams(fields).toString(), admin);
const statement = () => `/customers/${id}/statement?${PERIOD}`;

/** The path of the owner's page, as the office finds it. */
async function ownersPath(): Promise<string> {
  const [link] = await barn.rows("select id from statement_links where customer_id = ?", [id]);
  return (await load(`${statement()}&shared=${link?.id}`)).match(/\/s\/[\w-]{22}/)?.[0] ?? "";
}

/** Expects that every place shows this amount and state. A page that an admin opens is no opening. */
async function expectEverywhere(amount: string, state: string, head: string): Promise<void> {
  await expect.poll(() => read(PATH)).toContain(` ${name} ${amount} ${state} `);
  expect(await read(PATH)).toContain(head);
  const file = await load(`/customers/statements/csv?${PERIOD}`);
  expect(file.split("\r\n").filter((line) => line.startsWith(`${name},${amount},${state},`))).toHaveLength(1);
  const sums = `Billed in March ${amount} Already invoiced $0.00 Not invoiced yet ${amount} Does not include`;
  expect(await read(statement())).toContain(sums);
  const shown = await read(await ownersPath());
  expect(shown).toContain(`For ${name} Billed in March ${amount} before payments`);
  expect(shown).toContain(sums);
}

/** Saves the dialog of a record with these entries. */
async function edit(path: string, fields: Record<string, string>): Promise<void> {
  const page = await load(`${path}/edit`);
  const { idempotencyKey = "", version = "" } = hiddenFieldsOf(page.slice(page.indexOf("<dialog")));
  await submit(`${path}/edit`, { idempotencyKey, version, ...fields });
}

const editValue = (value: string) => {
  const bill = { date: "2020-03-12", customerId: id, quantity: "1", comments: "" };
  return edit(`/billing/${encodeURIComponent(`bill ${id}`)}`, { ...bill, value });
};

const openAsOwner = async () => openShared(barn.rows, await ownersPath(), (path) => fetchAlone(app.url + path));

test("the owner's page, the list, its file, the office's statement and the e-mails agree after share, refuse, send, edit, void, rename and answer", async () => {
  expect((await send(formOf([id]))).status).toBe(303);
  await expectEverywhere("$7.00", "Shared", "1 shared, not e-mailed");

  provider.refused = [OWNER];
  await sendAll(formOf([id], { intent: "review" }), send);
  await expectEverywhere("$7.00", "Refused", "1 refused");
  expect(provider.sent).toEqual([]);

  provider.refused = [];
  await sendAll(formOf([id], { intent: "review" }), send);
  await expectEverywhere("$7.00", "Sent", "1 sent");
  const url = app.url + (await ownersPath());
  expect(provider.sent).toMatchObject([{ to: [OWNER], subject: "Your statement for March 2020 from Palm Farm" }]);
  expect(provider.sent[0]?.text).toContain(`Hello Owner 002,\n\nYour statement for March 2020 is ready:\n${url}\n`);

  await openAsOwner();
  await expectEverywhere("$7.00", "Opened", "1 opened");
  await editValue("7.77");
  await expectEverywhere("$12.77", "Updated since opened", "1 updated since opened");
  await openAsOwner();
  await expectEverywhere("$12.77", "Opened", "1 opened");
  await submit("/billing", { intent: "void", id: "extra", idempotencyKey: crypto.randomUUID() });
  await expectEverywhere("$7.77", "Updated since opened", "1 updated since opened");
  expect(await read(await ownersPath())).not.toContain("$5.00");

  await edit(`/customers/${id}`, { name: "Claire Wells", emails: OWNER, phone: "" });
  name = "Claire Wells";
  await expectEverywhere("$7.77", "Updated since opened", "1 updated since opened");

  const page = await (await openAsOwner()).text();
  const [, line = ""] = page.match(/href="\?line=([\da-f]{16})#ask"/) ?? [];
  const question = crypto.randomUUID();
  await submit(await ownersPath(), { idempotencyKey: question, line, question: "Why?" }, {});
  await expectEverywhere("$7.77", "Opened", "Questions 1");
  const [horse] = await barn.rows("select name from horses where id = (select horse_id from bill_items where id = ?)", [
    `bill ${id}`,
  ]);
  const asked = `${horse?.name}: Training, 03/12/2020, $7.77`;
  expect(await read("/customers/questions")).toMatch(new RegExp(`Claire Wells .*Why\\?.*e-mailed to ${OWNER}`));
  expect(await read("/customers/questions")).toContain(asked);
  await submit("/customers/questions", { idempotencyKey: crypto.randomUUID(), question, reply: "You rode." });
  await expect.poll(() => read("/customers/questions")).toContain(`E-mailed to ${OWNER}`);
  expect(provider.sent[1]?.text).toContain(
    `Hello Claire Wells,\n\nYou asked about ${asked}:\nWhy?\n\nOur answer:\nYou rode.\n\nYour statement:\n${url}\n`,
  );
  expect(await read(await ownersPath())).toContain(`${asked} · Asked`);
  expect(await read(await ownersPath())).toContain("You rode.");
  await expectEverywhere("$7.77", "Opened", "1 opened");
});
