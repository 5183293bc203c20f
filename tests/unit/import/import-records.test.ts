import { expect, test } from "vitest";
import { HORSE_AMOUNTS } from "#app/domain/boarding/monthly-charges.ts";
import { importColumnChoices, importLabelOf, TABLE_COLLECTIONS } from "#app/domain/import/import-columns.ts";
import { forTables, type KnownRecord } from "#app/domain/import/import-plan.ts";
import { type Choice, groupFindings, type Sources } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/* What comes in from another system, and what is said of the rest (docs/product.md, 'Import'). */

const NOW = "2026-11-21T12:00:00.000Z";
const NOTHING = forTables(() => new Map<string, KnownRecord>());

type Fields = Record<string, unknown>;
const records = (all: { [id: string]: Fields }) => Object.entries(all).map(([id, fields]) => ({ id, fields }));

const CUSTOMER = { name: "Ann Lee", emails: ["a@b.co"], phone: "1", riders: ["Bo"] };
const HORSE = { name: "Bella", customerId: "c1", checkInDate: "2026-01-01" };
const SERVICE = { productServiceName: "Lunging", price: "25", public: true };
const GROOM = { name: "Gus", weeklySalary: 650 };
const CHARGE = { horseId: "Bella", serviceId: "Lunging", weekdays: "Tue", fromDate: "2026-01-01" };
const SHOW = { name: "Spring", date: "2026-05-01", horseId: "h1", customerId: "c1", serviceId: "s1", billed: true };
const BILL = { customerId: "c1", horseId: "h1", serviceId: "s1", date: "2026-05-01", quantity: 2, value: 50 };
const PAY = { groomId: "g1", item: "Weekly Salary", date: "2026-05-04", paymentDate: "2026-05-11", value: 650 };

const sources = (change: Partial<Record<keyof Sources, { [id: string]: Fields }>> = {}): Sources => {
  const all: Record<string, { [id: string]: Fields }> = {
    customers: { c1: CUSTOMER },
    horses: { h1: HORSE },
    services: { s1: SERVICE },
    grooms: { g1: GROOM },
    shows: { w1: SHOW },
    billItems: { b1: BILL },
    payroll: { p1: PAY },
    ...change,
  };
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, records(each)]));
};

const plan = (change?: Parameters<typeof sources>[0], known = NOTHING) => planImport(sources(change), known, NOW);

test("records come in without a finding, and every value that the files do not have is said", () => {
  const { rows, findings, sums, filledIn } = plan();
  expect(findings).toEqual([]);
  expect(rows.horses).toMatchObject([
    {
      id: "h1",
      customer_id: "c1",
      boarding: 290_000,
      boarding_surcharge: 15_000,
      training: 0,
      is_billable: 1,
      location: "florida",
    },
  ]);
  expect(rows.bill_items).toMatchObject([{ id: "b1", quantity: 2, value: 5_000, export_id: null, comments: null }]);
  expect(rows.shows).toMatchObject([{ id: "w1", quantity: 1, billed: 1 }]);
  expect(sums.bill_items).toEqual({ count: 1, cents: 5_000 });
  expect(sums.horses).toEqual({ count: 1, cents: 305_000 });
  expect(
    filledIn.map(({ collection, column, value, count }) => `${count} ${collection} without ${column}: ${value}`),
  ).toEqual([
    "1 horses without Boarding: $2,900.00",
    "1 horses without Boarding Surcharge: $150.00",
    ...HORSE_AMOUNTS.slice(2).map((field) => `1 horses without ${importLabelOf("horses", field)}: $0.00`),
    "1 horses without Blanket: no",
    "1 horses without Billable: yes",
    "1 horses without Location: Florida",
    "1 services without Needs Groom: no",
    "1 grooms without Location: Florida",
    "1 shows without Quantity: 1",
    "1 billItems without Location: Florida",
    "1 billItems without Exported: no",
    "1 payroll without Paid: no",
  ]);
});

