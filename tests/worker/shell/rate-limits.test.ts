import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn/barn.ts";
import { addSharedLink, type TestLink } from "#tests/support/barn/shared-links.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

/* What is refused once a limit of requests a minute is used up. tests/unit/shell/rate-limit.test.ts has whom a limit counts together. */

/**
 * Instead of the 60 and the 600 of a deployment. The higher one is more than twice what `untilRefused` sends under the lower one: a user
 * whose entries count by the higher one only would not be refused, even if each entry counted twice.
 */
const [LIMIT, LIMIT_OF_ADMINS] = [3, 14];

let barn: Barn;
let choices: Choices;
let link: TestLink;
let line: string;

beforeAll(async () => {
  barn = await openBarn({ rateLimits: { RATE_LIMIT_60: LIMIT, RATE_LIMIT_600: LIMIT_OF_ADMINS } });
  choices = await findChoices(barn);
  link = await addSharedLink(barn.rows);
  line = (await (await barn.get(link.path)).text()).match(/href="\?line=([\da-f]{16})#ask"/)?.[1] ?? "";
});
afterAll(() => barn.close());

let networks = 0;
const newNetwork = () => ({ "CF-Connecting-IP": `192.0.2.${++networks}` });

/**
 * Sends one request after another until one is refused, and returns how many were not, and the page of the refusal. Another minute may
 * begin on the way.
 */
async function untilRefused(send: (n: number) => Promise<Response>, limit = LIMIT) {
  for (let answered = 0; answered <= 2 * limit; answered += 1) {
    const response = await send(answered);
    const page = await response.text();
    if (response.status === 429) return { answered, page };
  }
  throw new Error("No request was refused");
}

type Headers = Record<string, string>;

const TOO_MANY_ENTRIES = "Too many entries came from here in the last minute.";

const LIMITED: [what: string, send: (from: Headers) => Promise<Response>, status: number, says: string[]][] = [
  [
    "entries, with the typed text kept",
    (from) => barn.post("/?index", "comments=kept+as+typed", from),
    400,
    [TOO_MANY_ENTRIES, ">kept as typed</textarea>"],
  ],
  [
    "entries that are undone",
    (from) => barn.post("/?index", { undo: crypto.randomUUID() }, from),
    404,
    ["Too many entries"],
  ],
  ["callbacks of a sign-in", (from) => barn.get("/auth/google/callback?code=x&state=y", from), 302, []],
  ["questions about /health", (from) => barn.get("/health", from), 200, []],
  ["notices of a change", (from) => barn.post("/live", "", from), 202, []],
  ["addresses of shared statements", (from) => barn.get(`/s/${"x".repeat(22)}`, from), 404, []],
  [
    "questions about a statement, with the typed text kept",
    (from) => barn.post(link.path, { idempotencyKey: crypto.randomUUID(), line, question: "Why\u0007twice?" }, from),
    400,
    ["Wait a minute", "twice?</textarea>"],
  ],
];

test.each(LIMITED)("one network has a limit of %s, and other networks have theirs", async (_, send, status, says) => {
  const from = newNetwork();
  const { answered, page } = await untilRefused(() => send(from));
  expect(answered).toBeGreaterThanOrEqual(LIMIT);
  for (const text of says) expect(page).toContain(text);
  expect((await send(newNetwork())).status).toBe(status);
});

test("a user who is no admin has the limit of a network, and an admin a higher one", async () => {
  const headersOf = async (user: typeof ADMIN) => ({ Cookie: await barn.cookieOf(user) });
  const [busy, admin] = [await headersOf({ email: "busy@hayloft.example", name: "Busy" }), await headersOf(ADMIN)];
  const entries = () => barn.rows("select id from bill_items where entered_by = 'busy@hayloft.example'");
  const { answered } = await untilRefused(() => barn.post("/?index", newEntry(choices), busy));
  expect([answered >= LIMIT, (await entries()).length]).toEqual([true, answered]);
  const ofAdmin = await untilRefused(() => barn.post("/?index", "comments=x", admin), LIMIT_OF_ADMINS);
  expect(ofAdmin.answered).toBeGreaterThanOrEqual(LIMIT_OF_ADMINS);
});

test("all addresses of an IPv6 network share a limit, in any notation", async () => {
  const from = (host: number) => ({
    "CF-Connecting-IP": host % 2 ? `2001:db8::${host}:1` : `2001:db8:0:0:0:0:${host}:1`,
  });
  await untilRefused((host) => barn.post("/?index", "comments=x", from(host)));
  expect((await barn.post("/?index", "comments=x", { "CF-Connecting-IP": "2001:db8:0:1::1" })).status).toBe(400);
});

test("who guesses addresses of shared statements reads none, and the database is asked for no more", async () => {
  const guesser = newNetwork();
  const guess = () => barn.get(`/s/${crypto.randomUUID().slice(0, 22)}`, guesser);
  const read = async () => {
    await untilRefused(guess);
    const asked = barn.proxy.requests.length;
    return [(await barn.get(link.path, guesser)).status, barn.proxy.requests.length - asked];
  };
  await expect.poll(read).toEqual([429, 0]);
  expect((await barn.get(link.path, newNetwork())).status).toBe(200);
});
