import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { isPayrollTime } from "#app/domain/payroll.ts";
import { TOPICS } from "#app/domain/screens.ts";
import { BEAT } from "#app/live/protocol.ts";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn } from "#tests/support/barn.ts";
import { addHorses, addShows } from "#tests/support/billing.ts";
import { carriedExport } from "#tests/support/exports.ts";
import { carried } from "#tests/support/forms.ts";
import { type Listener, listen } from "#tests/support/listener.ts";
import { findChoices, newEntry } from "#tests/support/service-entry.ts";

const OTHER_ADMIN = { email: "dana@hayloft.example", name: "Dana Whitfield" };
const PATIENT = { timeout: 8_000, interval: 20 };

let barn: Barn;
let admin: { Cookie: string };
const listeners: Listener[] = [];

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.leave();
});
afterAll(() => barn.close());

/** Somebody who listens, and was told how things stand. */
async function listening(headers: Record<string, string> = admin): Promise<Listener> {
  const listener = await listen(barn, headers);
  listeners.push(listener);
  await expect.poll(() => listener.heard.length, PATIENT).toBeGreaterThan(0);
  return listener;
}

/** The last change there is: its number and its topics. */
async function lastChange(): Promise<{ number: number; topics: string[] }> {
  const [row] = await barn.rows("select rowid as number, topics from activity order by rowid desc limit 1");
  return { number: Number(row?.number ?? 0), topics: JSON.parse(String(row?.topics ?? "[]")) as string[] };
}

async function change(): Promise<void> {
  const fields = { intent: "set", id: "training", field: "public", value: "true" };
  expect((await barn.post("/services", fields, admin)).status).toBe(303);
}

/** As something that knows nothing of the app would write. */
const changePastTheApp = (topics: string) =>
  barn.rows(
    "insert into activity (id, at, actor, action, content, topics, before, \"after\") values (?, ?, 'x', 'x', '', ?, '[]', '[]')",
    [crypto.randomUUID(), new Date().toISOString(), topics],
  );

const TODAY = todayInNewYork(new Date());
const eventId = (number: number) => `${TODAY}/${number}`;

const toldLast = (listener: Listener) => listener.heard.findLast(({ id }) => id !== undefined);

test("a visitor, somebody who is no admin and one whose cookie is damaged cannot listen, and no stream is opened", async () => {
  for (const headers of [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }, { Cookie: `${admin.Cookie}x` }]) {
    const answer = await barn.get("/live", headers);
    expect([answer.status, await answer.text()]).toEqual([403, "Only admins may listen."]);
  }
  expect((await barn.hub()).clients).toBe(0);
});

test("only a plain GET is listened to", async () => {
  expect((await barn.get("/live.data", admin)).status).toBe(405);
  expect((await fetch(`${barn.url}/live`, { method: "HEAD", headers: admin })).status).toBe(405);
  expect((await barn.hub()).clients).toBe(0);
});

test("who connects is told how to come back and the numbers of all topics, and after that hears a beat", async () => {
  await change();
  const listener = await listening();
  const { number } = await lastChange();
  const { headers, status } = listener.response;
  expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
    200,
    "text/event-stream",
    "no-store",
  ]);
  expect(listener.text()).toMatch(/^retry: 1000\n\n/);
  expect(listener.heard[0]).toMatchObject({ state: "live", id: number });
  expect(Object.keys(listener.numbers()).sort()).toEqual([...TOPICS]);
  expect(listener.numbers().services).toBe(number);
  await expect.poll(() => listener.heard.length, PATIENT).toBe(2);
  expect(listener.heard[1]).toMatchObject({ state: "live", numbers: {}, id: undefined });
});

test("nothing but states, topics and numbers travels", async () => {
  const listener = await listening();
  await change();
  await expect.poll(() => toldLast(listener)?.numbers.services, PATIENT).toBe((await lastChange()).number);
  for (const line of listener.text().split("\n")) {
    expect(line).toMatch(
      /^$|^retry: 1000$|^id: \d{4}-\d\d-\d\d\/\d+$|^data: \{"state":"live","numbers":\{("[a-z]+":\d+,?)*\}\}$/,
    );
  }
});

