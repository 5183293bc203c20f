import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConflictError, DatabaseUnavailableError, IdempotencyMismatchError } from "#db/errors.ts";
import { addAdmin, findAdmin, listAdmins } from "#db/queries/barn/admins.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { grooms, statementLinks } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import { addRecord } from "#db/write/records.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { openDatabase } from "#tests/support/database/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;
let groom: { id: string; name: string; version: number };

beforeAll(async () => {
  database = await openDatabase();
  [groom] = (await database.rows("select id, name, version from grooms order by seq limit 1")) as [typeof groom];
});
afterAll(() => database.close());

const at = new Date("2026-11-21T12:00:00.000Z");

/** Renames the groom if the record still has this version. */
function rename(name: string, version: number, id = crypto.randomUUID()): Change {
  return {
    idempotencyKey: id,
    actor: "alex@hayloft.example",
    at,
    action: "rename groom",
    payload: { name, version },
    audited: [{ table: grooms, ids: [groom.id] }],
    mutations: [
      {
        sql: statements
          .update(grooms)
          .set({ name, version: version + 1 })
          .where(sql`${grooms.id} = ${groom.id} and ${grooms.version} = ${version}`),
        expectRows: 1,
      },
    ],
  };
}

test("a change records its actor, time and action and the record before and after, and announces its topics", async () => {
  const announced: unknown[] = [];
  const change = rename("Renamed", groom.version);
  expect(await database.connect({ onChange: (topics) => announced.push(topics) }).write(change)).toBe("written");
  expect(announced).toEqual([["grooms"]]);
  const [record] = await database.rows("select * from activity where id = ?", [change.idempotencyKey]);
  expect(record).toMatchObject({
    at: at.toISOString(),
    actor: "alex@hayloft.example",
    action: "rename groom",
    content: JSON.stringify(change.payload),
    topics: '["grooms"]',
  });
  const [before, after] = [record?.before, record?.after].map((json) => JSON.parse(String(json)));
  expect(before).toMatchObject([{ table: "grooms", id: groom.id, name: groom.name, version: groom.version }]);
  expect(after).toMatchObject([{ table: "grooms", id: groom.id, name: "Renamed", version: groom.version + 1 }]);
});

test("the activity stores of a link neither the frozen statement nor how often it was opened", async () => {
  const { id } = await addSharedLink(database.rows);
  await database.rows("update statement_links set frozen = '{}' where id = ?", [id]);
  const change = {
    ...rename("Renamed", groom.version),
    audited: [{ table: statementLinks, ids: [id] }],
    mutations: [],
  };
  expect(await database.connect().write(change)).toBe("written");
  const [stored] = await database.rows('select "after" from activity where id = ?', [change.idempotencyKey]);
  const [link] = JSON.parse(String(stored?.after));
  const columns = await database.rows("select name from pragma_table_info('statement_links')");
  const missing = columns.map(({ name }) => String(name)).filter((name) => !(name in link));
  expect([link.id, missing]).toEqual([id, ["frozen", "opened", "last_opened_at"]]);
});

test("a change to an outdated version of a record throws ConflictError and writes nothing", async () => {
  const announced: unknown[] = [];
  const change = rename("Too late", groom.version);
  await expect(database.connect({ onChange: (topics) => announced.push(topics) }).write(change)).rejects.toThrow(
    ConflictError,
  );
  expect(announced).toEqual([]);
  expect(await database.rows("select id from activity where id = ?", [change.idempotencyKey])).toEqual([]);
  expect(await database.rows("select name from grooms where id = ?", [groom.id])).toEqual([{ name: "Renamed" }]);
});

test("a change with a precondition that is false or null throws ConflictError", async () => {
  for (const precondition of [sql`1 = 2`, sql`null`, sql`(select id from grooms where id = 'nobody')`]) {
    const change = { ...rename("Never", groom.version + 1), preconditions: [precondition] };
    await expect(database.connect().write(change)).rejects.toThrow(ConflictError);
  }
  const change = { ...rename("Renamed again", groom.version + 1), preconditions: [sql`1 = 1`] };
  expect(await database.connect().write(change)).toBe("written");
});

const BUSY = { code: "SQLITE_BUSY", message: "SQLite error: database is locked" };

test("a change that the database refuses as busy is sent again, and written once", async () => {
  const change = addAdmin({ id: crypto.randomUUID(), actor: "command line", at, email: "busy@hayloft.example" });
  database.proxy.requests.length = 0;
  database.proxy.make({ kind: "fail statement", place: 0, request: 0, fault: BUSY });
  expect(await database.connect().write(change)).toBe("written");
  expect(database.proxy.requests).toHaveLength(2);
  expect(await database.rows("select id from activity where id = ?", [change.idempotencyKey])).toHaveLength(1);
});

test("a change with a time limit of its own may take longer than a page", async () => {
  const [found] = await database.rows("select name, version from grooms where id = ?", [groom.id]);
  database.proxy.delayMs = 600;
  try {
    const change = rename(String(found?.name), Number(found?.version));
    const slowly = { ...change, idempotencyKey: crypto.randomUUID(), timeoutMs: 20_000 };
    await expect(database.connect({}, 300).write(change)).rejects.toThrow(DatabaseUnavailableError);
    // The database may have it, although its answer came too late.
    const written = database.connect({}, 300).write({ ...slowly, mutations: [] });
    expect(await written).toBe("written");
  } finally {
    database.proxy.delayMs = 0;
  }
});

