import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatDollars } from "#app/domain/money.ts";
import { startApp } from "#tests/support/app.ts";
import { ADMIN, type Barn, openBarn, post } from "#tests/support/barn.ts";
import { addCorrections } from "#tests/support/corrections.ts";
import { textOf } from "#tests/support/exports.ts";
import { countActivity, hiddenFieldsOf } from "#tests/support/forms.ts";
import { type MailProvider, mailError, startMailProvider } from "#tests/support/mail-provider.ts";
import { withoutTranslation } from "#tests/support/markup.ts";

/* The statements of a month, which are shared in runs (docs/product.md, 'Statements of a month'). */

const PERIOD = "from=2020-03-01&to=2020-03-31";
const PATH = `/customers/statements?${PERIOD}`;

let barn: Barn;
let admin: { Cookie: string };
let otherAdmin: { Cookie: string };
/** The customers of a test, in the order of their names. */
let ids: string[];

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
  otherAdmin = { Cookie: await barn.cookieOf({ email: "dana@hayloft.example", name: "Dana Whitfield" }) };
});
afterAll(() => barn.close());
afterEach(async () => {
  await barn.rows("delete from statement_links");
  await barn.rows("delete from bill_items where date between '2020-01-01' and '2020-12-31'");
});

/** Adds customers with a bill each in March 2020, of $1.00, $2.00 and so on. The first of three has no address. */
async function addCustomers(count: number): Promise<string[]> {
  const tag = crypto.randomUUID();
  await barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
     insert into customers (id, name, name_sort, emails, riders, created_at, updated_at)
     select ?2 || i, 'Owner ' || printf('%03d', i), 'owner ' || printf('%03d', i),
       iif(i % 3 = 1, '[]', json_array('owner' || i || '@customer.example')), '[]', '2020', '2020' from n`,
    [count, tag],
  );
  await barn.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
     select 'bill ' || id, id, (select id from horses limit 1), 'training', '2020-03-12', 1,
       100 * cast(substr(name, 7) as integer), 'florida', '2020' from customers where id like ? || '%'`,
    [tag],
  );
  ids = (await barn.rows("select id from customers where id like ? || '%' order by name", [tag])).map(({ id }) =>
    String(id),
  );
  return ids;
}

type Fields = [string, string][];
const formOf = (customers: readonly string[], change: Record<string, string> = {}): Fields => [
  ...Object.entries({ idempotencyKey: crypto.randomUUID(), intent: "share", shows: "now", days: "90", ...change }),
  ...customers.map((id): [string, string] => ["selected", id]),
];
const runOf = (fields: Fields) => new URLSearchParams(fields).get("idempotencyKey") ?? "";
type Send = (fields: Fields) => Promise<Response>;
const send: Send = (fields) => barn.post(PATH, new URLSearchParams(fields).toString(), admin);
const sendAsOther: Send = (fields) => barn.post(PATH, new URLSearchParams(fields).toString(), otherAdmin);

/** The form of a page that a run goes on with, and what the page says. */
async function readProgress(answer: Response): Promise<{ fields: Fields; text: string }> {
  const page = await answer.text();
  const from = page.indexOf('aria-label="Progress"');
  const form = from < 0 ? "" : page.slice(from, page.indexOf("</form>", from));
  const inputs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    fields: inputs.map(([, name = "", value = ""]) => [name, value]),
    text: textOf(page.slice(page.indexOf("<main"))),
  };
}

/** Sends the form of a run, and the forms of its answers until it is done. Returns where it led, and what its answers said. */
async function run(fields: Fields, sending = send): Promise<{ to: string; said: string[] }> {
  const said: string[] = [];
  let next = fields;
  for (;;) {
    const answer = await sending(next);
    if (answer.status === 303) return { to: answer.headers.get("Location") ?? "", said };
    expect(answer.status).toBe(200);
    const { fields: form, text } = await readProgress(answer);
    said.push(text.match(/Shared \d+ of \d+/)?.[0] ?? "");
    next = form;
  }
}

const linksOf = () =>
  barn.rows("select * from statement_links where first = '2020-03-01' and last = '2020-03-31' order by created_at, id");
const readPage = async (path = PATH) =>
  textOf((await (await barn.get(path, admin)).text()).replace(/^[\s\S]*<main/, "<main"));
