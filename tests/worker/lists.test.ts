import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Kind } from "#app/domain/field.ts";
import { SCREENS } from "#app/domain/screens.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { countActivity, hiddenFieldsOf, listAfter } from "#tests/support/forms.ts";
import { type Fields, RECORDS } from "#tests/support/record-forms.ts";

const OTHER_ADMIN = { email: "dana@hayloft.example", name: "Dana Whitfield" };
const LISTS = SCREENS.filter(({ dialogs }) => dialogs.some(({ path }) => path === "new")).map(({ path }) => path);

let barn: Barn;
let admin: { Cookie: string };
let otherAdmin: { Cookie: string };

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
  otherAdmin = { Cookie: await barn.cookieOf(OTHER_ADMIN) };
});
afterAll(() => barn.close());

const SERVICE: Fields = { productServiceName: "Mane pulling", price: "45", salesDescription: "Short and even" };
const GROOM: Fields = {
  name: "Iris Vance",
  startDate: "2026-01-05",
  endDate: "",
  weeklySalary: "900",
  location: "florida",
};
/** What the edit form of that groom opened with. */
const BASE = JSON.stringify({ ...GROOM, weeklySalary: "900.00" });
const CUSTOMER: Fields = {
  name: "Priya Nolan",
  emails: "Priya@example.com",
  phone: "555 0100",
  "riders[0]": "Ana",
  "riders[1]": "Bea",
};

/** Requests a dialog as a browser without JavaScript would, and returns the hidden fields of its form. */
async function open(path: string, headers = admin): Promise<Fields> {
  const response = await barn.get(path, headers);
  expect([path, response.status]).toEqual([path, 200]);
  return hiddenFieldsOf(await response.text());
}

/** What a browser sends from the form of a new record. */
async function newFields(path: string): Promise<Fields> {
  const page = await (await barn.get(`${path}/new`, admin)).text();
  return RECORDS.find((each) => each.path === path)?.fieldsOn(page) ?? {};
}

/** Adds a record, and returns its id. */
async function add(path: string, fields: Fields): Promise<string> {
  const { idempotencyKey = "" } = await open(`${path}/new`);
  const response = await barn.post(`${path}/new`, { idempotencyKey, ...fields }, admin);
  expect([response.status, listAfter(response)]).toEqual([303, path]);
  return idempotencyKey;
}

async function rowOf(table: string, id: string): Promise<Record<string, unknown> | undefined> {
  return (await barn.rows(`select * from ${table} where id = ?`, [id]))[0];
}

/** Returns the actor and the action of each change that `act` made. */
async function activityDuring(act: () => Promise<unknown>): Promise<string[]> {
  const before = await countActivity(barn);
  await act();
  const rows = await barn.rows("select actor, action from activity order by rowid limit -1 offset ?", [before]);
  return rows.map(({ actor, action }) => `${actor}: ${action}`);
}

/** Returns the number of requests to the database during `act`. */
async function requestsDuring(act: () => Promise<unknown>): Promise<number> {
  const before = barn.proxy.requests.length;
  await act();
  return barn.proxy.requests.length - before;
}

/** Returns the error message of a field. */
function messageAt(page: string, field: string): string | undefined {
  return page.match(new RegExp(`id="record-${field}-error"[^>]*>([^<]*)<`))?.[1];
}

test("each list page and each dialog page sends one request to the database", async () => {
  const groom = await add("/grooms", GROOM);
  const customer = await add("/customers", CUSTOMER);
  const paths = [
    ...LISTS,
    ...LISTS.map((path) => `${path}/new`),
    ...LISTS.map((path) => `${path}?q=an&sort=-email&view=all&deleted=training`),
    "/services/training/edit",
    `/grooms/${groom}/edit`,
    `/customers/${customer}/edit`,
  ];
  for (const path of paths) {
    const requests = await requestsDuring(async () => {
      const response = await barn.get(path, admin);
      expect([path, response.status]).toEqual([path, 200]);
      await response.text();
    });
    expect([path, requests]).toEqual([path, 1]);
  }
});

