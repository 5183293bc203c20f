import { afterAll, beforeAll, expect, test } from "vitest";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import type { ServerError } from "#lab/support/hrana-proxy.ts";
import { mountSmallDisk } from "#lab/support/small-disk.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn/barn.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

/* The database answers, but cannot or may not save: a full disk, a broken one, a used-up quota. */

const disk = mountSmallDisk(48);

let barn: Barn;
let choices: Choices;
let admin: { Cookie: string };

beforeAll(async () => {
  barn = await openBarn(disk ? { folder: disk.folder } : {});
  choices = await findChoices(barn);
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(async () => {
  await barn.close();
  disk?.remove();
});

/** As sqld 0.24.32 sent them with a limit of its size, on a full disk, on immutable files, and blocked by its admin API. */
const ERRORS: [fault: string, error: ServerError][] = [
  ["has reached its size", { at: "statement", code: "SQLITE_FULL", message: "SQLite error: database or disk is full" }],
  ["cannot write to its disk", { at: "commit", code: "SQLITE_IOERR", message: "SQLite error: disk I/O error" }],
  [
    "is read-only",
    { at: "begin", code: "SQLITE_READONLY", message: "SQLite error: attempt to write a readonly database" },
  ],
  ["has used up its writes", { at: "statement", code: "BLOCKED", message: "Operation was blocked: too many writes" }],
  ["is out of memory", { at: "begin", code: "SQLITE_NOMEM", message: "SQLite error: out of memory" }],
];

/** Posts a new service entry and a new groom during the fault, then again after it. */
async function expectKept(cause: () => unknown, cure: () => unknown): Promise<void> {
  const entry = newEntry(choices, { quantity: "3", comments: "kept <as> typed" });
  const opened = hiddenFieldsOf(await (await barn.get("/grooms/new", admin)).text());
  const groom = {
    ...opened,
    name: "Kept Groom",
    startDate: "2026-03-04",
    endDate: "",
    weeklySalary: "901",
    location: "florida",
  };
  const before = await barn.lastCommit();
  await cause();
  const [logged, added] = await Promise.all([barn.post("/?index", entry), barn.post("/grooms/new", groom, admin)]);
  await cure();
  const [form, dialog] = [await logged.text(), await added.text()];
  expect([logged.status, added.status]).toEqual([503, 503]);
  expect(form).toContain("Your entry is not saved yet");
  expect(form).toContain('name="comments" value="kept &lt;as&gt; typed"');
  expect(form).toContain(`name="id" value="${entry.id}"`);
  expect(dialog).toContain("so this is not saved. Try again in a moment.");
  for (const value of ["Kept Groom", "2026-03-04", "901"]) expect(dialog).toContain(`value="${value}"`);
  expect(hiddenFieldsOf(dialog)).toEqual(opened);
  expect(await barn.lastCommit()).toBe(before);

  expect((await barn.post("/?index", entry)).status).toBe(303);
  expect((await barn.post("/grooms/new", groom, admin)).status).toBe(303);
  const ids = [entry.id ?? "", opened.idempotencyKey ?? ""];
  const rows = await barn.rows(
    "select id from bill_items where id in (?1, ?2) union all select id from grooms where id in (?1, ?2)",
    ids,
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
}

test.each(ERRORS)(
  "if the database %s, a post keeps the typed values with 503, and works after it",
  async (_, error) => {
    await expectKept(
      () => barn.proxy.make({ kind: "server error", error }),
      () => barn.proxy.make({ kind: "none" }),
    );
  },
);

test.runIf(disk)(
  "if the disk is full, a post keeps the typed values with 503, lists are read, /health says so, and all work after it",
  async () => {
    await expectKept(
      async () => {
        disk?.fill();
        expect((await barn.get("/grooms", admin)).status).toBe(200);
        expect(await (await barn.get("/health")).json()).toMatchObject({ database: "failing" });
      },
      () => disk?.free(),
    );
  },
);

test("if the quota of the database is used up, a page says so with 503 and works after it", async () => {
  const error = { at: "begin", code: "BLOCKED", message: "Operation was blocked: too many reads" } as const;
  barn.proxy.make({ kind: "server error", error, isReadRefused: true });
  const pages = await Promise.all([barn.get("/"), barn.get("/grooms", admin)]);
  barn.proxy.make({ kind: "none" });
  for (const page of pages) {
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("The database cannot be reached");
  }
  expect((await barn.get("/grooms", admin)).status).toBe(200);
});

test("the log of the worker says in one line why the database did not save", async () => {
  barn.log.length = 0;
  const error = { at: "begin", code: "BLOCKED", message: "Operation was blocked: the quota is used up" } as const;
  barn.proxy.make({ kind: "server error", error });
  await barn.post("/?index", newEntry(choices));
  barn.proxy.make({ kind: "none" });
  await expect.poll(() => barn.log.length).toBe(1);
  expect(barn.log.map(({ message }) => JSON.parse(message))).toMatchObject([
    { message: "Error creating bill item", status: 503, cause: { fault: "failing", code: "BLOCKED" } },
  ]);
});