/** Texts of which each column takes one. */
const CELLS = ["Somebody", "c1", "Ann Lee", "17", "yes", "no", "2026-02-03", "Long Island", "bo@barn.example", "Mon"];
const COLUMNS = TABLE_COLLECTIONS.flatMap((collection) =>
  importColumnChoices(collection).map(({ field }) => ({ collection, field })),
);

test.each(COLUMNS)(
  "the column $field of a table of $collection is in the record that comes in",
  ({ collection, field }) => {
    // Those that a charge refers to: see charges.test.ts.
    if (/^(customer(Emails|Phone)|(horse|service|groom)Id)$/.test(field)) return;
    if (collection === "standing_charges" && field === "customer") return;
    const least = {
      customers: CUSTOMER,
      horses: { ...HORSE, customerId: "" },
      services: SERVICE,
      grooms: GROOM,
      standing_charges: CHARGE,
    };
    const { [collection as keyof typeof least]: record, ...rest } = least;
    const rowsWith = (id: string, change: Fields) => {
      const others = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, { c1: each }]));
      return plan({ ...others, [collection]: { [id]: { ...record, ...change } } }).rows[
        collection as keyof typeof least
      ];
    };
    const withCell = (cell: string) => (field === "id" ? rowsWith(cell, {}) : rowsWith("x1", { [field]: cell }));
    const rows = [rowsWith("x1", {}), ...CELLS.map(withCell)];
    expect(new Set(rows.filter(([row]) => row).map((each) => JSON.stringify(each))).size).toBeGreaterThan(1);
  },
);

test("an empty value is a missing one, and only records that come in are counted", () => {
  const empty = { boarding: "", boardingSurcharge: null, training: " ", hasBlanket: "", isBillable: "", location: "" };
  const { rows, filledIn, findings } = plan({
    horses: { h1: { ...HORSE, ...empty, customerId: "" }, h2: { ...HORSE, ...empty }, h3: { ...HORSE, name: "" } },
    grooms: { g1: { name: "Gus", weeklySalary: "" } },
  });
  const horse = { boarding: 290_000, boarding_surcharge: 15_000, training: 0, has_blanket: 0, is_billable: 1 };
  expect(rows.horses).toMatchObject([
    { id: "h1", ...horse },
    { id: "h2", ...horse },
  ]);
  expect(findings).toMatchObject([{ id: "h3", field: "name", reason: "It is missing.", isRefused: true }]);
  expect(filledIn).toEqual(
    expect.arrayContaining([
      { collection: "horses", column: "Boarding", value: "$2,900.00", count: 2 },
      { collection: "horses", column: "Responsible Party", value: "'Unknown'", count: 1 },
      { collection: "grooms", column: "Weekly Salary", value: "$0.00", count: 1 },
    ]),
  );
});

test("a record of one that does not come in says so, and not that there is none", () => {
  const { findings, rows } = plan({
    customers: { c1: { ...CUSTOMER, name: "=Ann" } },
    horses: { h1: { ...HORSE, checkInDate: "never" } },
    services: { s1: { ...SERVICE, price: -1 } },
    grooms: { g1: { ...GROOM, weeklySalary: "a lot" } },
    shows: {},
  });
  const said = findings
    .filter(({ isRefused }) => !isRefused)
    .map(({ id, field, reason }) => `${id} ${field}: ${reason}`);
  const under = (noun: string) =>
    `Its ${noun} is skipped: the record is kept under 'Unknown ${noun}', which is deleted.`;
  expect(said).toEqual([
    "h1 customerId: Its customer is skipped: the record is kept, its customer is 'Unknown'.",
    "b1 customerId: Its customer is skipped: the record is kept, its customer is 'Unknown'.",
    `b1 horseId: ${under("horse")}`,
    `b1 serviceId: ${under("service")}`,
    `p1 groomId: ${under("groom")}`,
  ]);
  expect(rows.bill_items).toHaveLength(1);
});

test("a last payroll run in the future does not come in, and the invoice number does", () => {
  const fields = { invoiceNumber: 7, lastPayroll: "2026-11-22" };
  const { settings, findings } = planImport({ params: [{ id: "params", fields }] }, NOTHING, NOW);
  expect(settings).toEqual({ invoiceNumber: 7, lastPayroll: null });
  expect(findings).toMatchObject([
    {
      field: "lastPayroll",
      reason: "It is in the future: no payroll would be made until then.",
      value: "2026-11-22",
      isRefused: true,
    },
  ]);
});

