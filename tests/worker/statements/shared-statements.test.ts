import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatUsDate, plusMonths, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, monthOf } from "#app/domain/basics/months.ts";
import { textOf } from "#lab/support/exports.ts";
import { countActivity } from "#lab/support/forms.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { addLongBills } from "#tests/support/barn/mailings.ts";
import { openShared } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

/* Links to statements, and the page that they open (docs/product.md, 'Shared statements'). */

const PERIOD = "from=2026-10-01&to=2026-10-31";
const SECRETS = ["ann@barn.example", "(561) 555-0100"];

const { barn, admin } = startBarn();
let customer: { id: string; name: string };
let horse: string;

beforeAll(async () => {
  await barn.rows(
    "update settings set barn_name = 'Palm Farm', barn_address = '1 Palm Road', barn_phone = '(561) 555-0199', barn_email = 'office@palm.example'",
  );
});

/** A customer of each test, with a horse. */
beforeEach(async () => {
  const [id, tag] = [crypto.randomUUID(), crypto.randomUUID().slice(0, 8)];
  customer = { id, name: `Owner ${tag}` };
  horse = crypto.randomUUID();
  await barn.rows(
    `insert into customers (id, name, emails, phone, riders, created_at, updated_at) values (?, ?, ?, ?, '[]', '2026', '2026')`,
    [id, customer.name, JSON.stringify([SECRETS[0]]), SECRETS[1] ?? ""],
  );
  await barn.rows(
    `insert into horses (id, customer_id, name, check_in_date, location, created_at, updated_at) values (?, ?, ?, '2026-01-01', 'florida', '2026', '2026')`,
    [horse, id, `Mare ${tag}`],
  );
});

async function addBill(bill: Record<string, string | number | null> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const whose = { customer_id: customer.id, horse_id: horse, service_id: "training", location: "florida" };
  const line = { quantity: 1, value: 12_345, date: "2026-10-12", created_at: "2026" };
  await insertRow(barn, "bill_items", { id, ...whose, ...line, ...bill });
  return id;
}

const statementPath = (id = customer.id) => `/customers/${id}/statement?${PERIOD}`;
const newShare = (change: Record<string, string> = {}) => ({
  ...{ intent: "share", idempotencyKey: crypto.randomUUID(), shows: "now", days: "90", ...change },
});
const send = (fields: Record<string, string>, path = statementPath(), headers = admin) =>
  barn.post(path, fields, headers);

/** Shares the statement, and returns the address of the link as the office sees it. */
async function share(change: Record<string, string> = {}): Promise<{ id: string; path: string; page: string }> {
  const fields = newShare(change);
  const answer = await send(fields);
  expect(answer.status).toBe(303);
  const to = answer.headers.get("Location") ?? "";
  const page = await (await barn.get(to, admin)).text();
  const [, path = ""] = page.match(/value="http:\/\/[^/"]*(\/s\/[\w-]{22})"/) ?? [];
  expect(path).not.toBe("");
  return { id: fields.idempotencyKey, path, page };
}

let networks = 0;
/** A network of its own for each request, or the rate limit would be what answers. */
const fromElsewhere = () => {
  networks += 1;
  return { "CF-Connecting-IP": `10.20.${networks >> 8}.${networks & 255}` };
};

async function open(path: string): Promise<{ status: number; page: string; text: string }> {
  const response = await openShared(barn.rows, path, (at) => barn.get(at, fromElsewhere()));
  const page = await response.text();
  return { status: response.status, page, text: textOf(page.slice(page.indexOf("<main"))) };
}

const openingsOf = async (id: string) =>
  (await barn.rows("select opened from statement_links where id = ?", [id]))[0]?.opened;
const dollarsIn = (text: string) => new Set(text.match(/-?\$[\d,]+\.\d\d/g));

