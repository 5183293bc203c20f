import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  formatUsDate,
  formatWithWeekday,
  mondayOf,
  plusDays,
  todayInNewYork,
  weekNumber,
} from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import { lastScheduledMonday, scheduledPayroll } from "#app/domain/payroll.ts";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn, returnTo } from "#tests/support/barn.ts";
import { hiddenFieldsOf } from "#tests/support/forms.ts";
import { findChoices, newEntry } from "#tests/support/service-entry.ts";

let barn: Barn;
let admin: { Cookie: string };
const today = todayInNewYork(new Date());
const monday = mondayOf(today);
/** The time of this week's scheduled run. */
const scheduled = ["10", "11"].map((hour) => new Date(`${monday}T${hour}:00:00Z`)).find(scheduledPayroll) as Date;

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(() => barn.close());

// Before each test, this week is due.
beforeEach(async () => {
  await setLastRun(plusDays(monday, -7));
});

/** Sets the date of the last run, and deletes the runs and the weekly items since. */
async function setLastRun(date: string | null) {
  await barn.rows("delete from payroll where week is not null and week >= ?", [plusDays(monday, -21)]);
  await barn.rows("delete from payroll_runs where at >= ?", [plusDays(monday, -21)]);
  await barn.rows("delete from activity where action like '%payroll%'");
  await barn.rows("update settings set last_payroll = ?", [date ? `${date}T17:00:00.000Z` : ""]);
  if (date === null) await barn.rows("update settings set last_payroll = null");
}

const fire = (at = scheduled) => barn.fire(at);
const fireInVain = () => expect(fire()).rejects.toThrow("The schedule ended with exception");
const HOUR_MS = 3_600_000;

/** Computes in SQL which items are due: a line of groom id, week and salary for each. */
async function dueItems(weeks = [monday]): Promise<string[]> {
  const rows = await barn.rows(
    `select g.id || ' ' || w.value || ' ' || g.weekly_salary as line from grooms g, json_each(?) w
     where deleted_at is null and coalesce(start_date, '') <= date(w.value, '+6 days') and coalesce(end_date, '9999') >= w.value`,
    [JSON.stringify(weeks)],
  );
  return rows.map(({ line }) => String(line)).sort();
}

/** Returns the generated items, as lines of groom id, week and salary. */
async function generatedItems(): Promise<string[]> {
  const rows = await barn.rows(
    "select groom_id || ' ' || week || ' ' || value as line from payroll where week >= ? order by 1",
    [plusDays(monday, -14)],
  );
  return rows.map(({ line }) => String(line)).sort();
}

const runs = () =>
  barn.rows("select actor, item_count, total, failure from payroll_runs where at >= ?", [plusDays(monday, -6)]);

async function open() {
  const response = await barn.get("/payroll/generate", admin);
  expect(response.status).toBe(200);
  const page = await response.text();
  return { page, fields: hiddenFieldsOf(page) };
}
const confirm = (fields: Record<string, string>) => barn.post("/payroll/generate", fields, admin);

async function expectGeneratedOnce(weeks = [monday]) {
  const lines = await dueItems(weeks);
  expect(lines.length).toBeGreaterThan(10);
  expect(await generatedItems()).toEqual(lines);
  expect(
    await barn.rows(
      "select count(*) as n from payroll where week = ? and (date <> week or payment_date <> date(week, '+7 days') or item <> 'Weekly Salary' or paid)",
      [monday],
    ),
  ).toEqual([{ n: 0 }]);
}

const totalOf = (lines: string[]) => lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);

