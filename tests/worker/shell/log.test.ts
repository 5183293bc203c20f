import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startWorker, type WorkerLog } from "#bin/running/worker.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, recordIds } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { findChoices, newEntry } from "#tests/support/browser/service-entry.ts";
import { DEPLOYED } from "#tests/support/commands/deployed.ts";

const { barn, admin } = startBarn({ variables: {} });
let ids: Record<string, string>;

beforeAll(async () => {
  ids = await recordIds(barn);
});
beforeEach(() => {
  barn.proxy.make({ kind: "none" });
  barn.log.length = 0;
});

type Line = Record<string, unknown>;

/** The lines of the app; workerd adds words of its own, of connections that a test has cut for instance. */
const lines = (): Line[] => barn.log.flatMap(({ message }) => (message.startsWith("{") ? [JSON.parse(message)] : []));

/** The lines, once there are as many: they come through a pipe, perhaps after the response. */
async function logged(count: number): Promise<Line[]> {
  await expect.poll(() => lines().length).toBeGreaterThanOrEqual(count);
  return lines();
}

const set = (field: string, value: string, path = "/horses", id = ids.horses ?? "") =>
  barn.post(path, { intent: "set", id, field, value }, admin);

/** What is refused, and the message of its line: docs/operating.md, 'The log'. */
const REFUSED: [message: string, send: () => Promise<Response>][] = [
  ["Error updating check-in date", () => set("checkInDate", "2026-02-30")],
  ["Error updating check-out date", () => set("checkOutDate", "1999-01-01")],
  ["Error toggling billable status", () => set("isBillable", "maybe")],
  ["Error toggling paid status", () => set("paid", "maybe", "/payroll", ids.payroll)],
  ["Error billing horses", () => barn.post("/horses/bill", {}, admin)],
  ["Error billing shows", () => barn.post("/shows/bill", {}, admin)],
  ["Error generating payroll", () => barn.post("/payroll/generate", {}, admin)],
  ["Error exporting bills", () => barn.post("/billing/export", {}, admin)],
  ["Error creating bill item", () => barn.post("/?index", { id: crypto.randomUUID() })],
  [
    "Missing required data",
    async () => barn.post("/?index", newEntry(await findChoices(barn), { horseId: crypto.randomUUID() })),
  ],
  [
    "Horse not found",
    () => {
      const show = { name: "Cup", date: "2026-11-21", horseId: crypto.randomUUID(), serviceId: "training" };
      return barn.post("/shows/new", { idempotencyKey: crypto.randomUUID(), ...show, quantity: "1" }, admin);
    },
  ],
  ["Error saving a record", () => barn.post("/grooms/new", { idempotencyKey: crypto.randomUUID(), name: "" }, admin)],
  ["Refused: signed out", () => barn.post("/horses", { intent: "delete", id: ids.horses ?? "" })],
  ["Refused: no form of this site", () => barn.post("/horses", {}, { ...admin, Origin: "https://elsewhere.example" })],
];

test.each(REFUSED)("a refused request has one line: %s", async (message, send) => {
  const response = await send();
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await logged(1)).toMatchObject([
    {
      level: "warn",
      message,
      method: "POST",
      status: response.status,
      requestId: response.headers.get("X-Request-Id"),
    },
  ]);
});

test("a batch that skips a show, and a generation without a last run, say so", async () => {
  await barn.rows("update shows set billed = 1");
  await barn.rows(
    "update shows set billed = 0, date = '2026-01-05' where id in (select id from shows where id not in (select show_id from bill_items where show_id is not null) order by seq limit 2)",
  );
  await barn.rows(
    "update horses set deleted_at = 'now' where id = (select horse_id from shows where billed = 0 limit 1)",
  );
  const fields = hiddenFieldsOf(await (await barn.get("/shows/bill", admin)).text());
  barn.log.length = 0;
  expect((await barn.post("/shows/bill", fields, admin)).status).toBe(303);
  expect(await logged(1)).toMatchObject([
    { level: "info", message: "Missing horse or service data", writes: [{ action: "bill shows", outcome: "written" }] },
  ]);
});

test("each write has one line with its action, and a request that only reads has none", async () => {
  const entry = newEntry(await findChoices(barn));
  const [first, second] = [await barn.post("/?index", entry), await barn.post("/?index", entry)];
  expect([first.status, second.status]).toEqual([303, 303]);
  await barn.get("/horses", admin);
  await barn.get("/nowhere");
  const [line, ...others] = await logged(1);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: "info", message: "Saved", method: "POST", route: "/", status: 303 });
  expect(line?.writes).toEqual([{ action: "log service", outcome: "written" }]);
  expect(Object.keys(line ?? {}).sort()).toEqual(
    ["level", "message", "method", "ms", "requestId", "route", "status", "time", "writes"].sort(),
  );
});

