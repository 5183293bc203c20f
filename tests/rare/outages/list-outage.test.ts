import { beforeAll, expect, test } from "vitest";
import { amountFields, hiddenFieldsOf, listAfter } from "#lab/support/forms.ts";
import { ADMIN, recordIds } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

type Fields = Record<string, string>;

const OUTAGE_MESSAGE = "The database cannot be reached, so this is not saved. Try again in a moment.";

const { barn, admin } = startBarn();
/** The id of a record of each table. */
let ids: Record<string, string>;

beforeAll(async () => {
  ids = await recordIds(barn);
});

/** Runs `act` while the database refuses requests. */
async function duringOutage<T>(act: () => Promise<T>): Promise<T> {
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
      customerId: ids.customers ?? "",
      checkInDate: "2026-03-04",
      checkOutDate: "",
      ...amountFields(() => "2901"),
      isBillable: "on",
      location: "long-island",
    }),
  ],
  [
    "customer",
    "/customers",
    () => ({ name: "Kept Customer", emails: "a@b.example", phone: "555", "riders[0]": "Ana" }),
  ],
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
      horseId: ids.horses ?? "",
      serviceId: ids.services ?? "",
      quantity: "7",
    }),
  ],
  [
    "payroll item",
    "/payroll",
    () => ({ groomId: ids.grooms ?? "", item: "Kept Item", date: "2026-03-04", paymentDate: "", value: "7.5" }),
  ],
];

const cases = forms.flatMap(([noun, path, fields]) => [
  [`adding a ${noun}`, path, () => `${path}/new`, fields] as const,
  [`editing a ${noun}`, path, () => `${path}/${ids[path.slice(1)]}/edit`, fields] as const,
]);

test.each(cases)(
  "during an outage of the database, %s keeps the typed values, and works after it",
  async (_, path, at, typed) => {
    const fields = typed();
    const form = { ...hiddenFieldsOf(await (await barn.get(at(), admin)).text()), ...fields };
    const before = await barn.lastCommit();
    const response = await duringOutage(() => barn.post(at(), form, admin));
    const page = await response.text();
    expect(response.status).toBe(503);
    expect(page).toContain(OUTAGE_MESSAGE);
    expect(form).toMatchObject(hiddenFieldsOf(page));
    for (const [name, value] of Object.entries(fields).filter(([, value]) => value)) {
      if (value === "on") expect(page).toMatch(new RegExp(`name="${name}"[^>]*checked`));
      else expect(page.includes(`value="${value}"`) || page.includes(`>${value}</textarea>`)).toBe(true);
    }
    for (const chosen of [fields.horseId, fields.serviceId, fields.customerId, fields.location]) {
      if (chosen) expect(page).toMatch(new RegExp(`<option value="${chosen}" selected=""`));
    }
    expect(await barn.lastCommit()).toBe(before);
    const saved = await barn.post(at(), { ...fields, ...hiddenFieldsOf(page) }, admin);
    expect([saved.status, listAfter(saved)]).toEqual([303, path]);
  },
);

test("during an outage of the database, the invitation of an admin keeps the address", async () => {
  const { idempotencyKey = "" } = hiddenFieldsOf(await (await barn.get("/accounts/new", admin)).text());
  const response = await duringOutage(() =>
    barn.post("/accounts/new", { idempotencyKey, email: "kept@example.com" }, admin),
  );
  const page = await response.text();
  expect(response.status).toBe(503);
  expect(page).toContain(OUTAGE_MESSAGE);
  expect(page).toContain('value="kept@example.com"');
});

test("during an outage of the database, every action on a row says so, with and without JavaScript", async () => {
  const actions: [path: string, fields: Fields][] = [
    ["/grooms", { intent: "set", id: ids.grooms ?? "", field: "endDate", value: "2026-05-01" }],
    ["/grooms", { intent: "delete", id: ids.grooms ?? "" }],
    ["/shows", { intent: "duplicate", id: ids.shows ?? "", idempotencyKey: crypto.randomUUID() }],
    ["/accounts", { intent: "delete", id: ADMIN.email }],
  ];
  const before = await barn.lastCommit();
  const responses = await duringOutage(() =>
    Promise.all(
      actions.flatMap(([path, fields]) => [path, `${path}.data`].map((address) => barn.post(address, fields, admin))),
    ),
  );
  for (const response of responses) {
    expect([response.url, response.status]).toEqual([response.url, 503]);
    expect(await response.text()).toContain(OUTAGE_MESSAGE);
    expect(response.headers.get("Set-Cookie")).toBeNull();
  }
  const columns = { screen: "/grooms", to: "/grooms", column: "name" };
  const response = await duringOutage(() => barn.post("/columns.data", columns, admin));
  expect(response.status).toBe(503);
  expect(await response.text()).toContain(OUTAGE_MESSAGE);
  expect(await barn.lastCommit()).toBe(before);
});

test("during an outage of the database, a visitor still gets 403", async () => {
  const [data, page] = await duringOutage(() => Promise.all([barn.get("/grooms.data"), barn.post("/grooms/new", {})]));
  expect([data.status, page.status]).toEqual([403, 403]);
});

test("the page of an outage and an unknown address keep an admin's sidebar; visitors and the service form show no entry of the office", async () => {
  const entries = async (path: string, headers: Record<string, string>) => {
    const html = await (await barn.get(path, headers)).text();
    const [, nav = ""] = html.match(/<nav aria-label="Main".*?>(.*?)<\/nav>/s) ?? [];
    return [...nav.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
  };
  const office = await entries("/horses", admin);
  expect(office).toEqual(expect.arrayContaining(["/", "/horses", "/accounts"]));
  expect(await entries("/horses/no/such", admin)).toEqual(office);
  expect(await entries("/horses/no-such-id/edit", admin)).toEqual(office);
  expect(await entries("/nowhere", {})).toEqual(["/"]);
  await duringOutage(async () => {
    expect(await entries("/horses", admin)).toEqual(office);
    expect(await entries("/", admin)).toEqual(["/"]);
    expect(await entries("/horses", {})).toEqual([]);
  });
});
