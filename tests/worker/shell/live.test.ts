import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { TOPICS } from "#app/domain/basics/topics.ts";
import { scheduledPayroll } from "#app/domain/payroll/payroll.ts";
import { HEARTBEAT_MS } from "#app/live/protocol.ts";
import { addHorses, addShows } from "#lab/support/billing.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { type Listener, listen } from "#lab/support/listener.ts";
import { fetchAlone } from "#lab/support/uncompressed.ts";
import { ADMIN, NOT_AN_ADMIN, OTHER_ADMIN } from "#tests/support/barn/barn.ts";
import { openNewBarn } from "#tests/support/barn/new-barn.ts";
import { RECORDS } from "#tests/support/barn/record-forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { findChoices, newEntry } from "#tests/support/browser/service-entry.ts";
import { samples } from "#tests/support/samples.ts";

const POLL_OPTIONS = { interval: 20 };

/** The interval of the heartbeats here, in milliseconds. */
const BEAT_MS = 200;

const { barn, admin } = startBarn({ variables: { HEARTBEAT_MS: String(BEAT_MS) } });
const listeners: Listener[] = [];

afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
});

/** Opens a stream and waits for its first message. */
async function openListener(headers: Record<string, string> = admin): Promise<Listener> {
  const listener = await listen(barn, headers);
  listeners.push(listener);
  await expect.poll(() => listener.received.length, POLL_OPTIONS).toBeGreaterThan(0);
  return listener;
}

/** The number and the topics of the last change in the database. */
async function lastChange({ rows }: Rows = barn): Promise<{ number: number; topics: string[] }> {
  const [row] = await rows("select rowid as number, topics from activity order by rowid desc limit 1");
  return { number: Number(row?.number ?? 0), topics: JSON.parse(String(row?.topics ?? "[]")) as string[] };
}

async function changeService(): Promise<void> {
  const fields = { intent: "set", id: "training", field: "public", value: "true" };
  expect((await barn.post("/services", fields, admin)).status).toBe(303);
}

type Rows = { rows: (sql: string) => Promise<Record<string, unknown>[]> };

/** Records a change in the database without the worker. */
const changeWithoutWorker = (topics: string, { rows }: Rows = barn) =>
  rows(
    `insert into activity (id, at, actor, action, content, topics, before, "after")
    values ('${crypto.randomUUID()}', '${new Date().toISOString()}', 'x', 'x', '', '${topics}', '[]', '[]')`,
  );

const TODAY = todayInNewYork(new Date());
const eventId = (number: number) => `${TODAY}/${number}`;

/** Counts the polls from now on. Its result is their number without the heartbeats that may be among them. */
function countPolls(): () => number {
  barn.proxy.polls.length = 0;
  const start = performance.now();
  return () => barn.proxy.polls.length - Math.ceil((performance.now() - start) / BEAT_MS);
}

const lastChangeMessage = (listener: Listener) => listener.received.findLast(({ id }) => id !== undefined);

test("a visitor, a user who is no admin and a user with a damaged cookie get 403 and no stream", async () => {
  for (const headers of [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }, { Cookie: `${admin.Cookie}x` }]) {
    const response = await barn.get("/live", headers);
    expect([response.status, await response.text()]).toEqual([403, "Only admins may listen."]);
  }
  expect((await barn.hub()).clients).toBe(0);
});

test("the stream answers 405 to a HEAD request and to a data request", async () => {
  expect((await barn.get("/live.data", admin)).status).toBe(405);
  expect((await fetchAlone(`${barn.url}/live`, { method: "HEAD", headers: admin })).status).toBe(405);
  expect((await barn.hub()).clients).toBe(0);
});

test("a new listener receives the retry interval and the numbers of all topics, then a heartbeat", async () => {
  await changeService();
  const listener = await openListener();
  const { number } = await lastChange();
  const { headers, status } = listener.response;
  expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
    200,
    "text/event-stream",
    "no-store",
  ]);
  expect(listener.rawText()).toMatch(/^retry: 1000\n\n/);
  expect(listener.received[0]).toMatchObject({ state: "live", id: number });
  expect(Object.keys(listener.numbers()).sort()).toEqual([...TOPICS]);
  expect(listener.numbers().services).toBe(number);
  await expect.poll(() => listener.received.length, POLL_OPTIONS).toBeGreaterThan(1);
  expect(listener.received[1]).toMatchObject({ state: "live", numbers: {}, id: undefined });
});

