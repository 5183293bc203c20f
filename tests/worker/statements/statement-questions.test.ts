import { beforeAll, beforeEach, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { countActivity } from "#lab/support/forms.ts";
import type { Trouble } from "#lab/support/hrana-proxy.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { addSharedLink, openShared, type TestLink } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Questions on a shared page and their answers, as browsers without JavaScript send them (docs/product.md, 'Questions'). */

const PAGE = "/customers/questions";

const { barn, admin, otherAdmin: other } = startBarn();
let link: TestLink;

beforeAll(async () => {
  await barn.rows("update settings set barn_name = 'Palm Farm', barn_address = '1 Palm Road'");
});

beforeEach(async () => {
  link = await addSharedLink(barn.rows);
});

type Page = { status: number; page: string; text: string };

async function pageOf(response: Response): Promise<Page> {
  const page = await response.text();
  return { status: response.status, page, text: textOf(page.slice(page.indexOf("<main"))) };
}

let networks = 0;
const fromElsewhere = () => ({ "CF-Connecting-IP": `10.30.${++networks >> 8}.${networks & 255}` });
const open = async (path: string) => pageOf(await openShared(barn.rows, path, (at) => barn.get(at, fromElsewhere())));
const lineKeyIn = (page: string) => page.match(/href="\?line=([\da-f]{16})#ask"/)?.[1] ?? "";
const hiddenIn = (page: string, name: string) =>
  page.match(new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`))?.[1] ?? "";
const alertOf = (page: string) => textOf(page.match(/role="alert"[^>]*>([\s\S]*?)<\/(?:p|div)>/)?.[1] ?? "").trim();
const typedIn = (page: string) => page.match(/<textarea[^>]*>([\s\S]*?)<\/textarea>/)?.[1]?.replace(/^\n/, "");

type Fields = Record<string, string>;

/** The form of a question about the line of the link, as its page has it. */
async function newQuestion(change: Fields = {}): Promise<Fields> {
  const { page } = await open(link.path);
  const { page: form } = await open(`${link.path}?line=${lineKeyIn(page)}`);
  const fields = { idempotencyKey: hiddenIn(form, "idempotencyKey"), line: hiddenIn(form, "line") };
  return { ...fields, question: "Why twice?", ...change };
}

const send = (fields: Fields | string, path = link.path) => barn.post(path, fields);
const questions = () =>
  barn.rows("select * from statement_questions where link_id = ? order by asked_at", [link.id]) as Promise<
    { id: string; bill_item_id: string; line: string; question: string; reply: string; answered_by: string | null }[]
  >;

/** Asks, and returns the id of the question. */
async function ask(question = "Why twice?"): Promise<string> {
  const fields = await newQuestion({ question });
  expect((await send(fields)).status).toBe(303);
  return fields.idempotencyKey ?? "";
}

test("a line leads to its form, and a question is listed on the page, at its bill, in Activity and on Overview", async () => {
  const { page } = await open(link.path);
  expect(page).toContain('aria-label="Ask about Training of 10/12/2026"');
  const fields = await newQuestion({ question: "Why\ntwice?" });
  const form = await open(`${link.path}?line=${fields.line}`);
  expect(form.text).toContain(
    `Ask about a line ${link.horse}: Training, 10/12/2026, $123.45 Your question * The barn answers on this page. Send question`,
  );
  const answer = await send(fields);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${link.path}?asked#questions`]);
  const after = await open(`${link.path}?asked`);
  expect(after.text).toContain("Questions Your question was sent to Palm Farm.");
  expect(after.text).toMatch(
    /Training, 10\/12\/2026, \$123\.45 · Asked \d\d\/\d\d\/\d{4} Why twice\? Not answered yet\./,
  );
  expect((await open(link.path)).text).not.toContain("was sent to");
  expect(await questions()).toMatchObject([{ bill_item_id: link.billId, question: "Why\ntwice?" }]);
  for (const path of [`/billing/${link.billId}/edit`, PAGE]) {
    const { text, page: office } = await pageOf(await barn.get(path, admin));
    expect([path, textOf(office)]).toEqual([path, expect.stringContaining("Why twice?")]);
    expect(path === PAGE ? text : "").toContain(path === PAGE ? "Edit the bill" : "");
  }
  const overview = await pageOf(await barn.get("/overview", admin));
  expect(overview.text).toContain(`question about statements ${link.customer}.`);
  const activity = await pageOf(await barn.get(`/activity?record=${fields.idempotencyKey}`, admin));
  expect(activity.text).toContain(`${link.horse}: Training, 10/12/2026, $123.45`);
  expect(activity.text).toContain("Ask about statement");
});

