import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { countActivity, hiddenFieldsOf } from "#lab/support/forms.ts";
import { startApp } from "#tests/support/barn/app.ts";
import { post } from "#tests/support/barn/barn.ts";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import { type MailProvider, mailError, startMailProvider } from "#tests/support/barn/mail-provider.ts";
import {
  addCustomers as addCustomersTo,
  addLongBills,
  type FieldPairs,
  formOf,
  PATH,
  PERIOD,
  readProgress,
  runToEnd,
  type Send,
} from "#tests/support/barn/mailings.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";

/* The statements of a month, which are shared in runs (docs/product.md, 'Statements of a month'). */

const { barn, admin, otherAdmin } = startBarn();
/** The customers of a test, in the order of their names. */
let ids: string[];

afterEach(async () => {
  await barn.rows("delete from statement_links");
  await barn.rows("delete from bill_items where date between '2020-01-01' and '2020-12-31'");
});

async function addCustomers(count: number): Promise<string[]> {
  ids = await addCustomersTo(barn, count);
  return ids;
}

const runOf = (fields: FieldPairs) => new URLSearchParams(fields).get("idempotencyKey") ?? "";
const send: Send = (fields) => barn.post(PATH, new URLSearchParams(fields).toString(), admin);
const sendAsOther: Send = (fields) => barn.post(PATH, new URLSearchParams(fields).toString(), otherAdmin);
const run = (fields: FieldPairs, sending = send) => runToEnd(fields, sending);

const linksOf = () =>
  barn.rows("select * from statement_links where first = '2020-03-01' and last = '2020-03-31' order by created_at, id");
const readPage = async (path = PATH) =>
  textOf((await (await barn.get(path, admin)).text()).replace(/^[\s\S]*<main/, "<main"));
/** The row of the list of a customer of the test, by its number. */
const rowIn = (text: string, n: number) =>
  text.match(new RegExp(`Owner ${String(n).padStart(3, "0")} (.*?)(?= Owner \\d{3} | \\d+ customers? )`))?.[1];
const rowOf = async (n: number) => rowIn(await readPage(), n);