test("the stream contains states, topics and numbers only", async () => {
  const listener = await openListener();
  await changeService();
  await expect
    .poll(() => lastChangeMessage(listener)?.numbers.services, POLL_OPTIONS)
    .toBe((await lastChange()).number);
  for (const line of listener.rawText().split("\n")) {
    expect(line).toMatch(
      /^$|^retry: 1000$|^id: \d{4}-\d\d-\d\d\/\d+$|^data: \{"state":"live","numbers":\{("[a-z]+":\d+,?)*\}\}$/,
    );
  }
});

describe("a listener receives every kind of write at once, with its recorded topics:", () => {
  const id = crypto.randomUUID();
  const post = (path: string, fields: Record<string, string>) => barn.post(path, fields, admin);
  const open = async (path: string) => await (await barn.get(path, admin)).text();
  const groom = { name: "Iris Vance", startDate: "2026-01-05", endDate: "", weeklySalary: "900", location: "florida" };
  const idempotencyKey = () => crypto.randomUUID();
  let deletion = "";

  async function remove() {
    const response = await post("/grooms", { intent: "delete", id });
    deletion = doneIn(response);
    return response;
  }

  async function confirm(path: string) {
    return post(path, hiddenFieldsOf(await open(path)));
  }

  const writes: [what: string, write: () => Promise<Response>][] = [
    ["a new groom", () => post("/grooms/new", { idempotencyKey: id, ...groom })],
    [
      "an edited groom",
      () => post(`/grooms/${id}/edit`, { idempotencyKey: idempotencyKey(), version: "1", ...groom, name: "Iris" }),
    ],
    ["a date set in a row", () => post("/grooms", { intent: "set", id, field: "startDate", value: "2026-02-02" })],
    ["a deleted groom", remove],
    ["the undo of that", () => post("/grooms", { intent: "undo", change: deletion })],
    ...RECORDS.map(({ path, fieldsOn }): [string, () => Promise<Response>] => [
      `a new record of ${path}`,
      async () => {
        const page = await open(`${path}/new`);
        return post(`${path}/new`, { ...hiddenFieldsOf(page), ...fieldsOn(page) });
      },
    ]),
    [
      "a new standing charge",
      async () => {
        const choices = await findChoices(barn);
        const [horse] = await addHorses(barn, "Livestanding", 1);
        const dates = { fromDate: "2026-01-05", untilDate: "" };
        const charge = {
          serviceId: choices.groomed.id,
          groomId: choices.groom.id,
          quantity: "1",
          price: "",
          comments: "",
        };
        const fields = { horseId: horse?.id ?? "", ...dates, ...charge };
        return post("/services/standing/new", { idempotencyKey: idempotencyKey(), ...fields });
      },
    ],
    ["a new admin", () => post("/accounts/new", { idempotencyKey: idempotencyKey(), email: "eve@hayloft.example" })],
    ["a removed admin", () => post("/accounts", { intent: "delete", id: "eve@hayloft.example" })],
    ["a service entry of a visitor", async () => barn.post("/?index", newEntry(await findChoices(barn)))],
    [
      "a service entry with a groom, which adds a payroll item",
      async () => {
        const choices = await findChoices(barn);
        return barn.post("/?index", newEntry(choices, { serviceId: choices.groomed.id, groomId: choices.groom.id }));
      },
    ],
    [
      "a batch of bills for horses",
      async () => {
        await addHorses(barn, "Livehorse", 2);
        return confirm(`/horses/bill?q=livehorse&month=${monthOf(todayInNewYork(new Date()))}`);
      },
    ],
    [
      "a batch of bills for shows",
      async () => {
        await addShows(barn, "Liveshow", await addHorses(barn, "Liveshowhorse", 2));
        return confirm("/shows/bill?q=liveshow");
      },
    ],
    ["an export", async () => post("/billing/export", exportFieldsOf(await open("/billing/export")))],
    [
      "a corrected bill",
      async () => {
        const [bill] = await barn.rows(
          "select id, customer_id, service_id from bill_items where export_id is not null limit 1",
        );
        const right = {
          ...{ customerId: String(bill?.customer_id ?? ""), serviceId: String(bill?.service_id) },
          ...{ amount: "1.23", reason: "Live" },
        };
        return post(`/billing/${bill?.id}/correct`, { idempotencyKey: idempotencyKey(), version: "1", ...right });
      },
    ],
    [
      "a shared statement",
      async () => {
        const [customer] = await barn.rows("select id from customers where deleted_at is null limit 1");
        const share = { intent: "share", idempotencyKey: idempotencyKey(), shows: "now", days: "90" };
        return post(`/customers/${customer?.id}/statement?month=2026-10`, share);
      },
    ],
    [
      "what is marked fine",
      () => {
        const fine = { kind: "notBillable", recordId: id, scope: "", name: "Bella", back: "/billing/check" };
        return post("/dismissals", { idempotencyKey: idempotencyKey(), ...fine });
      },
    ],
    [
      "payroll generated by the button",
      async () => {
        await barn.rows("update settings set last_payroll = ?", [
          `${plusDays(todayInNewYork(new Date()), -7)}T17:00:00.000Z`,
        ]);
        return confirm("/payroll/generate");
      },
    ],
  ];

  test("by a page or by a visitor, and these writes change every topic", async () => {
    const changedTopics = new Set<string>();
    const listener = await openListener();
    for (const [what, write] of writes) {
      const before = (await lastChange()).number;
      expect([what, (await write()).status]).toEqual([what, 303]);
      const { number, topics } = await lastChange();
      expect([what, number, topics.length > 0]).toEqual([what, before + 1, true]);
      for (const topic of topics) changedTopics.add(topic);
      await expect.poll(() => listener.numbers()[topics[0] as "bills"], POLL_OPTIONS).toBe(number);
      const message = listener.received.find((each) => each.id === number);
      expect([what, message?.numbers]).toEqual([what, Object.fromEntries(topics.map((topic) => [topic, number]))]);
    }
    expect([...changedTopics].sort()).toEqual([...TOPICS]);
  });

  test("payroll generated by the schedule", async () => {
    const monday = mondayOf(todayInNewYork(new Date()));
    await barn.rows("delete from payroll where week >= ?", [plusDays(monday, -7)]);
    await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    const listener = await openListener();
    await barn.fire(["10", "11"].map((hour) => new Date(`${monday}T${hour}:00:00Z`)).find(scheduledPayroll) as Date);
    const { number, topics } = await lastChange();
    expect(topics).toEqual(["payroll", "settings"]);
    await expect.poll(() => listener.numbers().payroll, POLL_OPTIONS).toBe(number);
  });

  test("a choice of columns, which belongs to one user, is not announced", async () => {
    const listener = await openListener();
    const fields = { screen: "/grooms", to: "/grooms", column: "name", shown: "name" };
    expect((await post("/columns", fields)).status).toBe(303);
    await expect.poll(() => listener.received.length, POLL_OPTIONS).toBeGreaterThan(2);
    expect(listener.received.slice(1).every(({ numbers }) => Object.keys(numbers).length === 0)).toBe(true);
  });
});