describe("every kind of write is told at once, with the topics that are on record", () => {
  const id = crypto.randomUUID();
  const post = (path: string, fields: Record<string, string>) => barn.post(path, fields, admin);
  const open = async (path: string) => await (await barn.get(path, admin)).text();
  const groom = { name: "Iris Vance", startDate: "2026-01-05", endDate: "", weeklySalary: "900", location: "florida" };
  const idempotencyKey = () => crypto.randomUUID();

  async function confirm(path: string) {
    return post(path, carried(await open(path)));
  }

  const writes: [what: string, write: () => Promise<Response>][] = [
    ["a new groom", () => post("/grooms/new", { idempotencyKey: id, ...groom })],
    [
      "an edited groom",
      () => post(`/grooms/${id}/edit`, { idempotencyKey: idempotencyKey(), version: "1", ...groom, name: "Iris" }),
    ],
    ["a date in a row", () => post("/grooms", { intent: "set", id, field: "startDate", value: "2026-02-02" })],
    ["a deleted groom", () => post("/grooms", { intent: "delete", id })],
    ["a groom brought back", () => post("/grooms", { intent: "restore", id })],
    [
      "a new customer",
      () =>
        post("/customers/new", { idempotencyKey: idempotencyKey(), name: "Priya", emails: "", phone: "", riders: "" }),
    ],
    [
      "a new service",
      () =>
        post("/services/new", {
          idempotencyKey: idempotencyKey(),
          productServiceName: "Mane pulling",
          price: "5",
          salesDescription: "",
        }),
    ],
    [
      "a new payroll item",
      () =>
        post("/payroll/new", {
          idempotencyKey: idempotencyKey(),
          groomId: id,
          item: "Walk",
          date: "2031-01-01",
          paymentDate: "",
          value: "5",
        }),
    ],
    ["a new admin", () => post("/accounts/new", { idempotencyKey: idempotencyKey(), email: "eve@hayloft.example" })],
    ["a removed admin", () => post("/accounts", { intent: "delete", id: "eve@hayloft.example" })],
    ["an entry of a visitor", async () => barn.post("/?index", newEntry(await findChoices(barn)))],
    [
      "an entry with a groom, who is paid for it",
      async () => {
        const choices = await findChoices(barn);
        return barn.post("/?index", newEntry(choices, { serviceId: choices.groomed.id, groomId: choices.groom.id }));
      },
    ],
    [
      "a set of bills for horses",
      async () => {
        await addHorses(barn, "Livehorse", 2);
        return confirm("/horses/bill?q=livehorse");
      },
    ],
    [
      "a set of bills for shows",
      async () => {
        await addShows(barn, "Liveshow", await addHorses(barn, "Liveshowhorse", 2));
        return confirm("/shows/bill?q=liveshow");
      },
    ],
    ["an export", async () => post("/billing/export", carriedExport(await open("/billing/export")))],
    [
      "payroll by the button",
      async () => {
        await barn.rows("update settings set last_payroll = ?", [
          `${plusDays(todayInNewYork(new Date()), -7)}T17:00:00.000Z`,
        ]);
        return confirm("/payroll/generate");
      },
    ],
  ];

  test.each(writes)("%s", async (_, write) => {
    const before = (await lastChange()).number;
    const listener = await listening();
    const heard = listener.heard.length;
    expect((await write()).status).toBe(303);
    const { number, topics } = await lastChange();
    expect([number, topics.length > 0]).toEqual([before + 1, true]);
    await expect.poll(() => listener.numbers()[topics[0] as "bills"], { timeout: 1_000, interval: 2 }).toBe(number);
    const told = listener.heard.slice(heard).find((each) => each.id === number);
    expect(told?.numbers).toEqual(Object.fromEntries(topics.map((topic) => [topic, number])));
  });

  test("payroll by the schedule", async () => {
    const monday = mondayOf(todayInNewYork(new Date()));
    await barn.rows("delete from payroll where week >= ?", [plusDays(monday, -7)]);
    await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    const listener = await listening();
    await barn.fire(["10", "11"].map((hour) => new Date(`${monday}T${hour}:00:00Z`)).find(isPayrollTime) as Date);
    const { number, topics } = await lastChange();
    expect(topics).toEqual(["payroll", "settings"]);
    await expect.poll(() => listener.numbers().payroll, { timeout: 1_000, interval: 2 }).toBe(number);
  });

  test("what is nobody else's, the columns somebody hides, is not told", async () => {
    const listener = await listening();
    const fields = { screen: "/grooms", to: "/grooms", column: "name", shown: "name" };
    expect((await post("/columns", fields)).status).toBe(303);
    await expect.poll(() => listener.heard.length, PATIENT).toBe(2);
    expect(listener.heard.slice(1).every(({ numbers }) => Object.keys(numbers).length === 0)).toBe(true);
  });
});

