import { describe, expect, test } from "vitest";
import type { Kind } from "#app/domain/fields/field.ts";
import { SCREENS } from "#app/registry/screens.ts";
import { countActivity, doneIn, hiddenFieldsOf, listAfter } from "#lab/support/forms.ts";
import { ADMIN, OTHER_ADMIN } from "#tests/support/barn/barn.ts";
import { RECORDS, type RecordFields } from "#tests/support/barn/record-forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const LISTS = SCREENS.filter(({ dialogs }) => dialogs.some(({ path }) => path === "new")).map(({ path }) => path);

const { barn, admin, otherAdmin } = startBarn();

const SERVICE: RecordFields = { productServiceName: "Mane pulling", price: "45", salesDescription: "Short and even" };
const GROOM: RecordFields = {
  name: "Iris Vance",
  startDate: "2026-01-05",
  endDate: "",
  weeklySalary: "900",
  location: "florida",
};
/** What the edit form of that groom opened with. */
const BASE = JSON.stringify({ ...GROOM, weeklySalary: "900.00" });
const CUSTOMER: RecordFields = {
  name: "Priya Nolan",
  emails: "Priya@example.com",
  phone: "555 0100",
  "riders[0]": "Ana",
  "riders[1]": "Bea",
};

/** Requests a dialog as a browser without JavaScript would, and returns the hidden fields of its form. */
async function open(path: string, headers = admin): Promise<RecordFields> {
  const response = await barn.get(path, headers);
  expect([path, response.status]).toEqual([path, 200]);
  return hiddenFieldsOf(await response.text());
}

/** What a browser sends from the form of a new record. */
async function newFields(path: string): Promise<RecordFields> {
  const page = await (await barn.get(`${path}/new`, admin)).text();
  return RECORDS.find((each) => each.path === path)?.fieldsOn(page) ?? {};
}