test("problems are grouped by what they say, and name their records", () => {
  const { findings } = plan({
    horses: {
      h1: { ...HORSE, boarding: -1 },
      h2: { ...HORSE, name: "Star", boarding: "-2.50" },
      h3: { ...HORSE, customerId: "x" },
    },
    billItems: { b1: { ...BILL, value: "free" } },
    shows: {},
  });
  const said = groupFindings(findings).map(({ reason, findings: all }) => [
    reason,
    ...all.map(({ name, id, value }) => `${name} (${id}): ${value}`),
  ]);
  expect(said).toEqual([
    ["It is below 0.", "Bella (h1): -1", "Star (h2): -2.50"],
    ["It is not an amount.", "Bella, 05/01/2026 (b1): free"],
    ["There is no such customer: the record is kept, its customer is 'Unknown'.", "Bella (h3): x"],
    ["Its horse is skipped: the record is kept under 'Unknown horse', which is deleted.", "Bella, 05/01/2026 (b1): h1"],
  ]);
});

test("bills below 0 are credits, and no problems", () => {
  const { credits, rows, sums, findings, read } = plan({
    billItems: {
      b1: BILL,
      b2: { ...BILL, value: -12.5, exported: true },
      b3: { ...BILL, value: "($1,100.00)", customerId: "gone", horseId: undefined, serviceId: "s1", date: "May" },
      b4: { ...BILL, value: "-0.00" },
      "b/5": { ...BILL, value: -1 },
    },
  });
  expect(credits).toEqual([
    {
      ...{ id: "b2", date: "2026-05-01", customer: "Ann Lee", horse: "Bella", service: "Lunging" },
      ...{ cents: 1_250, exported: true },
    },
    {
      ...{ id: "b3", date: "May", customer: "gone", horse: "Unknown", service: "Lunging" },
      ...{ cents: 110_000, exported: false },
    },
    {
      ...{ id: "b/5", date: "2026-05-01", customer: "Ann Lee", horse: "Bella", service: "Lunging" },
      ...{ cents: 100, exported: false },
    },
  ]);
  expect(findings).toEqual([]);
  expect(rows.bill_items.map(({ id }) => id)).toEqual(["b1", "b4"]);
  expect([sums.bill_items, read.billItems]).toEqual([{ count: 2, cents: 5_000 }, 5]);
});

type Case = [what: string, change: Parameters<typeof sources>[0], finding: object, expected: object];