test("what is changed past the app is told at the next beat, and at once where somebody says so", async () => {
  const listener = await listening();
  await changePastTheApp('["grooms","horses"]');
  const { number } = await lastChange();
  await expect.poll(() => listener.numbers().grooms, PATIENT).toBe(number);
  expect(listener.heard.at(-1)?.numbers).toEqual({ grooms: number, horses: number });

  const waits: number[] = [];
  for (let n = 1; n <= 5; n += 1) {
    await changePastTheApp('["customers"]');
    const start = performance.now();
    const said = await barn.post("/live", {});
    expect(said.status).toBe(202);
    await expect.poll(() => listener.numbers().customers, PATIENT).toBe(number + n);
    waits.push(performance.now() - start);
  }
  // One that came with a beat proves nothing; five did not.
  expect(waits.filter((wait) => wait < BEAT / 4).length).toBeGreaterThan(3);
});

test("who comes back with the number that was heard last is told what changed since, and nothing else", async () => {
  const first = await listening();
  await change();
  await expect.poll(() => toldLast(first)?.numbers.services, PATIENT).toBe((await lastChange()).number);
  const { number } = await lastChange();
  first.leave();
  await changePastTheApp('["grooms"]');
  await changePastTheApp('["grooms","bills"]');
  const second = await listening({ ...admin, "Last-Event-ID": eventId(number) });
  expect(second.heard[0]?.numbers).toEqual({ grooms: number + 2, bills: number + 2 });
  const third = await listening({ ...admin, "Last-Event-ID": eventId(number + 2) });
  expect(third.heard[0]?.numbers).toEqual({});
  for (const odd of ["x", "-7", "7", `${TODAY}/`, `${TODAY}/1e9`, `${TODAY}/${"9".repeat(40)}`, ""]) {
    const fourth = await listening({ ...admin, "Last-Event-ID": odd });
    expect(Object.keys(fourth.numbers()).length).toBe(TOPICS.length);
    fourth.leave();
  }
});

test("who comes back on another day, or to a database that was put back, is to read everything again", async () => {
  const { number } = await lastChange();
  for (const last of [`2026-01-01/${number}`, eventId(number + 100)]) {
    const listener = await listening({ ...admin, "Last-Event-ID": last });
    expect(listener.heard[0]).toMatchObject({ state: "live", isAnew: true });
    expect(Object.keys(listener.numbers()).length).toBe(TOPICS.length);
  }
  const listener = await listening();
  await barn.rows("delete from activity where rowid > ?", [number - 3]);
  const anew = () => listener.heard.filter(({ isAnew }) => isAnew);
  await expect.poll(() => anew().length, PATIENT).toBe(1);
  // No number is of a change that is not there any more: a page would wait for it for ever.
  expect(Math.max(...Object.values(anew()[0]?.numbers ?? {}))).toBe(number - 3);
  await change();
  const next = await lastChange();
  await expect.poll(() => listener.numbers().services, PATIENT).toBe(next.number);
  expect(next.number).toBeLessThan(number);
  expect(anew().length).toBe(1);
});