test("an outage has one line for each request, and its page names the request", async () => {
  barn.proxy.make({ kind: "refuse" });
  const page = await barn.get(`/horses/${ids.horses}/edit`, admin);
  const data = await barn.get("/horses.data", admin);
  const post = await set("checkInDate", "2026-02-01");
  const id = page.headers.get("X-Request-Id") ?? "";
  expect(await page.text()).toContain(id);
  expect(await data.text()).toContain(data.headers.get("X-Request-Id"));
  const cause = { error: "DatabaseUnavailableError", fault: "unreachable" };
  expect(await logged(3)).toMatchObject([
    { level: "error", requestId: id, method: "GET", route: "/horses/:id/edit", status: 503, cause },
    { level: "error", route: "/horses", status: 503, cause },
    { level: "error", message: "Error updating check-in date", requestId: post.headers.get("X-Request-Id"), cause },
  ]);
});

test("an unexpected error has one line, and its page and its data name the request", async () => {
  for (const address of ["/horses", "/horses.data"]) {
    barn.proxy.make({ kind: "fail statement", request: 0, place: 1 });
    const response = await barn.get(address, admin);
    const [line] = await logged(1);
    barn.log.length = 0;
    const id = response.headers.get("X-Request-Id") ?? "";
    expect(line).toMatchObject({
      level: "error",
      message: "Request failed",
      requestId: id,
      route: "/horses",
      status: 500,
    });
    const text = await response.text();
    expect([address, text.includes(id), text.includes("Unexpected Server Error")]).toEqual([address, true, true]);
  }
});

test("the line of an error of the database has its code, and neither the statement nor its values", async () => {
  barn.proxy.make({ kind: "fail statement", request: 1, place: 4 });
  expect((await barn.post("/?index", newEntry(await findChoices(barn)))).status).toBe(500);
  const [line] = await logged(1);
  expect(line).toMatchObject({
    level: "error",
    message: "Request failed",
    status: 500,
    cause: { code: expect.any(String) },
  });
});

/** Makes the reads of the list of horses name a column that no table has. */
const nameNoColumn = () =>
  barn.proxy.make({
    kind: "replace statements",
    of: (sql) => /check_in_date/.test(sql),
    by: "select paddock from horses",
  });

test("on this machine the line has what the database said, without the statement", async () => {
  nameNoColumn();
  expect((await barn.get("/horses", admin)).status).toBe(500);
  const [line] = await logged(1);
  expect(line?.cause).toMatchObject({ message: expect.stringMatching(/no such column: paddock/) });
  expect(JSON.stringify(line)).not.toContain("select paddock");
});

test("the line of a deployed worker has the code of the database alone", async () => {
  nameNoColumn();
  const log: WorkerLog[] = [];
  const bindings = { ...DEPLOYED, DATABASE_URL: barn.proxy.url, DATABASE_AUTH_TOKEN: barn.authToken };
  const worker = await startWorker({ host: "127.0.0.1", port: 0, bindings, log: (line) => void log.push(line) });
  onTestFinished(() => worker.stop());
  const response = await worker.miniflare.dispatchFetch("https://barn.example/");
  expect(response.status).toBe(500);
  const text = () => log.map(({ message }) => message).join();
  await expect.poll(text).toContain('"code":"');
  expect(text()).not.toContain("paddock");
});

test("no line has a name, an address, a token, a query text or what was typed", async () => {
  const typed = "Zebedee Quux zq@example.com";
  await barn.get(`/horses/${encodeURIComponent(typed)}/edit?q=${encodeURIComponent(typed)}`, admin);
  await barn.post(
    "/customers/new",
    { idempotencyKey: "x", name: typed, emails: typed, phone: typed, "riders[0]": typed },
    admin,
  );
  await barn.post("/accounts/new", { idempotencyKey: crypto.randomUUID(), email: "zq@example.com" }, admin);
  await barn.post("/accounts", { intent: "delete", id: "zq@example.com" }, admin);
  for (const kind of ["refuse", "lose answer"] as const) {
    barn.proxy.make(kind === "refuse" ? { kind } : { kind, request: "write" });
    await barn.post(
      "/grooms/new",
      { idempotencyKey: crypto.randomUUID(), name: typed, weeklySalary: "1", location: "florida" },
      admin,
    );
  }
  barn.proxy.make({ kind: "fail statement", request: 1, place: 4 });
  await barn.post("/?index", newEntry(await findChoices(barn), { comments: typed }));
  const text = JSON.stringify(await logged(5));
  for (const secret of ["Zebedee", "zq@", ADMIN.email, ADMIN.name, barn.authToken, admin.Cookie.split("=")[1] ?? ""]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/\b(select|insert|update|delete from)\b.*\b(from|into|set|where)\b/i);
});