test.each<Case>([
  [
    "a customer that is missing",
    { customers: {} },
    { collection: "billItems", id: "b1", field: "customerId", isRefused: false },
    { bill_items: [{ id: "b1", customer_id: null }], shows: [{ customer_id: null }], horses: [{ customer_id: null }] },
  ],
  [
    "a horse that is missing",
    { horses: {} },
    { collection: "billItems", id: "b1", field: "horseId", isRefused: false },
    { bill_items: [{ horse_id: "h1" }], horses: [{ id: "h1", name: "Unknown horse", deleted_at: NOW }] },
  ],
  [
    "no horse at all",
    { billItems: { b1: { ...BILL, horseId: undefined } } },
    { id: "b1", field: "horseId", isRefused: false },
    { bill_items: [{ horse_id: "unknown-horse" }], horses: [{ id: "h1" }, { id: "unknown-horse" }] },
  ],
  [
    "a service that is missing",
    { services: {} },
    { id: "b1", field: "serviceId", isRefused: false },
    {
      bill_items: [{ service_id: "s1" }],
      services: [{ id: "s1", product_service_name: "Unknown service", deleted_at: NOW }],
    },
  ],
  [
    "a groom that is missing",
    { grooms: {} },
    { collection: "payroll", id: "p1", field: "groomId", isRefused: false },
    { payroll: [{ groom_id: "g1" }], grooms: [{ id: "g1", deleted_at: NOW }] },
  ],
  [
    "a service with the name of a fixed one",
    { services: { s1: { productServiceName: "long island SURCHARGE", price: 9 } } },
    { collection: "services", id: "s1", isRefused: false },
    { services: [], bill_items: [{ service_id: "long-island-surcharge" }] },
  ],
  [
    "a bill that was exported",
    { billItems: { b1: { ...BILL, exported: "true" } }, shows: { w1: { ...SHOW, quantity: 1_001 } } },
    { collection: "shows", id: "w1", field: "quantity", isRefused: true },
    { bill_items: [{ export_id: "import" }], shows: [] },
  ],
  [
    "an amount that is none",
    { billItems: { b1: { ...BILL, value: "a lot" } } },
    { id: "b1", field: "value", isRefused: true },
    { bill_items: [] },
  ],
  [
    "an amount that is missing",
    { billItems: { b1: { ...BILL, value: undefined } } },
    { id: "b1", field: "value", reason: "It is missing.", isRefused: true },
    { bill_items: [] },
  ],
  [
    "a stay that ends before it begins",
    { horses: { h1: { ...HORSE, checkOutDate: "2025-12-31" } } },
    { collection: "horses", id: "h1", field: "checkOutDate", isRefused: true },
    { horses: [{ id: "h1", name: "Unknown horse" }] },
  ],
  [
    "a reference that is no text",
    { billItems: { b1: { ...BILL, horseId: { toString: 1 }, customerId: { valueOf: 1 } } } },
    { id: "b1", field: "horseId", isRefused: false },
    { bill_items: [{ horse_id: "unknown-horse", customer_id: null }] },
  ],
  [
    "an id that no address can carry",
    { customers: { "a/b": CUSTOMER } },
    { collection: "customers", id: "a/b", field: "id", isRefused: true },
    { customers: [] },
  ],
])("%s is said, and dealt with", (_, change, finding, expected) => {
  const { rows, findings } = plan(change);
  expect(findings).toContainEqual(expect.objectContaining(finding));
  for (const [table, shape] of Object.entries(expected)) expect(rows[table as keyof typeof rows]).toMatchObject(shape);
});

test("a record that the database has already is no missing one", () => {
  const known = {
    ...NOTHING,
    ...Object.fromEntries(
      Object.entries({ customers: "c1", horses: "h1", services: "s1", grooms: "g1" }).map(([table, id]) => [
        table,
        new Map([[id, { id, name: "x", created_at: "2026", deleted_at: null }]]),
      ]),
    ),
  };
  const { findings, rows } = plan({ customers: {}, horses: {}, services: {}, grooms: {} }, known);
  expect(findings).toEqual([]);
  expect(rows.bill_items).toMatchObject([{ customer_id: "c1", horse_id: "h1" }]);
});

test("a merged customer is the one that it was merged into, by id, by name and as an owner", () => {
  const stored = (id: string, name: string, more: Partial<KnownRecord> = {}) =>
    [
      id,
      { id, name, emails: '["a@b.co"]', phone: "1", riders: '["Bo"]', created_at: "2025", deleted_at: null, ...more },
    ] as const;
  const known = {
    ...NOTHING,
    customers: new Map<string, KnownRecord>([
      stored("c2", "Ann-Marie Lee"),
      stored("c1", "Ann Lee", { deleted_at: "2026", merged_into: "c2" }),
    ]),
  };
  const byId = plan({}, known);
  expect(byId.rows).toMatchObject({
    customers: [],
    horses: [{ customer_id: "c2" }],
    bill_items: [{ customer_id: "c2" }],
  });
  expect(byId.restored.customers).toEqual([]);
  const named = (customers: { id: string | null; fields: Fields }[]) =>
    planImport(
      { customers, horses: records({ h1: { name: "Bella", checkInDate: "01/02/2026", customer: "ann lee" } }) },
      known,
      NOW,
    ).rows;
  for (const customers of [[], [{ id: null, fields: CUSTOMER }]])
    expect(named(customers)).toMatchObject({ customers: [], horses: [{ customer_id: "c2" }] });
  expect(plan({ customers: {} }, known).rows.horses).toMatchObject([{ customer_id: "c2" }]);
});