test("a change made without the worker is announced at the next heartbeat", async () => {
  const listener = await openListener();
  await changeWithoutWorker('["grooms","horses"]');
  const { number } = await lastChange();
  await expect.poll(() => listener.numbers().grooms, POLL_OPTIONS).toBe(number);
  expect(listener.received.at(-1)?.numbers).toEqual({ grooms: number, horses: number });
});

test("a change made without the worker is announced at once after a notification", async () => {
  // Its heartbeats are so rare that twenty of them take longer than a test may.
  const quiet = await openNewBarn(onTestFinished, { HEARTBEAT_MS: "9999" });
  await quiet.rows(`insert into admins (email, created_at, updated_at) values ('${ADMIN.email}', '', '')`);
  const listener = await listen(quiet, { Cookie: await quiet.cookieOf(ADMIN) });
  listeners.push(listener);
  await expect.poll(() => listener.received.length, POLL_OPTIONS).toBeGreaterThan(0);
  const { number } = await lastChange(quiet);
  for (let n = 1; n <= 20; n += 1) {
    await changeWithoutWorker('["customers"]', quiet);
    expect((await quiet.post("/live", {})).status).toBe(202);
    await expect.poll(() => listener.numbers().customers, POLL_OPTIONS).toBe(number + n);
  }
});