/** The row of the list of a customer of the test, by its number. */
async function rowOf(n: number): Promise<string> {
  const text = await readPage();
  const [, row = ""] = text.match(new RegExp(`Owner ${String(n).padStart(3, "0")} (.*?) Preview`)) ?? [];
  return row;
}

test("the list has the customers with lines in the period, and after each step the state", async () => {
  const [first = "", second = ""] = await addCustomers(3);
  expect(await readPage()).toContain("Statements March 2020 · 3 customers, $6.00. 3 not sent.");
  expect(await rowOf(1)).toBe("No e-mail address $1.00 Not sent");
  expect(await rowOf(2)).toBe("owner2@customer.example $2.00 Not sent");
  await run(formOf([first, second]));
  expect(await rowOf(1)).toMatch(/^No e-mail address \$1\.00 Shared .* by alex@hayloft\.example$/);
  expect(await rowOf(3)).toMatch(/^owner3\S+ \$3\.00 Not sent$/);
  await barn.rows("update bill_items set value = 777 where id = 'bill ' || ?", [first]);
  await barn.rows("update statement_links set opened = 2 where customer_id = ?", [second]);
  expect(await rowOf(1)).toMatch(/ \$7\.77 Changed since /);
  expect(await rowOf(2)).toMatch(/ \$2\.00 Opened /);
  expect(await readPage()).toContain("1 not sent, 1 changed since.");
  await run(formOf([first, second]));
  expect(await rowOf(1)).toMatch(/ \$7\.77 Shared /);
  expect((await linksOf()).map(({ customer_id }) => customer_id).sort()).toEqual([first, first, second].sort());
});

