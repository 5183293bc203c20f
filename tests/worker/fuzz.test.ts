import { afterAll, beforeAll, expect, test } from "vitest";
import { LIST_FILTERS } from "#db/queries/list-filters.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { countActivity } from "#tests/support/forms.ts";
import { samples } from "#tests/support/samples.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/service-entry.ts";

const SUBMISSIONS = samples(60);
const CONCURRENCY = 8;
const SEED = process.env.FUZZ_SEED ?? "lists";

type Pairs = [name: string, value: string][];
type Submission = { path: string; fields: Pairs };
type Target = (random: Random) => Submission;

let barn: Barn;
let cookie: string;

beforeAll(async () => {
  barn = await openBarn();
  cookie = await barn.cookieOf(ADMIN);
});
afterAll(() => barn.close());

const STRANGE = [
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "1".repeat(400),
  "NaN",
  "Infinity",
  "true",
  "null",
  "[object Object]",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff",
  "\u202eabc",
  "=cmd()",
  "' or 1=1 --",
  "<script>alert(1)</script>",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "__proto__",
  "constructor",
  "🐴".repeat(60),
  "x".repeat(250),
  "y".repeat(20_000),
  "a@b.c,".repeat(60),
  "a\n".repeat(60),
];

/** Returns the submission with none to three mutations of its fields. */
function mutate({ path, fields }: Submission, random: Random, otherIds: string[]): Submission {
  const result: Pairs = fields.map(([name, value]) => [name, value]);
  for (let mutations = random.int(0, 3); mutations > 0 && result.length > 0; mutations -= 1) {
    const at = random.int(0, result.length - 1);
    const [name, value] = result[at] ?? ["", ""];
    switch (random.int(0, 6)) {
      case 0:
        result.splice(at, 1);
        break;
      case 1:
        result.push([name, random.chance(0.5) ? value : random.pick(STRANGE)]);
        break;
      case 2:
        result.push([random.pick(["a[9999]", "a.b", "__proto__", "\0", "id", "version", "deletedAt"]), value]);
        break;
      case 3:
        result[at] = [name, random.pick(otherIds)];
        break;
      case 4:
        result[at] = [name, value + random.pick(STRANGE)];
        break;
      default:
        result[at] = [name, random.pick(STRANGE)];
    }
  }
  return { path, fields: result };
}