test("each write sends one request to the database, and two if it depends on what the form does not say", async () => {
  const groom = await add("/grooms", GROOM);
  const uuid = () => crypto.randomUUID();
  const writes: [path: string, fields: Fields, requests: number][] = [
    ["/services/new", { idempotencyKey: uuid(), ...SERVICE }, 1],
    ["/grooms/new", { idempotencyKey: uuid(), ...GROOM }, 1],
    ["/customers/new", { idempotencyKey: uuid(), ...CUSTOMER }, 1],
    [`/grooms/${groom}/edit`, { idempotencyKey: uuid(), version: "1", base: BASE, ...GROOM, name: "Iris U." }, 1],
    [`/grooms/${groom}/edit`, { idempotencyKey: uuid(), version: "2", ...GROOM, name: "Iris V." }, 2],
    ["/grooms", { intent: "set", id: groom, field: "endDate", value: "2026-06-30" }, 1],
    ["/grooms", { intent: "delete", id: groom }, 1],
    ["/grooms", { intent: "restore", id: groom }, 1],
    ["/accounts/new", { idempotencyKey: uuid(), email: "twice@example.com" }, 2],
    ["/accounts", { intent: "delete", id: "twice@example.com" }, 1],
    ["/columns", { screen: "/grooms", to: "/grooms", column: "name", shown: "name" }, 1],
  ];
  for (const [path, fields, expected] of writes) {
    const requests = await requestsDuring(async () => {
      const response = await barn.post(path, fields, admin);
      expect([path, fields.intent, response.status]).toEqual([path, fields.intent, 303]);
    });
    expect([path, fields.intent, requests]).toEqual([path, fields.intent, expected]);
  }
});

test("with JavaScript the answer to an edit in a row, and to a save, has the list as it is after it, from the same request", async () => {
  const groom = await add("/grooms", GROOM);
  const set = { intent: "set", id: groom, field: "endDate", value: "2099-06-30" };
  const save = { idempotencyKey: crypto.randomUUID(), version: "2", base: BASE, ...GROOM, name: "Iris In One" };
  for (const [path, fields, shown] of [
    ["/grooms.data", set, "2099-06-30"],
    [`/grooms/${groom}/edit.data`, save, "Iris In One"],
    ["/grooms.data", { intent: "delete", id: groom }, "Iris In One"],
  ] as const) {
    const requests = await requestsDuring(async () => {
      const response = await barn.post(path, fields, admin);
      const text = await response.text();
      expect([path, response.status, text.includes(shown)]).toEqual([path, 200, true]);
      expect(text).toContain("changeNumber");
    });
    expect([path, requests]).toEqual([path, 1]);
  }
});

test("an admin who is removed while a write is on its way writes nothing", async () => {
  const groom = await add("/grooms", GROOM);
  const email = "removed@example.com";
  await barn.post("/accounts/new", { idempotencyKey: crypto.randomUUID(), email }, admin);
  const Cookie = await barn.cookieOf({ email, name: "Gone" });
  const writes: [path: string, fields: Fields, request: number][] = [
    ["/grooms", { intent: "set", id: groom, field: "endDate", value: "2026-06-30" }, 0],
    ["/grooms", { intent: "delete", id: groom }, 0],
    ["/grooms/new", { idempotencyKey: crypto.randomUUID(), ...GROOM }, 0],
    [`/grooms/${groom}/edit`, { idempotencyKey: crypto.randomUUID(), version: "1", ...GROOM, name: "Iris V." }, 1],
    ["/columns", { screen: "/grooms", to: "/grooms", column: "name", shown: "name" }, 0],
  ];
  const written = async () => [await countActivity(barn), await rowOf("grooms", groom)];
  const before = await written();
  for (const [path, fields, request] of writes) {
    const remove = () => barn.rows("update admins set deleted_at = '2026' where email = ?", [email]);
    barn.proxy.make({ kind: "meanwhile", request, act: remove });
    const response = await barn.post(path, fields, { Cookie });
    barn.proxy.make({ kind: "none" });
    expect([path, fields.intent, response.status]).toEqual([path, fields.intent, 403]);
    expect([path, fields.intent, await written()]).toEqual([path, fields.intent, before]);
    await barn.rows("update admins set deleted_at = null where email = ?", [email]);
  }
});

type Edit = { path: string; noun: string; fields: Fields; row: object; change: Fields; changed: object; name: string };

