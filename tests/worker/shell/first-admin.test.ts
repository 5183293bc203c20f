import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { CODE, type NewBarn, openNewBarn } from "#tests/support/barn/new-barn.ts";

const PAT = { email: "pat@barn.example", name: "Pat" };
const KIM = { email: "kim@barn.example", name: "Kim" };
const NOT_THE_CODE = "This is not the code. The terminal that runs Hayloft shows it.";

type Headers = { Cookie: string };
let barn: NewBarn;
let pat: Headers;
let kim: Headers;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  barn = await openNewBarn((end) => void ends.unshift(end));
});
afterAll(async () => {
  for (const end of ends) await end();
});
/** A barn without an admin, in which Pat and Kim are signed in. */
beforeEach(async () => {
  for (const table of ["admins", "activity_records", "activity_entries", "activity", "sessions"])
    await barn.rows(`delete from ${table}`);
  pat = { Cookie: await barn.cookieOf(PAT) };
  kim = { Cookie: await barn.cookieOf(KIM) };
});

const send = (headers: Headers | Record<string, never>, code: string, id: string = crypto.randomUUID(), to = barn) =>
  to.post("/first-admin", { idempotencyKey: id, code }, headers);
const where = (response: Response) => [response.status, response.headers.get("Location")];
const adminsOf = ({ values }: NewBarn) => values("select email from admins where deleted_at is null");

test("the page of a signed-in user leads to the code, and the right code makes that user the only admin, once", async () => {
  expect(textOf(await (await barn.get("/")).text())).toContain(
    "This barn has no admin yet. Sign in to become its first admin.",
  );
  const form = await (await barn.get("/", pat)).text();
  expect(form).toMatch(/href="\/first-admin"[^>]*>Enter the code from the terminal</);
  expect(form).not.toContain("an admin&#x27;s account");
  expect(textOf(await (await barn.get("/first-admin", pat)).text())).toContain(`makes ${PAT.email} its first admin`);

  const id = crypto.randomUUID();
  expect(where(await send(pat, " k7qf 3mxd ", id))).toEqual([303, "/overview"]);
  expect(await adminsOf(barn)).toEqual([PAT.email]);
  // A double click.
  expect(where(await send(pat, " k7qf 3mxd ", id))).toEqual([303, "/overview"]);
  expect(await barn.rows("select actor, action from activity")).toEqual([
    { actor: PAT.email, action: "become first admin" },
  ]);
  expect((await barn.get("/overview", pat)).status).toBe(200);
  expect(where(await barn.get("/first-admin", pat))).toEqual([302, "/"]);
});

test("a wrong code, half of one and none get a message beside the field, keep what was typed, and make no admin", async () => {
  for (const [code, message] of [
    ["ABCD-EFGH", NOT_THE_CODE],
    [CODE.slice(0, 4), NOT_THE_CODE],
    ["", "Code from the terminal is required."],
  ] as const) {
    const response = await send(pat, code);
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="first-admin-code-error"/);
    expect(page).toContain(`<p id="first-admin-code-error" class="mt-2 text-sm text-danger">${message}</p>`);
    if (code) expect(page).toContain(`value="${code}"`);
  }
  expect([await adminsOf(barn), await barn.values("select count(*) from activity")]).toEqual([[], [0]]);
});

test("once there is an admin the page is gone, and the code is worth nothing", async () => {
  await barn.rows("insert into admins (email, created_at, updated_at) values ('eve@barn.example', '', '')");
  expect(where(await barn.get("/first-admin", pat))).toEqual([302, "/"]);
  expect(where(await send(kim, CODE))).toEqual([303, "/"]);
  expect(await adminsOf(barn)).toEqual(["eve@barn.example"]);
  const form = textOf(await (await barn.get("/", pat)).text());
  expect(form).not.toContain("no admin yet");
  expect(form).toContain(`You are signed in as ${PAT.email}, which is not an admin's account`);
});

test("of two who send the code at once, one becomes the admin", async () => {
  const answers = await Promise.all([send(pat, CODE), send(kim, CODE), send(pat, CODE), send(kim, CODE)]);
  const won = answers.filter((answer) => answer.headers.get("Location") === "/overview");
  expect([won.length, (await adminsOf(barn)).length]).toEqual([1, 1]);
  expect(await barn.values("select count(*) from activity")).toEqual([1]);
});

test("a visitor, and a user whose session has ended, make no admin with the right code", async () => {
  expect(where(await barn.get("/first-admin"))).toEqual([302, "/"]);
  expect(where(await send({}, CODE))).toEqual([303, "/"]);
  await barn.rows("update sessions set ended_at = '2026-01-01T00:00:00.000Z'");
  expect(where(await barn.get("/first-admin", pat))).toEqual([302, "/"]);
  expect(where(await send(pat, CODE))).toEqual([303, "/"]);
  expect(await adminsOf(barn)).toEqual([]);
});

test("a worker without a code, as each deployed one, has no page and makes no admin", async () => {
  const other = await openNewBarn(onTestFinished, { FIRST_ADMIN_CODE: "" });
  const user = { Cookie: await other.cookieOf(PAT) };
  expect(where(await other.get("/first-admin", user))).toEqual([302, "/"]);
  expect(textOf(await (await other.get("/", user)).text())).not.toContain("no admin yet");
  for (const code of ["", CODE]) expect(where(await send(user, code, undefined, other))).toEqual([303, "/"]);
  expect(await adminsOf(other)).toEqual([]);
});

test("so many codes a minute can be tried, whoever tries them; then the right one has to wait, too", async () => {
  const other = await openNewBarn(onTestFinished, {}, { RATE_LIMIT_60: 3 });
  const users = await Promise.all([PAT, KIM, { email: "new@barn.example", name: "New" }].map(other.cookieOf));
  const [first, second, third] = users.map((Cookie) => ({ Cookie })) as [Headers, Headers, Headers];
  const answers = [];
  // Another minute may begin on the way.
  for (let n = 0; n < 7 && answers.at(-1)?.status !== 429; n += 1)
    answers.push(await send(n % 2 ? first : second, "ABCD-EFGH", undefined, other));
  expect(answers.length).toBeGreaterThan(3);
  const response = await send(third, CODE, undefined, other);
  expect([response.status, textOf(await response.text())]).toEqual([
    429,
    expect.stringContaining("Too many codes were tried. Wait a minute, then try again."),
  ]);
  expect(await adminsOf(other)).toEqual([]);
});