test("a table of horses names its customers", () => {
  const horsesOf = (customer: string) =>
    planImport(
      {
        customers: records({ c1: CUSTOMER, c2: { ...CUSTOMER, name: "Élan" }, c3: { ...CUSTOMER, name: "elan" } }),
        horses: records({ h1: { name: "Bella", checkInDate: "01/02/2026", customer } }),
      },
      NOTHING,
      NOW,
    );
  expect(horsesOf("ann LEE")).toMatchObject({ rows: { horses: [{ customer_id: "c1" }] }, findings: [] });
  expect(horsesOf("Elan")).toMatchObject({
    rows: { horses: [{ customer_id: null }] },
    findings: [{ field: "customer" }],
  });
  expect(horsesOf("Nobody").findings).toMatchObject([{ field: "customer", isRefused: false }]);
});

test("settings and admins come in", () => {
  const { settings, admins, findings } = planImport(
    {
      params: [{ id: "params", fields: { invoiceNumber: "2345", lastPayroll: { seconds: 1_795_237_200 } } }],
      admins: records({ "Ann@b.co": {}, x: { email: "bo@b.co" }, "no address": {} }),
    },
    NOTHING,
    NOW,
  );
  expect(settings).toEqual({ invoiceNumber: 2_345, lastPayroll: "2026-11-21T05:00:00.000Z" });
  expect(admins).toEqual(["ann@b.co", "bo@b.co"]);
  expect(findings).toMatchObject([{ collection: "admins", id: "no address", isRefused: true }]);
});

/** The plan with the choice for the only group of this field. */
function planWith(change: Parameters<typeof sources>[0], field: string, choice: Choice) {
  const all = groupFindings(plan(change).findings).filter((group) => group.field === field);
  expect(all).toHaveLength(1);
  const key = all[0]?.key ?? "";
  const planned = planImport(sources(change), NOTHING, NOW, new Map([[key, choice]]));
  return { ...planned, group: groupFindings(planned.findings).find((group) => group.key === key) };
}

const BAD_HORSE = { ...HORSE, boarding: -1, location: "Texas", hasBlanket: "maybe", checkOutDate: "never" };

test.each<[what: string, change: Parameters<typeof sources>[0], field: string, row: Fields, filled: string[]]>([
  ["boarding", { horses: { h1: { ...HORSE, boarding: -1 } } }, "boarding", { boarding: 290_000 }, ["$2,900.00"]],
  ["a location", { horses: { h1: { ...HORSE, location: "TX" } } }, "location", { location: "florida" }, ["Florida"]],
  ["a flag", { horses: { h1: { ...HORSE, isBillable: "?" } } }, "isBillable", { is_billable: 1 }, ["yes"]],
  ["a day", { horses: { h1: { ...HORSE, checkOutDate: "?" } } }, "checkOutDate", { check_out_date: null }, ["nothing"]],
  [
    "a day before the first",
    { horses: { h1: { ...HORSE, checkOutDate: "2025-01-01" } } },
    "checkOutDate",
    { check_out_date: null },
    ["nothing"],
  ],
])("the default of %s comes in if it is chosen, and is counted", (_, change, field, row, filled) => {
  expect(plan(change).rows.horses).toMatchObject([{ name: "Unknown horse" }]);
  const { rows, filledIn, findings, group } = planWith(change, field, "default");
  expect(rows.horses).toMatchObject([{ id: "h1", name: "Bella", ...row }]);
  expect(group).toMatchObject({ options: ["leave-out", "default"], choice: "default", isRefused: false });
  expect(findings).toHaveLength(1);
  const column = importLabelOf("horses", field);
  expect(
    filledIn.filter((each) => each.collection === "horses" && each.column === column).map(({ value }) => value),
  ).toEqual(filled);
});