test("a listener that reconnects with its last event id receives only the changes since", async () => {
  const first = await openListener();
  await changeService();
  await expect.poll(() => lastChangeMessage(first)?.numbers.services, POLL_OPTIONS).toBe((await lastChange()).number);
  const { number } = await lastChange();
  first.close();
  await changeWithoutWorker('["grooms"]');
  await changeWithoutWorker('["grooms","bills"]');
  const second = await openListener({ ...admin, "Last-Event-ID": eventId(number) });
  expect(second.received[0]?.numbers).toEqual({ grooms: number + 2, bills: number + 2 });
  const third = await openListener({ ...admin, "Last-Event-ID": eventId(number + 2) });
  expect(third.received[0]?.numbers).toEqual({});
  for (const odd of ["x", "-7", "7", `${TODAY}/`, `${TODAY}/1e9`, `${TODAY}/${"9".repeat(40)}`, ""]) {
    const fourth = await openListener({ ...admin, "Last-Event-ID": odd });
    expect(Object.keys(fourth.numbers()).length).toBe(TOPICS.length);
    fourth.close();
  }
});

test("a listener that reconnects on another day, or to a restored database, must reload all", async () => {
  const { number } = await lastChange();
  for (const last of [`2026-01-01/${number}`, eventId(number + 100)]) {
    const listener = await openListener({ ...admin, "Last-Event-ID": last });
    expect(listener.received[0]).toMatchObject({ state: "live", mustReloadAll: true });
    expect(Object.keys(listener.numbers()).length).toBe(TOPICS.length);
  }
  const listener = await openListener();
  await barn.rows("delete from activity where rowid > ?", [number - 3]);
  const reloads = () => listener.received.filter(({ mustReloadAll }) => mustReloadAll);
  await expect.poll(() => reloads().length, POLL_OPTIONS).toBe(1);
  // A number of a change that no longer exists would keep pages waiting for that change forever.
  expect(Math.max(...Object.values(reloads()[0]?.numbers ?? {}))).toBe(number - 3);
  await changeService();
  const next = await lastChange();
  await expect.poll(() => listener.numbers().services, POLL_OPTIONS).toBe(next.number);
  expect(next.number).toBeLessThan(number);
  expect(reloads().length).toBe(1);
});

