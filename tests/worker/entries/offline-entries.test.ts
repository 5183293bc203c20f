import { beforeAll, expect, test } from "vitest";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { filesInPage } from "#app/offline/files-in.ts";
import type { EntryAnswer } from "#app/routes/entries/saving/answer-entry.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

/* What the outbox of a phone sends, and the copy of the form that it keeps. tests/worker/entries/service-form.test.ts has the rules. */

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

/** Sends an entry as the outbox does, and returns the status and the answer in JSON. */
async function send(entry: Record<string, string>, headers?: Record<string, string>) {
  const response = await barn.post("/entries", entry, headers);
  return [response.status, (await response.json()) as EntryAnswer & { saved?: string }] as const;
}
const madeAt = async (id = "") => (await barn.rows("select made_at from activity where id = ?", [id]))[0]?.made_at;
const countOf = async (id = "") => (await barn.rows("select count(*) as n from bill_items where id = ?", [id]))[0]?.n;

test("an entry of the outbox is saved once, and the activity says when it was made and when it arrived", async () => {
  const entry = newEntry(choices, { keptSeconds: "86400" });
  expect(await send(entry)).toEqual([200, { saved: entry.id }]);
  expect(await send({ ...entry, keptSeconds: "90000" })).toEqual([200, { saved: entry.id }]);
  expect(await countOf(entry.id)).toBe(1);
  const made = new Date(String(await madeAt(entry.id)));
  const [arrived] = await barn.rows("select at from activity where id = ?", [entry.id ?? ""]);
  expect(new Date(String(arrived?.at)).getTime() - made.getTime()).toBe(86_400_000);
  const page = await (await barn.get("/activity", { Cookie: await barn.cookieOf(ADMIN) })).text();
  expect(page).toContain(`Made offline on ${formatInNewYork(made)}`);
});

test("an entry of the outbox says at most that it was made 60 days ago", async () => {
  const entry = newEntry(choices, { keptSeconds: "999999999" });
  expect(await send(entry)).toEqual([200, { saved: entry.id }]);
  const [{ at, made_at } = {}] = await barn.rows("select at, made_at from activity where id = ?", [entry.id ?? ""]);
  expect(new Date(String(at)).getTime() - new Date(String(made_at)).getTime()).toBe(60 * 86_400_000);
});

test("an entry that was sent at once is not one that was made offline, even if its answer was lost and it came again", async () => {
  const entry = newEntry(choices);
  expect((await barn.post("/?index", entry)).status).toBe(303);
  expect(await send({ ...entry, keptSeconds: "60" })).toEqual([200, { saved: entry.id }]);
  expect([await countOf(entry.id), await madeAt(entry.id)]).toEqual([1, null]);
});

test("a refused entry gets its reasons as JSON, and nothing is written", async () => {
  const before = await barn.lastCommit();
  const gone = await send(newEntry(choices, { horseId: crypto.randomUUID() }));
  expect(gone[0]).toBe(400);
  expect(gone[1].result?.error).toEqual({ horseId: ["This horse is no longer in the list. Choose another."] });
  const old = await send(newEntry(choices, { date: "2025-01-01" }));
  expect([old[0], old[1].result?.error?.date?.[0]]).toEqual([400, expect.stringContaining("Press Submit again")]);
  for (const keptSeconds of ["-1", "1.5", "soon", "9999999999", ""]) {
    const [status, { result }] = await send(newEntry(choices, { keptSeconds }));
    expect([keptSeconds, status, result?.error?.[""]?.[0]]).toEqual([
      keptSeconds,
      400,
      expect.stringContaining("out of date"),
    ]);
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("an edited entry that had been saved before gets a new id with the refusal", async () => {
  const entry = newEntry(choices);
  await send(entry);
  const [status, { idempotencyKey = "", result }] = await send({ ...entry, quantity: "7" });
  expect([status, result?.error?.[""]?.[0]]).toEqual([409, expect.stringContaining("saved before with other details")]);
  expect(await send({ ...entry, quantity: "7", id: idempotencyKey })).toEqual([200, { saved: idempotencyKey }]);
});

test("during an outage of the database the answer is one to wait for, and the address shows no page", async () => {
  await barn.stopDatabase();
  try {
    expect((await send(newEntry(choices)))[0]).toBe(503);
  } finally {
    await barn.startDatabase();
  }
  const opened = await barn.get("/entries");
  expect([opened.status, opened.headers.get("Location")]).toEqual([302, "/"]);
});

test("the copy for a phone without a connection names the time of its lists, and is a visitor's page", async () => {
  const copy = await (await barn.get("/?offline")).text();
  expect(copy).toMatch(/>As of \d+:\d\d [AP]M</);
  expect(copy).toContain(choices.horse.name);
  const page = await (await barn.get("/")).text();
  expect(page).not.toContain(">As of ");
});

test("the files of the copy are those of its markup, whatever a horse is called", async () => {
  const copy = async () => filesInPage(await (await barn.get("/?offline")).text());
  const files = await copy();
  for (const kind of [/entry.*\.js$/, /route.*\.js$/, /\.css$/, /\.woff2$/, /icons.*\.svg$/, /^\/logo-dark\.svg$/]) {
    expect(files.filter((path) => kind.test(path))).not.toEqual([]);
  }
  for (const path of files) expect([path, (await barn.get(path)).status]).toEqual([path, 200]);
  for (const name of ['Star "/assets/x" Boy', '<link href="/assets/x">', 'x="/assets/x"', '\\"/assets/x\\"']) {
    await barn.rows("update horses set name = ? where id = ?", [name, choices.horse.id]);
    expect([name, await copy()]).toEqual([name, files]);
  }
  await barn.rows("update horses set name = ? where id = ?", [choices.horse.name, choices.horse.id]);
});