test("the dialog shows the due items, Confirm generates them once, and a notice says so", async () => {
  const lines = await dueItems();
  const { page, fields } = await open();
  expect(page).toContain(
    "This will generate payroll items for all active grooms since the last payroll date. Are you sure you want to",
  );
  expect(page).toContain(`${lines.length} grooms, 1 week that begins on ${formatUsDate(monday)}`);
  expect(page).toContain(formatDollars(totalOf(lines)));
  const responses = [await confirm(fields), await confirm(fields)];
  for (const response of responses) {
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/payroll?generated=${fields.idempotencyKey}`,
    ]);
  }
  await expectGeneratedOnce();
  expect(await runs()).toEqual([
    { actor: ADMIN.email, item_count: lines.length, total: totalOf(lines), failure: null },
  ]);
  const list = await (await barn.get(`/payroll?generated=${fields.idempotencyKey}`, admin)).text();
  expect(list).toContain(`Generated ${lines.length} items: ${formatDollars(totalOf(lines))}.`);
  expect(list.replaceAll("<!-- -->", "")).toContain(`Last payroll run: ${formatUsDate(today)}`);
  expect(list).toContain(`>${weekNumber(monday)}</td>`);
  // A second run in the same week has nothing to generate.
  const second = await open();
  expect(second.page).toContain("Payroll was run for this week already.");
  expect(second.page).not.toContain(">Confirm</button>");
  expect((await confirm(second.fields)).status).toBe(400);
});

test("one run generates the items of three missed weeks", async () => {
  await setLastRun(plusDays(monday, -21));
  const weeks = [plusDays(monday, -14), plusDays(monday, -7), monday];
  const { page, fields } = await open();
  expect(page).toContain(`3 weeks that begin from ${formatUsDate(weeks[0] ?? "")} to ${formatUsDate(monday)}`);
  expect((await confirm(fields)).status).toBe(303);
  await expectGeneratedOnce(weeks);
});

test("20 concurrent requests to confirm three dialogs generate each item once", async () => {
  const dialogs = [await open(), await open(), await open()];
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(dialogs[n % 3]?.fields ?? {})));
  expect(responses.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(6);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303, 409]));
  await expectGeneratedOnce();
});

test("a Confirm is refused if a salary changed since the dialog opened, and a second one uses the new salary", async () => {
  const [groom] = await barn.rows(
    "select id, weekly_salary from grooms where deleted_at is null and end_date is null order by seq limit 1",
  );
  const { fields } = await open();
  const id = String(groom?.id);
  await barn.rows("update grooms set weekly_salary = weekly_salary + 101, version = version + 1 where id = ?", [id]);
  const refused = await confirm(fields);
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain("Nothing was generated");
  expect(await generatedItems()).toEqual([]);
  expect((await confirm(hiddenFieldsOf(page))).status).toBe(303);
  await expectGeneratedOnce();
  expect(await generatedItems()).toContain(`${id} ${monday} ${Number(groom?.weekly_salary) + 101}`);
});

test("the dialog names grooms without an item for this week, and warns of a last run in the future", async () => {
  await fire();
  expect((await open()).page).not.toContain("Without an item");
  await barn.rows(
    "insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('late', 'Late Hire', 50000, 'florida', '', '')",
  );
  expect((await open()).page).toContain("Without an item for this week: Late Hire. Add theirs by hand.");
  await barn.rows("update grooms set deleted_at = '2026-01-01' where id = 'late'");
  await setLastRun(plusDays(monday, 14));
  expect((await open()).page).toContain("The last payroll run is dated in the future");
});

test("a weekly salary cannot be moved to a groom who already has one for the week", async () => {
  await fire();
  const [one, other] = await barn.rows("select id, groom_id from payroll where week = ? order by seq limit 2", [
    monday,
  ]);
  const path = `/payroll/${one?.id}/edit`;
  const form = hiddenFieldsOf(await (await barn.get(path, admin)).text());
  const fields = {
    ...form,
    groomId: String(other?.groom_id),
    item: "Weekly Salary",
    date: monday,
    paymentDate: "",
    value: "1",
  };
  const response = await barn.post(path, fields, admin);
  expect([response.status, (await response.text()).includes("has a weekly salary for that week already")]).toEqual([
    400,
    true,
  ]);
});

test("if the last run is unknown, the dialog asks for its date and then shows the due items", async () => {
  await setLastRun(null);
  const list = await (await barn.get("/payroll", admin)).text();
  expect(list).toContain("Last payroll date not found");
  const { page, fields } = await open();
  expect(page).toContain("Last payroll date not found");
  for (const date of ["", "2026-02-30", plusDays(today, 1), plusDays(today, -400), "tomorrow"]) {
    const response = await confirm({ ...fields, date });
    expect([date, response.status]).toEqual([date, 400]);
    expect(await response.text()).toContain(date ? `value="${/^\d/.test(date) ? date : date}"` : "Enter a date");
  }
  const date = plusDays(monday, -8);
  const responses = [await confirm({ ...fields, date }), await confirm({ ...fields, date })];
  expect(responses.map((response) => [response.status, response.headers.get("Location")])).toEqual(
    Array(2).fill([303, "/payroll/generate"]),
  );
  const next = await open();
  expect(next.page).toContain("2 weeks that begin on");
  // A date that is known is not changed.
  const late = await confirm({ idempotencyKey: crypto.randomUUID(), date: today });
  expect(late.status).toBe(303);
  expect(await barn.rows("select substr(last_payroll, 1, 10) as date from settings")).toEqual([{ date }]);
});

describe("the scheduled run", () => {
  test("generates the items once, is recorded, and is shown under the list", async () => {
    await fire();
    await expectGeneratedOnce();
    const lines = await dueItems();
    expect(await runs()).toEqual([
      { actor: "schedule", item_count: lines.length, total: totalOf(lines), failure: null },
    ]);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).toContain(`made ${lines.length} items on ${formatWithWeekday(today)} by schedule`);
    expect(await barn.rows("select actor from activity where action = 'generate payroll'")).toEqual([
      { actor: "schedule" },
    ]);
  });

  test("does nothing at another cron trigger of the day, and every admin page says that payroll was not made", async () => {
    await setLastRun(plusDays(monday, -14));
    await fire(new Date(scheduled.getTime() + 2 * HOUR_MS));
    await fire(new Date(scheduled.getTime() - HOUR_MS));
    expect([await generatedItems(), await runs()]).toEqual([[], []]);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).toContain(`Not made by schedule on ${formatWithWeekday(lastScheduledMonday(new Date()))}`);
    const warning = `Payroll was not made on ${formatWithWeekday(lastScheduledMonday(new Date()))}.`;
    for (const path of ["/", "/horses", "/billing/exports"]) {
      expect(await (await barn.get(path, admin)).text()).toContain(warning);
      expect(await (await barn.get(path)).text()).not.toContain("Payroll was not made");
    }
    await fire();
    expect(await (await barn.get("/horses", admin)).text()).not.toContain("Payroll was not made");
  });

  test("is made up for by the next trigger if it failed, and only then", async () => {
    await setLastRun(plusDays(monday, -7));
    barn.proxy.make({ kind: "fail statement", request: 1, place: 6 });
    await fireInVain();
    barn.proxy.make({ kind: "none" });
    const later = new Date(scheduled.getTime() + HOUR_MS);
    await fire(later);
    await expectGeneratedOnce();
    await barn.rows("update payroll set deleted_at = 'now' where week is not null");
    await fire(later);
    expect((await runs()).filter(({ failure }) => failure === null)).toHaveLength(1);
  });

  test("makes one run if the trigger fires 50 times concurrently", async () => {
    await Promise.all(Array.from({ length: 50 }, () => fire()));
    await expectGeneratedOnce();
    expect(await runs()).toHaveLength(1);
  });

  test("runs although forms were sent with the ids that it used before, and with its id of today", async () => {
    const choices = await findChoices(barn);
    const time = scheduled.getTime().toString(16).padStart(12, "0");
    for (const id of [`aaaaaaaa-0000-4000-8000-${time}`, `ffffffff-0000-4000-8000-${time}`]) {
      expect((await barn.post("/?index", newEntry(choices, { id }))).status).toBe(303);
    }
    const own = `schedule run ${scheduled.toISOString()}`;
    expect((await barn.post("/?index", newEntry(choices, { id: own }))).status).toBe(400);
    const { fields } = await open();
    expect((await confirm({ ...fields, idempotencyKey: own })).status).toBe(400);
    await fire();
    await expectGeneratedOnce();
    expect(await runs()).toEqual([expect.objectContaining({ failure: null })]);
  });

  test("and the button at the same moment generate one item for each groom", async () => {
    const { fields } = await open();
    const [response] = await Promise.all([confirm(fields), fire(), confirm(fields), fire(), fire()]);
    expect([303, 409]).toContain(response.status);
    await expectGeneratedOnce();
  });

  test("generates nothing if the button runs payroll between its read and its write", async () => {
    const { fields } = await open();
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => confirm(fields) });
    await fire();
    barn.proxy.make({ kind: "none" });
    await expectGeneratedOnce();
    expect((await runs()).map(({ item_count }) => item_count)).toContain(0);
  });

  test("records no failure after it succeeded, and the list hides a failure after a later run", async () => {
    await fire();
    barn.proxy.make({ kind: "fail statement", request: 0, place: 1 });
    await fireInVain();
    barn.proxy.make({ kind: "none" });
    expect((await runs()).map(({ failure }) => failure)).toEqual([null]);
    await setLastRun(null);
    await fireInVain();
    await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    barn.proxy.make({ kind: "fail statement", request: 1, place: 6 });
    await fireInVain();
    barn.proxy.make({ kind: "none" });
    expect(await runs()).toHaveLength(1);
    expect((await confirm((await open()).fields)).status).toBe(303);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).not.toContain("by schedule");
  });

  test("records a failure once, and the list shows it", async () => {
    await setLastRun(null);
    for (let times = 0; times < 3; times += 1) await fireInVain();
    expect(await runs()).toEqual([
      { actor: "schedule", item_count: 0, total: 0, failure: "Last payroll date not found" },
    ]);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).toContain(`made nothing on ${formatWithWeekday(today)} by schedule: Last payroll date not found`);
    expect(await generatedItems()).toEqual([]);
  });

  test("generates nothing and records the failure if any statement fails, and the next run succeeds", async () => {
    await fire();
    const steps = barn.proxy.requests.at(-1)?.slice(0, -1) ?? [];
    expect(steps.at(-1)).toBe("COMMIT");
    for (const place of steps.keys()) {
      await setLastRun(plusDays(monday, -7));
      barn.proxy.make({ kind: "fail statement", request: 1, place });
      await fireInVain();
      barn.proxy.make({ kind: "none" });
      expect([place, await generatedItems()]).toEqual([place, []]);
      expect((await runs()).map(({ failure }) => failure)).toEqual(["Something went wrong; press Add Payroll Items."]);
      await fire();
      await expectGeneratedOnce();
    }
  });

  test.each(["sqld", "workerd"] as const)(
    "is completed once by the next run if %s is killed during it",
    async (server) => {
      for (const wait of [0, 15]) {
        await setLastRun(plusDays(monday, -7));
        const fired = fire().catch(() => {});
        await sleep(wait);
        await barn.kill(server);
        await fired;
        const lines = await generatedItems();
        expect([0, (await dueItems()).length]).toContain(lines.length);
        await fire();
        await expectGeneratedOnce();
      }
    },
  );
});

describe("'Mark Date Paid'", () => {
  const DATE = "2031-05-05";
  async function items(): Promise<string[]> {
    const [groom] = await barn.rows("select id from grooms where deleted_at is null limit 1");
    await barn.rows("delete from payroll where date = ?", [DATE]);
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
    for (const [n, id] of ids.entries()) {
      await barn.rows(
        "insert into payroll (id, groom_id, item, date, value, paid, created_at, updated_at, deleted_at) values (?, ?, 'Walk', ?, 100, ?, '', '', iif(? = 4, '2026', null))",
        [id, String(groom?.id), DATE, n === 3 ? 1 : 0, n],
      );
    }
    return ids;
  }
  const paid = async () =>
    (await barn.rows("select paid from payroll where date = ? order by seq", [DATE])).map((row) => row.paid);
  const post = (fields: Record<string, string>, path = "/payroll") => barn.post(path, fields, admin);

  test("marks the unpaid items of the date and shows their number, and Undo unmarks exactly these", async () => {
    const [id = ""] = await items();
    const idempotencyKey = crypto.randomUUID();
    for (let times = 0; times < 2; times += 1) {
      const response = await post(
        { intent: "mark", id, idempotencyKey, value: `${DATE} true` },
        "/payroll?view=all&marked=old",
      );
      expect([response.status, response.headers.get("Location")]).toEqual([
        303,
        `/payroll?view=all&marked=${idempotencyKey}`,
      ]);
    }
    expect(await paid()).toEqual([1, 1, 1, 1, 0]);
    const page = await (await barn.get(`/payroll?marked=${idempotencyKey}`, admin)).text();
    expect(page).toContain("Marked 3 items of 05/05/2031 paid.");
    const undo = await post({ intent: "unmark", id, idempotencyKey }, `/payroll?marked=${idempotencyKey}`);
    expect([undo.status, undo.headers.get("Location")]).toEqual([303, "/payroll"]);
    expect(await paid()).toEqual([0, 0, 0, 1, 0]);
    const actions = await barn.rows(
      "select action, actor from activity where action like '%mark date' order by rowid desc limit 2",
    );
    expect(actions).toEqual([
      { action: "undo mark date", actor: ADMIN.email },
      { action: "mark date", actor: ADMIN.email },
    ]);
  });

  test("can mark items as unpaid, and Undo skips items that were changed since", async () => {
    const [, , id = "", first = ""] = await items();
    await barn.rows("update payroll set paid = 1 where date = ?", [DATE]);
    const idempotencyKey = crypto.randomUUID();
    expect((await post({ intent: "mark", id, idempotencyKey, value: `${DATE} false` })).status).toBe(303);
    expect(await paid()).toEqual([0, 0, 0, 0, 1]);
    await post({ intent: "set", id: first, field: "paid", value: "true" });
    expect((await post({ intent: "unmark", id, idempotencyKey })).status).toBe(303);
    expect(await paid()).toEqual([1, 1, 1, 1, 1]);
  });

  test("is refused if another admin pays an item between its read and its write, and neither counts nor undoes that item", async () => {
    const [id = "", other = ""] = await items();
    const idempotencyKey = crypto.randomUUID();
    const act = () => post({ intent: "set", id: other, field: "paid", value: "true" });
    barn.proxy.make({ kind: "meanwhile", request: 1, act });
    const refused = await post({ intent: "mark", id, idempotencyKey, value: `${DATE} true` });
    barn.proxy.make({ kind: "none" });
    expect(refused.status).toBe(409);
    expect(await paid()).toEqual([0, 1, 0, 1, 0]);
    expect((await post({ intent: "mark", id, idempotencyKey, value: `${DATE} true` })).status).toBe(303);
    expect(await (await barn.get(`/payroll?marked=${idempotencyKey}`, admin)).text()).toContain(
      "Marked 2 items of 05/05/2031 paid.",
    );
    await post({ intent: "unmark", id, idempotencyKey });
    expect(await paid()).toEqual([0, 1, 0, 1, 0]);
  });

  test("can be undone once, and its notice is then hidden", async () => {
    const [id = ""] = await items();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const mark = (idempotencyKey: string) => post({ intent: "mark", id, idempotencyKey, value: `${DATE} true` });
    await mark(first);
    await post({ intent: "unmark", id, idempotencyKey: first });
    const page = await (await barn.get(`/payroll?marked=${first}`, admin)).text();
    expect(page).not.toContain("Marked 3 items");
    const repeated = await mark(first);
    expect([repeated.status, (await repeated.text()).includes("This was undone.")]).toEqual([400, true]);
    expect(await paid()).toEqual([0, 0, 0, 1, 0]);
    await mark(second);
    expect((await post({ intent: "unmark", id, idempotencyKey: first })).status).toBe(303);
    expect(await paid()).toEqual([1, 1, 1, 1, 0]);
  });

  test("refuses more than 5,000 items", async () => {
    const [id = ""] = await items();
    await barn.rows(
      `insert into payroll (id, groom_id, item, date, value, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
       select 'walk-' || i, (select id from grooms limit 1), 'Walk', ?, 100, '', '' from n`,
      [DATE],
    );
    const response = await post({ intent: "mark", id, idempotencyKey: crypto.randomUUID(), value: `${DATE} true` });
    expect([response.status, (await response.text()).includes("more than 5,000 items")]).toEqual([400, true]);
    expect(await barn.rows("select sum(paid) as n from payroll where date = ?", [DATE])).toEqual([{ n: 1 }]);
    await barn.rows("delete from payroll where id like 'walk-%'");
  });

  test("refuses invalid fields with a message, and writes nothing", async () => {
    const [id = ""] = await items();
    const before = await barn.lastCommit();
    const idempotencyKey = crypto.randomUUID();
    const invalid: [status: number, fields: Record<string, string>][] = [
      [400, { intent: "mark", id, idempotencyKey, value: `${DATE} perhaps` }],
      [400, { intent: "mark", id, idempotencyKey: "x", value: `${DATE} true` }],
      [404, { intent: "mark", id: "no-such", idempotencyKey, value: `${DATE} true` }],
      [400, { intent: "unmark", id, idempotencyKey }],
      [400, { intent: "mark", id, idempotencyKey, value: "true", field: "x", value2: "" }],
    ];
    for (const [status, fields] of invalid) expect([fields, (await post(fields)).status]).toEqual([fields, status]);
    const moved = await post({ intent: "mark", id, idempotencyKey, value: "2031-05-06 true" });
    expect([moved.status, (await moved.text()).includes("This item has another date by now.")]).toEqual([400, true]);
    expect(await barn.lastCommit()).toBe(before);
    await barn.rows("update payroll set paid = 1 where date = ?", [DATE]);
    const allPaid = await barn.lastCommit();
    const response = await post({ intent: "mark", id, idempotencyKey, value: `${DATE} true` });
    expect([response.status, (await response.text()).includes("All items of this date are paid already")]).toEqual([
      400,
      true,
    ]);
    expect(await barn.lastCommit()).toBe(allPaid);
    await barn.rows(
      "update payroll set paid = iif(seq = (select max(seq) - 1 from payroll where date = ?), 1, 0) where date = ?",
      [DATE, DATE],
    );
  });
});

test("a visitor and a non-admin can neither see nor generate payroll", async () => {
  const { fields } = await open();
  const strangers = [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }];
  const before = await barn.lastCommit();
  for (const headers of strangers) {
    for (const path of ["/payroll", "/payroll/generate", "/payroll/new"]) {
      const page = await barn.get(path, headers);
      expect([path, page.status, page.headers.get("Location"), await page.text()]).toEqual([
        path,
        302,
        returnTo(path),
        "",
      ]);
      expect((await barn.get(`${path}.data`, headers)).status).toBe(403);
    }
    expect((await barn.post("/payroll/generate", fields, headers)).status).toBe(403);
    expect(
      (await barn.post("/payroll/generate", { idempotencyKey: fields.idempotencyKey ?? "", date: today }, headers))
        .status,
    ).toBe(403);
    expect(
      (
        await barn.post(
          "/payroll",
          { intent: "mark", id: "x", idempotencyKey: fields.idempotencyKey ?? "", value: `${today} true` },
          headers,
        )
      ).status,
    ).toBe(403);
  }
  expect(await barn.lastCommit()).toBe(before);
});

test("each page sends one request to the database, and each write two", async () => {
  const requests = async (act: () => Promise<unknown>) => {
    const before = barn.proxy.requests.length;
    await act();
    return barn.proxy.requests.length - before;
  };
  const [item] = await barn.rows("select id, date from payroll where deleted_at is null and paid limit 1");
  for (const path of [
    "/payroll?view=all&marked=x&deleted=x",
    "/payroll/generate",
    "/payroll/new",
    `/payroll/${item?.id}/edit`,
  ]) {
    expect([path, await requests(async () => (await barn.get(path, admin)).text())]).toEqual([path, 1]);
  }
  const { fields } = await open();
  expect(await requests(() => confirm(fields))).toBe(2);
  const mark = {
    intent: "mark",
    id: String(item?.id),
    idempotencyKey: crypto.randomUUID(),
    value: `${item?.date} false`,
  };
  expect(await requests(() => barn.post("/payroll", mark, admin))).toBe(2);
  expect(await requests(() => fire())).toBe(2);
});

// Comes last, because a slow machine could not delete its items before the next test times out.
test("a run generates a year of items for a thousand grooms", async () => {
  await setLastRun(plusDays(monday, -52 * 7));
  await barn.rows(`insert into grooms (id, name, weekly_salary, location, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) select 'many-' || i, 'Many ' || i, 70000 + i, 'florida', '', '' from n`);
  const { fields } = await open();
  // On a busy machine the response may time out. A repeated Confirm is safe.
  await expect.poll(async () => (await confirm(fields)).status, { timeout: 30_000 }).toBe(303);
  expect(
    await barn.rows("select count(*) as n, count(distinct week) as weeks from payroll where groom_id like 'many-%'"),
  ).toEqual([{ n: 52_000, weeks: 52 }]);
}, 60_000);