const EDITS: Edit[] = [
  {
    ...{ path: "/services", noun: "service", fields: { ...SERVICE, public: "on" } },
    row: {
      ...{ product_service_name: "Mane pulling", price: 4500, sales_description: "Short and even", public: 1 },
      ...{ needs_groom: 0, version: 1, deleted_at: null },
    },
    change: { productServiceName: "Mane and tail", price: "60.5", salesDescription: "", needsGroom: "on" },
    changed: { product_service_name: "Mane and tail", price: 6050, sales_description: "", public: 0, needs_groom: 1 },
    name: "Mane and tail",
  },
  {
    ...{ path: "/grooms", noun: "groom", fields: GROOM },
    row: { name: "Iris Vance", start_date: "2026-01-05", end_date: null, weekly_salary: 90000, location: "florida" },
    change: { ...GROOM, endDate: "2026-12-31", location: "long-island" },
    changed: { end_date: "2026-12-31", location: "long-island" },
    name: "Iris Vance",
  },
  {
    ...{ path: "/customers", noun: "customer" },
    fields: { ...CUSTOMER, emails: "Priya@example.com, , priya@example.com,b@example.com" },
    row: { emails: '["priya@example.com","b@example.com"]', phone: "555 0100", riders: '["Ana","Bea"]' },
    change: {
      ...{ name: "Priya O'Nolan", emails: "", phone: "" },
      ...{ "riders[0]": " Bea ", "riders[1]": "", "riders[2]": "Bea", "riders[3]": "Cleo" },
    },
    changed: { name: "Priya O'Nolan", emails: "[]", phone: "", riders: '["Bea","Cleo"]' },
    name: "Priya O&#x27;Nolan",
  },
];

test.each(EDITS)(
  "a $noun can be added, edited, deleted and restored by form posts",
  async ({ path, noun, fields, row, change, changed, name }) => {
    let id = "";
    const table = path.slice(1);
    const written = await activityDuring(async () => {
      id = await add(path, fields);
      expect(await rowOf(table, id)).toMatchObject(row);
      const form = await open(`${path}/${id}/edit`);
      expect(listAfter(await barn.post(`${path}/${id}/edit`, { ...form, ...change }, admin))).toBe(path);
    });
    expect(written).toEqual(["add", "edit"].map((action) => `${ADMIN.email}: ${action} ${noun}`));
    expect(await rowOf(table, id)).toMatchObject({ ...changed, version: 2 });
    await deleteAndRestore(path, table, noun, id, name);
  },
);

async function deleteAndRestore(path: string, table: string, noun: string, id: string, name: string) {
  let location = "";
  const deleted = await activityDuring(async () => {
    location = (await barn.post(`${path}?q=an`, { intent: "delete", id }, admin)).headers.get("Location") ?? "";
  });
  expect(deleted).toEqual([`${ADMIN.email}: delete ${noun}`]);
  expect(location).toBe(`${path}?q=an&deleted=${id}`);
  expect((await rowOf(table, id))?.deleted_at).toMatch(/^\d{4}-/);
  const page = await (await barn.get(location, admin)).text();
  expect(page.replaceAll("<!-- -->", "")).toContain(`${name} was deleted.`);
  expect((await barn.get(`${path}/${id}/edit`, admin)).status).toBe(404);
  const restored = await activityDuring(async () => {
    const response = await barn.post(location, { intent: "restore", id }, admin);
    expect(response.headers.get("Location")).toBe(`${path}?q=an`);
  });
  expect(restored).toEqual([`${ADMIN.email}: restore ${noun}`]);
  expect((await rowOf(table, id))?.deleted_at).toBeNull();
}

test.each(RECORDS)(
  "concurrent and late requests of one form of $path add one record; with other details it says so, and can then add a second",
  async ({ path, table, noun, named }) => {
    const fields = await newFields(path);
    const idempotencyKey = crypto.randomUUID();
    const written = await activityDuring(async () => {
      const send = () => barn.post(`${path}/new`, { idempotencyKey, ...fields }, admin);
      const responses = [...(await Promise.all([send(), send(), send()])), await send()];
      expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(303));
    });
    expect(written).toEqual([`${ADMIN.email}: add ${noun}`]);
    expect(await rowOf(table, idempotencyKey)).toMatchObject({ version: 1 });
    const changed = { ...fields, [named]: "Another name" };
    const response = await barn.post(`${path}/new`, { idempotencyKey, ...changed }, admin);
    const page = await response.text();
    expect(response.status).toBe(409);
    expect(page).toContain("saved before with other details");
    expect(page).toContain('value="Another name"');
    const next = hiddenFieldsOf(page).idempotencyKey ?? "";
    expect(next).not.toBe(idempotencyKey);
    expect((await barn.post(`${path}/new`, { idempotencyKey: next, ...changed }, admin)).status).toBe(303);
    expect(await rowOf(table, next)).toMatchObject({ version: 1 });
  },
);