test("a change throws DatabaseUnavailableError if the database is busy until the time limit", async () => {
  database.proxy.requests.length = 0;
  database.proxy.make({ kind: "server error", error: { at: "begin", ...BUSY } });
  const change = addAdmin({ id: crypto.randomUUID(), actor: "command line", at, email: "busy@hayloft.example" });
  const start = performance.now();
  await expect(database.connect({}, 1_000).write(change)).rejects.toThrow(DatabaseUnavailableError);
  expect(performance.now() - start).toBeLessThan(3_000);
  expect(database.proxy.requests.length).toBeGreaterThan(1);
  database.proxy.make({ kind: "none" });
});

test("a repeated change is written once, and another payload for the same key throws IdempotencyMismatchError", async () => {
  const email = "new@hayloft.example";
  const change = addAdmin({ id: crypto.randomUUID(), actor: "command line", at, email });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => database.connect().write(change)));
  expect(outcomes.sort()).toEqual([...Array(9).fill("repeated"), "written"]);
  expect(await database.rows("select version from admins where email = ?", [email])).toEqual([{ version: 1 }]);
  const other = addAdmin({ id: change.idempotencyKey, actor: "command line", at, email: "other@hayloft.example" });
  await expect(database.connect().write(other)).rejects.toThrow(IdempotencyMismatchError);
});

test("a new record with the id of a seeded record throws IdempotencyMismatchError", async () => {
  const change = addRecord(
    groomRecords,
    groom.id,
    { name: "Twin", weeklySalary: 1, location: "florida" },
    { actor: "x", at },
  );
  await expect(database.connect().write(change)).rejects.toThrow(IdempotencyMismatchError);
});

test("adding a deleted admin restores the admin", async () => {
  const email = "again@hayloft.example";
  const add = () => database.connect().write(addAdmin({ id: crypto.randomUUID(), actor: "command line", at, email }));
  await add();
  await database.rows("update admins set deleted_at = '2026-01-01T00:00:00.000Z' where email = ?", [email]);
  expect(await database.connect().read(findAdmin(email))).toEqual([]);
  await add();
  expect(await database.connect().read(findAdmin(email))).toEqual([{ email }]);
});

test("reads in the same turn of the event loop are sent as one request, and each returns its own rows", async () => {
  const db = database.connect();
  database.proxy.requests.length = 0;
  const [all, one, none] = await Promise.all([
    db.read(listAdmins()),
    db.read(findAdmin("alex@hayloft.example")),
    db.read(findAdmin("nobody@hayloft.example")),
  ]);
  expect(database.proxy.requests).toHaveLength(1);
  expect(all.length).toBeGreaterThanOrEqual(2);
  expect([one, none]).toEqual([[{ email: "alex@hayloft.example" }], []]);
});

test("a read of a delete statement throws, and a statement cannot run by itself", async () => {
  const removal = statements.delete(grooms).where(eq(grooms.id, groom.id));
  // The cast hides the type error.
  const read = database.connect().read as (query: unknown) => unknown;
  expect(() => read(removal)).toThrow("Database.read takes selects only");
  await expect(Promise.resolve(removal)).rejects.toThrow();
  expect(await database.rows("select count(*) as n from grooms where id = ?", [groom.id])).toEqual([{ n: 1 }]);
});

test("after a timeout, further reads of the same request fail at once", async () => {
  const db = database.connect({}, 1_000);
  database.proxy.make({ kind: "stall" });
  await expect(db.read(listAdmins())).rejects.toThrow(DatabaseUnavailableError);
  database.proxy.requests.length = 0;
  await expect(db.read(listAdmins())).rejects.toThrow(DatabaseUnavailableError);
  expect(database.proxy.requests).toEqual([]);
  database.proxy.make({ kind: "none" });
  expect((await database.connect().read(listAdmins())).length).toBeGreaterThan(0);
});

/** Selects the name of the groom. */
const nameNow = () => statements.select({ name: grooms.name }).from(grooms).where(eq(grooms.id, groom.id));
const versionNow = async () =>
  Number((await database.rows("select version from grooms where id = ?", [groom.id]))[0]?.version);

test("what is read with a change is as after it, whenever it is read, and also if the change was written before", async () => {
  const change = rename("Read after", await versionNow());
  for (const outcome of ["written", "repeated"]) {
    const load = async (read: ReturnType<typeof database.connect>["read"]) => {
      const [first] = await read(nameNow());
      const [second] = await read(nameNow());
      return [first?.name, second?.name];
    };
    expect([outcome, await database.connect().writeAndLoad(change, load)]).toEqual([
      outcome,
      ["Read after", "Read after"],
    ]);
  }
});

test.each<[what: string, load: (read: ReturnType<typeof database.connect>["read"]) => Promise<unknown>]>([
  ["a select fails", (read) => read(statements.select({ no: sql`json('no json')` }).from(grooms))],
  ["nothing is read", async () => {}],
])("a change is written, once, although %s", async (what, load) => {
  const version = await versionNow();
  await database
    .connect()
    .writeAndLoad(rename(`Written although ${what}`, version), load)
    .catch(() => {});
  expect(await versionNow()).toBe(version + 1);
});

test("the error of a refused change is what is thrown, whatever the reading makes of it", async () => {
  const conflict = database.connect().writeAndLoad(rename("Refused", 0), (read) =>
    read(nameNow()).catch(() => {
      throw new Error("another error");
    }),
  );
  await expect(conflict).rejects.toThrow(ConflictError);
});
