import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { carried } from "#tests/support/forms.ts";

type Fields = Record<string, string>;

const AWAY = "The database cannot be reached, so this is not saved. Try again in a moment.";

let barn: Barn;
let admin: { Cookie: string };
/** Some record of each table. */
const some: Fields = {};

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
  for (const table of ["horses", "customers", "services", "grooms", "shows", "payroll"]) {
    const [row] = await barn.rows(`select id from ${table} where deleted_at is null limit 1`);
    some[table] = String(row?.id);
  }
});
afterAll(() => barn.close());

/** Does something while the database is away. */
async function during<T>(act: () => Promise<T>): Promise<T> {
  barn.proxy.make({ kind: "refuse" });
  try {
    return await act();
  } finally {
    barn.proxy.make({ kind: "none" });
  }
}

const forms: [noun: string, path: string, fields: () => Fields][] = [
  [
    "horse",
    "/horses",
    () => ({
      name: "Kept Horse",
      customerId: some.customers ?? "",
      checkInDate: "2026-03-04",
      checkOutDate: "",
      boarding: "2901",
      boardingSurcharge: "1",
      training: "2",
      isBillable: "on",
      location: "long-island",
    }),
  ],
  ["customer", "/customers", () => ({ name: "Kept Customer", emails: "a@b.example", phone: "555", riders: "Ana" })],
  [
    "service",
    "/services",
    () => ({ productServiceName: "Kept Service", price: "12.5", salesDescription: "", public: "on" }),
  ],
  [
    "groom",
    "/grooms",
    () => ({ name: "Kept Groom", startDate: "2026-03-04", endDate: "", weeklySalary: "901", location: "long-island" }),
  ],
  [
    "show",
    "/shows",
    () => ({
      name: "Kept Show",
      date: "2026-03-04",
      horseId: some.horses ?? "",
      serviceId: some.services ?? "",
      quantity: "7",
    }),
  ],
  [
    "payroll item",
    "/payroll",
    () => ({ groomId: some.grooms ?? "", item: "Kept Item", date: "2026-03-04", paymentDate: "", value: "7.5" }),
  ],
];

const cases = forms.flatMap(([noun, path, fields]) => [
  [`adding a ${noun}`, path, () => `${path}/new`, fields] as const,
  [`editing a ${noun}`, path, () => `${path}/${some[path.slice(1)]}/edit`, fields] as const,
]);

test.each(cases)(
  "%s while the database is away keeps all that was typed, and works later",
  async (_, path, at, typed) => {
    const fields = typed();
    const form = { ...carried(await (await barn.get(at(), admin)).text()), ...fields };
    const before = await barn.everything();
    const answer = await during(() => barn.post(at(), form, admin));
    const page = await answer.text();
    expect(answer.status).toBe(503);
    expect(page).toContain(AWAY);
    expect(form).toMatchObject(carried(page));
    for (const [name, value] of Object.entries(fields).filter(([, value]) => value)) {
      if (value === "on") expect(page).toMatch(new RegExp(`name="${name}"[^>]*checked`));
      else expect(page.includes(`value="${value}"`) || page.includes(`>${value}</textarea>`)).toBe(true);
    }
    for (const chosen of [fields.horseId, fields.serviceId, fields.customerId, fields.location]) {
      if (chosen) expect(page).toMatch(new RegExp(`<option value="${chosen}" selected=""`));
    }
    expect(await barn.everything()).toBe(before);
    const saved = await barn.post(at(), { ...fields, ...carried(page) }, admin);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, path]);
  },
);

test("an invitation sent while the database is away keeps the address", async () => {
  const { idempotencyKey = "" } = carried(await (await barn.get("/accounts/new", admin)).text());
  const answer = await during(() => barn.post("/accounts/new", { idempotencyKey, email: "kept@example.com" }, admin));
  const page = await answer.text();
  expect(answer.status).toBe(503);
  expect(page).toContain(AWAY);
  expect(page).toContain('value="kept@example.com"');
});

test("whatever is done to a row while the database is away says so, with and without JavaScript", async () => {
  const deeds: [path: string, fields: Fields][] = [
    ["/grooms", { intent: "set", id: some.grooms ?? "", field: "endDate", value: "2026-05-01" }],
    ["/grooms", { intent: "delete", id: some.grooms ?? "" }],
    ["/shows", { intent: "duplicate", id: some.shows ?? "", idempotencyKey: crypto.randomUUID() }],
    ["/accounts", { intent: "delete", id: ADMIN.email }],
  ];
  const before = await barn.everything();
  const answers = await during(() =>
    Promise.all(
      deeds.flatMap(([path, fields]) => [path, `${path}.data`].map((address) => barn.post(address, fields, admin))),
    ),
  );
  for (const answer of answers) {
    expect([answer.url, answer.status]).toEqual([answer.url, 503]);
    expect(await answer.text()).toContain(AWAY);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
  const columns = { screen: "/grooms", to: "/grooms", column: "name" };
  const answer = await during(() => barn.post("/columns.data", columns, admin));
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain(AWAY);
  expect(await barn.everything()).toBe(before);
});

test("a visitor gets nothing while the database is away either", async () => {
  const [data, page] = await during(() => Promise.all([barn.get("/grooms.data"), barn.post("/grooms/new", {})]));
  expect([data.status, page.status]).toEqual([403, 403]);
});