test.each(RECORDS)(
  "a form of a record of $path that was deleted in the meantime keeps the typed values",
  async ({ path, named }) => {
    const fields = await newFields(path);
    const id = await add(path, fields);
    const form = await open(`${path}/${id}/edit`);
    await barn.post(path, { intent: "delete", id }, otherAdmin);
    const response = await barn.post(`${path}/${id}/edit`, { ...form, ...fields, [named]: "Typed in vain" }, admin);
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(page).toContain("Somebody has deleted this meanwhile.");
    expect(page).toContain('value="Typed in vain"');
    // After the record is restored, the values can be saved.
    await barn.post(path, { intent: "restore", id }, otherAdmin);
    const resubmitted = { ...hiddenFieldsOf(page), ...fields, [named]: "Typed in vain" };
    expect((await barn.post(`${path}/${id}/edit`, resubmitted, admin)).status).toBe(303);
  },
);

test("the fixed services cannot be deleted, and the response says why", async () => {
  const ids = ["boarding", "boarding-surcharge", "long-island-surcharge", "blanket", "training"];
  const before = await barn.lastCommit();
  for (const id of ids) {
    const response = await barn.post("/services", { intent: "delete", id }, admin);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Hayloft bills with this service, so it cannot be deleted.");
  }
  expect(await barn.lastCommit()).toBe(before);
});

const adminRow = async (email: string) =>
  (await barn.rows("select email, deleted_at from admins where email = ?", [email]))[0];
const invite = (email: string) => barn.post("/accounts/new", { idempotencyKey: crypto.randomUUID(), email }, admin);

test.each(["", "dana@", "a b@example.com", "a\u200b@example.com"])(
  "an invitation to the invalid address '%s' is refused",
  async (email) => {
    const before = await barn.lastCommit();
    const response = await invite(email);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/email-error"[^>]*>Invalid email format\.</);
    expect(await barn.lastCommit()).toBe(before);
  },
);

test("an invited address is saved in lower case, and a second invitation gets 409", async () => {
  const written = await activityDuring(async () => {
    expect(listAfter(await invite("  New.Admin@Example.COM "))).toBe("/accounts");
  });
  expect(written).toEqual([`${ADMIN.email}: invite admin`]);
  expect(await adminRow("new.admin@example.com")).toEqual({ email: "new.admin@example.com", deleted_at: null });
  const second = await invite("NEW.ADMIN@example.com");
  expect(second.status).toBe(409);
  expect(await second.text()).toContain("new.admin@example.com is an admin already.");
  const newAdmin = { Cookie: await barn.cookieOf({ email: "new.admin@example.com", name: "New Admin" }) };
  expect((await barn.get("/services", newAdmin)).status).toBe(200);
});

test("a deleted admin loses access at once, and gets it back by an invitation or Undo and a new sign-in", async () => {
  const email = "gone@example.com";
  expect((await invite(email)).status).toBe(303);
  const signIn = async () => ({ Cookie: await barn.cookieOf({ email, name: "Gone" }) });
  const cookie = await signIn();
  expect((await barn.get("/services", cookie)).status).toBe(200);
  expect((await barn.post("/accounts", { intent: "delete", id: email }, admin)).headers.get("Location")).toBe(
    `/accounts?deleted=${encodeURIComponent(email)}`,
  );
  expect((await barn.get("/services", cookie)).status).toBe(302);
  expect((await barn.get("/services.data", cookie)).status).toBe(403);
  expect((await barn.post("/services", { intent: "delete", id: "x" }, cookie)).status).toBe(403);
  expect((await invite(email)).status).toBe(303);
  expect(await adminRow(email)).toEqual({ email, deleted_at: null });
  expect((await barn.get("/services", await signIn())).status).toBe(200);
  await barn.post("/accounts", { intent: "delete", id: email }, admin);
  expect((await barn.post("/accounts", { intent: "restore", id: email }, admin)).status).toBe(303);
  expect((await barn.get("/services", await signIn())).status).toBe(200);
});

