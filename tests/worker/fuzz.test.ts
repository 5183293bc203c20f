import { afterAll, beforeAll, expect, test } from "vitest";
import { type Random, randomFrom } from "#db/seed/random.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { countActivity } from "#tests/support/forms.ts";
import { findChoices, newEntry } from "#tests/support/service-entry.ts";

const SUBMISSIONS = 1_000;
const AT_ONCE = 8;
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

/** Nearly always a right form, with none to three things wrong with it. */
function mutated({ path, fields }: Submission, random: Random, others: string[]): Submission {
  const result: Pairs = fields.map(([name, value]) => [name, value]);
  for (let wrong = random.int(0, 3); wrong > 0 && result.length > 0; wrong -= 1) {
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
        result[at] = [name, random.pick(others)];
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

/** As a browser would send it, but for halves of characters, which go as they are. */
function bodyOf(fields: Pairs): string {
  const encode = (text: string) =>
    [...text].map((each) => (each.isWellFormed() ? encodeURIComponent(each) : "%ED%A0%80")).join("");
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

/** Whether an answer says that something was written. */
function isAccepted(answer: Response, path: string): boolean {
  return answer.status === 303 || answer.status === 202 || (answer.status === 200 && path.includes(".data"));
}

async function makeTargets(): Promise<{ targets: Target[]; others: string[] }> {
  const choices = await findChoices(barn);
  const ids = async (table: string) =>
    (await barn.rows(`select id from ${table} where deleted_at is null order by id limit 8`)).map(({ id }) =>
      String(id),
    );
  const [services, grooms, customers] = [await ids("services"), await ids("grooms"), await ids("customers")];
  const [horses, shows, payroll] = [await ids("horses"), await ids("shows"), await ids("payroll")];
  const values: Record<string, (random: Random) => Pairs> = {
    "/services": (random) => [
      ["productServiceName", `Service ${random.int(0, 9_999)}`],
      ["price", random.pick(["45", "$1,200.50", "0"])],
      ["salesDescription", random.pick(["", "Short\r\nand even"])],
      ...(random.chance(0.5) ? ([["public", "on"]] as Pairs) : []),
      ...(random.chance(0.5) ? ([["needsGroom", "on"]] as Pairs) : []),
    ],
    "/grooms": (random) => [
      ["name", `Groom ${random.int(0, 9_999)}`],
      ["startDate", random.pick(["", "2026-01-05", "2024-02-29"])],
      ["endDate", random.pick(["", "2026-12-31", "2025-01-01"])],
      ["weeklySalary", random.pick(["900", "2,900", " 1 "])],
      ["location", random.pick(["florida", "long-island"])],
    ],
    "/customers": (random) => [
      ["name", `Customer ${random.int(0, 9_999)}`],
      ["emails", random.pick(["", "a@example.com", "A@example.com, b@example.com"])],
      ["phone", random.pick(["", "555 0100"])],
      ["riders", random.pick(["", "Ana", "Ana\r\nBea\r\nAna"])],
    ],
    "/horses": (random) => [
      ["name", `Horse ${random.int(0, 9_999)}`],
      ["customerId", random.pick(["", ...customers])],
      ["checkInDate", random.pick(["2026-01-05", "2024-02-29"])],
      ["checkOutDate", random.pick(["", "2026-12-31", "2025-01-01"])],
      ["boarding", random.pick(["2900", "$2,750.50", "0"])],
      ["boardingSurcharge", random.pick(["150", " 1 "])],
      ["training", random.pick(["1750", "1,200"])],
      ...(random.chance(0.5) ? ([["hasBlanket", "on"]] as Pairs) : []),
      ...(random.chance(0.5) ? ([["isBillable", "on"]] as Pairs) : []),
      ["location", random.pick(["florida", "long-island"])],
    ],
    "/shows": (random) => [
      ["name", `Show ${random.int(0, 9_999)}`],
      ["date", random.pick(["2026-07-04", "2024-02-29"])],
      ["horseId", random.pick(horses)],
      ["serviceId", random.pick(services)],
      ["quantity", random.pick(["1", " 12 ", "1,000"])],
    ],
  };
  values["/payroll"] = (random) => [
    ["groomId", random.pick(grooms)],
    ["item", `Item ${random.int(0, 9_999)}`],
    ["date", random.pick(["2026-07-04", "2024-02-29"])],
    ["paymentDate", random.pick(["", "2026-07-06"])],
    ["value", random.pick(["50", "$1,200.50", "0"])],
    ...(random.chance(0.5) ? ([["paid", "on"]] as Pairs) : []),
  ];
  const idsOf: Record<string, string[]> = {
    "/services": services,
    "/grooms": grooms,
    "/customers": customers,
    "/horses": horses,
    "/shows": shows,
    "/payroll": payroll,
  };
  const settings: Record<string, (random: Random) => Pairs> = {
    "/services": (random) => [
      ["field", random.pick(["public", "needsGroom"])],
      ["value", random.pick(["true", "false"])],
    ],
    "/grooms": (random) => [
      ["field", random.pick(["startDate", "endDate"])],
      ["value", random.pick(["", "2026-05-01", "2020-05-01"])],
    ],
    "/payroll": (random) => [
      ["field", "paid"],
      ["value", random.pick(["true", "false"])],
    ],
    "/customers": () => [
      ["field", "name"],
      ["value", "x"],
    ],
    "/horses": (random) =>
      random.pick<Pairs>([
        [
          ["field", random.pick(["checkInDate", "checkOutDate"])],
          ["value", random.pick(["", "2026-05-01", "2020-05-01"])],
        ],
        [
          ["field", "isBillable"],
          ["value", random.pick(["true", "false"])],
        ],
      ]),
    "/shows": (random) =>
      random.pick<Pairs>([
        [
          ["field", "horseId"],
          ["value", random.pick(horses)],
        ],
        [
          ["field", "serviceId"],
          ["value", random.pick(services)],
        ],
        [
          ["field", "quantity"],
          ["value", random.pick(["0", "1", "7"])],
        ],
        [
          ["field", "billed"],
          ["value", random.pick(["true", "false"])],
        ],
      ]),
  };
  const data = (path: string, random: Random) => (random.chance(0.75) ? `${path}.data` : path);
  const targets: Target[] = Object.keys(values).flatMap((path): Target[] => [
    (random) => ({
      path: data(`${path}/new`, random),
      fields: [["idempotencyKey", random.uuid()], ...(values[path]?.(random) ?? [])],
    }),
    (random) => ({
      path: data(`${path}/${random.pick(idsOf[path] ?? [])}/edit`, random),
      fields: [
        ["idempotencyKey", random.uuid()],
        ["version", String(random.int(1, 4))],
        ...(values[path]?.(random) ?? []),
      ],
    }),
    (random) => {
      const intent = random.pick(["set", "set", "delete", "restore"]);
      const id: Pairs = [["id", random.pick(idsOf[path] ?? [])]];
      return {
        path: data(path, random),
        fields: [["intent", intent], ...id, ...(intent === "set" ? (settings[path]?.(random) ?? []) : [])],
      };
    },
  ]);
  targets.push((random) => ({
    path: data("/shows", random),
    fields: [
      ["intent", "duplicate"],
      ["id", random.pick(shows)],
      ["idempotencyKey", random.uuid()],
    ],
  }));
  const marked: string[] = [];
  const dates = (await barn.rows("select distinct date from payroll where deleted_at is null order by id limit 8")).map(
    ({ date }) => String(date),
  );
  targets.push(
    (random) => {
      marked.push(random.uuid());
      return {
        path: data("/payroll", random),
        fields: [
          ["intent", "mark"],
          ["id", random.pick(payroll)],
          ["idempotencyKey", marked.at(-1) ?? ""],
          ["value", `${random.pick(dates)} ${random.pick(["true", "false"])}`],
        ],
      };
    },
    (random) => ({
      path: data("/payroll", random),
      fields: [
        ["intent", "unmark"],
        ["id", random.pick(payroll)],
        ["idempotencyKey", marked.length > 0 ? random.pick(marked) : ""],
      ],
    }),
  );
  // What nobody was shown is not confirmed, whatever is sent.
  targets.push((random) => {
    const path = random.pick(["/horses/bill", "/shows/bill", "/payroll/generate", "/billing/export"]);
    const shown: Pairs =
      path === "/billing/export"
        ? [
            ["fingerprint", `${random.int(0, 9)}.${random.int(0, 9)}`],
            ["amounts", random.pick(["quantity-x-value", "bill-value"])],
          ]
        : [
            ["fingerprint", random.pick(["0", "f"]).repeat(64)],
            ["optedIn", random.pick(horses)],
          ];
    return { path: data(path, random), fields: [["idempotencyKey", random.uuid()], ...shown] };
  });
  // Nobody here deletes the admin who does all this.
  const email = (random: Random) => `admin${random.int(0, 30)}@example.com`;
  targets.push(
    (random) => ({ path: random.chance(0.3) ? "/_root.data?index" : "/?index", fields: entry(random) }),
    (random) => ({
      path: data("/accounts/new", random),
      fields: [
        ["idempotencyKey", random.uuid()],
        ["email", email(random)],
      ],
    }),
    (random) => ({
      path: data("/accounts", random),
      fields: [
        ["intent", random.pick(["delete", "restore"])],
        ["id", email(random)],
      ],
    }),
    (random) => ({
      path: data("/columns", random),
      fields: [
        ["screen", "/grooms"],
        ["to", "/grooms"],
        ["column", "name"],
        ["column", "endDate"],
        ["shown", "name"],
      ],
    }),
  );
  const entry = (random: Random): Pairs =>
    Object.entries(
      newEntry(choices, { id: random.uuid(), quantity: String(random.int(1, 9)), serviceId: random.pick(services) }),
    );
  const runs = (await barn.rows("select id from bill_items limit 2")).map(({ id }) => String(id));
  const some = [grooms, customers, shows].flatMap((each) => each.slice(0, 3));
  return { targets, others: [...services, ...some, ...horses, ...runs] };
}

test(`${SUBMISSIONS} random submissions break nothing, and each accepted one is on record (seed ${SEED})`, async () => {
  console.log(`Seed of the submissions: ${SEED}`);
  const random = randomFrom(SEED);
  const { targets, others } = await makeTargets();
  const submissions = Array.from({ length: SUBMISSIONS }, () => mutated(random.pick(targets)(random), random, others));
  const before = await countActivity(barn);
  const failed: string[] = [];
  const counts: Record<number, number> = {};
  let accepted = 0;
  const send = async () => {
    for (let next = submissions.pop(); next; next = submissions.pop()) {
      const body = bodyOf(next.fields);
      const answer = await barn.post(next.path, body, { Cookie: cookie });
      await answer.text();
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      if (answer.status >= 500) failed.push(`${answer.status} ${next.path} ${body.slice(0, 300)}`);
      if (isAccepted(answer, next.path)) accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  // With what the worker said about it.
  expect([failed, barn.log.filter(({ level }) => level === "error")]).toEqual([[], []]);
  expect(await barn.rows("pragma foreign_key_check")).toEqual([]);
  expect(await barn.rows("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect([counts, (await countActivity(barn)) - before]).toEqual([counts, accepted]);
  // Neither all nor nothing got through.
  expect(accepted).toBeGreaterThan(SUBMISSIONS / 8);
  expect(accepted).toBeLessThan((SUBMISSIONS * 4) / 5);
}, 180_000);
