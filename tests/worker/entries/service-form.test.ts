import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, addPastExport, NOT_AN_ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
  await addPastExport(barn);
});

const billsOf = (id: string | undefined) => barn.rows("select * from bill_items where id = ?", [id ?? ""]);
const payOf = (id: string | undefined) => barn.rows("select * from payroll where bill_item_id = ?", [id ?? ""]);
const activityOf = (id: string | undefined) => barn.rows("select * from activity where id = ?", [id ?? ""]);

test("an entry makes one bill of price times quantity, with the location and the customer of the horse", async () => {
  const entry = newEntry(choices, { quantity: "3", comments: "  Left hind only\r\nsee vet  " });
  const response = await barn.post("/?index", entry);
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe(`/?saved=${entry.id}`);
  expect(await billsOf(entry.id)).toEqual([
    expect.objectContaining({
      customer_id: choices.horse.customer_id,
      horse_id: choices.horse.id,
      service_id: choices.service.id,
      date: entry.date,
      quantity: 3,
      value: 3 * choices.service.price,
      unit_price: choices.service.price,
      is_value_typed: 0,
      location: choices.horse.location,
      groom_id: null,
      rider: null,
      export_id: null,
      comments: "Left hind only\nsee vet",
    }),
  ]);
  expect(await payOf(entry.id)).toEqual([]);
});

test("the activity row of an entry has its actor and its records", async () => {
  const visitors = newEntry(choices);
  await barn.post("/?index", visitors);
  const sams = newEntry(choices);
  await barn.post("/?index", sams, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) });
  const [byVisitor] = await activityOf(visitors.id);
  const [bySam] = await activityOf(sams.id);
  expect(byVisitor).toMatchObject({ actor: "visitor", action: "log service", before: "[]", topics: '["bills"]' });
  expect(bySam).toMatchObject({ actor: NOT_AN_ADMIN.email });
  // What is made from the other columns is no part of a record.
  const { comments_sort: _, search_text: __, ...saved } = (await billsOf(visitors.id))[0] ?? {};
  expect(JSON.parse(String(byVisitor?.after))).toEqual([{ table: "bill_items", ...saved }]);
});

test("concurrent posts of one entry succeed, and make one bill and one payroll item; with another quantity they get 409", async () => {
  const entry = newEntry(choices, { serviceId: choices.groomed.id, groomId: choices.groom.id });
  const responses = await Promise.all(Array.from({ length: 8 }, () => barn.post("/?index", entry)));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(303));
  expect(await billsOf(entry.id)).toHaveLength(1);
  expect(await payOf(entry.id)).toHaveLength(1);
  expect(await activityOf(entry.id)).toHaveLength(1);
  const other = newEntry(choices);
  const varied = Array.from({ length: 6 }, (_, i) => barn.post("/?index", { ...other, quantity: String(i + 1) }));
  const statuses = (await Promise.all(varied)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([303, 409, 409, 409, 409, 409]);
  expect(await billsOf(other.id)).toHaveLength(1);
});

test("a post with a used id and other values is refused with a message, keeps the typed values and gets a new id", async () => {
  const entry = newEntry(choices, { comments: "first" });
  await barn.post("/?index", entry);
  const before = await barn.lastCommit();
  const response = await barn.post("/?index", { ...entry, comments: "second" });
  const page = await response.text();
  expect(response.status).toBe(409);
  expect(page).toContain("This form was saved before with other details");
  expect(page).toContain(">second</textarea>");
  expect(page).not.toContain(`name="id" value="${entry.id}"`);
  expect(await barn.lastCommit()).toBe(before);
});

test("a repeated post of an entry succeeds after its horse was deleted, and makes no second bill", async () => {
  const entry = newEntry(choices, { horseId: choices.spareHorse.id });
  await barn.post("/?index", entry);
  await barn.rows("update horses set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?", [choices.spareHorse.id]);
  try {
    expect((await barn.post("/?index", entry)).status).toBe(303);
    expect(await billsOf(entry.id)).toHaveLength(1);
    const fresh = await barn.post("/?index", { ...entry, id: crypto.randomUUID() });
    expect(fresh.status).toBe(400);
    expect(await fresh.text()).toContain("This horse is no longer in the list. Choose another.");
  } finally {
    await barn.rows("update horses set deleted_at = null where id = ?", [choices.spareHorse.id]);
  }
});

