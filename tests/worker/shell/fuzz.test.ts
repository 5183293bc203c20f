import { beforeAll, expect, test } from "vitest";
import { LIST_FILTERS } from "#db/queries/shell/list-filters.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import { countActivity } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { RECORDS } from "#tests/support/barn/record-forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";
import { samples } from "#tests/support/samples.ts";

const SUBMISSIONS = samples(60);
const CONCURRENCY = 8;
const SEED = process.env.FUZZ_SEED ?? "lists";

type Pairs = [name: string, value: string][];
type Submission = { path: string; fields: Pairs };
type Target = (random: Random) => Submission;

const { barn } = startBarn();
let cookie: string;

beforeAll(async () => {
  cookie = await barn.cookieOf(ADMIN);
});

const STRANGE = [
  ..."0 -1 1e9 NaN Infinity true null =cmd() 2026-02-30 0000-00-00 9999-12-31 __proto__ constructor".split(" "),
  ...["", " ", "[object Object]", "' or 1=1 --", "<script>alert(1)</script>", "1".repeat(400)],
  ...["\0", "a\0b", "\ud800", "x\udfff", "\u202eabc", "🐴".repeat(60)],
  ...["x".repeat(250), "y".repeat(20_000), "a@b.c,".repeat(60), "a\n".repeat(60)],
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

/** Ids of eight records of each table. */
type Ids = Record<string, string[]>;

const idsIn = async (table: string) =>
  (await barn.rows(`select id from ${table} where deleted_at is null order by seq limit 8`)).map(({ id }) =>
    String(id),
  );

/** The path of a page, or more often of its data, as a page with JavaScript posts to. */
const pageOrData = (path: string, random: Random) => (random.chance(0.75) ? `${path}.data` : path);

/** A target of one path, with fields of which some are made anew for each submission. */
const target =
  (path: string, fields: (random: Random) => Record<string, string>): Target =>
  (random) => ({ path: pageOrData(path, random), fields: Object.entries(fields(random)) });

/** Values that some field in a row takes. */
const IN_ROW = ["", "2026-05-01", "2020-05-01", "true", "false", "0", "1", "7"];

/** Adds, edits, sets and deletes records of each list, and undoes additions. */
async function recordTargets(ids: Ids): Promise<Target[]> {
  const all = await Promise.all(
    RECORDS.map(async ({ path, table, fieldsOn, inRow }): Promise<Target[]> => {
      const page = await (await barn.get(`${path}/new`, { Cookie: cookie })).text();
      const entered = fieldsOn(page);
      const records = ids[table] ?? [];
      const edit: Target = (random) =>
        target(`${path}/${random.pick(records)}/edit`, () => ({
          ...{ idempotencyKey: random.uuid(), version: String(random.int(1, 4)), ...entered },
        }))(random);
      return [
        target(`${path}/new`, (random) => ({ idempotencyKey: random.uuid(), ...entered })),
        edit,
        target(path, (random) => {
          const intent = random.pick(["set", "set", "delete", "undo"]);
          const field = inRow.length > 0 ? random.pick(inRow).name : "name";
          const value = field.endsWith("Id") ? random.pick(ids[`${field.slice(0, -2)}s`] ?? [""]) : random.pick(IN_ROW);
          if (intent === "undo") return { intent, change: random.pick(records) };
          return { intent, id: random.pick(records), ...(intent === "set" ? { field, value } : {}) };
        }),
      ];
    }),
  );
  return all.flat();
}

/** Duplicates shows, and marks dates of payroll as paid and undoes that. */
function rowActionTargets({ shows = [], payroll = [] }: Ids, dates: string[]): Target[] {
  const markingKeys: string[] = [""];
  return [
    target("/shows", (random) => ({ intent: "duplicate", id: random.pick(shows), idempotencyKey: random.uuid() })),
    target("/payroll", (random) => {
      const idempotencyKey = random.uuid();
      markingKeys.push(idempotencyKey);
      const value = `${random.pick(dates)} ${random.pick(["true", "false"])}`;
      return { intent: "mark", id: random.pick(payroll), idempotencyKey, value };
    }),
    target("/payroll", (random) => ({
      ...{ intent: "undo", change: random.pick(markingKeys), part: random.pick(["", "others", "rest"]) },
    })),
  ];
}

/** Confirms batches with a made-up fingerprint, which the server must refuse. */
const batchTargets = ({ horses = [] }: Ids): Target[] => [
  target("/billing/export", (random) => ({
    ...{ idempotencyKey: random.uuid(), fingerprint: random.pick(["0", "f"]).repeat(64) },
    amounts: random.pick(["quantity-x-value", "bill-value"]),
  })),
  ...["/horses/bill", "/shows/bill", "/payroll/generate"].map((path) =>
    target(path, (random) => ({
      ...{ idempotencyKey: random.uuid(), fingerprint: random.pick(["0", "f"]).repeat(64) },
      optedIn: random.pick(horses),
    })),
  ),
];

const submitEntry =
  (choices: Choices, { services = [] }: Ids): Target =>
  (random) => {
    const quantity = String(random.int(1, 9));
    const entry = newEntry(choices, { id: random.uuid(), quantity, serviceId: random.pick(services) });
    return { path: random.chance(0.3) ? "/_root.data?index" : "/?index", fields: Object.entries(entry) };
  };

/** Invites and deletes admins, other than the signed-in one, and chooses columns. */
function adminTargets(): Target[] {
  const email = (random: Random) => `admin${random.int(0, 30)}@example.com`;
  return [
    target("/accounts/new", (random) => ({ idempotencyKey: random.uuid(), email: email(random) })),
    target("/accounts", (random) => ({ intent: "delete", id: email(random) })),
    target("/columns", () => ({ screen: "/grooms", to: "/grooms", column: "name", shown: "name" })),
  ];
}

/** Returns the valid submissions, and `otherIds`: ids of other records, to put into any field. */
async function makeTargets(): Promise<{ targets: Target[]; otherIds: string[] }> {
  const choices = await findChoices(barn);
  const tables = RECORDS.map(({ table }) => table);
  const ids = Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await idsIn(table)] as const)));
  const rows = await barn.rows("select distinct date from payroll where deleted_at is null order by seq limit 8");
  const dates = rows.map(({ date }) => String(date));
  return {
    targets: [
      ...(await recordTargets(ids)),
      ...rowActionTargets(ids, dates),
      ...batchTargets(ids),
      submitEntry(choices, ids),
      ...adminTargets(),
    ],
    otherIds: [...Object.values(ids).flatMap((each) => each.slice(0, 5)), ...(await idsIn("bill_items"))],
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
});

/** Values of which each filter takes one or more. */
const FILTER_VALUES = [
  ..."none 2026-11 2026-11-23 7001 yes no florida exported pending voided customer month visitor horses edit".split(
    " ",
  ),
  ADMIN.email,
];

test("random values of every filter cause no server error", async () => {
  const random = randomFrom(`filters ${SEED}`);
  const { otherIds } = await makeTargets();
  for (const [path, filters] of Object.entries(LIST_FILTERS)) {
    const some = (name: string) => {
      const parse = (value: string) => filters[name as keyof typeof filters]?.parse(value) ?? null;
      return random.pick([...FILTER_VALUES, ...otherIds].filter((value) => parse(value) !== null));
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
});