test("a quantity, a price and comments have a default, and a value that must be there has none", () => {
  const bill = (fields: Fields) => ({ billItems: { b1: { ...BILL, ...fields } } });
  expect(planWith(bill({ quantity: 0 }), "quantity", "default").rows.bill_items).toMatchObject([{ quantity: 1 }]);
  expect(planWith(bill({ quantity: 1_001 }), "quantity", "default").rows.bill_items).toMatchObject([{ quantity: 1 }]);
  expect(planWith(bill({ comments: {} }), "comments", "default").rows.bill_items).toMatchObject([{ comments: null }]);
  const price = planWith({ services: { s1: { ...SERVICE, price: "?" } } }, "price", "default");
  expect(price.rows.services).toMatchObject([{ id: "s1", price: 0 }]);
  for (const [field, value] of Object.entries({ value: "free", date: "never" })) {
    const { rows, group } = planWith(bill({ [field]: value }), field, "default");
    expect(group).toMatchObject({ options: ["leave-out"], choice: "leave-out", isRefused: true });
    expect(rows.bill_items).toEqual([]);
  }
});

test("a record with several bad values comes in only if each has its default", () => {
  const change = { horses: { h1: BAD_HORSE } };
  const keys = groupFindings(plan(change).findings).flatMap((group) => (group.isRefused ? [group.key] : []));
  expect(keys).toHaveLength(4);
  const planned = (some: string[]) =>
    planImport(sources(change), NOTHING, NOW, new Map(some.map((key) => [key, "default"])));
  expect(planned(keys.slice(1)).rows.horses).toMatchObject([{ name: "Unknown horse" }]);
  expect(planned(keys).rows.horses).toMatchObject([{ id: "h1", name: "Bella", location: "florida" }]);
});

test("a record left out because of a note is to others as one that was refused, and needs no stand-in", () => {
  const bills = { billItems: { b1: { ...BILL, horseId: "gone" } } };
  const left = planWith(bills, "horseId", "leave-out");
  expect(left.group).toMatchObject({ options: ["as-is", "leave-out"], choice: "leave-out", isRefused: true });
  expect(left.rows).toMatchObject({ bill_items: [], horses: [{ id: "h1" }] });
  expect(plan(bills).rows).toMatchObject({ bill_items: [{ id: "b1" }], horses: [{ id: "h1" }, { id: "gone" }] });

  const rounded = planWith({ horses: { h1: { ...HORSE, boarding: 1.005 } } }, "boarding", "leave-out");
  expect(rounded.rows.horses).toMatchObject([{ id: "h1", name: "Unknown horse" }]);
  expect(rounded.findings.map(({ reason }) => reason)).toContain(
    "Its horse is skipped: the record is kept under 'Unknown horse', which is deleted.",
  );
  const own = planWith({ services: { s1: { productServiceName: "Boarding" } } }, "productServiceName", "leave-out");
  expect(own.rows.bill_items).toMatchObject([{ service_id: "s1" }]);
  expect(own.rows.services).toMatchObject([{ id: "s1", product_service_name: "Unknown service" }]);
});

test("keys of groups are stable, can be in an address, and differ", () => {
  const keysOf = (fields: Fields) =>
    groupFindings(plan({ horses: { h1: { ...BAD_HORSE, ...fields } }, customers: {} }).findings).map(({ key }) => key);
  const keys = keysOf({});
  expect(keysOf({ name: "Star", boarding: -2 })).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[\w-]{1,64}$/);
});

test("a choice that a group does not offer changes nothing", () => {
  const change = { horses: { h1: { ...HORSE, name: "" } } };
  for (const choice of ["default", "as-is"] as const) {
    const { group } = planWith(change, "name", choice);
    expect(group).toMatchObject({ choice: "leave-out", isRefused: true });
  }
});

test("a stand-in has the columns of a record that comes in", () => {
  const { rows } = plan({
    shows: { w1: { ...SHOW, horseId: "h9", serviceId: "s9" } },
    payroll: { p1: { ...PAY, groomId: "g9" } },
  });
  for (const table of ["horses", "services", "grooms"] as const) {
    const [record = {}, standIn = {}] = rows[table];
    expect([table, Object.keys(standIn).sort()]).toEqual([table, Object.keys(record).sort()]);
  }
});