const LONGEST = "é".repeat(1_000);

const REFUSED: [what: string, Fields | ((fields: Fields) => Fields | string), number, RegExp][] = [
  ["no question", { question: " \n " }, 400, /Write what you want to ask/],
  ["a question of 1,001 characters", { question: `${LONGEST}x` }, 400, /at most 1,000 characters; this has 1,001/],
  ["characters that cannot be saved", { question: "Why\u0007?" }, 400, /characters that cannot be saved/],
  ["a line that the page has not", { line: "0123456789abcdef" }, 409, /no longer on the statement/],
  ["no line", ({ line: _, ...fields }) => fields, 409, /no longer on the statement/],
  ["no key", ({ idempotencyKey: _, ...fields }) => fields, 400, /out of date/],
  ["a key that is none", { idempotencyKey: "x" }, 400, /out of date/],
  ["a field that it has not", { actor: "alex@hayloft.example" }, 400, /out of date/],
  ["a field twice", (fields) => `${new URLSearchParams(fields)}&question=b`, 400, /out of date/],
];

test("a form with something that is wrong is refused at the field, what was typed stays, and it can be sent then", async () => {
  const fields = await newQuestion();
  const before = await countActivity(barn);
  let key = "";
  for (const [what, change, status, problem] of REFUSED) {
    const sent = typeof change === "function" ? change(fields) : { ...fields, ...change };
    const { status: answered, page } = await pageOf(await send(sent, `${link.path}?line=${fields.line}`));
    expect([what, answered, alertOf(page)]).toEqual([what, status, expect.stringMatching(problem)]);
    expect(page).toMatch(/<textarea[^>]*aria-invalid="true" aria-describedby="question-error"/);
    if (typeof sent === "object") expect([what, typedIn(page)?.trim()]).toEqual([what, String(sent.question).trim()]);
    key = hiddenIn(page, "idempotencyKey");
    expect([what, key]).toEqual([what, expect.stringMatching(/^[\da-f-]{36}$/)]);
  }
  expect([await questions(), await countActivity(barn)]).toEqual([[], before]);
  expect((await send({ ...fields, idempotencyKey: key })).status).toBe(303);
});

test("through one link no line of another customer's can be asked about, and no answer to one is read", async () => {
  const fields = await newQuestion();
  const id = await ask("Of the first");
  const own = link;
  link = await addSharedLink(barn.rows);
  expect((await send({ ...fields, line: fields.line ?? "" })).status).toBe(409);
  // The id of the other customer's question as the key of a form.
  const taken = await newQuestion({ idempotencyKey: id });
  expect((await send(taken)).status).toBe(409);
  expect(await questions()).toEqual([]);
  expect((await open(link.path)).page).not.toMatch(new RegExp(`Of the first|${own.horse}`));
});

test("a question of 1,000 characters is kept, and HTML in it is text everywhere", async () => {
  await ask(LONGEST);
  const html = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
  await ask(html);
  expect((await questions()).map(({ question }) => question)).toEqual([LONGEST, html]);
  const pages = await Promise.all([
    open(link.path),
    ...[PAGE, `/billing/${link.billId}/edit`].map(async (path) => pageOf(await barn.get(path, admin))),
  ]);
  for (const { page } of pages) {
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/<script>alert|<img src=x/);
  }
});

test("line breaks in fields reach no header, and a reply is text on the page", async () => {
  const breaks = "x\r\nSet-Cookie: a=b\r\n\r\n<p>";
  const answer = await send(await newQuestion({ question: breaks }), `${link.path}?line=${encodeURIComponent(breaks)}`);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${link.path}?asked#questions`]);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  const refused = await send(await newQuestion({ line: breaks, idempotencyKey: breaks }));
  expect([refused.status, refused.headers.get("Set-Cookie")]).toEqual([400, null]);
  expect(await refused.text()).not.toContain('<p>"');
});