test("the list has the customers with lines in the period, and after each step the state", async () => {
  const [first = "", second = ""] = await addCustomers(3);
  expect(await readPage()).toContain("1 has no e-mail address · 2 not shared");
  expect(await rowOf(1)).toBe("$1.00 No e-mail address");
  expect(await rowOf(2)).toBe("$2.00 Not shared");
  await run(formOf([first], { shows: "frozen" }));
  await run(formOf([second]));
  const page = await (await barn.get(PATH, admin)).text();
  expect(rowIn(textOf(page), 1)).toMatch(/^\$1\.00 Shared \d\d\//);
  expect(rowIn(textOf(page), 3)).toBe("$3.00 Not shared");
  // The form has a key, and each customer whose statement is not shared is ticked.
  expect(hiddenFieldsOf(page).idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  const ticked = [...page.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([box]) => box.includes('checked=""'));
  expect(ticked.map(([box]) => box.match(/value="([^"]*)"/)?.[1])).toEqual(ids.slice(2));
  // The browser gets no lines, tokens or digests.
  const data = await (await barn.get(`/customers/statements.data?${PERIOD}`, admin)).text();
  const [link] = await linksOf();
  for (const secret of ["Training", String(link?.digest), String(link?.token_hash), "2020-03-12"])
    expect(data).not.toContain(secret);
  await barn.rows("update bill_items set value = 777 where id in ('bill ' || ?, 'bill ' || ?)", [first, second]);
  const text = await readPage();
  expect(rowIn(text, 1)).toMatch(/^\$7\.77 Changed since /);
  expect(rowIn(text, 2)).toMatch(/^\$7\.77 Shared /);
  expect(text).toContain("1 changed since · 1 not shared · 1 shared, not e-mailed");
  // A live link shows the statement as it is, so it is not made again.
  await run(formOf([first, second]));
  expect(await rowOf(1)).toMatch(/^\$7\.77 Shared /);
  expect((await linksOf()).map(({ customer_id }) => customer_id).sort()).toEqual([first, first, second].sort());
});

test("the amounts of the list are the totals of the customers' statements, to the cent", async () => {
  await addCorrections(barn.rows);
  await barn.rows(
    "update bill_items set voided_at = '2026', deleted_at = '2026' where seq % 9 = 0 and export_id is null",
  );
  const [month] = await barn.rows(
    "select substr(max(date), 1, 7) as month from bill_items where deleted_at is null and date < date('now', 'start of month')",
  );
  const list = await (await barn.get(`/customers/statements?month=${month?.month}`, admin)).text();
  const rows = [
    ...withoutTranslation(list).matchAll(
      /href="(\/customers\/[^"/]+\/statement\?[^"&]*&amp;to=[^"&]*)"[^>]*>[^<]+<\/a><\/th><td class="end p-end">([^<]+)</g,
    ),
  ];
  expect(rows.length).toBeGreaterThan(20);
  let hasOpening = false;
  for (const [, path = "", amount = ""] of rows.filter((_, n) => n % 2 === 0)) {
    const statement = await readPage(path.replaceAll("&amp;", "&"));
    hasOpening ||= statement.includes("Earlier, not invoiced");
    expect([path, statement.match(/ (?:Total|Billed in \w+) (\S+) Already/)?.[1]]).toEqual([path, amount]);
  }
  expect(hasOpening).toBe(true);
}, 60_000);

test("the statements of a form that is sent twice at once, by another person too, and again later, are shared once each", async () => {
  const fields = formOf(await addCustomers(22), { shows: "frozen" });
  await Promise.all([run(fields), run(fields), run(formOf(ids), sendAsOther)]);
  const before = await countActivity(barn);
  await run(fields);
  const links = await linksOf();
  expect([links.length, new Set(links.map(({ customer_id }) => customer_id)).size]).toEqual([22, 22]);
  // A repetition has nothing to write.
  expect(await countActivity(barn)).toBe(before);
}, 60_000);

test("a run goes on in steps of 20, says how far it is, and is listed; after an outage it goes on where it was", async () => {
  await addCustomers(21);
  const fields = formOf(ids);
  barn.proxy.make({ kind: "refuse" });
  const failed = await send(fields);
  expect(failed.status).toBe(503);
  const { fields: again, text } = await readProgress(failed);
  expect(text).toContain("The database cannot be reached");
  expect(text).toContain("Shared 0 of 21");
  barn.proxy.make({ kind: "none" });
  expect((await send(again)).status).toBe(200);
  // As if the answer had been lost.
  const { to, said } = await run(again);
  expect(said).toEqual(["Shared 20 of 21"]);
  expect(await linksOf()).toHaveLength(21);
  await barn.rows("update statement_links set opened = 1 where customer_id = ?", [ids[7] ?? ""]);
  const listed = await readPage(to);
  expect(listed).toContain("Shared 21 statements.");
  expect(listed).toMatch(/by alex@hayloft\.example 21 statements, 1 opened\. 21 active links\. Turn off these links/);
});

test("a run that is taken back ends all its links once, makes no more, and leaves the links of others", async () => {
  const end = (id: string, sending = send) =>
    sending([
      ["intent", "end"],
      ["idempotencyKey", id],
    ]);
  expect((await end(crypto.randomUUID())).status).toBe(400);
  await addCustomers(22);
  await run(formOf(ids.slice(21)));
  const fields = formOf(ids.slice(0, 21), { shows: "frozen" });
  const { fields: rest } = await readProgress(await send(fields));
  const before = await countActivity(barn);
  const answers = await Promise.all([end(runOf(fields)), end(runOf(fields), sendAsOther)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await countActivity(barn)).toBe(before + 1);
  const [other, ...ended] = await linksOf();
  expect([other?.customer_id, other?.stopped_at]).toEqual([ids[21], null]);
  expect(ended.filter(({ stopped_at, frozen }) => stopped_at !== null && frozen === "")).toHaveLength(20);
  const late = await send(rest);
  expect([late.status, textOf(await late.text())]).toEqual([409, expect.stringContaining("turned off their links")]);
  expect(await linksOf()).toHaveLength(21);
  expect(await readPage()).toMatch(
    /7 have no e-mail address · 14 not shared · 1 shared, not e-mailed .* 22 customers \$253\.00 .* 20 statements, 0 opened\. No active links\./,
  );
  expect(await readPage(`/customers/${ids[0]}/statement?${PERIOD}`)).toMatch(
    /Shared links .* Turned off .* by (alex|dana)@/,
  );
  await run(formOf(ids));
  expect(await linksOf()).toHaveLength(42);
});

test("a form with something that is wrong, or for no period, is refused", async () => {
  await addCustomers(2);
  const many = Array.from({ length: 1_001 }, (_, n) => `c${n}`);
  for (const [form, status, text, period = PERIOD] of [
    [formOf([]), 400, "Select at least one customer."],
    [formOf(many), 400, "Select at most 1,000 customers."],
    [formOf(Array.from({ length: 10_000 }, () => crypto.randomUUID())), 413, "64 KB"],
    [formOf(ids, { idempotencyKey: "" }), 400, "out of date"],
    [formOf(ids, { intent: "burn" }), 400, "out of date"],
    [formOf(ids, { days: "9999" }), 400, "out of date"],
    [formOf(ids, { total: "1" }), 400, "out of date"],
    [formOf(ids, { total: "x" }), 400, "out of date"],
    ...["from=2020-03-31&to=2020-03-01", "month=2020-13", ""].map((each) => [formOf(ids), 400, "", each] as const),
  ] as const) {
    const body = new URLSearchParams(form.map(([name, value]) => [name, value])).toString();
    const answer = await barn.post(`/customers/statements?${period}`, body, admin);
    expect([answer.status, textOf(await answer.text())]).toEqual([status, expect.stringContaining(text)]);
  }
  expect(await barn.rows("select id from statement_links")).toEqual([]);
});

test("a form leaves out unknown and deleted customers, those without lines, and those named twice", async () => {
  const [first = "", second = ""] = await addCustomers(2);
  const [other] = await barn.rows("select id from customers where id not like ? || '%' limit 1", [first.slice(0, 36)]);
  await barn.rows("update customers set deleted_at = '2026' where id = ?", [second]);
  const { to } = await run(formOf([first, second, "nobody", String(other?.id), first]));
  expect((await linksOf()).map(({ customer_id }) => customer_id)).toEqual([first]);
  expect(await readPage(to)).toContain("Shared 1 statement. Skipped 3 of 4");
});

test("long frozen statements are shared over several requests, and one that is too long not at all", async () => {
  await addCustomers(4);
  for (const [i, id] of ids.entries()) await addLongBills(barn, id, i === 3 ? 1_500 : 700, "x".repeat(900));
  const { to, said } = await run(formOf(ids, { shows: "frozen", comments: "yes" }));
  expect(said).toEqual(["Shared 2 of 4"]);
  expect((await linksOf()).map(({ customer_id }) => customer_id).sort()).toEqual(ids.slice(0, 3).sort());
  expect(await readPage(to)).toContain("Skipped 1 of 4: already shared, or too long for one page.");
}, 60_000);

describe("with a mail provider", () => {
  let provider: MailProvider;
  let app: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    provider = await startMailProvider();
    app = await startApp({ url: barn.proxy.url, authToken: barn.authToken }, provider.env);
  }, 60_000);
  afterAll(async () => {
    await app.stop();
    await provider.stop();
  });
  beforeEach(() => {
    Object.assign(provider, { behavior: "accept", refused: [], sent: [], requests: [] });
  });
  const mail: Send = (fields) => post(app.url, PATH, new URLSearchParams(fields).toString(), admin);
  const read = async () => textOf(await (await fetch(`${app.url}${PATH}`, { headers: admin })).text());
  const states = async () => {
    const rows = await barn.rows(
      "select coalesce(mail_state, 'none') as state, count(*) as n from statement_links group by 1",
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };

  test("each statement of a run is e-mailed once, with a link that works, and those without an address are shared only", async () => {
    await addCustomers(24);
    const fields = formOf(ids, { intent: "mail" });
    provider.refused = ["owner2@customer.example"];
    await Promise.all([run(fields, mail), run(formOf(ids, { intent: "mail" }), mail), run(fields, mail)]);
    expect(await linksOf()).toHaveLength(24);
    expect(await states()).toEqual({ accepted: 15, refused: 1, none: 8 });
    const addresses = provider.sent.flatMap(({ to }) => to);
    expect([addresses.length, new Set(addresses).size]).toEqual([15, 15]);
    const [mailed] = provider.sent.filter(({ to }) => to[0] === "owner3@customer.example");
    expect(mailed?.subject).toMatch(/^Your statement for March 2020 from /);
    const path = mailed?.text.match(/\/s\/[\w-]{22}/)?.[0] ?? "";
    expect(textOf(await (await fetch(`${app.url}${path}`)).text())).toMatch(
      /For Owner 003 Billed in March \$3\.00 before payments/,
    );
    const text = await read();
    expect(text).toMatch(/Owner 002 \$2\.00 Refused The address owner2@customer\.example is suppressed\./);
    expect(text).toMatch(/Owner 005 \$5\.00 Sent /);
    expect(text).toMatch(/Owner 001 \$1\.00 Shared /);
  }, 60_000);

  /** Makes a link of one customer, and returns what sends it from the customer's statement. */
  async function shareAlone() {
    const [, id = ""] = await addCustomers(2);
    const path = `/customers/${id}/statement?${PERIOD}`;
    const fields = (intent: string, change: Record<string, string>) => ({
      intent,
      idempotencyKey: crypto.randomUUID(),
      ...change,
    });
    const shared = fields("share", { shows: "now", days: "90" });
    await post(app.url, path, shared, admin);
    const link = shared.idempotencyKey;
    const raw = async () => (await fetch(`${app.url}${path}&shared=${link}`, { headers: admin })).text();
    return {
      id,
      send: (form = fields("send", { link })) => post(app.url, path, form, admin),
      /** Presses 'Send now' on the page as it is. */
      press: async () => {
        const [, toldAttempt] = (await raw()).match(/name="toldAttempt" value="(\d+)"/) ?? [];
        return post(app.url, path, fields("send", { link, ...(toldAttempt && { toldAttempt }) }), admin);
      },
      form: fields("send", { link }),
      page: async () => textOf(await raw()),
      ofAnother: () => post(app.url, `/customers/${ids[0]}/statement?${PERIOD}`, fields("send", { link }), admin),
      stop: () => post(app.url, path, fields("stop", { link }), admin),
    };
  }

  test("a link is e-mailed from the customer's statement once, however often it is sent", async () => {
    const { send: mailLink, form, page, ofAnother } = await shareAlone();
    expect(await page()).toContain("Send now” sends it to owner2@customer.example.");
    await ofAnother();
    expect(provider.requests).toEqual([]);
    const answers = await Promise.all([mailLink(form), mailLink(form), mailLink()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    await mailLink();
    expect(provider.sent.map(({ to }) => to)).toEqual([["owner2@customer.example"]]);
    expect(await states()).toEqual({ accepted: 1 });
    expect(await page()).toMatch(/E-mailed .* to owner2@customer\.example\. .* Not opened\./);
    expect(await page()).not.toContain("Send now");
  }, 60_000);

  test("a refused e-mail is sent again to the address as it is then; a stopped link, and one whose address is not known any more, are not sent", async () => {
    const { send: mailLink, page, stop } = await shareAlone();
    provider.refused = ["owner2@customer.example"];
    await mailLink();
    expect(await page()).toContain("was refused: The address owner2@customer.example is suppressed.");
    await correct(ids[1] ?? "");
    await mailLink();
    expect(provider.sent.map(({ to }) => to)).toEqual([["new@customer.example"]]);
    await barn.rows("update statement_links set mail_state = null, token_hash = ?", ["0".repeat(64)]);
    await mailLink();
    expect(await states()).toEqual({ refused: 1 });
    expect(await read()).toContain("Refused Hayloft no longer knows the address of this link.");
    await barn.rows("update statement_links set mail_state = null");
    await stop();
    await mailLink();
    expect(provider.sent).toHaveLength(1);
  }, 60_000);

  const correct = (id: string, emails = '["new@customer.example"]') =>
    barn.rows("update customers set emails = ? where id = ?", [emails, id]);
  const rename = (id: string) => barn.rows("update customers set name = 'Renamed' where id = ?", [id]);
  const setDeleted = (id: string, at: string | null) =>
    barn.rows(`update customers set deleted_at = ${at === null ? "null" : `'${at}'`} where id = ?`, [id]);

  test("an address that was corrected after an attempt without an answer is told, and gets the link at the next press", async () => {
    const { id, send: mailLink, press, page } = await shareAlone();
    // The first attempt arrives, and its answer is lost.
    provider.behavior = "drop";
    await press();
    provider.behavior = "accept";
    await correct(id);
    // From a page that was opened before the correction.
    expect((await mailLink()).status).toBe(303);
    expect(provider.sent.map(({ to }) => to)).toEqual([["owner2@customer.example"]]);
    expect(await page()).toMatch(
      /The mail provider did not confirm the e-mail of .* to owner2@customer\.example\. It may have arrived\. “Send now” sends it to new@customer\.example\./,
    );
    expect(await read()).toContain(
      "The mail provider did not answer. The e-mail may have gone to owner2@customer.example.",
    );
    await Promise.all([press(), press()]);
    expect(provider.sent.map(({ to }) => to)).toEqual([["owner2@customer.example"], ["new@customer.example"]]);
    expect(await page()).toMatch(/E-mailed .* to new@customer\.example\./);
  }, 60_000);

  test("a deleted customer is sent nothing, the page says why, and once restored the link can be sent", async () => {
    const { id, press, page } = await shareAlone();
    await setDeleted(id, "2026");
    const answer = await press();
    expect([answer.status, textOf(await answer.text())]).toEqual([
      409,
      expect.stringContaining("This customer is deleted, so nothing was sent."),
    ]);
    expect(await page()).toContain("This customer is deleted, so the link shows nothing and is not e-mailed.");
    expect(await page()).not.toMatch(/Send now|E-mail opens/);
    expect(await page()).toContain("Shows nothing while the customer is deleted.");
    expect(await read()).toMatch(/Owner 002 \$2\.00 Shared This customer is deleted, so nothing is sent\./);
    await setDeleted(id, null);
    provider.behavior = "drop";
    await press();
    await setDeleted(id, "2026");
    provider.behavior = "accept";
    await press();
    expect(provider.sent).toHaveLength(1);
    expect(await states()).toEqual({ sending: 1 });
    await setDeleted(id, null);
    await press();
    expect([provider.sent.length, await states()]).toEqual([1, { accepted: 1 }]);
  }, 60_000);

  test("Try again sends to nobody whose address was corrected, or who was deleted, and once to who was renamed", async () => {
    // The customers 1, 4 and 7 have no address.
    await addCustomers(8);
    const [corrected = "", renamed = "", deleted = ""] = [ids[1], ids[2], ids[4]];
    provider.behavior = mailError(500, "internal_server_error", "Down");
    const fields = formOf(ids, { intent: "mail" });
    await mail(fields);
    expect(await read()).toContain("8 statements, 0 opened, 5 not confirmed. 8 active links. Try again");
    await correct(corrected);
    await rename(renamed);
    await setDeleted(deleted, "2026");
    provider.behavior = "accept";
    const again: FieldPairs = [
      ["idempotencyKey", runOf(fields)],
      ["total", "0"],
      ["shows", "now"],
      ["intent", "mail"],
    ];
    await mail(again);
    expect(provider.sent.flatMap(({ to }) => to).sort()).toEqual([3, 6, 8].map((n) => `owner${n}@customer.example`));
    expect(await states()).toEqual({ accepted: 3, sending: 2, none: 3 });
    expect(await read()).not.toContain("Try again");
    // Who is told of the first attempt can send another one from the list, too.
    await run(formOf([corrected], { intent: "mail" }), mail);
    await setDeleted(deleted, null);
    expect(await read()).toContain("Try again");
    await mail(again);
    expect(provider.sent.flatMap(({ to }) => to).slice(3)).toEqual(["new@customer.example", "owner5@customer.example"]);
    expect(await states()).toEqual({ accepted: 5, none: 3 });
  }, 60_000);

  test("links that were not e-mailed, or were refused, are e-mailed once, and no other link is made", async () => {
    await addCustomers(9);
    await run(formOf(ids.slice(0, 5)), mail);
    provider.refused = ["owner6@customer.example"];
    await run(formOf(ids.slice(5), { intent: "mail" }), mail);
    expect(await states()).toEqual({ accepted: 2, refused: 1, none: 6 });
    const before = await linksOf();
    provider.refused = [];
    await barn.rows("update customers set emails = json_array('right@customer.example') where id = ?", [ids[5] ?? ""]);
    const fields = formOf(ids, { intent: "mail" });
    const { to } = await run(fields, mail);
    expect(await readPage(to)).toMatch(/E-mailed 4 links shared before\. Skipped 5 of 9/);
    // As if two people had begun these e-mails at once.
    await barn.rows("update statement_links set mail_state = null where mail_state = 'accepted'");
    await Promise.all([run(fields, mail), run(formOf(ids, { intent: "mail" }), mail)]);
    expect((await linksOf()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    // The customers 1, 4 and 7 have no address.
    expect(await states()).toEqual({ accepted: 6, none: 3 });
    const addresses = provider.sent.flatMap((each) => each.to);
    expect([addresses.length, new Set(addresses).size]).toEqual([6, 6]);
    expect(addresses).toContain("right@customer.example");
  }, 60_000);

  test("a run stops at a provider that does not answer, and goes on without sending anything twice", async () => {
    await addCustomers(6);
    provider.behavior = "drop";
    const answer = await mail(formOf(ids, { intent: "mail" }));
    const { fields, text } = await readProgress(answer);
    expect(text).toContain("The mail provider does not answer, so 4 e-mails are not confirmed.");
    // The first was accepted, and its answer lost; the others were not tried.
    expect([provider.sent.length, provider.requests.length]).toEqual([1, 2]);
    expect(await read()).toMatch(/Owner 002 \$2\.00 Sending The mail provider did not answer\./);
    provider.behavior = "accept";
    await run(fields, mail);
    expect(await states()).toEqual({ accepted: 4, none: 2 });
    expect(new Set(provider.sent.flatMap(({ to }) => to)).size).toBe(4);
    expect(provider.sent).toHaveLength(4);
  }, 60_000);

  test("what was not confirmed is not sent again once the provider may have forgotten its key", async () => {
    await addCustomers(3);
    provider.behavior = "drop";
    const fields = formOf(ids, { intent: "mail" });
    await mail(fields);
    await barn.rows(
      "update statement_links set mailed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-24 hours') where mail_state = 'sending'",
    );
    provider.behavior = "accept";
    await run(fields, mail);
    expect(await states()).toEqual({ sending: 2, none: 1 });
    expect(provider.sent).toHaveLength(1);
    expect(await read()).toMatch(/2 not confirmed\. 3 active links\. Turn off these links/);
  }, 60_000);

  test("the e-mails of a request that was ended are sent by a later one of the run, and those of one at work are not", async () => {
    await addCustomers(2);
    const fields = formOf(ids, { intent: "mail" });
    await run(fields, mail);
    const leave = (minutes: number) =>
      barn.rows(
        `update statement_links set mail_state = 'sending', mailed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${minutes} minutes') where mail_state is not null`,
      );
    await leave(1);
    await run(fields, mail);
    expect(await states()).toEqual({ sending: 1, none: 1 });
    await leave(11);
    await run(fields, mail);
    expect(await states()).toEqual({ accepted: 1, none: 1 });
    expect(provider.sent).toHaveLength(1);
  }, 60_000);
});