test("the page shows the lines and sums of the statement, and nothing of anybody else", async () => {
  await addBill({ rider: "Rosa", groom_id: null, comments: "Lame on the left" });
  await addBill({ value: 700, quantity: 3, date: "2026-10-31", service_id: "boarding", period: "2026-11" });
  await addBill({ value: 99_999, date: "2026-11-01" });
  const { path, page: office } = await share();
  const { status, page, text } = await open(path);
  expect(status).toBe(200);
  expect(text).toContain("Palm Farm 1 Palm Road (561) 555-0199 office @palm.example");
  expect(text).toContain(`For ${customer.name} Billed in October $130.45 before payments`);
  expect(text).toContain("Training Rider: Rosa 10/12/2026 10/12/2026 1 - $123.45");
  expect(text).toContain("Boarding, November 10/31/2026 · Qty 3");
  expect(text).not.toContain("Lame");
  const [, sums = "missing"] = textOf(office).match(/Billed in October (\$.*?) Does not include/) ?? [];
  expect(text).toContain(`Billed in October ${sums}`);
  expect([...dollarsIn(text)].every((each) => dollarsIn(textOf(office)).has(each))).toBe(true);
  const others = await barn.rows(
    "select name from customers where id <> ?1 union select name from grooms union select email from admins union select name from horses where id <> ?2",
    [customer.id, horse],
  );
  expect(others.length).toBeGreaterThan(40);
  expect(others.filter(({ name }) => text.includes(String(name)))).toEqual([]);
  for (const secret of [...SECRETS, customer.id, horse, "<script", "Hayloft", 'rel="manifest"'])
    expect(page).not.toContain(secret);
});

test.each([
  ["one statement", () => send(newShare())],
  ["those of a month", () => send({ ...newShare(), selected: customer.id }, `/customers/statements?${PERIOD}`)],
])("%s cannot be shared before owners can reach the barn, and the page asks for that", async (_, post) => {
  await addBill();
  await barn.rows("update settings set barn_phone = '', barn_email = ''");
  const page = textOf(await (await barn.get(statementPath(), admin)).text());
  expect(page).toContain("Before the first share, add the barn's name and its phone or e-mail");
  expect(page).not.toContain("Create link");
  expect((await post()).status).toBe(409);
  await barn.rows("update settings set barn_email = 'office@palm.example'");
  expect((await post()).status).toBe(303);
  await barn.rows("update settings set barn_phone = '(561) 555-0199'");
});

test("comments are shown if they are shared; a bill that was moved away shows neither comments nor rider", async () => {
  const bill = await addBill({ rider: "Rosa", comments: "Lame\non the left" });
  const { path } = await share({ comments: "yes" });
  expect((await open(path)).text).toContain("Training Rider: Rosa Lame on the left 10/12/2026 10/12/2026 1");
  const [other] = await barn.rows("select id from customers where id <> ? and deleted_at is null limit 1", [
    customer.id,
  ]);
  await barn.rows(
    `insert into corrections (id, correction_id, bill_item_id, date, bill_date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at)
    values (?1, ?1, ?2, '2026-10-13', '2026-10-12', ?3, ?4, 'training', 1001, -12345, 'Moved', 'a', '2026', '2026')`,
    [crypto.randomUUID(), bill, customer.id, horse],
  );
  await importAsExported(barn.rows, [bill]);
  await barn.rows(
    "update bill_items set customer_id = ?, corrected_at = '2026', comments = 'Of the other' where id = ?",
    [String(other?.id), bill],
  );
  const { text } = await open(path);
  expect(text).toContain("-$123.45");
  expect(text).not.toMatch(/Rosa|Of the other/);
});