type Sent = Record<string, string | undefined>;

/** Entries with several wrong fields each, and the message of each of them. */
const INVALID: [fields: Sent, messages: string[]][] = [
  [
    { date: undefined, horseId: "", serviceId: "", quantity: "" },
    ["Date is required.", "Horse is required.", "Service is required.", "Quantity is required."],
  ],
  [{ date: "" }, ["Date is required."]],
  [
    { date: "2026-02-30", horseId: "x".repeat(10_000), quantity: "0", comments: "a\u0000b" },
    [
      ...["Enter a date that exists", "Use at most 64 characters.", "Quantity must be at least 1."],
      "This holds characters that cannot be saved.",
    ],
  ],
  [
    { date: "0026-11-21", quantity: "1.5", comments: "x".repeat(10_000) },
    ["Enter a date that exists", "Quantity must be a whole number", "Use at most 2,000 characters."],
  ],
  [{ date: "tomorrow", quantity: "1000000000" }, ["Enter a date that exists", "Quantity can be at most 999."]],
  [{ horseId: crypto.randomUUID() }, ["This horse is no longer in the list"]],
  [{ serviceId: "nothing" }, ["This service is no longer offered"]],
  [{ serviceId: "boarding" }, ["This service is no longer offered"]],
  [{ rider: `${crypto.randomUUID()}:Nobody` }, ["This rider is no longer in the list"]],
  [{ rider: "Nobody" }, ["This rider is no longer in the list"]],
  [{ id: undefined }, ["This page is out of date."]],
  [{ id: "1 or 1=1" }, ["This page is out of date."]],
  [{ id: "0B4F1C2A-6D1E-4E7B-9A53-6C1D2E3F4A5B" }, ["This page is out of date."]],
  [{ price: "0" }, ["This form has no field price."]],
];