test("after more changes than are looked back to, every topic counts as changed", async () => {
  const { number } = await lastChange();
  await barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000)
     insert into activity (id, at, actor, action, content, topics, before, "after")
     select 'many ' || i, '2026', 'x', 'x', '', '["shows"]', '[]', '[]' from n`,
  );
  const listener = await listening({ ...admin, "Last-Event-ID": eventId(number) });
  expect(Object.keys(listener.numbers()).length).toBe(TOPICS.length);
  expect(listener.numbers()).toMatchObject({ shows: number + 6_000, horses: number + 1_000 });
});

test("after workerd was killed, too, who comes back is told what was missed, and no change is older than it is", async () => {
  const first = await listening();
  await change();
  await expect.poll(() => toldLast(first)?.numbers.services, PATIENT).toBe((await lastChange()).number);
  const { number } = await lastChange();
  await barn.kill("workerd");
  await first.ended;
  await changePastTheApp('["shows"]');
  const second = await listening({ ...admin, "Last-Event-ID": eventId(number) });
  expect(second.heard[0]?.numbers).toEqual({ shows: number + 1 });
});

test("while the database is away who listens is told so, and what changed as soon as it is back", async () => {
  const listener = await listening();
  await barn.stopDatabase();
  await expect.poll(() => listener.heard.at(-1)?.state, PATIENT).toBe("away");
  expect((await barn.get("/live", admin)).status).toBe(503);
  await barn.startDatabase();
  await changePastTheApp('["payroll"]');
  const start = performance.now();
  await expect.poll(() => listener.numbers().payroll, PATIENT).toBe((await lastChange()).number);
  expect(listener.heard.at(-1)?.state).toBe("live");
  expect(performance.now() - start).toBeLessThan(2 * BEAT + 500);
  expect(listener.isOver()).toBe(false);
});

test("a database that does not answer is told as one that is away, in time for the next beat", async () => {
  const listener = await listening();
  barn.proxy.make({ kind: "stall" });
  await expect.poll(() => listener.heard.at(-1)?.state, PATIENT).toBe("away");
  await expect.poll(() => listener.heard.filter(({ state }) => state === "away").length, PATIENT).toBe(2);
  barn.proxy.make({ kind: "none" });
  await expect.poll(() => listener.heard.at(-1)?.state, PATIENT).toBe("live");
  const pauses = listener.heard.slice(1).map(({ at }, n) => at - (listener.heard[n]?.at ?? 0));
  expect(Math.max(...pauses)).toBeLessThan(2.5 * BEAT);
});

describe("an admin who is removed", () => {
  test("in the app is told so at once, hears nothing more, and cannot come back; the others go on", async () => {
    const removed = await listening({ Cookie: await barn.cookieOf(OTHER_ADMIN) });
    const other = await listening();
    await barn.post("/accounts", { intent: "delete", id: OTHER_ADMIN.email }, admin);
    await removed.ended;
    expect(removed.heard.at(-1)).toMatchObject({ state: "removed", numbers: {} });
    expect((await barn.hub()).clients).toBe(1);
    expect((await barn.get("/live", { Cookie: await barn.cookieOf(OTHER_ADMIN) })).status).toBe(403);
    await change();
    await expect.poll(() => toldLast(other)?.numbers.services, PATIENT).toBe((await lastChange()).number);
    expect(removed.heard.at(-1)?.state).toBe("removed");
    await barn.post("/accounts", { intent: "restore", id: OTHER_ADMIN.email }, admin);
  });

  test("in the database itself is told so within a beat", async () => {
    const removed = await listening({ Cookie: await barn.cookieOf(OTHER_ADMIN) });
    await barn.rows("update admins set deleted_at = '2026' where email = ?", [OTHER_ADMIN.email]);
    await removed.ended;
    expect(removed.heard.at(-1)?.state).toBe("removed");
    await barn.rows("update admins set deleted_at = null where email = ?", [OTHER_ADMIN.email]);
  });
});

test("thirty writes at once are told to everybody, each by one number or a later one, and nothing is asked for each", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => listening()));
  barn.proxy.looks.length = 0;
  await Promise.all(Array.from({ length: 30 }, change));
  const { number } = await lastChange();
  for (const listener of all) await expect.poll(() => listener.numbers().services, PATIENT).toBe(number);
  // One for all that were written while the last went on; and a beat.
  expect(barn.proxy.looks.length).toBeGreaterThan(0);
  expect(barn.proxy.looks.length).toBeLessThanOrEqual(32);
});

test("1,000 who come and go leave nobody behind, and no timer", async () => {
  for (let round = 0; round < 4; round += 1) {
    const all = await Promise.all(Array.from({ length: 250 }, () => listen(barn, admin)));
    for (const listener of all) listener.leave();
  }
  const start = performance.now();
  await expect.poll(() => barn.hub(), { timeout: 3 * BEAT }).toEqual({ clients: 0, alarm: null });
  expect(performance.now() - start).toBeLessThan(2 * BEAT + 1_000);
  barn.proxy.looks.length = 0;
  await sleep(BEAT + 500);
  await change();
  expect(barn.proxy.looks).toEqual([]);
});
