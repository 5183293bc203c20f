import { afterEach, expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { countActivity, hiddenFieldsOf } from "#lab/support/forms.ts";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import {
  addCustomers as addCustomersTo,
  addLongBills,
  type FieldPairs,
  formOf,
  PATH,
  PERIOD,
  readReview,
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
/** Presses 'Create links'. */
async function run(fields: FieldPairs, sending = send): Promise<{ to: string }> {
  const answer = await sending(fields);
  expect(answer.status).toBe(303);
  return { to: answer.headers.get("Location") ?? "" };
}

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
  expect(await readPage()).toContain("1 has no e-mail address 2 not shared");
  expect(await rowOf(1)).toBe("$1.00 No e-mail address");
  expect(await rowOf(2)).toBe("$2.00 Not shared");
  await run(formOf([first], { shows: "frozen" }));
  await run(formOf([second]));
  const page = await (await barn.get(PATH, admin)).text();
  // A customer without an address waits for a link by hand, and stays an exception.
  expect(rowIn(textOf(page), 1)).toMatch(/^\$1\.00 No e-mail address \d\d\//);
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
  expect(text).toContain("1 changed since 1 not shared 1 shared, not e-mailed");
  // A live link shows the statement as it is, so it is not made again.
  await run(formOf([first, second]));
  expect(await rowOf(1)).toMatch(/^\$7\.77 No e-mail address /);
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
});

test("the statements of a form that is sent twice at once, by another person too, and again later, are shared once each", async () => {
  const fields = formOf(await addCustomers(22), { shows: "frozen" });
  // Links of the same kind: another kind would replace those that are not sent yet.
  await Promise.all([run(fields), run(fields), run(formOf(ids, { shows: "frozen" }), sendAsOther)]);
  const before = await countActivity(barn);
  await run(fields);
  const links = await linksOf();
  expect([links.length, new Set(links.map(({ customer_id }) => customer_id)).size]).toEqual([22, 22]);
  // A repetition has nothing to write.
  expect(await countActivity(barn)).toBe(before);
});

test("after an outage the dialog has the same form, which shares each statement once; the run is listed", async () => {
  await addCustomers(21);
  barn.proxy.make({ kind: "refuse" });
  const failed = await send(formOf(ids));
  expect(failed.status).toBe(503);
  const { fields, text } = await readReview(failed);
  const again: FieldPairs = [...fields, ["links", "only"]];
  expect(text).toMatch(/Share the selected statements .*The database cannot be reached/);
  barn.proxy.make({ kind: "none" });
  // As if the first answer had been lost.
  await run(again);
  const { to } = await run(again);
  expect(await linksOf()).toHaveLength(21);
  await barn.rows("update statement_links set opened = 1 where customer_id = ?", [ids[7] ?? ""]);
  const listed = await readPage(to);
  expect(listed).toContain("Shared 21 statements. Nothing was e-mailed.");
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
  await run(fields);
  const before = await countActivity(barn);
  const answers = await Promise.all([end(runOf(fields)), end(runOf(fields), sendAsOther)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await countActivity(barn)).toBe(before + 1);
  const [other, ...ended] = await linksOf();
  expect([other?.customer_id, other?.stopped_at]).toEqual([ids[21], null]);
  expect(ended.filter(({ stopped_at, frozen }) => stopped_at !== null && frozen === "")).toHaveLength(21);
  await run(fields);
  expect(await linksOf()).toHaveLength(22);
  expect(await readPage()).toMatch(
    /8 have no e-mail address 14 not shared .* 22 customers \$253\.00 .* 21 statements, 0 opened\. No active links\./,
  );
  expect(await readPage(`/customers/${ids[0]}/statement?${PERIOD}`)).toMatch(
    /Shared links .* Turned off .* by (alex|dana)@/,
  );
  await run(formOf(ids));
  expect(await linksOf()).toHaveLength(43);
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
    [formOf(ids, { intent: "mail" }), 409, "out of date"],
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
  // A mailing that shares nothing does not say that it has.
  const again = await readPage((await run(formOf([first]))).to);
  expect(again).toContain("Skipped 1 of 1: already shared");
  expect(again).not.toContain("Shared 0");
});

test("statements that are too long for one mailing are left for the next, and one that is too long for its page is not shared", async () => {
  await addCustomers(6);
  for (const [i, id] of ids.entries()) await addLongBills(barn, id, i === 5 ? 1_500 : 700, "x".repeat(900));
  const fields = { shows: "frozen", comments: "yes" };
  const shared = async () => (await linksOf()).map(({ customer_id }) => customer_id).sort();
  const first = await run(formOf(ids, fields));
  const done = await shared();
  expect(done).toEqual(ids.slice(0, done.length).sort());
  expect(await readPage(first.to)).toContain(
    `${6 - done.length} are left for the next time: together they are too long.`,
  );
  const { to } = await run(formOf(ids.slice(done.length), fields));
  expect(await shared()).toEqual(ids.slice(0, 5).sort());
  expect(await readPage(to)).toContain("Skipped 1 of 2: already shared, or too long for one page.");
});

test("without a mail provider each link is sent by hand once, which leads to the next customer, and can be undone", async () => {
  const [first = "", second = "", third = ""] = await addCustomers(3);
  const review = await readReview(await send(formOf(ids, { intent: "review" })));
  expect(review.text).toMatch(
    /Share with 3 customers, \$6\.00 You send each link by hand\. Hayloft can e-mail them for you/,
  );
  // The main button leads to the first customer at once.
  const shared = await run(review.fields);
  expect(shared.to).toMatch(new RegExp(`^/customers/${first}/statement\\?`));
  const lone = await (await barn.get(shared.to, admin)).text();
  expect(textOf(lone)).toContain("No e-mail address. Copy the link, and send it another way.");
  expect(lone).not.toContain("mailto:");
  await barn.rows("update customers set deleted_at = '2026' where id = ?", [second]);
  const linkOf = async (customer: string) => {
    const [link] = await barn.rows("select id, by_hand_at from statement_links where customer_id = ?", [customer]);
    return { id: String(link?.id), isByHand: link?.by_hand_at !== null };
  };
  const list = await readPage();
  expect(list).toContain("Send 2 by hand");
  const mark = async (customer: string, key = crypto.randomUUID()) => {
    const form = { intent: "by hand", idempotencyKey: key, link: (await linkOf(customer)).id };
    const answer = await barn.post(`/customers/${customer}/statement?${PERIOD}`, form, admin);
    return { status: answer.status, to: answer.headers.get("Location") ?? "" };
  };
  const key = crypto.randomUUID();
  const { to } = await mark(first, key);
  expect(to).toBe(`/customers/${third}/statement?${PERIOD}&done=by+hand+${key}&shared=${(await linkOf(third)).id}`);
  expect(await readPage(to)).toMatch(/1 left to send.*Sent by hand: Owner 001, 03\/2020\. Undo/);
  expect([(await mark(first, key)).to, (await mark(first)).status]).toEqual([to, 409]);
  expect(await rowOf(1)).toMatch(/^\$1\.00 Sent by hand /);
  const last = await mark(third);
  expect(last.to).toMatch(/^\/customers\/statements\?from=2020-03-01&to=2020-03-31&done=/);
  expect(await readPage(last.to)).toMatch(/2 sent by hand .*Sent by hand: Owner 003, 03\/2020\. Undo/);
  const undone = await barn.post(PATH, { intent: "undo", change: `by hand ${key}` }, admin);
  expect(undone.status).toBe(303);
  expect([(await linkOf(first)).isByHand, (await linkOf(third)).isByHand]).toEqual([false, true]);
});