test.each(INVALID)(
  "an entry with %j is refused, keeps its id and what was typed, and writes nothing",
  async (fields, messages) => {
    const before = await barn.lastCommit();
    const all: Sent = { ...newEntry(choices), comments: "kept as typed", ...fields };
    const sent = Object.fromEntries(
      Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const response = await barn.post("/?index", sent);
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(messages.filter((message) => !page.includes(message))).toEqual([]);
    if (!("comments" in fields)) expect(page).toContain(">kept as typed</textarea>");
    if (!("id" in fields)) expect(page).toContain(`name="id" value="${sent.id}"`);
    expect(await barn.lastCommit()).toBe(before);
  },
);

test("the page of a refused entry opens at the first invalid field, or at Submit, below the reason", async () => {
  const used = newEntry(choices);
  await barn.post("/?index", used);
  const focusedIn = async (fields: Record<string, string>) =>
    (await (await barn.post("/?index", newEntry(choices, fields))).text())
      .replace(/^.*<main/s, "")
      .match(/<[^>]* autofocus="[^>]*>/g)
      ?.map((tag) => tag.match(/(?:name|type)="(\w+)"/)?.[1]);
  expect(await focusedIn({ quantity: "0", comments: "a\u0000b" })).toEqual(["quantity"]);
  expect(await focusedIn({ serviceId: choices.groomed.id })).toEqual(["groomId"]);
  expect(await focusedIn({ ...used, comments: "other" })).toEqual(["submit"]);
});

const deletions: [what: string, table: string, field: string, message: string][] = [
  ["horse", "horses", "horseId", "This horse is no longer in the list"],
  ["service", "services", "serviceId", "This service is no longer offered"],
  ["groom", "grooms", "groomId", "This groom is no longer in the list"],
  ["rider's customer", "customers", "rider", "This rider is no longer in the list"],
];

test.each(deletions)("a deleted %s is neither offered nor accepted", async (_, table, field, message) => {
  const entry = newEntry(choices, {
    horseId: choices.spareHorse.id,
    serviceId: choices.groomed.id,
    groomId: choices.groom.id,
    rider: `${choices.rider.customer_id}:${choices.rider.name}`,
  });
  const id = (entry[field] ?? "").split(":")[0] ?? "";
  const offers = async () => (await (await barn.get("/")).text()).includes(`<option value="${entry[field]}"`);
  expect(await offers()).toBe(true);
  await barn.rows(`update ${table} set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?`, [id]);
  try {
    expect(await offers()).toBe(false);
    const response = await barn.post("/?index", entry);
    expect([response.status, (await response.text()).includes(message)]).toEqual([400, true]);
    expect(await billsOf(entry.id)).toEqual([]);
  } finally {
    await barn.rows(`update ${table} set deleted_at = null where id = ?`, [id]);
  }
});

test("a private service is not offered, a groom is required if the service needs one, and one that it does not need is ignored", async () => {
  expect((await (await barn.get("/")).text()).includes('value="boarding"')).toBe(false);
  const before = await barn.lastCommit();
  const noGroom = await barn.post("/?index", newEntry(choices, { serviceId: choices.groomed.id }));
  expect([noGroom.status, (await noGroom.text()).includes("Groom is required")]).toEqual([400, true]);
  const misnamed = await barn.post("/?index", newEntry(choices, { rider: `${choices.rider.customer_id}:Nobody` }));
  expect([misnamed.status, (await misnamed.text()).includes("This rider is no longer")]).toEqual([400, true]);
  expect(await barn.lastCommit()).toBe(before);
  const entry = newEntry(choices, { groomId: choices.groom.id });
  expect((await barn.post("/?index", entry)).status).toBe(303);
  expect(await payOf(entry.id)).toEqual([]);
  expect(await billsOf(entry.id)).toEqual([expect.objectContaining({ groom_id: null })]);
});

test("a repeated field, invalid encoding and a lone surrogate are refused", async () => {
  const before = await barn.lastCommit();
  const form = new URLSearchParams(newEntry(choices)).toString();
  expect((await barn.post("/?index", `${form}&quantity=2`)).status).toBe(400);
  expect((await barn.post("/?index", `${form}&comments=%ff%fe`)).status).toBe(400);
  expect((await barn.post("/?index", `${form}&comments=%ed%a0%80`)).status).toBe(400);
  expect(await barn.lastCommit()).toBe(before);
});

test("the responses to a visitor have names only: no e-mail address, phone, price or salary", async () => {
  const people = await barn.rows("select emails, phone from customers");
  const amounts = await barn.rows(
    "select price as amount from services where price > 1000 union select weekly_salary from grooms union select boarding from horses where boarding > 1000",
  );
  for (const path of ["/", "/_root.data", "/?_routes=%2F"]) {
    const sent = (await (await barn.get(path)).text()).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
    for (const { emails, phone } of people) {
      for (const email of JSON.parse(String(emails)) as string[]) expect(sent).not.toContain(email);
      if (phone) expect(sent).not.toContain(phone);
    }
    const numbers = new Set(sent.match(/[\d.,]+/g));
    for (const { amount } of amounts) {
      expect(numbers).not.toContain(String(amount));
      expect(numbers).not.toContain((Number(amount) / 100).toFixed(2));
    }
    expect(sent).not.toContain("@hayloft.example");
    expect(sent).toContain("Comet, Jr.");
  }
});

test("the form has today's date in New York, and lists all horses and grooms by name, with a note where they are not there", async () => {
  const page = await (await barn.get("/")).text();
  const today = todayInNewYork(new Date());
  expect(page).toContain(`value="${today}"`);
  // It loads its own code, and none of the lists.
  expect(page).toMatch(/\/assets\/page-/);
  expect(page).not.toMatch(/\/assets\/list-/);
  const offered = (field: string, note: string) => {
    const [, options = ""] = page.match(new RegExp(`<select[^>]*name="${field}"[^>]*>(.*?)</select>`)) ?? [];
    const names = [...options.matchAll(/<option value="[^"]+"[^>]*>([^<]*)<\/option>/g)].map(([, name = ""]) => name);
    return { names: names.map((name) => name.replace(note, "")), noted: names.filter((name) => name.endsWith(note)) };
  };
  const horses = offered("horseId", " (not on the property)");
  const grooms = offered("groomId", " (not active)");
  const present = await barn.rows(
    "select count(*) as n from horses where deleted_at is null and check_in_date <= ? and (check_out_date is null or check_out_date >= ?)",
    [today, today],
  );
  expect(horses.names.length - horses.noted.length).toBe(Number(present[0]?.n));
  for (const { names: list, noted } of [horses, grooms]) {
    expect(noted.length).toBeGreaterThan(0);
    expect(list).toEqual([...list].sort((a, b) => a.localeCompare(b, "en", { sensitivity: "base", numeric: true })));
  }
  expect(page).toContain(`>${choices.rider.name} (${choices.rider.customer})</option>`);
});

test("the page of the form sends one request to the database, whoever opens it, and a post at most two, whether it succeeds or fails", async () => {
  for (const headers of [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }, { Cookie: await barn.cookieOf(ADMIN) }]) {
    for (const path of ["/", "/_root.data", `/?saved=${crypto.randomUUID()}`]) {
      const load = async () => expect((await barn.get(path, headers)).status).toBe(200);
      expect(await barn.requestsDuring(load)).toBe(1);
    }
  }
  const entry = newEntry(choices);
  for (const [fields, status] of [
    [entry, 303],
    [entry, 303],
    [{ ...entry, quantity: "7" }, 409],
    [newEntry(choices, { horseId: "ghost" }), 400],
  ] as const) {
    const send = async () => expect((await barn.post("/?index", fields)).status).toBe(status);
    expect(await barn.requestsDuring(send)).toBeLessThanOrEqual(2);
  }
});

test.each([
  ["a visitor", null],
  ["a non-admin", NOT_AN_ADMIN],
  ["an admin", ADMIN],
])("%s is asked once about an unusual entry, and again after changing it", async (_, user) => {
  const headers: Record<string, string> = user ? { Cookie: await barn.cookieOf(user) } : {};
  const entry = newEntry(choices, { date: plusDays(todayInNewYork(new Date()), 21), quantity: "150" });
  const ask = async (fields: Record<string, string>) => {
    const response = await barn.post("/?index", fields, headers);
    return { status: response.status, page: await response.text() };
  };
  const first = await ask(entry);
  expect(first.status).toBe(400);
  expect(first.page).toContain("That is in 3 weeks. Press Submit again to log it.");
  expect(first.page).toContain("That is 150. Press Submit again to log it.");
  const { confirmed = "" } = hiddenFieldsOf(first.page);
  const changed = await ask({ ...entry, confirmed, quantity: "200" });
  expect([changed.status, changed.page.includes("That is 200.")]).toEqual([400, true]);
  const tooMany = await ask({ ...entry, confirmed: `${entry.date} 1000`, quantity: "1000" });
  expect([tooMany.status, tooMany.page.includes("Quantity can be at most 999.")]).toEqual([400, true]);
  expect(await billsOf(entry.id)).toEqual([]);
  expect((await ask({ ...entry, confirmed })).status).toBe(303);
  // The answer was lost, and the form is sent again.
  expect((await ask(entry)).status).toBe(303);
  expect((await billsOf(entry.id)).length).toBe(1);
});

const cookieIn = (response: Response) => (response.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
/** The cookie of a browser that opens the form for the first time. */
const newDevice = async () => cookieIn(await barn.get("/"));

/** The cookie with another first character of its signature. The last character has bits that are not decoded. */
const withWrongSignature = (cookie: string) =>
  cookie.replace(/(?<=\.)[^.](?=[^.]*$)/, (first) => (first === "x" ? "y" : "x"));

test("the first page gives the browser a signed cookie that no script can read, and no later page another one", async () => {
  const first = await barn.get("/");
  expect(first.headers.get("Set-Cookie")).toMatch(
    /^hayloft-device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  // With the cookie in Vary, Back would find another cookie, and load a new form instead of the posted one.
  expect([first.headers.get("Vary"), first.headers.get("Cache-Control")]).toEqual([
    "Accept-Language",
    "private, no-cache",
  ]);
  const Cookie = cookieIn(first);
  for (const later of [await barn.get("/", { Cookie }), await barn.post("/?index", newEntry(choices), { Cookie })]) {
    expect(later.headers.get("Set-Cookie")).toBeNull();
  }
  expect((await barn.get("/", { Cookie })).headers.get("Vary")).toBe("Accept-Language, Cookie");
  // A page of the office must vary, or Back would show it after the sign-out.
  expect((await barn.get("/", { Cookie: await barn.cookieOf(ADMIN) })).headers.get("Vary")).toBe(
    "Accept-Language, Cookie",
  );
});

test("horses that share a name have their owners' names in the form, in the confirmation and in the list", async () => {
  const [one, two] = await barn.rows(
    "select h.id, h.name, c.name as owner from horses h join customers c on c.id = h.customer_id where h.deleted_at is null and c.name <> (select name from customers where id = ?) limit 2",
    [choices.horse.customer_id],
  );
  const Cookie = await newDevice();
  await barn.rows("update horses set name = 'Señora' where id = ?", [String(one?.id)]);
  await barn.rows("update horses set name = 'SENORA', customer_id = null where id = ?", [String(two?.id)]);
  const entry = newEntry(choices, { horseId: String(one?.id), quantity: "2" });
  const { headers } = await barn.post("/?index", entry, { Cookie });
  const page = await (await barn.get(headers.get("Location") ?? "", { Cookie })).text();
  // One of the two may not be on the property.
  expect(page).toMatch(new RegExp(`>Señora - ${one?.owner}( \\(not on the property\\))?</option>`));
  expect(page).toMatch(/>SENORA - Unknown( \(not on the property\))?<\/option>/);
  expect(page).toContain(`>${choices.horse.name}</option>`);
  const text = `2 x ${choices.service.product_service_name} for Señora - ${one?.owner}, `;
  expect(page.split(text).length).toBeGreaterThan(2);
});

test("a non-admin is told what the account may do, and a visitor and an admin are not", async () => {
  const told = async (headers = {}, path = "/") =>
    [...(await (await barn.get(path, headers)).text()).matchAll(/<p class="notice[^>]*>([^<]*)</g)].map(
      ([, text]) => text,
    );
  const Cookie = await barn.cookieOf(NOT_AN_ADMIN);
  const rights = `You are signed in as ${NOT_AN_ADMIN.email}, which is not an admin&#x27;s account: it can use this form only. An admin can invite you to the rest.`;
  const hint = "Sign in with an admin&#x27;s account to open Payroll";
  expect(await told({ Cookie })).toEqual([rights]);
  expect(await told({ Cookie }, "/?to=/payroll")).toEqual([rights, hint]);
  expect(await told({}, "/?to=/payroll")).toEqual([hint]);
  expect(await told()).toEqual([]);
  expect((await told({ Cookie: await barn.cookieOf(ADMIN) })).join()).not.toContain("signed in as");
});

describe("what a device logged today", () => {
  const undo = (id: string | undefined, Cookie: string) => barn.post("/?index", { undo: id ?? "" }, { Cookie });
  /** The rows below 'Today from this device', without their markup. */
  const listed = async (Cookie: string, path = "/") => {
    const page = await (await barn.get(path, { Cookie })).text();
    const list = page.match(/>Today from this device<.*?<\/ul>/)?.[0] ?? "";
    return list
      .split("<li")
      .slice(1)
      .map((row) => row.replace(/^[^>]*>/, "").replace(/<[^>]*>/g, ""));
  };
  const alertIn = async (response: Response) =>
    (await response.text()).match(/role="alert" class="alert[^>]*>([^<]*)</)?.[1];
  const textOf = (quantity: number) => {
    const [, month, day] = todayInNewYork(new Date()).split("-");
    return `${quantity} x ${choices.service.product_service_name} for ${choices.horse.name}, ${month}/${day}`;
  };
  /** Logs an entry from a new device. */
  const log = async (fields: Record<string, string> = {}) => {
    const Cookie = await newDevice();
    const entry = newEntry(choices, fields);
    expect((await barn.post("/?index", entry, { Cookie })).status).toBe(303);
    return { entry, id: entry.id ?? "", Cookie };
  };

  test("is confirmed and listed there, the last first, and nowhere else", async () => {
    const { id, Cookie } = await log({ quantity: "2" });
    const next = newEntry(choices, { quantity: "3" });
    await barn.post("/?index", next, { Cookie });
    const rows = await listed(Cookie);
    expect(rows.map((row) => row.replace(/ \d+:\d\d [AP]M|Also logged [^.]*\./g, ""))).toEqual([
      `${textOf(3)}Undo ${textOf(3)}`,
      `${textOf(2)}Undo ${textOf(2)}`,
    ]);
    expect(await listed(await newDevice())).toEqual([]);
    expect(await listed("")).toEqual([]);
    expect(await listed(withWrongSignature(Cookie))).toEqual([]);
    const saved = withoutTranslation(await (await barn.get(`/?saved=${next.id}`, { Cookie })).text());
    expect(saved).toContain(`Saved: ${textOf(3)}<`);
    expect(saved).toContain("Bill item has been created successfully.");
    // A browser that keeps no cookies sees the confirmation, by the id that only its form knows, and no Undo.
    const toAnother = withoutTranslation(await (await barn.get(`/?saved=${next.id}`)).text());
    expect([toAnother.includes("Saved: "), toAnother.includes('name="undo"')]).toEqual([true, false]);
    await barn.rows("update bill_items set created_at = ? where id = ?", ["2026-01-01T12:00:00.000Z", id]);
    expect(await listed(Cookie)).toHaveLength(1);
  });

  test("leads to a form with the same date, horse and rider, and no groom", async () => {
    const rider = `${choices.rider.customer_id}:${choices.rider.name}`;
    const date = plusDays(todayInNewYork(new Date()), -3);
    const fields = {
      date,
      rider,
      serviceId: choices.groomed.id,
      groomId: choices.groom.id,
      comments: "Left hind only",
    };
    const { id, Cookie } = await log(fields);
    const page = await (await barn.get(`/?saved=${id}`, { Cookie })).text();
    const href = page.match(/href="(\/\?after=[^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = await (await barn.get(href, { Cookie })).text();
    const selected = [...form.matchAll(/<option value="([^"]+)"[^>]* selected=""/g)].map(([, value]) => value);
    expect(selected).toEqual([choices.horse.id, rider]);
    expect(form).toContain(`value="${date}"`);
    expect(form).not.toContain("Left hind only");
  });

  test("is undone by five posts at once, once: the bill is voided and its payroll item deleted", async () => {
    const { id, Cookie } = await log({ serviceId: choices.groomed.id, groomId: choices.groom.id });
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(id, Cookie)));
    expect(answers.map(({ status, headers }) => [status, headers.get("Location")])).toEqual(
      Array(5).fill([303, `/?undone=${id}`]),
    );
    expect(await billsOf(id)).toEqual([expect.objectContaining({ voided_at: expect.any(String), version: 2 })]);
    expect(await payOf(id)).toEqual([expect.objectContaining({ deleted_at: expect.any(String), version: 2 })]);
    expect(await activityOf(`undo ${id}`)).toEqual([
      expect.objectContaining({ actor: "visitor", action: "undo log service", topics: '["bills","payroll"]' }),
    ]);
    expect(await listed(Cookie)).toEqual([expect.stringMatching(/Undone$/)]);
    const page = await (await barn.get(`/?undone=${id}`, { Cookie })).text();
    expect(page).toContain(">Undone:<");
    expect(await (await barn.get(`/?undone=${id}`)).text()).not.toContain(">Undone:<");
    // An admin finds it in the list of all bills, and restores it with its item. The Undo works once.
    const admin = { Cookie: await barn.cookieOf(ADMIN) };
    expect(
      (await barn.post("/billing", { intent: "undoVoid", id, idempotencyKey: crypto.randomUUID() }, admin)).status,
    ).toBeLessThan(400);
    expect(await payOf(id)).toEqual([expect.objectContaining({ deleted_at: null })]);
    const again = await undo(id, Cookie);
    expect([again.status, await alertIn(again)]).toEqual([409, expect.stringContaining("An admin changed this entry")]);
    expect(await billsOf(id)).toEqual([expect.objectContaining({ voided_at: null })]);
  });

  const CHANGED = "An admin changed this entry";
  test.each([
    ["it was logged long ago", "bill_items set created_at = '2026-01-01T00:00:00.000Z' where id", "10 minutes ago"],
    ["it was exported", "bill_items set export_id = (select id from exports limit 1) where id", "exported already"],
    ["an admin edited it", "bill_items set version = 2 where id", CHANGED],
    ["its payroll item is paid", "payroll set paid = 1 where bill_item_id", CHANGED],
    ["its payroll item was edited", "payroll set version = 2 where bill_item_id", CHANGED],
    ["another device logged it", "bill_items set device = 'other' where id", "This browser did not log"],
    ["no device logged it", "bill_items set device = null where id", "This browser did not log"],
  ])("cannot be undone, and offers no Undo, if %s", async (_, change, message) => {
    const { id, Cookie } = await log({ serviceId: choices.groomed.id, groomId: choices.groom.id });
    await barn.rows(`update ${change} = ?`, [id]);
    const [bill] = await billsOf(id);
    const before = await barn.lastCommit();
    expect((await listed(Cookie)).join()).not.toContain("Undo");
    const response = await undo(id, Cookie);
    expect([response.status, await alertIn(response)]).toEqual([
      message.includes("browser") ? 404 : 409,
      expect.stringContaining(message),
    ]);
    expect([await billsOf(id), await barn.lastCommit()]).toEqual([[bill], before]);
  });

  test("is undone with its own signed cookie and no other field only, in two requests to the database", async () => {
    const { id, Cookie } = await log();
    for (const cookie of ["", await newDevice(), withWrongSignature(Cookie), await barn.cookieOf(ADMIN)]) {
      expect((await undo(id, cookie)).status).toBe(404);
    }
    expect((await undo("1 or 1=1", Cookie)).status).toBe(400);
    expect((await barn.post("/?index", { undo: id, horseId: choices.horse.id }, { Cookie })).status).toBe(400);
    expect((await barn.post("/?index", `undo=${id}&undo=${id}`, { Cookie })).status).toBe(400);
    expect(await billsOf(id)).toEqual([expect.objectContaining({ voided_at: null })]);
    barn.proxy.requests.length = 0;
    expect((await undo(id, Cookie)).status).toBe(303);
    expect(barn.proxy.requests).toHaveLength(2);
    barn.proxy.requests.length = 0;
    expect((await barn.get(`/?undone=${id}`, { Cookie })).status).toBe(200);
    expect(barn.proxy.requests).toHaveLength(1);
  });
});

describe("if the same horse, service and day was logged before", () => {
  /** Logs a service, and returns what the page that confirms it says of an earlier entry. */
  async function log(fields: Record<string, string>, Cookie = "") {
    const saved = await barn.post("/?index", newEntry(choices, fields), Cookie ? { Cookie } : {});
    expect(saved.status).toBe(303);
    const page = await (await barn.get(saved.headers.get("Location") ?? "", Cookie ? { Cookie } : {})).text();
    return { also: page.match(/Also logged [^<]*/)?.[0], page };
  }
  /** A day that no other test uses. */
  let date = plusDays(todayInNewYork(new Date()), -40);
  beforeEach(() => {
    date = plusDays(date, 1);
  });

  test("the entry is saved like any other, and the panel says when and by whom, an admin's address to admins only", async () => {
    const admin = await barn.cookieOf(ADMIN);
    const own = await newDevice();
    expect((await log({ date }, own)).also).toBeUndefined();
    expect((await log({ date, comments: "evening" }, own)).also).toMatch(
      /^Also logged today at \d+:\d\d [AP]M from this device\.$/,
    );
    expect((await log({ date }, withWrongSignature(own))).also).toMatch(/ by somebody else\.$/);
    expect((await log({ date }, admin)).also).toMatch(/ by a visitor\.$/);
    expect((await log({ date }, admin)).also).toMatch(/ by you\.$/);
    const { also, page } = await log({ date });
    expect([also, page.includes(ADMIN.email)]).toEqual([expect.stringMatching(/ by somebody else\.$/), false]);
    await barn.rows("update bill_items set entered_by = 'ben@barn.example' where date = ?", [date]);
    expect((await log({ date }, admin)).also).toMatch(/ by ben@barn\.example\.$/);
    const all = "select count(*) as n from bill_items where date = ? and horse_id = ?";
    expect(await barn.rows(all, [date, choices.horse.id])).toEqual([{ n: 7 }]);
  });

  test("another horse, service or day, a voided bill and a bill of 'Bill Shows' are no earlier entry", async () => {
    await log({ date });
    expect((await log({ date, horseId: choices.spareHorse.id })).also).toBeUndefined();
    expect((await log({ date, serviceId: choices.groomed.id, groomId: choices.groom.id })).also).toBeUndefined();
    await barn.rows("update bill_items set deleted_at = '2026' where date = ?", [date]);
    expect((await log({ date })).also).toBeUndefined();
    await barn.rows("update bill_items set show_id = (select id from shows limit 1) where date = ?", [date]);
    expect((await log({ date })).also).toBeUndefined();
  });

  test("a device lists it with its own entries, beside Undo", async () => {
    const own = await newDevice();
    const today = todayInNewYork(new Date());
    await log({ date: today, horseId: choices.spareHorse.id });
    await log({ date: today, horseId: choices.spareHorse.id }, own);
    const page = await (await barn.get("/", { Cookie: own })).text();
    expect(page).toMatch(/Also logged today at [^<]* by somebody else\./);
  });
});