test("a form that is sent twice asks once, at the same time too; another question with its key is kept on the page", async () => {
  const fields = await newQuestion();
  const answers = await Promise.all([send(fields), send(fields)]);
  expect([...answers, await send(fields)].map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await questions()).toHaveLength(1);
  const { status, page } = await pageOf(await send({ ...fields, question: "And this?" }));
  expect([status, typedIn(page)]).toEqual([409, "And this?"]);
  expect(alertOf(page)).toContain("Press the button again");
  const idempotencyKey = hiddenIn(page, "idempotencyKey");
  expect((await send({ ...fields, question: "And this?", idempotencyKey })).status).toBe(303);
  expect(await questions()).toHaveLength(2);
});

test("a link has at most 20 open questions, and the one that was sent twice is among them", async () => {
  await barn.rows(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 19)
      insert into statement_questions (id, link_id, bill_item_id, line, question, asked_at)
      select ? || n, ?, ?, 'Line', 'Question ' || n, '2026-11-20T12:00:00.000Z' from n`,
    [link.id, link.id, link.billId],
  );
  const last = await newQuestion({ question: "The last" });
  expect([(await send(last)).status, (await send(last)).status]).toEqual([303, 303]);
  const { status, page } = await pageOf(await send(await newQuestion({ question: "One more" })));
  expect([status, typedIn(page)]).toEqual([409, "One more"]);
  expect(alertOf(page)).toContain("You have 20 open questions");
  await barn.rows("update statement_questions set answered_at = '2026', answered_by = 'ann' where id = ?", [
    last.idempotencyKey ?? "",
  ]);
  await ask("One more");
  expect(await questions()).toHaveLength(21);
});

test.each<[string, sql: string | null, path: string | undefined, number, RegExp]>([
  [
    "has ended",
    "update statement_links set stopped_at = '2026', stopped_by = 'ann' where id = ?1",
    undefined,
    410,
    /has expired, so/,
  ],
  [
    "is of a deleted customer",
    "update customers set deleted_at = '2026' where id = (select customer_id from statement_links where id = ?1)",
    undefined,
    410,
    /has expired/,
  ],
  ["never was", null, `/s/${"A".repeat(22)}`, 404, /no statement at this address/],
  ["is no token", null, "/s/x", 404, /no statement at this address/],
])("a question through a link that %s is not saved, and stays on the page", async (_, sql, path, status, problem) => {
  const fields = await newQuestion();
  if (sql) await barn.rows(sql, [link.id]);
  const { status: answered, page } = await pageOf(await send(fields, path));
  expect([answered, typedIn(page)]).toEqual([status, "Why twice?"]);
  expect(alertOf(page)).toMatch(problem);
  expect(await questions()).toEqual([]);
});

test("a line whose bill was voided cannot be asked about any more; of a frozen statement it can", async () => {
  const fields = await newQuestion();
  const frozen = {
    version: 1,
    barn: { name: "Palm Farm", address: "" },
    customer: link.customer,
    period: "October 2026",
  };
  const [bill] = await barn.rows("select seq from bill_items where id = ?", [link.billId]);
  await barn.rows("update bill_items set voided_at = '2026', deleted_at = '2026' where id = ?", [link.billId]);
  expect((await send(fields)).status).toBe(409);
  const line = { key: `${bill?.seq}`, date: "2026-10-12", text: "Training", quantity: 1, rider: "", comments: "" };
  const horses = [{ name: link.horse, total: 5, lines: [{ ...line, invoice: "-", amount: 5 }] }];
  await barn.rows("update statement_links set frozen = ? where id = ?", [
    JSON.stringify({ ...frozen, asOf: "2026-11-01", horses, sums: [["Total", 5, true]] }),
    link.id,
  ]);
  expect((await send(fields)).status).toBe(303);
  expect(await questions()).toMatchObject([{ line: `${link.horse}: Training, 10/12/2026, $0.05` }]);
  expect((await pageOf(await barn.get(PAGE, admin))).text).toContain("The bill is voided.");
});

test("a form that is sent again after its answer was lost succeeds, even if its line has gone since", async () => {
  const fields = await newQuestion();
  expect((await send(fields)).status).toBe(303);
  await barn.rows("update bill_items set deleted_at = '2026', voided_at = '2026' where id = ?", [link.billId]);
  expect((await send(fields)).status).toBe(303);
  expect(await questions()).toHaveLength(1);
});

test.each<Trouble>([
  { kind: "refuse" },
  // The question is written, and the page does not hear of it.
  { kind: "lose answer", request: 1 },
])("if the database does not answer (%o), what was typed stays, and the form asks once afterwards", async (trouble) => {
  const fields = await newQuestion();
  const path = `${link.path}?line=${fields.line}`;
  barn.proxy.make(trouble);
  const { status, page } = await pageOf(await send(fields, path));
  barn.proxy.make({ kind: "none" });
  expect([status, typedIn(page), hiddenIn(page, "line")]).toEqual([503, "Why twice?", fields.line]);
  expect(alertOf(page)).toContain("The database cannot be reached, so your question was not sent.");
  const idempotencyKey = hiddenIn(page, "idempotencyKey");
  expect((await send({ ...fields, idempotencyKey }, path)).status).toBe(303);
  expect(await questions()).toHaveLength(1);
});

test("a question needs the page's own origin, and neither it nor its answer counts as an opening", async () => {
  const fields = await newQuestion();
  const opened = async () => (await barn.rows("select opened from statement_links where id = ?", [link.id]))[0]?.opened;
  expect(await opened()).toBe(2);
  const foreign = await barn.post(link.path, fields, { Origin: "https://elsewhere.example" });
  expect([foreign.status, await questions()]).toEqual([403, []]);
  await send({ ...fields, question: "" });
  await send(fields);
  await open(`${link.path}?asked`);
  await open(`${link.path}?line=${fields.line}`);
  await open(link.path);
  expect(await opened()).toBe(3);
});

/** The form that answers a question, as the office's page has it. */
async function newReply(id: string, reply: string): Promise<Fields> {
  const { page } = await pageOf(await barn.get(PAGE, admin));
  const form = page.slice(0, page.indexOf(`name="question" value="${id}"`));
  const [, idempotencyKey = ""] = form.match(/.*name="idempotencyKey" value="([^"]*)"/s) ?? [];
  return { idempotencyKey, question: id, reply };
}

const shown = async (fields: Fields, who = admin) => pageOf(await barn.post(PAGE, fields, who));

test("a reply shows on the page, once however often it is sent", async () => {
  const id = await ask();
  const fields = await newReply(id, "You rode <b>twice</b>.");
  const answers = await Promise.all([barn.post(PAGE, fields, admin), barn.post(PAGE, fields, admin)]);
  expect(answers.map((each) => [each.status, each.headers.get("Location")])).toEqual([
    [303, `${PAGE}?done=${fields.idempotencyKey}`],
    [303, `${PAGE}?done=${fields.idempotencyKey}`],
  ]);
  expect(
    await barn.rows("select 1 from activity where action = 'answer question' and content like ?", [`%${id}%`]),
  ).toHaveLength(1);
  const { text, page } = await open(link.path);
  expect(text).toMatch(/Why twice\? Palm Farm · \d\d\/\d\d\/\d{4} You rode <b>twice<\/b>\./);
  expect(page).not.toContain("<b>twice");
  const activity = await pageOf(await barn.get(`/activity?record=${id}`, admin));
  expect(activity.text).toContain("Answer question");
  expect(activity.text).toContain("Reply: none → You rode");
});

test("an answer without words says so, and the question is at its bill no more", async () => {
  const id = await ask("Only this once?");
  expect((await barn.post(PAGE, await newReply(id, "  "), admin)).status).toBe(303);
  expect((await open(link.path)).text).toContain("Answered.");
  const dialog = await pageOf(await barn.get(`/billing/${link.billId}/edit`, admin));
  expect(textOf(dialog.page)).not.toContain("Only this once?");
});

test("an undone answer leaves the question open, to be answered anew, and a repeated Undo undoes no later answer", async () => {
  const id = await ask();
  const wrong = await newReply(id, "To the wrong card");
  await barn.post(PAGE, wrong, admin);
  const undo = { intent: "undo", change: wrong.idempotencyKey ?? "" };
  expect((await barn.post(PAGE, undo, admin)).status).toBe(303);
  expect((await open(link.path)).text).toContain("Not answered yet.");
  expect((await barn.post(PAGE, await newReply(id, "To this one"), admin)).status).toBe(303);
  expect((await open(link.path)).text).toContain("To this one");
  expect((await barn.post(PAGE, undo, admin)).status).toBe(303);
  expect(await questions()).toMatchObject([{ reply: "To this one", answered_by: ADMIN.email }]);
});

test("the second of two people hears that the question was answered, and sees the first reply and their own", async () => {
  const id = await ask();
  const [first, second] = [await newReply(id, "The first"), await newReply(id, "The second")];
  expect((await barn.post(PAGE, first, admin)).status).toBe(303);
  const { status, page, text } = await shown(second, other);
  expect([status, alertOf(page)]).toEqual([409, expect.stringContaining("Somebody else answered this question")]);
  expect(text).toContain("Your reply: The second");
  expect(text).toContain("The first");
  expect(await questions()).toMatchObject([{ reply: "The first", answered_by: ADMIN.email }]);
  expect((await shown({ ...first, reply: "Another" })).status).toBe(409);
});

test("a reply with something that is wrong, or to a question that never was, is refused, and what was typed stays", async () => {
  const right = await newReply(await ask(), "Because.");
  const cases: [change: Fields, status: number, problem: RegExp][] = [
    [{ reply: `${LONGEST}x` }, 400, /at most 1,000 characters/],
    [{ reply: "a\u0007" }, 400, /cannot be saved/],
    [{ line: "x" }, 400, /out of date/],
    [{ idempotencyKey: "x" }, 400, /out of date/],
  ];
  for (const [change, status, problem] of cases) {
    const fields: Fields = { ...right, ...change };
    const { status: answered, page } = await shown(fields);
    expect([change, answered, alertOf(page)]).toEqual([change, status, expect.stringMatching(problem)]);
    expect(page).toContain(`${fields.reply}</textarea>`);
  }
  expect((await shown({ ...right, question: crypto.randomUUID() })).status).toBe(409);
  expect(await questions()).toMatchObject([{ answered_by: null }]);
});

test("without the database, a reply stays on the page, and answers once afterwards", async () => {
  const id = await ask();
  const fields = await newReply(id, "Because.");
  barn.proxy.make({ kind: "refuse" });
  const { status, page } = await shown(fields);
  barn.proxy.make({ kind: "none" });
  expect([status, typedIn(page), hiddenIn(page, "question")]).toEqual([503, "Because.", id]);
  const idempotencyKey = hiddenIn(page, "idempotencyKey");
  expect((await barn.post(PAGE, { ...fields, idempotencyKey }, admin)).status).toBe(303);
});

test("the page of an exported bill leads to its correction, whose dialog shows the question", async () => {
  await ask("Why this much?");
  await importAsExported(barn.rows, [link.billId]);
  const { page } = await pageOf(await barn.get(PAGE, admin));
  expect(page).toContain(`href="${PAGE}/${link.billId}/correct"`);
  const dialog = await pageOf(await barn.get(`/billing/${link.billId}/correct`, admin));
  expect(textOf(dialog.page)).toContain("Question: Why this much? Answer");
});

test("each page with questions sends one request to the database, an answer one, and a question two", async () => {
  const id = await ask();
  const counted = async (load: () => Promise<Response>) => {
    barn.proxy.requests.length = 0;
    const { status } = await load();
    return [status, barn.proxy.requests.length];
  };
  for (const path of [PAGE, `/billing/${link.billId}/edit`, "/overview"])
    expect([path, ...(await counted(() => barn.get(path, admin)))]).toEqual([path, 200, 1]);
  expect(await counted(() => barn.get(`${link.path}?asked`, fromElsewhere()))).toEqual([200, 1]);
  const asked = await newQuestion();
  expect(await counted(() => send({ ...asked, question: "" }))).toEqual([400, 1]);
  expect(await counted(() => send(asked))).toEqual([303, 2]);
  const fields = await newReply(id, "");
  expect(await counted(() => barn.post(PAGE, fields, admin))).toEqual([303, 1]);
});