/** Adds bills with comments of 8,000 bytes to customers. */
const addLongComments = (customers: readonly string[], bills: number) =>
  barn.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at, comments)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
     select value || ' long ' || i, value, (select id from horses limit 1), 'training', '2020-03-13', 1, 100, 'florida', '2020',
       replace(hex(zeroblob(1000)), '0', '🐴') from json_each(?1), n`,
    [JSON.stringify(customers), bills],
  );

test("a statement of very long comments is too long to share, alone and in a run, and the others are shared", async () => {
  const [first = "", second = "", third = ""] = await addCustomers(3);
  await addLongComments([second], 600);
  const { to } = await run(formOf([first, second, third], { comments: "yes" }));
  expect((await linksOf()).map(({ customer_id }) => customer_id).sort()).toEqual([first, third].sort());
  expect(await readPage(to)).toContain("1 of 3 was left out: shared before as now, or too long for one page.");

  const page = `/customers/${second}/statement?${PERIOD}`;
  const share = (change: Record<string, string>) =>
    barn.post(page, new URLSearchParams(formOf([], { ...change })).toString(), admin);
  const refused = await share({ comments: "yes" });
  expect([refused.status, textOf(await refused.text())]).toEqual([
    409,
    expect.stringContaining("too long to be shared"),
  ]);
  // Without comments it is not.
  expect((await share({})).status).toBe(303);
  await run(formOf([second]));
});

test("statements of long comments that are too many for one answer are all shared", async () => {
  const customers = await addCustomers(14);
  await addLongComments(customers, 100);
  await run(formOf(customers, { comments: "yes" }));
  expect((await linksOf()).map(({ customer_id }) => customer_id).sort()).toEqual(customers.toSorted());
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
      /href="(\/customers\/[^"/]+\/statement\?[^"&]*&amp;to=[^"&]*)"[^>]*>[^<]+<\/a><small[^>]*>[^<]*<\/small><\/span><\/span><\/th><td class="end">([^<]+)</g,
    ),
  ];
  expect(rows.length).toBeGreaterThan(20);
  let hasOpening = false;
  for (const [, path = "", amount = ""] of rows) {
    const statement = await readPage(path.replaceAll("&amp;", "&"));
    hasOpening ||= statement.includes("Earlier, not invoiced");
    expect([path, statement.match(/ Total (\S+) /)?.[1]]).toEqual([path, amount]);
  }
  expect(hasOpening).toBe(true);
}, 60_000);

test("the browser gets no lines, tokens or digests", async () => {
  const [first = ""] = await addCustomers(1);
  await run(formOf([first]));
  const data = await (await barn.get(`/customers/statements.data?${PERIOD}`, admin)).text();
  const [link] = await linksOf();
  for (const secret of ["Training", String(link?.digest), String(link?.token_hash), "2020-03-12"])
    expect(data).not.toContain(secret);
});

test("a run of 45 goes on in steps of 20, says how far it is, and is listed", async () => {
  const { to, said } = await run(formOf(await addCustomers(45)));
  expect(said).toEqual(["Shared 20 of 45", "Shared 40 of 45"]);
  expect(await linksOf()).toHaveLength(45);
  await barn.rows("update statement_links set opened = 1 where customer_id = ?", [ids[7] ?? ""]);
  const text = await readPage(to);
  expect(text).toContain("Shared 45 statements.");
  expect(text).toMatch(/by alex@hayloft\.example 45 statements, 1 opened\. All links work\. End its links/);
});

test("the statements of a form that is sent twice at once, by another person too, and again later, are shared once each", async () => {
  const fields = formOf(await addCustomers(45), { shows: "frozen" });
  await Promise.all([run(fields), run(fields), run(formOf(ids), sendAsOther)]);
  const before = await countActivity(barn);
  await run(fields);
  const links = await linksOf();
  expect([links.length, new Set(links.map(({ customer_id }) => customer_id)).size]).toEqual([45, 45]);
  // A repetition has nothing to write.
  expect(await countActivity(barn)).toBe(before);
}, 60_000);

test("a request without an answer is repeated, and after an outage the page goes on where it was", async () => {
  await addCustomers(25);
  const fields = formOf(ids);
  barn.proxy.make({ kind: "refuse" });
  const failed = await send(fields);
  expect(failed.status).toBe(503);
  const { fields: again, text } = await readProgress(failed);
  expect(text).toContain("The database cannot be reached");
  expect(text).toContain("Shared 0 of 25");
  barn.proxy.make({ kind: "none" });
  expect((await send(again)).status).toBe(200);
  // As if the answer had been lost.
  await run(again);
  expect(await linksOf()).toHaveLength(25);
});

test("a run that was sent again after a statement changed shares it once", async () => {
  await addCustomers(2);
  const fields = formOf(ids);
  await run(fields);
  await barn.rows("update bill_items set value = 777 where id = 'bill ' || ?", [ids[0] ?? ""]);
  await run(fields);
  expect(await linksOf()).toHaveLength(2);
});

describe("a run that is taken back", () => {
  const end = (id: string, sending = send) =>
    sending([
      ["intent", "end"],
      ["idempotencyKey", id],
    ]);

  test("ends all its links once, and makes no more", async () => {
    await addCustomers(25);
    const fields = formOf(ids, { shows: "frozen" });
    const { fields: rest } = await readProgress(await send(fields));
    const before = await countActivity(barn);
    const answers = await Promise.all([end(runOf(fields)), end(runOf(fields), sendAsOther)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await countActivity(barn)).toBe(before + 1);
    const ended = await linksOf();
    expect(ended.filter(({ stopped_at, frozen }) => stopped_at !== null && frozen === "")).toHaveLength(20);
    const late = await send(rest);
    expect([late.status, textOf(await late.text())]).toEqual([409, expect.stringContaining("ended this run")]);
    expect(await linksOf()).toHaveLength(20);
    expect(await readPage()).toMatch(
      /Statements March 2020 · 25 customers, \$325\.00\. 25 not sent\..* 20 statements, 0 opened\. Ended\./,
    );
    expect(await readPage(`/customers/${ids[0]}/statement?${PERIOD}`)).toMatch(
      /Shared links .* Stopped .* by (alex|dana)@/,
    );
    await run(formOf(ids));
    expect(await linksOf()).toHaveLength(45);
  });

  test("leaves the links of others", async () => {
    const [first = "", second = ""] = await addCustomers(2);
    const mine = formOf([first]);
    await run(mine);
    await run(formOf([second]));
    await end(runOf(mine));
    expect((await linksOf()).map(({ customer_id, stopped_at }) => [customer_id, stopped_at !== null])).toEqual([
      [first, true],
      [second, false],
    ]);
  });

  test("must be one", async () => expect((await end(crypto.randomUUID())).status).toBe(400));
});

describe("a form", () => {
  const many = Array.from({ length: 1_001 }, (_, n) => `c${n}`);

  test("with something that is wrong is refused", async () => {
    await addCustomers(2);
    for (const [form, status, text] of [
      [formOf([]), 400, "Select at least one customer."],
      [formOf(many), 400, "Select at most 1,000 customers."],
      [formOf(Array.from({ length: 10_000 }, () => crypto.randomUUID())), 413, "64 KB"],
      [formOf(ids, { idempotencyKey: "" }), 400, "out of date"],
      [formOf(ids, { intent: "burn" }), 400, "out of date"],
      [formOf(ids, { days: "9999" }), 400, "out of date"],
      [formOf(ids, { total: "1" }), 400, "out of date"],
      [formOf(ids, { total: "x" }), 400, "out of date"],
    ] as const) {
      const answer = await send(form);
      expect([answer.status, textOf(await answer.text())]).toEqual([status, expect.stringContaining(text)]);
    }
    expect(await linksOf()).toEqual([]);
  });

  test.each(["from=2020-03-31&to=2020-03-01", "month=2020-13", ""])(
    "for the period '%s' is refused",
    async (period) => {
      await addCustomers(1);
      const answer = await barn.post(
        `/customers/statements?${period}`,
        new URLSearchParams(formOf(ids)).toString(),
        admin,
      );
      expect(answer.status).toBe(400);
      expect(await barn.rows("select id from statement_links")).toEqual([]);
    },
  );

  test("leaves out unknown and deleted customers, those without lines, and those named twice", async () => {
    const [first = "", second = ""] = await addCustomers(2);
    const [other] = await barn.rows("select id from customers where id not like ? || '%' limit 1", [
      first.slice(0, 36),
    ]);
    await barn.rows("update customers set deleted_at = '2026' where id = ?", [second]);
    const { to } = await run(formOf([first, second, "nobody", String(other?.id), first]));
    expect((await linksOf()).map(({ customer_id }) => customer_id)).toEqual([first]);
    expect(await readPage(to)).toContain("Shared 1 statement. 3 of 4 were left out");
  });
});

test("long frozen statements are shared over several requests, and one that is too long not at all", async () => {
  await addCustomers(4);
  const comments = "x".repeat(900);
  const insert = (id: string, count: number) =>
    barn.rows(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
       insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, created_at)
       select ?1 || i, ?1, (select id from horses limit 1), 'training', '2020-03-13', 1, 100, 'florida', ?3, '2020' from n`,
      [id, count, comments],
    );
  for (const [i, id] of ids.entries()) await insert(id, i === 3 ? 1_500 : 700);
  const { to, said } = await run(formOf(ids, { shows: "frozen", comments: "yes" }));
  expect(said).toEqual(["Shared 2 of 4"]);
  expect((await linksOf()).map(({ customer_id }) => customer_id).sort()).toEqual(ids.slice(0, 3).sort());
  expect(await readPage(to)).toContain("1 of 4 was left out");
}, 60_000);