test("a link shows the statement as it is now, or as it was when it was shared, until it is stopped", async () => {
  const bill = await addBill({ comments: "First" });
  const [now, frozen] = [await share(), await share({ shows: "frozen", comments: "yes" })];
  await barn.rows("update bill_items set value = 50000, comments = 'Second' where id = ?", [bill]);
  expect((await open(now.path)).text).toContain("$500.00");
  const { text } = await open(frozen.path);
  expect(text).toContain("First 10/12/2026 10/12/2026 1 - $123.45");
  expect(text).not.toMatch(/\$500\.00|Second/);
  const stop = { intent: "stop", idempotencyKey: crypto.randomUUID(), link: frozen.id };
  expect((await send(stop)).status).toBe(303);
  const ended = await open(frozen.path);
  expect([ended.status, dollarsIn(ended.page).size]).toEqual([410, 0]);
  expect(ended.text).toContain("This link has expired");
  expect(ended.text).toContain("Palm Farm 1 Palm Road (561) 555-0199 office @palm.example");
  expect(ended.page).not.toContain(customer.name);
  const [row] = await barn.rows("select frozen, stopped_by from statement_links where id = ?", [frozen.id]);
  expect(row).toEqual({ frozen: "", stopped_by: ADMIN.email });
  expect((await send(stop)).status).toBe(303);
  expect((await send({ ...stop, idempotencyKey: crypto.randomUUID() })).status).toBe(409);
  expect((await open(now.path)).status).toBe(200);
});

test("the office sees whether the customer has opened a live link since the statement was changed", async () => {
  const bill = await addBill();
  const { path } = await share();
  const state = async () => {
    const text = textOf(await (await barn.get(`/customers/statements?${PERIOD}`, admin)).text());
    return text.split(`${customer.name} `)[1]?.match(/^\S+ (Shared|Opened|Updated since opened) /)?.[1];
  };
  const change = (value: number) => barn.rows("update bill_items set value = ? where id = ?", [value, bill]);
  expect(await state()).toBe("Shared");
  await change(50_000);
  expect(await state()).toBe("Shared");
  await open(path);
  await expect.poll(state).toBe("Opened");
  await change(60_000);
  expect(await state()).toBe("Updated since opened");
  await open(path);
  await expect.poll(state).toBe("Opened");
});

test("the options of the last link are offered again", async () => {
  await addBill();
  await share({ shows: "frozen", comments: "yes", days: "180" });
  const page = await (await barn.get(statementPath(), admin)).text();
  expect(page).toMatch(/<input[^>]*name="shows"[^>]*checked=""[^>]*value="frozen"/);
  expect(page).toMatch(/<input[^>]*name="comments"[^>]*checked=""/);
  expect(page).toMatch(/<option value="180" selected=""/);
  // The list gives them to its dialog.
  const list = await (await barn.get(`/customers/statements?${PERIOD}`, admin)).text();
  for (const field of ['name="shows" value="frozen"', 'name="comments" value="yes"', 'name="days" value="180"'])
    expect(list).toContain(`<input type="hidden" ${field}/>`);
});

test("a link that shows the statement as it is has no bills of months that have not begun", async () => {
  const today = todayInNewYork(new Date());
  const first = firstDayOf(monthOf(today));
  const [last, next, after] = [lastDayOf(monthOf(today)), plusMonths(first, 1), plusMonths(first, 2)];
  await addBill({ date: last, value: 100 });
  await addBill({ date: next, value: 2_000 });
  // Of the two periods, the first has the next month's bills as lines, and the second has them as what was billed earlier.
  for (const [period, label] of [
    [`from=${first}&to=2099-12-31`, `Billed ${formatUsDate(first)} to 12/31/2099`],
    [`from=${after}&to=2099-12-31`, "Total"],
  ] as const) {
    const fields = newShare();
    const answer = await send(fields, `/customers/${customer.id}/statement?${period}`);
    const office = await (await barn.get(answer.headers.get("Location") ?? "", admin)).text();
    expect(textOf(office)).toContain(`${label} $21.00`);
    const [, path = ""] = office.match(/value="http:\/\/[^/"]*(\/s\/[\w-]{22})"/) ?? [];
    const { text } = await open(path);
    // What was billed stands above all, also if earlier bills are added to it.
    const billed = label === "Total" ? "$0.00 before payments With earlier amounts $1.00" : "$1.00 before payments";
    expect(text).toContain(`For ${customer.name} Billed `);
    expect(text).toContain(`to 12/31/2099 ${billed}`);
    expect(text).not.toMatch(/\$2\d\.00/);
    expect(text).toContain("Bills of a later month appear when the month begins.");
  }
  const { path } = await share();
  expect((await open(path)).text).not.toContain("Bills of a later month");
});