test("an admin who deletes their own account is signed out at once", async () => {
  const email = "leaver@example.com";
  await invite(email);
  const cookie = { Cookie: await barn.cookieOf({ email, name: "Leaver" }) };
  const response = await barn.post("/accounts", { intent: "delete", id: email }, cookie);
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
  expect(response.headers.get("Set-Cookie")).toMatch(/Expires=Thu, 01 Jan 1970|Max-Age=0/);
  expect((await barn.get("/accounts", cookie)).status).toBe(302);
  expect((await adminRow(email))?.deleted_at).toMatch(/^\d{4}-/);
});

test("the last admin cannot be deleted", async () => {
  const others = await barn.rows("select email from admins where deleted_at is null and email <> ?", [ADMIN.email]);
  for (const { email } of others) {
    expect((await barn.post("/accounts", { intent: "delete", id: String(email) }, admin)).status).toBe(303);
  }
  const before = await barn.lastCommit();
  const response = await barn.post("/accounts", { intent: "delete", id: ADMIN.email }, admin);
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("The last admin cannot be deleted.");
  expect(response.headers.get("Set-Cookie")).toBeNull();
  expect(await barn.lastCommit()).toBe(before);
  await barn.post("/accounts", { intent: "restore", id: OTHER_ADMIN.email }, admin);
  otherAdmin = { Cookie: await barn.cookieOf(OTHER_ADMIN) };
  expect((await barn.get("/accounts", otherAdmin)).status).toBe(200);
});

test("of two admins who delete each other at the same moment, one stays", async () => {
  await Promise.all([
    barn.post("/accounts", { intent: "delete", id: OTHER_ADMIN.email }, admin),
    barn.post("/accounts", { intent: "delete", id: ADMIN.email }, otherAdmin),
  ]);
  const left = await barn.rows("select email from admins where deleted_at is null");
  expect(left).toHaveLength(1);
  await barn.rows("update admins set deleted_at = null where email in (?, ?)", [ADMIN.email, OTHER_ADMIN.email]);
  [admin, otherAdmin] = [{ Cookie: await barn.cookieOf(ADMIN) }, { Cookie: await barn.cookieOf(OTHER_ADMIN) }];
});