/** Adds a record, and returns its id. */
async function add(path: string, fields: RecordFields): Promise<string> {
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

/** Returns the error message of a field. */
function messageAt(page: string, field: string): string | undefined {
  return page.match(new RegExp(`id="record-${field}-error"[^>]*>([^<]*)<`))?.[1];
}

test("each list page and each dialog page sends one request to the database", async () => {
  const groom = await add("/grooms", GROOM);
  const customer = await add("/customers", CUSTOMER);
  const search = "?q=an&sort=-email&view=all&done=no-such";
  const edits = ["/services/training/edit", `/grooms/${groom}/edit`, `/customers/${customer}/edit`];
  for (const path of [
    ...LISTS.flatMap((path, i) => [i % 2 ? path : `${path}${search}`, `${path}/new`]),
    `/shows${search}`,
    ...edits,
  ]) {
    const requests = await barn.requestsDuring(async () => {
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
  const writes: [path: string, fields: RecordFields, requests: number][] = [
    ["/services/new", { idempotencyKey: uuid(), ...SERVICE }, 1],
    ["/grooms/new", { idempotencyKey: uuid(), ...GROOM }, 1],
    ["/customers/new", { idempotencyKey: uuid(), ...CUSTOMER }, 1],
    [`/grooms/${groom}/edit`, { idempotencyKey: uuid(), version: "1", base: BASE, ...GROOM, name: "Iris U." }, 1],
    [`/grooms/${groom}/edit`, { idempotencyKey: uuid(), version: "2", ...GROOM, name: "Iris V." }, 2],
    ["/grooms", { intent: "set", id: groom, field: "endDate", value: "2026-06-30" }, 1],
    ["/grooms", { intent: "delete", id: groom }, 1],
    ["/accounts/new", { idempotencyKey: uuid(), email: "twice@example.com" }, 2],
    ["/accounts", { intent: "delete", id: "twice@example.com" }, 1],
    ["/columns", { screen: "/grooms", to: "/grooms", column: "name", shown: "name" }, 1],
  ];
  for (const [path, fields, expected] of writes) {
    const requests = await barn.requestsDuring(async () => {
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
    const requests = await barn.requestsDuring(async () => {
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
  const writes: [path: string, fields: RecordFields, request: number][] = [
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

type Edit = {
  path: string;
  noun: string;
  fields: RecordFields;
  row: object;
  change: RecordFields;
  changed: object;
  name: string;
};

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
    await deleteAndUndo(path, table, noun, id, name);
  },
);

async function deleteAndUndo(path: string, table: string, noun: string, id: string, name: string) {
  let change = "";
  const deleted = await activityDuring(async () => {
    change = doneIn(await barn.post(`${path}?q=an`, { intent: "delete", id }, admin));
  });
  expect(deleted).toEqual([`${ADMIN.email}: delete ${noun}`]);
  const location = `${path}?q=an&done=${change}`;
  expect((await rowOf(table, id))?.deleted_at).toMatch(/^\d{4}-/);
  const page = await (await barn.get(location, admin)).text();
  expect(page.replaceAll("<!-- -->", "")).toContain(`${name} was deleted.`);
  expect((await barn.get(`${path}/${id}/edit`, admin)).status).toBe(404);
  const restored = await activityDuring(async () => {
    const response = await barn.post(location, { intent: "undo", change }, admin);
    expect(response.headers.get("Location")).toBe(`${path}?q=an&done=undo+${change}`);
  });
  expect(restored).toEqual([`${ADMIN.email}: undo delete ${noun}`]);
  expect((await rowOf(table, id))?.deleted_at).toBeNull();
}

test.each(RECORDS)(
  "a form of $path adds one record, however often it is sent; with other details, or if the record was deleted, it says so and keeps them",
  async ({ path, table, noun, named }) => {
    const fields = await newFields(path);
    const id = crypto.randomUUID();
    const send = (change: RecordFields) =>
      barn.post(`${path}/new`, { idempotencyKey: id, ...fields, ...change }, admin);
    const written = await activityDuring(async () => {
      const responses = [...(await Promise.all([send({}), send({}), send({})])), await send({})];
      expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(303));
    });
    expect(written).toEqual([`${ADMIN.email}: add ${noun}`]);
    expect(await rowOf(table, id)).toMatchObject({ version: 1 });
    const refused = await send({ [named]: "Another name" });
    const page = await refused.text();
    expect(refused.status).toBe(409);
    expect(page).toContain("saved before with other details");
    expect(page).toContain('value="Another name"');
    const next = hiddenFieldsOf(page).idempotencyKey ?? "";
    expect(next).not.toBe(id);
    expect((await send({ idempotencyKey: next, [named]: "Another name" })).status).toBe(303);
    expect(await rowOf(table, next)).toMatchObject({ version: 1 });

    const form = await open(`${path}/${id}/edit`);
    const edit = (change: RecordFields) =>
      barn.post(`${path}/${id}/edit`, { ...fields, [named]: "Typed in vain", ...change }, admin);
    const before = await barn.lastCommit();
    const versions = path === "/grooms" ? ["", "0", "-1", "1e0", "2", "9".repeat(400)] : ["2"];
    const statuses = [
      await send({ idempotencyKey: "1" }),
      await send({ id }),
      await barn.post(`${path}/new`, fields, admin),
      await barn.post(`${path}/no-such-id/edit`, { idempotencyKey: next, version: "1", ...fields }, admin),
      await edit({ idempotencyKey: crypto.randomUUID() }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 404, 409]);
    for (const version of versions)
      expect([version, (await edit({ idempotencyKey: crypto.randomUUID(), version })).status]).toEqual([version, 409]);
    expect(await barn.lastCommit()).toBe(before);

    const change = doneIn(await barn.post(path, { intent: "delete", id }, otherAdmin));
    const gone = await edit(form);
    const kept = await gone.text();
    expect(gone.status).toBe(404);
    expect(kept).toContain("Somebody deleted this while you were editing.");
    expect(kept).toContain('value="Typed in vain"');
    // After the record is restored, the values can be saved.
    await barn.post(path, { intent: "undo", change }, otherAdmin);
    expect((await edit(hiddenFieldsOf(kept))).status).toBe(303);
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

test("an invitation needs a valid address, which is saved in lower case, and a second one gets 409", async () => {
  const before = await barn.lastCommit();
  for (const email of ["", "dana@", "a b@example.com", "a\u200b@example.com"]) {
    const response = await invite(email);
    expect([email, response.status]).toEqual([email, 400]);
    expect(await response.text()).toMatch(/email-error"[^>]*>Invalid email format\.</);
  }
  expect(await barn.lastCommit()).toBe(before);
  const written = await activityDuring(async () => {
    expect(listAfter(await invite("  New.Admin@Example.COM "))).toBe("/accounts");
  });
  expect(written).toEqual([`${ADMIN.email}: invite admin`]);
  expect(await adminRow("new.admin@example.com")).toEqual({ email: "new.admin@example.com", deleted_at: null });
  const second = await invite("NEW.ADMIN@example.com");
  expect(second.status).toBe(409);
  expect(await second.text()).toContain("new.admin@example.com is already an admin.");
  const newAdmin = { Cookie: await barn.cookieOf({ email: "new.admin@example.com", name: "New Admin" }) };
  expect((await barn.get("/services", newAdmin)).status).toBe(200);
});

test("a deleted admin loses access at once, and gets it back by an invitation or Undo and a new sign-in", async () => {
  const email = "gone@example.com";
  expect((await invite(email)).status).toBe(303);
  const signIn = async () => ({ Cookie: await barn.cookieOf({ email, name: "Gone" }) });
  const cookie = await signIn();
  expect((await barn.get("/services", cookie)).status).toBe(200);
  expect((await barn.post("/accounts", { intent: "delete", id: email }, admin)).status).toBe(303);
  expect((await barn.get("/services", cookie)).status).toBe(302);
  expect((await barn.get("/services.data", cookie)).status).toBe(403);
  expect((await barn.post("/services", { intent: "delete", id: "x" }, cookie)).status).toBe(403);
  expect((await invite(email)).status).toBe(303);
  expect(await adminRow(email)).toEqual({ email, deleted_at: null });
  expect((await barn.get("/services", await signIn())).status).toBe(200);
  const change = doneIn(await barn.post("/accounts", { intent: "delete", id: email }, admin));
  expect((await barn.post("/accounts", { intent: "undo", change }, admin)).status).toBe(303);
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
  const changes = new Map<unknown, string>();
  for (const { email } of others) {
    const response = await barn.post("/accounts", { intent: "delete", id: String(email) }, admin);
    changes.set(email, doneIn(response));
    expect(response.status).toBe(303);
  }
  const before = await barn.lastCommit();
  const response = await barn.post("/accounts", { intent: "delete", id: ADMIN.email }, admin);
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("The last admin cannot be deleted.");
  expect(response.headers.get("Set-Cookie")).toBeNull();
  expect(await barn.lastCommit()).toBe(before);
  await barn.post("/accounts", { intent: "undo", change: changes.get(OTHER_ADMIN.email) ?? "" }, admin);
  otherAdmin.Cookie = await barn.cookieOf(OTHER_ADMIN);
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
  for (const [headers, user] of [
    [admin, ADMIN],
    [otherAdmin, OTHER_ADMIN],
  ] as const)
    headers.Cookie = await barn.cookieOf(user);
});

test("chosen columns are saved for the admin and the screen", async () => {
  const columns = ["productServiceName", "spanishName", "price", "salesDescription", "public", "needsGroom"];
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
  await barn.post("/columns", body(columns.filter((id) => id !== "spanishName" && id !== "needsGroom")), admin);
  expect(await headings("/services", admin)).toEqual(standard);
});

test("a choice of columns for another screen or site, with odd columns or with none is refused", async () => {
  const before = await barn.lastCommit();
  for (const body of [
    "screen=/elsewhere&to=/elsewhere",
    "screen=/services&to=https://elsewhere.example",
    "screen=/services&to=/servicesx",
    "screen=/services&to=/services&column=a%00b",
    `screen=/services&to=/services&${"column=a&".repeat(3_000)}`,
    "",
  ])
    expect([body.slice(0, 60), (await barn.post("/columns", body, admin)).status]).toEqual([body.slice(0, 60), 400]);
  expect(await barn.lastCommit()).toBe(before);
});

const NO_DATE = "Enter a date that exists, from 01/01/2000 to 12/31/2099.";
const NO_AMOUNT = "Enter an amount in dollars, such as 2,900 or 2900.50.";

test.each<[entered: RecordFields, messages: RecordFields]>([
  [
    { name: "", startDate: "2026-02-30", endDate: "tomorrow", weeklySalary: "abc", location: "Paris" },
    {
      ...{ name: "Name is required.", startDate: NO_DATE, endDate: NO_DATE, weeklySalary: NO_AMOUNT },
      location: "Choose Florida or Long Island.",
    },
  ],
  [{ endDate: "2026-01-04" }, { endDate: "The end date cannot be before the start date." }],
])("a groom with %j is not saved, each field says why, and the others keep their values", async (entered, messages) => {
  const before = await barn.lastCommit();
  const idempotencyKey = crypto.randomUUID();
  const fields: RecordFields = { idempotencyKey, ...GROOM, ...entered };
  const response = await barn.post("/grooms/new", fields, admin);
  const page = await response.text();
  expect(response.status).toBe(400);
  expect(Object.fromEntries(Object.keys(GROOM).map((field) => [field, messageAt(page, field)]))).toEqual({
    ...Object.fromEntries(Object.keys(GROOM).map((field) => [field, undefined])),
    ...messages,
  });
  expect(hiddenFieldsOf(page).idempotencyKey).toBe(idempotencyKey);
  expect(page).toContain(`value="${fields.weeklySalary}"`);
  expect(await barn.lastCommit()).toBe(before);
});

describe("a field that is set in a row", () => {
  const set = (path: string, fields: RecordFields) => barn.post(path, { intent: "set", ...fields }, admin);

  test("is saved at once, is recorded, and offers Undo", async () => {
    const groom = await add("/grooms", GROOM);
    const written = await activityDuring(async () => {
      const plain = await set("/grooms?view=all", { id: groom, field: "endDate", value: "2026-03-01" });
      const offersUndo = expect.stringMatching(/^\/grooms\?view=all&done=[\da-f-]{36}$/);
      expect([plain.status, plain.headers.get("Location")]).toEqual([303, offersUndo]);
      expect((await set("/grooms.data", { id: groom, field: "endDate", value: "" })).status).toBe(200);
      expect(await rowOf("grooms", groom)).toMatchObject({ end_date: null, version: 3 });
    });
    expect(written).toEqual(Array(2).fill(`${ADMIN.email}: set end date of groom`));
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

  test("with another name, or with a value that it cannot have, is refused; of a deleted record, too", async () => {
    const [id, service] = [await add("/grooms", GROOM), await add("/services", SERVICE)];
    const deleted = await add("/grooms", GROOM);
    await barn.post("/grooms", { intent: "delete", id: deleted }, admin);
    const before = await barn.lastCommit();
    for (const [path, fields, status, message] of [
      ["/grooms", { id, field: "location", value: "1" }, 400, "This list has no field location."],
      ["/grooms", { id, field: "constructor", value: "1" }, 400, "This list has no field constructor."],
      ["/customers", { id, field: "name", value: "x" }, 400, "This list has no field name."],
      ["/grooms", { id, field: "startDate", value: "2026-02-30" }, 400, "Enter a date that exists"],
      ["/grooms", { id, field: "endDate", value: "2025-12-31" }, 400, "The end date cannot be before the start date."],
      ["/services", { id: service, field: "public", value: "maybe" }, 400, "Choose on or off."],
      ["/grooms", { id: deleted, field: "endDate", value: "2026-05-01" }, 409, "Somebody else changed or deleted this"],
    ] as const) {
      for (const address of [path, `${path}.data`]) {
        const response = await set(address, fields);
        expect([address, fields.field, response.status]).toEqual([address, fields.field, status]);
        expect(await response.text()).toContain(message);
      }
    }
    expect(await barn.lastCommit()).toBe(before);
  });
});

test("every action on an unknown record gets 404, and nothing is written", async () => {
  const actions: [path: string, fields: RecordFields][] = [
    ...LISTS.filter((path) => path !== "/billing/corrections").flatMap((path): [string, RecordFields][] => [
      [`${path}.data`, { intent: "delete", id: "no-such" }],
      [`${path}.data`, { intent: "delete", id: "" }],
    ]),
    ["/shows", { intent: "duplicate", id: "no-such", idempotencyKey: crypto.randomUUID() }],
    ["/grooms", { intent: "set", id: "no-such", field: "endDate", value: "2026-05-01" }],
  ];
  const before = await barn.lastCommit();
  for (const [path, fields] of actions) {
    const response = await barn.post(path, fields, admin);
    expect([path, fields.intent, response.status]).toEqual([path, fields.intent, 404]);
    expect(await response.text()).toContain("There is no such record.");
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("deleting a deleted record succeeds", async () => {
  const id = await add("/grooms", GROOM);
  const remove = () => barn.post("/grooms", { intent: "delete", id }, admin);
  expect([(await remove()).status, (await remove()).status]).toEqual([303, 303]);
});

test.each(["horse", "service"])(
  "a show keeps its deleted %s, and does not accept another deleted one",
  async (thing) => {
    const options = async (table: string) =>
      (await barn.rows(`select id from ${table} where deleted_at is null and length(id) = 36 limit 3`)).map(({ id }) =>
        String(id),
      );
    const [own = "", deleted = "", present = ""] = await options(`${thing}s`);
    const show: RecordFields = { name: "Spring Show", date: "2026-05-01", horseId: "", serviceId: "", quantity: "1" };
    show.horseId = String((await barn.rows("select id from horses where deleted_at is null limit 1"))[0]?.id);
    show.serviceId = String((await barn.rows("select id from services where deleted_at is null limit 1"))[0]?.id);
    show[`${thing}Id`] = own;
    const id = await add("/shows", show);
    await barn.rows(`update ${thing}s set deleted_at = '2026-11-01' where id in (?, ?)`, [own, deleted]);
    const save = async (fields: RecordFields) =>
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

test("a post to a list without an intent that it knows, or with other fields, gets 400", async () => {
  const before = await barn.lastCommit();
  for (const [i, body] of [
    "id=training",
    "intent=destroy&id=training",
    "intent=__proto__&id=training",
    "intent=delete&id=x&colour=red",
    "intent=delete&id=x&id=y",
    "",
  ].entries()) {
    const path = LISTS[i % LISTS.length] ?? "";
    expect([path, body, (await barn.post(path, body, admin)).status]).toEqual([path, body, 400]);
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("a list ignores invalid URL parameters", async () => {
  const searched = '% _ """ \';droptablegrooms;-- \0 a\0bcd *&q=NEAR(a'.split(" ").map(encodeURI);
  const nonsense = [
    ...searched
      .concat("x".repeat(5_000), encodeURI("🐴".repeat(80)), "%ED%A0%80%ED%A0%80%ED%A0%80")
      .map((q) => `q=${q}`),
    ..."sort= sort=- sort=--name sort=__proto__ sort=name&sort=-name sort=toString view= view=everything".split(" "),
    ..."after=-1 after=0 after=999999999999999 after=9999999999999999999 before=1e3 before=1&after=1".split(" "),
    ..."last=&after=x done=%00 done=no-such %E0%A4%A=%E0%A4%A".split(" "),
    `done=${"9".repeat(3_000)}`,
  ];
  // A short list and a long one get all of them, which one module reads; each other list gets one.
  const searches = (path: string, i: number) => (/^\/(horses|payroll)$/.test(path) ? nonsense : [nonsense[i] ?? ""]);
  const addresses = LISTS.flatMap((path, i) =>
    searches(path, i).map((search, nth) => `${path}${nth % 4 ? ".data" : ""}?${search}`),
  );
  for (const address of addresses) {
    const response = await barn.get(address, admin);
    expect([address.slice(0, 80), response.status]).toEqual([address.slice(0, 80), 200]);
    await response.text();
  }
});

test("a page of a long list says the numbers of its rows, up to the last row on the last page", async () => {
  const rangeOf = async (place: string) => {
    const page = await (await barn.get(`/billing?view=all${place}`, admin)).text();
    const range = /pager-range">([\d,]+)–([\d,]+) of ([\d,]+)</.exec(page)?.slice(1) ?? [];
    const [first = 0, last = 0, total = 0] = range.map((text) => Number(text.replaceAll(",", "")));
    return { first, last, total, rows: page.match(/<th scope="row"/g)?.length ?? 0 };
  };
  const { total, rows } = await rangeOf("");
  expect(total).toBeGreaterThan(rows);
  expect(await rangeOf("")).toEqual({ first: 1, last: rows, total, rows });
  expect(await rangeOf("&last")).toMatchObject({ first: total - rows + 1, last: total, rows });
});