test("a stopped link does not come back by an Undo of the activity", async () => {
  await addBill();
  const { id, path } = await share();
  const key = crypto.randomUUID();
  await send({ intent: "stop", idempotencyKey: key, link: id });
  for (const change of [key, id]) {
    const answer = await barn.post("/activity", { intent: "undo", change }, admin);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect((await open(path)).status).toBe(410);
});

test.each([
  ["its last day was yesterday", "update statement_links set ends_on = date(?2, '-1 day') where customer_id = ?1", 410],
  ["today is its last day", "update statement_links set ends_on = ?2 where customer_id = ?1", 200],
  ["its customer is deleted", "update customers set deleted_at = ?2 where id = ?1", 410],
])("a link whose state is that %s", async (_, statement, status) => {
  await addBill();
  const { path } = await share();
  await barn.rows(statement, [customer.id, todayInNewYork(new Date())]);
  expect((await open(path)).status).toBe(status);
});

test("guessed, altered and foreign addresses get 404, and say nothing of any statement", async () => {
  await addBill();
  const { id, path } = await share();
  const token = path.slice(3);
  const [hash] = await barn.rows("select token_hash from statement_links where id = ?", [id]);
  const altered = [0, 7, 14, 21].map((i) => token.slice(0, i) + (token[i] === "A" ? "B" : "A") + token.slice(i + 1));
  const others = [
    id,
    String(hash?.token_hash),
    token.slice(1),
    `${token}A`,
    token.toUpperCase(),
    "a".repeat(22),
    "",
    `${token}%00`,
  ];
  const before = await barn.lastCommit();
  for (const each of [...altered, ...others, "x", "'"]) {
    const { status, text } = await open(`/s/${each}`);
    expect([each, status]).toEqual([each, 404]);
    expect(text).not.toMatch(/Palm Farm|\$\d/);
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("no other spelling of an address shows a page with scripts, and the data of the page have no more than it", async () => {
  await addBill({ comments: "Lame" });
  const { path } = await share();
  const upper = await open(path.replace("/s/", "/S/"));
  expect([upper.status, upper.text.includes("$123.45")]).toEqual([404, false]);
  const encoded = await open(path.replace("/s/", "/%73/"));
  expect([encoded.status, /<script|<nav/.test(encoded.page)]).toEqual([200, false]);
  const data = await (await barn.get(`${path}.data`, fromElsewhere())).text();
  expect(data).toContain("Training");
  for (const secret of [...SECRETS, customer.id, horse, "Lame"]) expect(data).not.toContain(secret);
});

test("a preview of an admin is no opening, and nobody stops the link of another customer", async () => {
  await addBill();
  const { id, path } = await share();
  expect((await barn.get(path, admin)).status).toBe(200);
  await open(path);
  expect(await openingsOf(id)).toBe(1);
  const [other] = await barn.rows("select id from customers where id <> ? and deleted_at is null limit 1", [
    customer.id,
  ]);
  const stop = { intent: "stop", idempotencyKey: crypto.randomUUID(), link: id };
  expect((await send(stop, statementPath(String(other?.id)))).status).toBe(409);
  expect((await send({ ...stop, link: "x" })).status).toBe(409);
  expect((await open(path)).status).toBe(200);
});

const NO_READERS: [what: string, headers: Record<string, string>, method?: string][] = [
  ["HEAD", {}, "HEAD"],
  ["a part", { Range: "bytes=0-1023" }],
  ["a prefetch", { "Sec-Purpose": "prefetch" }],
  ["a prerendering", { "Sec-Purpose": "prefetch;prerender" }],
  ["a prefetch of Safari", { Purpose: "prefetch" }],
  ["a preview of Safari", { "X-Purpose": "preview" }],
  ...[
    "WhatsApp/2.23.20.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; BingPreview/1.0b) Chrome/112.0.0.0 Safari/537.36",
  ].map((agent): [string, Record<string, string>] => [agent, { "User-Agent": agent }]),
];

test("what is sent ahead, in parts or for a preview of the link is no opening; what a reader opens is one", async () => {
  await addBill();
  const { id, path } = await share();
  for (const [what, headers, method = "GET"] of NO_READERS) {
    const response = await fetchAlone(`${barn.url}${path}`, { method, headers: { ...headers, ...fromElsewhere() } });
    await response.text();
    expect([what, response.status]).toEqual([what, 200]);
  }
  await open(path);
  expect(await openingsOf(id)).toBe(1);
  const phone = "Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36";
  await openShared(barn.rows, path, (at) => barn.get(at, { ...fromElsewhere(), "User-Agent": phone }));
  expect(await openingsOf(id)).toBe(2);
});

test("the database keeps no token, and the log none either", async () => {
  await addBill();
  const { path } = await share();
  const token = path.slice(3);
  await open(path);
  barn.proxy.make({ kind: "refuse" });
  expect((await open(path)).status).toBe(503);
  barn.proxy.make({ kind: "none" });
  await barn.post(path, { any: "thing" });
  expect(JSON.stringify(barn.log)).not.toContain(token);
  for (const { name } of await barn.rows(
    "select name from sqlite_schema where type = 'table' and sql like '%strict'",
  )) {
    const rows = await barn.rows(`select * from "${name}"`);
    expect([name, JSON.stringify(rows).includes(token)]).toEqual([name, false]);
  }
});

test("each page that is sent counts as an opening, and the first one is in the activity", async () => {
  await addBill();
  const { id, path } = await share();
  const before = await countActivity(barn);
  await (await fetchAlone(`${barn.url}${path}`, { method: "HEAD", headers: fromElsewhere() })).text();
  const all = await Promise.all(Array.from({ length: 5 }, () => open(path)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expect.poll(() => openingsOf(id)).toBe(5);
  expect(await countActivity(barn)).toBe(before + 1);
  const office = textOf(await (await barn.get(statementPath(), admin)).text());
  expect(office).toMatch(
    /Shared links October 2026, always the latest Shared .* by alex@hayloft\.example Opened 5 times, last \d.* Expires/,
  );
  const activity = textOf(await (await barn.get("/activity", admin)).text());
  expect(activity).toContain(`Open statement ${customer.name}, 10/2026 Visitor`);
});

test("the page is in no cache and no index, runs no script, and tells no other site its address", async () => {
  await addBill();
  const { path } = await share();
  const response = await barn.get(path, fromElsewhere());
  const { headers } = response;
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Set-Cookie")).toBeNull();
  expect(headers.get("Link")).toBeNull();
  const page = await response.text();
  expect(page).not.toMatch(/<script|modulepreload/);
  const elsewhere = /(?:href|src|action)="(?!\?|\/(?!\/)|tel:|mailto:)([^"]*)"/g;
  expect([...page.matchAll(elsewhere)].map(([, to]) => to)).toEqual([]);
});

test("names and comments are text on the page, and lines of the e-mail cannot become headers of it", async () => {
  const evil = `<script>alert("1")</script>&?bcc=x@y.example`;
  await addBill({ comments: `${evil}\nsecond`, rider: evil });
  await barn.rows("update customers set name = ? where id = ?", [evil, customer.id]);
  await barn.rows("update horses set name = ? where id = ?", [evil, horse]);
  const { path, page: office } = await share({ comments: "yes" });
  const { page, text } = await open(path);
  expect(page).not.toContain("<script");
  expect(text.split(evil).length).toBe(5);
  const [, mailto = ""] = office.match(/href="(mailto:[^"]*)"/) ?? [];
  const { pathname, searchParams } = new URL(mailto.replaceAll("&amp;", "&"));
  expect([pathname, [...searchParams.keys()]]).toEqual([SECRETS[0], ["subject", "body"]]);
  expect(searchParams.get("body")).toContain(`Hello ${evil},\r\n`);
  expect(searchParams.get("body")).toContain(path);
  expect(searchParams.get("subject")).toBe("Your statement for October 2026 from Palm Farm");
});

describe("a form that shares", () => {
  const linksOf = () => barn.rows("select * from statement_links where customer_id = ?", [customer.id]);

  test("with something that is wrong is refused", async () => {
    await addBill();
    for (const change of [
      { idempotencyKey: "" },
      { idempotencyKey: "x".repeat(36) },
      { intent: "send everything" },
      { days: "36500" },
      { days: "ninety" },
      { shows: "" },
      { comments: "on" },
    ] as Record<string, string>[]) {
      const answer = await send(newShare(change));
      expect([change, answer.status, textOf(await answer.text())]).toEqual([
        change,
        400,
        expect.stringContaining("out of date"),
      ]);
    }
    expect(await linksOf()).toEqual([]);
  });

  test("without a period, of a customer who does not exist, or of a deleted one is refused", async () => {
    expect((await send(newShare(), `/customers/${customer.id}/statement`)).status).toBe(400);
    expect((await send(newShare(), statementPath(crypto.randomUUID()))).status).toBe(404);
    await barn.rows("update customers set deleted_at = '2026' where id = ?", [customer.id]);
    const answer = await send(newShare());
    expect([answer.status, textOf(await answer.text())]).toEqual([
      409,
      expect.stringContaining("This customer is deleted"),
    ]);
    expect(await linksOf()).toEqual([]);
  });

  test("sent twice, at once and later, makes one link", async () => {
    const bill = await addBill();
    const fields = newShare();
    const answers = await Promise.all([send(fields), send(fields)]);
    await barn.rows("update bill_items set value = 1 where id = ?", [bill]);
    const all = [...answers, await send(fields)];
    expect(new Set(all.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).size).toBe(1);
    expect(await linksOf()).toHaveLength(1);
  });

  test("of a statement of too many bills is refused, and a link that has become so says it", async () => {
    await addBill();
    const { path } = await share({ comments: "yes" });
    await addLongBills(barn, customer.id, 2_001, "", "2026-10-13");
    const answer = await send(newShare({ comments: "yes" }));
    expect([answer.status, textOf(await answer.text())]).toEqual([409, expect.stringContaining("too long")]);
    const { status, text } = await open(path);
    expect(status).toBe(200);
    expect(text).toContain("This statement is too long to show here");
  });
});

test("the link is not offered again once the secret that made it is another one, and still works", async () => {
  await addBill();
  const { id, path } = await share();
  const other = createHash("sha256").update(path.slice(3)).digest("hex");
  const made = (await barn.rows("select token_hash from statement_links where id = ?", [id]))[0]?.token_hash;
  expect(made).toBe(other);
  // As if another secret had made it.
  const foreign = "A".repeat(22);
  const hash = createHash("sha256").update(foreign).digest("hex");
  await barn.rows("update statement_links set token_hash = ? where id = ?", [hash, id]);
  expect((await open(`/s/${foreign}`)).status).toBe(200);
  const office = await (await barn.get(`${statementPath()}&shared=${id}`, admin)).text();
  expect(office).not.toMatch(/\/s\/[\w-]{22}/);
  expect(textOf(office)).toContain("Hayloft no longer knows the address of this link");
});