test("chosen columns are saved for the admin and the screen", async () => {
  const columns = ["productServiceName", "price", "salesDescription", "public", "needsGroom"];
  const body = (shown: string[]) =>
    new URLSearchParams([
      ["screen", "/services"],
      ["to", "/services?q=a"],
      ...columns.map((id) => ["column", id]),
      ...shown.map((id) => ["shown", id]),
    ]).toString();
  const headings = async (path: string, headers: { Cookie: string }) =>
    [...(await (await barn.get(path, headers)).text()).matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(
      ([, label]) => label,
    );
  const standard = ["Product Service Name", "Price", "Sales Description", "Public", "Actions"];
  expect(await headings("/services", admin)).toEqual(standard);
  const response = await barn.post("/columns", body(["productServiceName", "needsGroom"]), admin);
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/services?q=a"]);
  expect(await headings("/services", admin)).toEqual(["Product Service Name", "Needs Groom", "Actions"]);
  expect(await headings("/services", otherAdmin)).toEqual(standard);
  await barn.post("/columns", body([]), admin);
  expect(await headings("/services", admin)).toEqual(["Actions"]);
  expect(await headings("/customers", admin)).toEqual(["Name", "Email(s)", "Phone", "Riders", "Actions"]);
  // The price is hidden, and a hit in it stands below the name of the row.
  await barn.post("/columns", body(["productServiceName"]), admin);
  const found = await (await barn.get("/services?q=mane+65.00", admin)).text();
  expect(found).toMatch(/<small[^>]*>Price: \$65\.00<\/small>/);
  expect(await (await barn.get("/services?q=braiding", admin)).text()).not.toContain("<small");
  await barn.post("/columns", body(columns.slice(0, 4)), admin);
  expect(await headings("/services", admin)).toEqual(standard);
});

test.each([
  ["an unknown screen", "screen=/elsewhere&to=/elsewhere"],
  ["a redirect to another site", "screen=/services&to=https://elsewhere.example"],
  ["a redirect to another screen", "screen=/services&to=/servicesx"],
  ["a column with a NUL in its name", "screen=/services&to=/services&column=a%00b"],
  ["thousands of columns", `screen=/services&to=/services&${"column=a&".repeat(3_000)}`],
  ["no fields", ""],
])("a choice of columns with %s is refused", async (_, body) => {
  const before = await barn.lastCommit();
  expect((await barn.post("/columns", body, admin)).status).toBe(400);
  expect(await barn.lastCommit()).toBe(before);
});

test.each([
  ["weeklySalary", "abc", "Enter an amount in dollars, such as 2,900 or 2900.50."],
  ["weeklySalary", "-1", "An amount cannot be below 0."],
  ["weeklySalary", "1e9", "Enter an amount in dollars, such as 2,900 or 2900.50."],
  ["weeklySalary", "1000001", "Enter at most $1,000,000.00."],
  ["weeklySalary", "", "Weekly Salary is required."],
  ["startDate", "2026-02-30", "Enter a date that exists, from 01/01/2000 to 12/31/2099."],
  ["startDate", "1999-12-31", "Enter a date that exists, from 01/01/2000 to 12/31/2099."],
  ["endDate", "tomorrow", "Enter a date that exists, from 01/01/2000 to 12/31/2099."],
  ["endDate", "2026-01-04", "The end date cannot be before the start date."],
  ["name", "", "Name is required."],
  ["name", "   ", "Name is required."],
  ["name", "=1+1", "Name cannot begin with =: spreadsheets take that for a formula."],
  ["location", "Paris", "Choose Florida or Long Island."],
])("a groom whose %s is '%s' is not saved, and the field says why", async (field, typed, message) => {
  const before = await barn.lastCommit();
  const idempotencyKey = crypto.randomUUID();
  const response = await barn.post("/grooms/new", { idempotencyKey, ...GROOM, [field]: typed }, admin);
  const page = await response.text();
  expect(response.status).toBe(400);
  expect(messageAt(page, field)).toBe(message);
  expect(hiddenFieldsOf(page).idempotencyKey).toBe(idempotencyKey);
  // The other fields keep their values.
  expect(page).toContain(field === "name" ? 'value="900"' : 'value="Iris Vance"');
  expect(await barn.lastCommit()).toBe(before);
});

describe("a field that is set in a row", () => {
  const set = (path: string, fields: Fields) => barn.post(path, { intent: "set", ...fields }, admin);

  test("is saved at once, if it is a date, an empty date or a switch", async () => {
    const groom = await add("/grooms", GROOM);
    const service = await add("/services", SERVICE);
    const written = await activityDuring(async () => {
      const plain = await set("/grooms?view=all", { id: groom, field: "endDate", value: "2026-03-01" });
      const offersUndo = expect.stringMatching(/^\/grooms\?view=all&changed=[\da-f-]{36}$/);
      expect([plain.status, plain.headers.get("Location")]).toEqual([303, offersUndo]);
      expect((await rowOf("grooms", groom))?.end_date).toBe("2026-03-01");
      expect((await set("/grooms.data", { id: groom, field: "endDate", value: "" })).status).toBe(200);
      expect((await rowOf("grooms", groom))?.end_date).toBeNull();
      expect((await set("/services", { id: service, field: "public", value: "true" })).status).toBe(303);
      expect(await rowOf("services", service)).toMatchObject({ public: 1, needs_groom: 0, version: 2 });
    });
    expect(written).toEqual([
      `${ADMIN.email}: set end date of groom`,
      `${ADMIN.email}: set end date of groom`,
      `${ADMIN.email}: set public of service`,
    ]);
  });

  /** Each with a record of the demo barn, and a value by the kind of the field. */
  const inRow = RECORDS.flatMap((each) => each.inRow);

  test.each(inRow)("is saved at once: $name of $path", async ({ path, table, name, kind }) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const [record] = await barn.rows(`select id, ${column} as value from ${table} where deleted_at is null limit 1`);
    const id = String(record?.id);
    const others = column.endsWith("_id")
      ? await barn.rows(`select id from ${column.slice(0, -3)}s where deleted_at is null and id <> ? limit 1`, [
          String(record?.value),
        ])
      : [];
    const values: Partial<Record<Kind, string>> = {
      date: "2020-02-29",
      optionalDate: /^start/.test(name) ? "2020-02-29" : "2099-12-31",
      dollars: "7",
      quantity: "7",
      flag: String(record?.value === 0),
      optionalReference: String(others[0]?.id),
      reference: String(others[0]?.id),
    };
    const value = values[kind] ?? "";
    expect((await set(path, { id, field: name, value })).status).toBe(303);
    expect(String((await rowOf(table, id))?.[column])).toBe(
      kind === "flag" ? String(Number(value === "true")) : kind === "dollars" ? `${value}00` : value,
    );
  });

  test.each([
    ["with an unknown name", "/grooms", "location", "1", 400, "This list has no field location."],
    ["with the name of an object property", "/grooms", "constructor", "1", 400, "This list has no field constructor."],
    ["in a list without such fields", "/customers", "name", "x", 400, "This list has no field name."],
    ["to a date that does not exist", "/grooms", "startDate", "2026-02-30", 400, "Enter a date that exists"],
    [
      "to an end before the start",
      "/grooms",
      "endDate",
      "2025-12-31",
      400,
      "The end date cannot be before the start date.",
    ],
    ["to neither on nor off", "/services", "public", "maybe", 400, "Choose on or off."],
  ])("%s is refused", async (_, path, field, value, status, message) => {
    const id = await add(path, await newFields(path));
    const before = await barn.lastCommit();
    for (const address of [path, `${path}.data`]) {
      const response = await set(address, { id, field, value });
      expect(response.status).toBe(status);
      expect(await response.text()).toContain(message);
    }
    expect(await barn.lastCommit()).toBe(before);
  });

  test("of a deleted record is refused with 409", async () => {
    const id = await add("/grooms", GROOM);
    await barn.post("/grooms", { intent: "delete", id }, admin);
    const before = await barn.lastCommit();
    const response = await set("/grooms", { id, field: "endDate", value: "2026-05-01" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Somebody else changed or deleted this a moment ago.");
    expect(await barn.lastCommit()).toBe(before);
  });
});

test("every action on an unknown record gets 404, and nothing is written", async () => {
  const actions: [path: string, fields: Fields][] = [
    ...LISTS.flatMap((path): [string, Fields][] => [
      [path, { intent: "delete" }],
      [path, { intent: "restore" }],
    ]),
    ["/shows", { intent: "duplicate", idempotencyKey: crypto.randomUUID() }],
    ["/grooms", { intent: "set", field: "endDate", value: "2026-05-01" }],
  ];
  const before = await barn.lastCommit();
  for (const [path, fields] of actions) {
    const [address, id] = fields.intent === "restore" ? [`${path}.data`, ""] : [path, "no-such"];
    const response = await barn.post(address, { ...fields, id }, admin);
    expect([address, fields.intent, response.status]).toEqual([address, fields.intent, 404]);
    expect(await response.text()).toContain("There is no such record.");
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("deleting a deleted record and restoring an existing one succeed", async () => {
  const id = await add("/grooms", GROOM);
  for (const intent of ["restore", "delete", "delete", "restore"]) {
    expect((await barn.post("/grooms", { intent, id }, admin)).status).toBe(303);
  }
  expect((await rowOf("grooms", id))?.deleted_at).toBeNull();
});

test.each(["horse", "service"])(
  "a show keeps its deleted %s, and does not accept another deleted one",
  async (thing) => {
    const options = async (table: string) =>
      (await barn.rows(`select id from ${table} where deleted_at is null and length(id) = 36 limit 3`)).map(({ id }) =>
        String(id),
      );
    const [own = "", deleted = "", present = ""] = await options(`${thing}s`);
    const show: Fields = { name: "Spring Show", date: "2026-05-01", horseId: "", serviceId: "", quantity: "1" };
    show.horseId = String((await barn.rows("select id from horses where deleted_at is null limit 1"))[0]?.id);
    show.serviceId = String((await barn.rows("select id from services where deleted_at is null limit 1"))[0]?.id);
    show[`${thing}Id`] = own;
    const id = await add("/shows", show);
    await barn.rows(`update ${thing}s set deleted_at = '2026-11-01' where id in (?, ?)`, [own, deleted]);
    const save = async (fields: Fields) =>
      barn.post(`/shows/${id}/edit`, { ...(await open(`/shows/${id}/edit`)), ...show, ...fields }, admin);
    expect((await save({ name: "Summer Show" })).status).toBe(303);
    expect(await rowOf("shows", id)).toMatchObject({ name: "Summer Show", [`${thing}_id`]: own });
    const before = await barn.lastCommit();
    const refused = await save({ [`${thing}Id`]: deleted });
    expect(refused.status).toBe(400);
    expect(messageAt(await refused.text(), `${thing}Id`)).toMatch(/not found/);
    const set = (value: string) => barn.post("/shows", { intent: "set", id, field: `${thing}Id`, value }, admin);
    expect((await set(deleted)).status).toBe(409);
    expect(await barn.lastCommit()).toBe(before);
    expect((await set(present)).status).toBe(303);
    expect((await set(own)).status).toBe(409);
  },
);

test.each([
  ["no intent", "id=training", 0],
  ["an unknown intent", "intent=destroy&id=training", 1],
  ["the name of an object property as intent", "intent=__proto__&id=training", 2],
  ["an unknown field", "intent=delete&id=x&colour=red", 3],
  ["a field sent twice", "intent=delete&id=x&id=y", 4],
  ["no fields", "", 5],
])("a post to a list with %s gets 400", async (_, body, nth) => {
  const before = await barn.lastCommit();
  // Each list gets two of these posts.
  const paths = LISTS.filter((__, i) => i % 3 === nth % 3);
  for (const path of paths) expect([path, (await barn.post(path, body, admin)).status]).toEqual([path, 400]);
  expect(await barn.lastCommit()).toBe(before);
});

test.each(RECORDS)(
  "a form of $path without an idempotencyKey, with an invalid version or with an unknown field is refused",
  async ({ path }) => {
    const fields = await newFields(path);
    const id = await add(path, fields);
    const idempotencyKey = crypto.randomUUID();
    const before = await barn.lastCommit();
    expect((await barn.post(`${path}/new`, fields, admin)).status).toBe(400);
    expect((await barn.post(`${path}/new`, { idempotencyKey: "1", ...fields }, admin)).status).toBe(400);
    expect((await barn.post(`${path}/new`, { idempotencyKey, ...fields, id }, admin)).status).toBe(400);
    expect((await barn.post(`${path}/${id}/edit`, { idempotencyKey, ...fields }, admin)).status).toBe(409);
    const versions = path === "/grooms" ? ["", "0", "-1", "1e0", "2", "9".repeat(400)] : ["2"];
    for (const version of versions) {
      expect((await barn.post(`${path}/${id}/edit`, { idempotencyKey, version, ...fields }, admin)).status).toBe(409);
    }
    expect(
      (await barn.post(`${path}/no-such-id/edit`, { idempotencyKey, version: "1", ...fields }, admin)).status,
    ).toBe(404);
    expect(await barn.lastCommit()).toBe(before);
  },
);

test("a list ignores invalid URL parameters", async () => {
  const nonsense = [
    "q=%25",
    "q=_",
    "q=%22%22%22",
    "q=%27%3B%20drop%20table%20grooms%3B--",
    "q=%00",
    "q=a%00bcd",
    "q=%ED%A0%80%ED%A0%80%ED%A0%80",
    "q=*&q=NEAR(a",
    `q=${"x".repeat(5_000)}`,
    `q=${encodeURIComponent("🐴".repeat(80))}`,
    `q=x${encodeURIComponent("🐴".repeat(60))}`,
    "sort=",
    "sort=-",
    "sort=--name",
    "sort=__proto__",
    "sort=name&sort=-name",
    "sort=toString",
    "view=",
    "view=everything",
    "after=-1",
    "after=0",
    "after=999999999999999",
    "after=9999999999999999999",
    "before=1e3",
    "before=1&after=1",
    "last=&after=x",
    "deleted=%00",
    "deleted=no-such",
    `deleted=${"9".repeat(3_000)}`,
    "%E0%A4%A=%E0%A4%A",
  ];
  // A short list, a long one and the data of a list get all of them, which one module reads; each other list gets one.
  const searches = (path: string, i: number) => (/^\/(horses|payroll)$/.test(path) ? nonsense : [nonsense[i] ?? ""]);
  const addresses = LISTS.flatMap((path, i) => searches(path, i).map((search) => `${path}?${search}`));
  const data = nonsense.filter((_, i) => i % 4 === 0).map((search) => `/grooms.data?${search}`);
  for (const address of [...addresses, ...data]) {
    const response = await barn.get(address, admin);
    expect([address.slice(0, 80), response.status]).toEqual([address.slice(0, 80), 200]);
    await response.text();
  }
});