/** Encodes the fields as a browser would, except lone surrogates, which stay invalid. */
function bodyOf(fields: Pairs): string {
  const encode = (text: string) =>
    [...text].map((each) => (each.isWellFormed() ? encodeURIComponent(each) : "%ED%A0%80")).join("");
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

/** Returns whether the response says that a change was written. */
const isAccepted = ({ status }: Response, path: string) =>
  status === 303 || status === 202 || (status === 200 && path.includes(".data"));

type Ids = Record<"services" | "grooms" | "customers" | "horses" | "shows" | "payroll", string[]>;

/** Returns the ids of eight records of each table. */
async function findIds(): Promise<Ids> {
  const idsIn = async (table: keyof Ids) =>
    (await barn.rows(`select id from ${table} where deleted_at is null order by id limit 8`)).map(({ id }) =>
      String(id),
    );
  return {
    services: await idsIn("services"),
    grooms: await idsIn("grooms"),
    customers: await idsIn("customers"),
    horses: await idsIn("horses"),
    shows: await idsIn("shows"),
    payroll: await idsIn("payroll"),
  };
}

const checkbox = (name: string, random: Random): Pairs => (random.chance(0.5) ? [[name, "on"]] : []);

/** The valid fields of the form of a new record, by table. */
const formFields = ({ services, grooms, customers, horses }: Ids): Record<keyof Ids, (random: Random) => Pairs> => ({
  services: (random) => [
    ["productServiceName", `Service ${random.int(0, 9_999)}`],
    ["price", random.pick(["45", "$1,200.50", "0"])],
    ["salesDescription", random.pick(["", "Short\r\nand even"])],
    ...checkbox("public", random),
    ...checkbox("needsGroom", random),
  ],
  grooms: (random) => [
    ["name", `Groom ${random.int(0, 9_999)}`],
    ["startDate", random.pick(["", "2026-01-05", "2024-02-29"])],
    ["endDate", random.pick(["", "2026-12-31", "2025-01-01"])],
    ["weeklySalary", random.pick(["900", "2,900", " 1 "])],
    ["location", random.pick(["florida", "long-island"])],
  ],
  customers: (random) => [
    ["name", `Customer ${random.int(0, 9_999)}`],
    ["emails", random.pick(["", "a@example.com", "A@example.com, b@example.com"])],
    ["phone", random.pick(["", "555 0100"])],
    ...["", "Ana", "Bea"].map((rider, index): [string, string] => [`riders[${index}]`, rider]),
  ],
  horses: (random) => [
    ["name", `Horse ${random.int(0, 9_999)}`],
    ["customerId", random.pick(["", ...customers])],
    ["checkInDate", random.pick(["2026-01-05", "2024-02-29"])],
    ["checkOutDate", random.pick(["", "2026-12-31", "2025-01-01"])],
    ["boarding", random.pick(["2900", "$2,750.50", "0"])],
    ["boardingSurcharge", random.pick(["150", " 1 "])],
    ["training", random.pick(["1750", "1,200"])],
    ...checkbox("hasBlanket", random),
    ...checkbox("isBillable", random),
    ["location", random.pick(["florida", "long-island"])],
  ],
  shows: (random) => [
    ["name", `Show ${random.int(0, 9_999)}`],
    ["date", random.pick(["2026-07-04", "2024-02-29"])],
    ["horseId", random.pick(horses)],
    ["serviceId", random.pick(services)],
    ["quantity", random.pick(["1", " 12 ", "1,000"])],
  ],
  payroll: (random) => [
    ["groomId", random.pick(grooms)],
    ["item", `Item ${random.int(0, 9_999)}`],
    ["date", random.pick(["2026-07-04", "2024-02-29"])],
    ["paymentDate", random.pick(["", "2026-07-06"])],
    ["value", random.pick(["50", "$1,200.50", "0"])],
    ...checkbox("paid", random),
  ],
});

/** Fields that can be set in a row, with valid values, by table. */
const rowFields = ({ horses, services }: Ids): Record<keyof Ids, [field: string, values: string[]][]> => ({
  services: [
    ["public", ["true", "false"]],
    ["needsGroom", ["true", "false"]],
  ],
  grooms: [
    ["startDate", ["", "2026-05-01", "2020-05-01"]],
    ["endDate", ["", "2026-05-01", "2020-05-01"]],
  ],
  payroll: [["paid", ["true", "false"]]],
  // The rows of this list have no fields to set.
  customers: [["name", ["x"]]],
  horses: [
    ["checkInDate", ["", "2026-05-01", "2020-05-01"]],
    ["checkOutDate", ["", "2026-05-01", "2020-05-01"]],
    ["isBillable", ["true", "false"]],
  ],
  shows: [
    ["horseId", horses],
    ["serviceId", services],
    ["quantity", ["0", "1", "7"]],
    ["billed", ["true", "false"]],
  ],
});

/** The path of a page, or more often of its data, as a page with JavaScript posts to. */
const pageOrData = (path: string, random: Random) => (random.chance(0.75) ? `${path}.data` : path);

/** Adds, edits, sets, deletes and restores records of each list. */
function recordTargets(ids: Ids): Target[] {
  const [forms, rows] = [formFields(ids), rowFields(ids)];
  return (Object.keys(forms) as (keyof Ids)[]).flatMap((table): Target[] => [
    (random) => ({
      path: pageOrData(`/${table}/new`, random),
      fields: [["idempotencyKey", random.uuid()], ...forms[table](random)],
    }),
    (random) => ({
      path: pageOrData(`/${table}/${random.pick(ids[table])}/edit`, random),
      fields: [["idempotencyKey", random.uuid()], ["version", String(random.int(1, 4))], ...forms[table](random)],
    }),
    (random) => {
      const intent = random.pick(["set", "set", "delete", "restore"]);
      const [field, values] = random.pick(rows[table]);
      const setting: Pairs = [
        ["field", field],
        ["value", random.pick(values)],
      ];
      return {
        path: pageOrData(`/${table}`, random),
        fields: [["intent", intent], ["id", random.pick(ids[table])], ...(intent === "set" ? setting : [])],
      };
    },
  ]);
}

/** Duplicates shows, and marks dates of payroll as paid and undoes that. */
function rowActionTargets({ shows, payroll }: Ids, dates: string[]): Target[] {
  const markingKeys: string[] = [];
  return [
    (random) => ({
      path: pageOrData("/shows", random),
      fields: [
        ["intent", "duplicate"],
        ["id", random.pick(shows)],
        ["idempotencyKey", random.uuid()],
      ],
    }),
    (random) => {
      const idempotencyKey = random.uuid();
      markingKeys.push(idempotencyKey);
      return {
        path: pageOrData("/payroll", random),
        fields: [
          ["intent", "mark"],
          ["id", random.pick(payroll)],
          ["idempotencyKey", idempotencyKey],
          ["value", `${random.pick(dates)} ${random.pick(["true", "false"])}`],
        ],
      };
    },
    (random) => ({
      path: pageOrData("/payroll", random),
      fields: [
        ["intent", "unmark"],
        ["id", random.pick(payroll)],
        ["idempotencyKey", markingKeys.length > 0 ? random.pick(markingKeys) : ""],
      ],
    }),
  ];
}

/** Confirms batches with a made-up fingerprint, which the server must refuse. */
const confirmBatch =
  ({ horses }: Ids): Target =>
  (random) => {
    const path = random.pick(["/horses/bill", "/shows/bill", "/payroll/generate", "/billing/export"]);
    const confirmed: Pairs =
      path === "/billing/export"
        ? [
            ["fingerprint", `${random.int(0, 9)}.${random.int(0, 9)}`],
            ["amounts", random.pick(["quantity-x-value", "bill-value"])],
          ]
        : [
            ["fingerprint", random.pick(["0", "f"]).repeat(64)],
            ["optedIn", random.pick(horses)],
          ];
    return { path: pageOrData(path, random), fields: [["idempotencyKey", random.uuid()], ...confirmed] };
  };

const submitEntry =
  (choices: Choices, { services }: Ids): Target =>
  (random) => {
    const quantity = String(random.int(1, 9));
    const entry = newEntry(choices, { id: random.uuid(), quantity, serviceId: random.pick(services) });
    return { path: random.chance(0.3) ? "/_root.data?index" : "/?index", fields: Object.entries(entry) };
  };

/** Invites, deletes and restores admins, other than the signed-in one, and chooses columns. */
function adminTargets(): Target[] {
  const email = (random: Random) => `admin${random.int(0, 30)}@example.com`;
  return [
    (random) => ({
      path: pageOrData("/accounts/new", random),
      fields: [
        ["idempotencyKey", random.uuid()],
        ["email", email(random)],
      ],
    }),
    (random) => ({
      path: pageOrData("/accounts", random),
      fields: [
        ["intent", random.pick(["delete", "restore"])],
        ["id", email(random)],
      ],
    }),
    (random) => ({
      path: pageOrData("/columns", random),
      fields: [
        ["screen", "/grooms"],
        ["to", "/grooms"],
        ["column", "name"],
        ["column", "endDate"],
        ["shown", "name"],
      ],
    }),
  ];
}

/** Returns the valid submissions, and `otherIds`: ids of other records, to put into any field. */
async function makeTargets(): Promise<{ targets: Target[]; otherIds: string[] }> {
  const [choices, ids] = [await findChoices(barn), await findIds()];
  const rows = await barn.rows("select distinct date from payroll where deleted_at is null order by id limit 8");
  const dates = rows.map(({ date }) => String(date));
  const bills = (await barn.rows("select id from bill_items limit 2")).map(({ id }) => String(id));
  const some = [ids.grooms, ids.customers, ids.shows].flatMap((each) => each.slice(0, 3));
  return {
    targets: [
      ...recordTargets(ids),
      ...rowActionTargets(ids, dates),
      confirmBatch(ids),
      submitEntry(choices, ids),
      ...adminTargets(),
    ],
    otherIds: [...ids.services, ...some, ...ids.horses, ...bills],
  };
}

test(`${SUBMISSIONS} random submissions cause no server error, and each accepted one is recorded (seed ${SEED})`, async () => {
  console.log(`Seed of the submissions: ${SEED}`);
  const random = randomFrom(SEED);
  const { targets, otherIds } = await makeTargets();
  const submissions = Array.from({ length: SUBMISSIONS }, () => mutate(random.pick(targets)(random), random, otherIds));
  const before = await countActivity(barn);
  const failed: string[] = [];
  const counts: Record<number, number> = {};
  let accepted = 0;
  const send = async () => {
    for (let next = submissions.pop(); next; next = submissions.pop()) {
      const body = bodyOf(next.fields);
      const response = await barn.post(next.path, body, { Cookie: cookie });
      // A body that nobody reads keeps its connection.
      await response.arrayBuffer();
      counts[response.status] = (counts[response.status] ?? 0) + 1;
      if (response.status >= 500) failed.push(`${response.status} ${next.path} ${body.slice(0, 300)}`);
      if (isAccepted(response, next.path)) accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, send));
  // The log of the worker explains a failure.
  expect([failed, barn.log.filter(({ level }) => level === "error")]).toEqual([[], []]);
  expect(await barn.rows("pragma foreign_key_check")).toEqual([]);
  expect(await barn.rows("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect([counts, (await countActivity(barn)) - before]).toEqual([counts, accepted]);
  // Enough submissions were accepted, and enough were refused.
  expect(accepted).toBeGreaterThan(SUBMISSIONS / 8);
  expect(accepted).toBeLessThan((SUBMISSIONS * 4) / 5);
}, 180_000);

/** Values of which each filter takes one or more. */
const FILTER_VALUES = [
  "none",
  "2026-11",
  "2026-11-23",
  "7001",
  "yes",
  "no",
  "florida",
  "exported",
  "pending",
  "customer",
];
const MORE_VALUES = ["month", "visitor", "horses", "edit", ADMIN.email];

test("random values of every filter cause no server error", async () => {
  const random = randomFrom(`filters ${SEED}`);
  const { otherIds } = await makeTargets();
  for (const [path, filters] of Object.entries(LIST_FILTERS)) {
    const some = (name: string) => {
      const parse = (value: string) => filters[name as keyof typeof filters]?.parse(value) ?? null;
      return random.pick([...FILTER_VALUES, ...MORE_VALUES, ...otherIds].filter((value) => parse(value) !== null));
    };
    const names = Object.keys(filters);
    for (const name of names) {
      const others = { view: random.pick(["all", ""]), q: random.pick(["", "an"]) };
      const [second, strange] = [random.pick(names), random.pick(STRANGE).slice(0, 500)];
      for (const values of [{ [second]: some(second), [name]: some(name) }, { [name]: strange }]) {
        const address = `${path}.data?${new URLSearchParams({ ...others, ...values })}`;
        const response = await barn.get(address, { Cookie: cookie });
        await response.text();
        expect([address, response.status]).toEqual([address, 200]);
      }
    }
  }
}, 60_000);