test("a period with more than 10,000 lines leads to shorter ones", async () => {
  await addCustomers(1);
  await barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
     insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
     select 'many ' || i, ?1, (select id from horses limit 1), 'training', '2020-03-13', 1, 100, 'florida', '2020' from n`,
    [ids[0] ?? ""],
  );
  const page = await (await barn.get(PATH, admin)).text();
  expect(page).toContain('href="/customers/statements?from=2020-03-01&amp;to=2020-03-07"');
  expect(await readPage(`/customers/statements?from=2020-03-08&to=2020-03-12`)).toContain("1 customer, $1.00");
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
    await addCustomers(30);
    const fields = formOf(ids, { intent: "mail" });
    provider.refused = ["owner2@customer.example"];
    await Promise.all([run(fields, mail), run(formOf(ids, { intent: "mail" }), mail), run(fields, mail)]);
    expect(await linksOf()).toHaveLength(30);
    expect(await states()).toEqual({ accepted: 19, refused: 1, none: 10 });
    const addresses = provider.sent.flatMap(({ to }) => to);
    expect([addresses.length, new Set(addresses).size]).toEqual([19, 19]);
    const [mailed] = provider.sent.filter(({ to }) => to[0] === "owner3@customer.example");
    expect(mailed?.subject).toMatch(/^Your statement of March 2020 from /);
    const path = mailed?.text.match(/\/s\/[\w-]{22}/)?.[0] ?? "";
    expect(textOf(await (await fetch(`${app.url}${path}`)).text())).toMatch(/For Owner 003 .* Total \$3\.00/);
    const text = await read();
    expect(text).toMatch(/Owner 002 \S.*? \$2\.00 Refused The address owner2@customer\.example is suppressed\./);
    expect(text).toMatch(/Owner 005 \S.*? \$5\.00 Sent /);
    expect(text).toMatch(/Owner 001 \S.*? \$1\.00 Shared /);
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

  test("a refused e-mail is sent again to the address as it is then; a stopped link is not sent", async () => {
    const { send: mailLink, page, stop } = await shareAlone();
    provider.refused = ["owner2@customer.example"];
    await mailLink();
    expect(await page()).toContain("was refused: The address owner2@customer.example is suppressed.");
    await barn.rows("update customers set emails = ? where id = ?", ['["new@customer.example"]', ids[1] ?? ""]);
    await mailLink();
    expect(provider.sent.map(({ to }) => to)).toEqual([["new@customer.example"]]);
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
      /The mail provider has not answered for the e-mail of .* to owner2@customer\.example\. It may have arrived\. “Send now” sends it to new@customer\.example\./,
    );
    expect(await read()).toContain(
      "The mail provider did not answer. The e-mail may have gone to owner2@customer.example.",
    );
    await Promise.all([press(), press()]);
    expect(provider.sent.map(({ to }) => to)).toEqual([["owner2@customer.example"], ["new@customer.example"]]);
    expect(await page()).toMatch(/E-mailed .* to new@customer\.example\./);
  }, 60_000);

  test("a customer who is renamed between two tries gets one e-mail", async () => {
    const { id, press, page } = await shareAlone();
    provider.behavior = "drop";
    await press();
    await rename(id);
    provider.behavior = "accept";
    await press();
    await press();
    expect(provider.sent).toHaveLength(1);
    expect(await page()).toMatch(/E-mailed .* to owner2@customer\.example\./);
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
    expect(await read()).toMatch(/Owner 002 .*? \$2\.00 Shared The customer is deleted: nothing is sent\./);
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
    await correct(corrected);
    await rename(renamed);
    await setDeleted(deleted, "2026");
    provider.behavior = "accept";
    const again: Fields = [
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

  test("a link whose address the worker cannot make any more is not e-mailed", async () => {
    const { press } = await shareAlone();
    await barn.rows("update statement_links set token_hash = ?", ["0".repeat(64)]);
    await press();
    expect([provider.requests.length, await states()]).toEqual([0, { refused: 1 }]);
    expect(await read()).toContain("Refused The address of this link is not known any more.");
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
    expect(await readPage(to)).toMatch(/E-mailed 4 links that had not been\. 5 of 9 were left out/);
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
    await addCustomers(24);
    provider.behavior = "drop";
    const answer = await mail(formOf(ids, { intent: "mail" }));
    const { fields, text } = await readProgress(answer);
    expect(text).toContain("The mail provider does not answer: 13 of the e-mails are not confirmed.");
    // The first was accepted, and its answer lost; the others were not tried.
    expect([provider.sent.length, provider.requests.length]).toEqual([1, 2]);
    expect(await read()).toMatch(/Owner 002 \S.*? \$2\.00 Sending The mail provider did not answer\./);
    provider.behavior = "accept";
    await run(fields, mail);
    expect(await states()).toEqual({ accepted: 16, none: 8 });
    expect(new Set(provider.sent.flatMap(({ to }) => to)).size).toBe(16);
    expect(provider.sent).toHaveLength(16);
  }, 60_000);

  test("e-mails that are not confirmed are sent again from the list of runs", async () => {
    await addCustomers(3);
    provider.behavior = mailError(500, "internal_server_error", "Down");
    const fields = formOf(ids, { intent: "mail" });
    await mail(fields);
    expect(await read()).toContain("3 statements, 0 opened, 2 not confirmed. All links work. Try again");
    provider.behavior = "accept";
    const again: Fields = [
      ["idempotencyKey", runOf(fields)],
      ["total", "0"],
      ["shows", "now"],
      ["intent", "mail"],
    ];
    expect((await mail(again)).status).toBe(303);
    expect(await states()).toEqual({ accepted: 2, none: 1 });
    expect(provider.sent).toHaveLength(2);
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
    expect(await read()).toMatch(/2 not confirmed\. All links work\. End its links/);
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

test("the form of the page has a key, and each customer who is not sent is ticked", async () => {
  const [first = ""] = await addCustomers(3);
  await run(formOf([first]));
  const page = await (await barn.get(PATH, admin)).text();
  expect(hiddenFieldsOf(page).idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  const ticked = [...page.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([box]) => box.includes('checked=""'));
  expect(ticked.map(([box]) => box.match(/value="([^"]*)"/)?.[1])).toEqual(ids.slice(1));
  expect(page).toContain(formatDollars(600));
});