test("after more changes than a poll reads, every topic counts as changed", async () => {
  const { number } = await lastChange();
  await barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000)
     insert into activity (id, at, actor, action, content, topics, before, "after")
     select 'many ' || i, '2026', 'x', 'x', '', '["shows"]', '[]', '[]' from n`,
  );
  const listener = await openListener({ ...admin, "Last-Event-ID": eventId(number) });
  expect(Object.keys(listener.numbers()).length).toBe(TOPICS.length);
  expect(listener.numbers()).toMatchObject({ shows: number + 6_000, horses: number + 5_900 });
});

test("after workerd was killed, a listener that reconnects receives exactly the changes it missed", async () => {
  const first = await openListener();
  await changeService();
  await expect.poll(() => lastChangeMessage(first)?.numbers.services, POLL_OPTIONS).toBe((await lastChange()).number);
  const { number } = await lastChange();
  await barn.kill("workerd");
  await first.ended;
  await changeWithoutWorker('["shows"]');
  const second = await openListener({ ...admin, "Last-Event-ID": eventId(number) });
  expect(second.received[0]?.numbers).toEqual({ shows: number + 1 });
});

test("a listener is informed of an outage of the database, and receives the changes after it", async () => {
  const listener = await openListener();
  await barn.stopDatabase();
  await expect.poll(() => listener.received.at(-1)?.state, POLL_OPTIONS).toBe("away");
  expect((await barn.get("/live", admin)).status).toBe(503);
  await barn.startDatabase();
  await changeWithoutWorker('["payroll"]');
  await expect.poll(() => listener.numbers().payroll, POLL_OPTIONS).toBe((await lastChange()).number);
  expect(listener.received.at(-1)?.state).toBe("live");
  expect(listener.isEnded()).toBe(false);
});

test("a database that hangs is announced as away, before listeners give up on the silent stream", async () => {
  const listener = await openListener();
  barn.proxy.make({ kind: "stall" });
  await expect.poll(() => listener.received.at(-1)?.state, POLL_OPTIONS).toBe("away");
  await expect
    .poll(() => listener.received.filter(({ state }) => state === "away").length, POLL_OPTIONS)
    .toBeGreaterThan(1);
  barn.proxy.make({ kind: "none" });
  await expect.poll(() => listener.received.at(-1)?.state, POLL_OPTIONS).toBe("live");
  const pauses = listener.received.slice(1).map(({ at }, n) => at - (listener.received[n]?.at ?? 0));
  // Elsewhere the next heartbeat comes later than here.
  expect(Math.max(...pauses)).toBeLessThan(2.5 * HEARTBEAT_MS - (HEARTBEAT_MS - BEAT_MS));
});

describe("removing an admin", () => {
  test("in the app ends the admin's stream at once and for good; other listeners stay connected", async () => {
    const removed = await openListener({ Cookie: await barn.cookieOf(OTHER_ADMIN) });
    const other = await openListener();
    const change = doneIn(await barn.post("/accounts", { intent: "delete", id: OTHER_ADMIN.email }, admin));
    await removed.ended;
    expect(removed.received.at(-1)).toMatchObject({ state: "removed", numbers: {} });
    expect((await barn.hub()).clients).toBe(1);
    expect((await barn.get("/live", { Cookie: await barn.cookieOf(OTHER_ADMIN) })).status).toBe(403);
    await changeService();
    await expect.poll(() => lastChangeMessage(other)?.numbers.services, POLL_OPTIONS).toBe((await lastChange()).number);
    expect(removed.received.at(-1)?.state).toBe("removed");
    await barn.post("/accounts", { intent: "undo", change }, admin);
  });

  test("in the database itself ends the admin's stream at the next heartbeat", async () => {
    const removed = await openListener({ Cookie: await barn.cookieOf(OTHER_ADMIN) });
    await barn.rows("update admins set deleted_at = '2026' where email = ?", [OTHER_ADMIN.email]);
    await removed.ended;
    expect(removed.received.at(-1)?.state).toBe("removed");
    await barn.rows("update admins set deleted_at = null where email = ?", [OTHER_ADMIN.email]);
  });
});

test("a sign-out everywhere ends the streams of all its sessions at once", async () => {
  const opened: Listener[] = [];
  const headers: { Cookie: string }[] = [];
  for (let n = 0; n < 10; n += 1) {
    headers.push({ Cookie: await barn.cookieOf(OTHER_ADMIN) });
    opened.push(await openListener(headers.at(-1)));
  }
  const pollsButHeartbeats = countPolls();
  await barn.post("/auth/sign-out", { everywhere: "true" }, headers[0]);
  await Promise.all(opened.map(({ ended }) => ended));
  // Each poll checks one session anyway, in turn.
  expect(pollsButHeartbeats()).toBeLessThan(5);
});

test("ten writes at once reach ten listeners with at most one poll per write and heartbeat", async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => openListener()));
  const pollsButHeartbeats = countPolls();
  await Promise.all(Array.from({ length: 10 }, changeService));
  const { number } = await lastChange();
  for (const listener of all) await expect.poll(() => listener.numbers().services, POLL_OPTIONS).toBe(number);
  // One poll serves all writes made during the poll before it.
  expect(barn.proxy.polls.length).toBeGreaterThan(0);
  expect(pollsButHeartbeats()).toBeLessThanOrEqual(10);
});

test("listeners that connect and disconnect leave no client and no alarm behind", async () => {
  for (let round = 0; round < 2; round += 1) {
    const all = await Promise.all(Array.from({ length: Math.min(250, samples(20)) }, () => listen(barn, admin)));
    for (const listener of all) listener.close();
  }
  await expect.poll(() => barn.hub(), { ...POLL_OPTIONS, interval: 50 }).toMatchObject({ clients: 0, alarm: null });
  barn.proxy.polls.length = 0;
  await sleep(3 * BEAT_MS);
  await changeService();
  expect(barn.proxy.polls).toEqual([]);
});
