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
import { isPayrollTime, lastScheduledMonday } from "#app/domain/payroll.ts";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn } from "#tests/support/barn.ts";
import { carried } from "#tests/support/forms.ts";

let barn: Barn;
let admin: { Cookie: string };
const today = todayInNewYork(new Date());
const monday = mondayOf(today);
/** The instant at which the schedule names this week's run. */
const scheduled = ["10", "11"].map((hour) => new Date(`${monday}T${hour}:00:00Z`)).find(isPayrollTime) as Date;

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(() => barn.close());

/** As if this week's run were still to come: some weeks are due. */
beforeEach(async () => {
  await lastRun(plusDays(monday, -7));
});

async function lastRun(date: string | null) {
  await barn.rows("delete from payroll where week is not null and week >= ?", [plusDays(monday, -21)]);
  await barn.rows("delete from payroll_runs where at >= ?", [plusDays(monday, -21)]);
  await barn.rows("delete from activity where action like '%payroll%'");
  await barn.rows("update settings set last_payroll = ?", [date ? `${date}T17:00:00.000Z` : ""]);
  if (date === null) await barn.rows("update settings set last_payroll = null");
}

const fire = (at = scheduled) => barn.fire(at);

/** What this week comes to, made from the grooms in another way: the id of each who works in it, and the salary. */
async function expected(weeks = [monday]): Promise<string[]> {
  const rows = await barn.rows(
    `select g.id || ' ' || w.value || ' ' || g.weekly_salary as line from grooms g, json_each(?) w
     where deleted_at is null and coalesce(start_date, '') <= date(w.value, '+6 days') and coalesce(end_date, '9999') >= w.value`,
    [JSON.stringify(weeks)],
  );
  return rows.map(({ line }) => String(line)).sort();
}

async function made(): Promise<string[]> {
  const rows = await barn.rows(
    "select groom_id || ' ' || week || ' ' || value as line from payroll where week >= ? order by 1",
    [plusDays(monday, -14)],
  );
  return rows.map(({ line }) => String(line)).sort();
}

const runs = () =>
  barn.rows("select actor, item_count, total, failure from payroll_runs where at >= ?", [plusDays(monday, -6)]);

async function open() {
  const answer = await barn.get("/payroll/generate", admin);
  expect(answer.status).toBe(200);
  const page = await answer.text();
  return { page, fields: carried(page) };
}
const confirm = (fields: Record<string, string>) => barn.post("/payroll/generate", fields, admin);

async function expectMadeOnce(weeks = [monday]) {
  const lines = await expected(weeks);
  expect(lines.length).toBeGreaterThan(10);
  expect(await made()).toEqual(lines);
  expect(
    await barn.rows(
      "select count(*) as n from payroll where week = ? and (date <> week or payment_date <> date(week, '+7 days') or item <> 'Weekly Salary' or paid)",
      [monday],
    ),
  ).toEqual([{ n: 0 }]);
}

const totalOf = (lines: string[]) => lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);

test("the dialog says what it will make, Confirm makes it once, and the list says so", async () => {
  const lines = await expected();
  const { page, fields } = await open();
  expect(page).toContain(
    "This will generate payroll items for all active grooms since the last payroll date. Are you sure you want to",
  );
  expect(page).toContain(`${lines.length} grooms, 1 week that begins on ${formatUsDate(monday)}`);
  expect(page).toContain(formatDollars(totalOf(lines)));
  const answers = [await confirm(fields), await confirm(fields)];
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `/payroll?generated=${fields.idempotencyKey}`,
    ]);
  }
  await expectMadeOnce();
  expect(await runs()).toEqual([
    { actor: ADMIN.email, item_count: lines.length, total: totalOf(lines), failure: null },
  ]);
  const list = await (await barn.get(`/payroll?generated=${fields.idempotencyKey}`, admin)).text();
  expect(list).toContain(`Generated ${lines.length} items: ${formatDollars(totalOf(lines))}.`);
  expect(list.replaceAll("<!-- -->", "")).toContain(`Last payroll run: ${formatUsDate(today)}`);
  expect(list).toContain(`>${weekNumber(monday)}</td>`);
  // A second run in the week finds nothing to make.
  const again = await open();
  expect(again.page).toContain("Payroll was run for this week already.");
  expect(again.page).not.toContain(">Confirm</button>");
  expect((await confirm(again.fields)).status).toBe(400);
});

test("three missed weeks are made up for at once", async () => {
  await lastRun(plusDays(monday, -21));
  const weeks = [plusDays(monday, -14), plusDays(monday, -7), monday];
  const { page, fields } = await open();
  expect(page).toContain(`3 weeks that begin from ${formatUsDate(weeks[0] ?? "")} to ${formatUsDate(monday)}`);
  expect((await confirm(fields)).status).toBe(303);
  await expectMadeOnce(weeks);
});

test("Confirm 20 times at once, of one dialog and of others, makes each item once", async () => {
  const dialogs = [await open(), await open(), await open()];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(dialogs[n % 3]?.fields ?? {})));
  expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(6);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]));
  await expectMadeOnce();
});

test("a groom whose salary was changed since the dialog opened is looked at again", async () => {
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
  expect(await made()).toEqual([]);
  expect((await confirm(carried(page))).status).toBe(303);
  await expectMadeOnce();
  expect(await made()).toContain(`${id} ${monday} ${Number(groom?.weekly_salary) + 101}`);
});

test("who came after the week's payroll was made is named, and so is a last run in the future", async () => {
  await fire();
  expect((await open()).page).not.toContain("Without an item");
  await barn.rows(
    "insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('late', 'Late Hire', 50000, 'florida', '', '')",
  );
  expect((await open()).page).toContain("Without an item for this week: Late Hire. Add theirs by hand.");
  await barn.rows("update grooms set deleted_at = '2026-01-01' where id = 'late'");
  await lastRun(plusDays(monday, 14));
  expect((await open()).page).toContain("The last payroll run is dated in the future");
});

test("a salary is not moved to a groom who has one for the week", async () => {
  await fire();
  const [one, other] = await barn.rows("select id, groom_id from payroll where week = ? order by seq limit 2", [
    monday,
  ]);
  const path = `/payroll/${one?.id}/edit`;
  const form = carried(await (await barn.get(path, admin)).text());
  const fields = {
    ...form,
    groomId: String(other?.groom_id),
    item: "Weekly Salary",
    date: monday,
    paymentDate: "",
    value: "1",
  };
  const answer = await barn.post(path, fields, admin);
  expect([answer.status, (await answer.text()).includes("has a weekly salary for that week already")]).toEqual([
    400,
    true,
  ]);
});

test("where nobody knows when payroll was last run, the dialog asks, and then shows what is due", async () => {
  await lastRun(null);
  const list = await (await barn.get("/payroll", admin)).text();
  expect(list).toContain("Last payroll date not found");
  const { page, fields } = await open();
  expect(page).toContain("Last payroll date not found");
  for (const date of ["", "2026-02-30", plusDays(today, 1), plusDays(today, -400), "tomorrow"]) {
    const answer = await confirm({ ...fields, date });
    expect([date, answer.status]).toEqual([date, 400]);
    expect(await answer.text()).toContain(date ? `value="${/^\d/.test(date) ? date : date}"` : "Enter a date");
  }
  const date = plusDays(monday, -8);
  const answers = [await confirm({ ...fields, date }), await confirm({ ...fields, date })];
  expect(answers.map((answer) => [answer.status, answer.headers.get("Location")])).toEqual(
    Array(2).fill([303, "/payroll/generate"]),
  );
  const next = await open();
  expect(next.page).toContain("2 weeks that begin on");
  // Known now, it is not set again.
  const late = await confirm({ idempotencyKey: crypto.randomUUID(), date: today });
  expect(late.status).toBe(303);
  expect(await barn.rows("select substr(last_payroll, 1, 10) as date from settings")).toEqual([{ date }]);
});

describe("by schedule", () => {
  test("the run is made once, recorded, and told under the list", async () => {
    await fire();
    await expectMadeOnce();
    const lines = await expected();
    expect(await runs()).toEqual([
      { actor: "schedule", item_count: lines.length, total: totalOf(lines), failure: null },
    ]);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).toContain(`made ${lines.length} items on ${formatWithWeekday(today)} by schedule`);
    expect(await barn.rows("select actor from activity where action = 'generate payroll'")).toEqual([
      { actor: "schedule" },
    ]);
  });

  test("at the other hour of the two it does nothing", async () => {
    await lastRun(plusDays(monday, -14));
    await fire(new Date(scheduled.getTime() + 3_600_000));
    await fire(new Date(scheduled.getTime() - 3_600_000));
    expect([await made(), await runs()]).toEqual([[], []]);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).toContain(`Not made by schedule on ${formatWithWeekday(lastScheduledMonday(new Date()))}`);
  });

  test("fired 50 times at once it makes one run", async () => {
    await Promise.all(Array.from({ length: 50 }, () => fire()));
    await expectMadeOnce();
    expect(await runs()).toHaveLength(1);
  });

  test("and the button at the same moment, they make one item for each groom", async () => {
    const { fields } = await open();
    const [answer] = await Promise.all([confirm(fields), fire(), confirm(fields), fire(), fire()]);
    expect([303, 409]).toContain(answer.status);
    await expectMadeOnce();
  });

  test("the button between its reading and its writing takes its place", async () => {
    const { fields } = await open();
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => confirm(fields) });
    await fire();
    barn.proxy.make({ kind: "none" });
    await expectMadeOnce();
    expect((await runs()).map(({ item_count }) => item_count)).toContain(0);
  });

  test("a failure after the run was made is none, and one that was made up for is told no more", async () => {
    await fire();
    barn.proxy.make({ kind: "fail statement", request: 0, place: 1 });
    await fire();
    barn.proxy.make({ kind: "none" });
    expect((await runs()).map(({ failure }) => failure)).toEqual([null]);
    await lastRun(null);
    await fire();
    await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    barn.proxy.make({ kind: "fail statement", request: 1, place: 6 });
    await fire();
    barn.proxy.make({ kind: "none" });
    expect(await runs()).toHaveLength(1);
    expect((await confirm((await open()).fields)).status).toBe(303);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).not.toContain("by schedule");
  });

  test("what it cannot do is recorded once and told", async () => {
    await lastRun(null);
    for (let times = 0; times < 3; times += 1) await fire();
    expect(await runs()).toEqual([
      { actor: "schedule", item_count: 0, total: 0, failure: "Last payroll date not found" },
    ]);
    const list = await (await barn.get("/payroll", admin)).text();
    expect(list).toContain(`made nothing on ${formatWithWeekday(today)} by schedule: Last payroll date not found`);
    expect(await made()).toEqual([]);
  });

  test("whichever statement fails, nothing is made and the failure is told; the next time it is made", async () => {
    await fire();
    const steps = barn.proxy.requests.at(-1)?.slice(0, -1) ?? [];
    expect(steps.at(-1)).toBe("COMMIT");
    for (const place of steps.keys()) {
      await lastRun(plusDays(monday, -7));
      barn.proxy.make({ kind: "fail statement", request: 1, place });
      await fire();
      barn.proxy.make({ kind: "none" });
      expect([place, await made()]).toEqual([place, []]);
      expect((await runs()).map(({ failure }) => failure)).toEqual(["Something went wrong; press Add Payroll Items."]);
      await fire();
      await expectMadeOnce();
    }
  });

  test.each(["sqld", "workerd"] as const)(
    "killed with %s in the middle, it is made once by the next",
    async (server) => {
      for (const wait of [0, 15]) {
        await lastRun(plusDays(monday, -7));
        const fired = fire().catch(() => {});
        await sleep(wait);
        await barn.kill(server);
        await fired;
        const lines = await made();
        expect([0, (await expected()).length]).toContain(lines.length);
        await fire();
        await expectMadeOnce();
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

  test("marks all items of the date that are not paid, tells how many, and takes exactly those back", async () => {
    const [id = ""] = await items();
    const idempotencyKey = crypto.randomUUID();
    for (let times = 0; times < 2; times += 1) {
      const answer = await post(
        { intent: "mark", id, idempotencyKey, value: `${DATE} true` },
        "/payroll?view=all&marked=old",
      );
      expect([answer.status, answer.headers.get("Location")]).toEqual([
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

  test("the other way round it marks unpaid, and Undo leaves alone what was changed since", async () => {
    const [, , id = "", first = ""] = await items();
    await barn.rows("update payroll set paid = 1 where date = ?", [DATE]);
    const idempotencyKey = crypto.randomUUID();
    expect((await post({ intent: "mark", id, idempotencyKey, value: `${DATE} false` })).status).toBe(303);
    expect(await paid()).toEqual([0, 0, 0, 0, 1]);
    await post({ intent: "set", id: first, field: "paid", value: "true" });
    expect((await post({ intent: "unmark", id, idempotencyKey })).status).toBe(303);
    expect(await paid()).toEqual([1, 1, 1, 1, 1]);
  });

  test("what somebody pays between its reading and its writing is neither counted nor taken back", async () => {
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

  test("Undo is done once, and what was undone is not told again", async () => {
    const [id = ""] = await items();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const mark = (idempotencyKey: string) => post({ intent: "mark", id, idempotencyKey, value: `${DATE} true` });
    await mark(first);
    await post({ intent: "unmark", id, idempotencyKey: first });
    const page = await (await barn.get(`/payroll?marked=${first}`, admin)).text();
    expect(page).not.toContain("Marked 3 items");
    const again = await mark(first);
    expect([again.status, (await again.text()).includes("This was undone.")]).toEqual([400, true]);
    expect(await paid()).toEqual([0, 0, 0, 1, 0]);
    await mark(second);
    expect((await post({ intent: "unmark", id, idempotencyKey: first })).status).toBe(303);
    expect(await paid()).toEqual([1, 1, 1, 1, 0]);
  });

  test("more than can be marked at once are told, and not marked", async () => {
    const [id = ""] = await items();
    await barn.rows(
      `insert into payroll (id, groom_id, item, date, value, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
       select 'walk-' || i, (select id from grooms limit 1), 'Walk', ?, 100, '', '' from n`,
      [DATE],
    );
    const answer = await post({ intent: "mark", id, idempotencyKey: crypto.randomUUID(), value: `${DATE} true` });
    expect([answer.status, (await answer.text()).includes("more than 5,000 items")]).toEqual([400, true]);
    expect(await barn.rows("select sum(paid) as n from payroll where date = ?", [DATE])).toEqual([{ n: 1 }]);
    await barn.rows("delete from payroll where id like 'walk-%'");
  });

  test("what makes no sense is refused with a message, and writes nothing", async () => {
    const [id = ""] = await items();
    const before = await barn.everything();
    const idempotencyKey = crypto.randomUUID();
    const wrong: [status: number, fields: Record<string, string>][] = [
      [400, { intent: "mark", id, idempotencyKey, value: `${DATE} perhaps` }],
      [400, { intent: "mark", id, idempotencyKey: "x", value: `${DATE} true` }],
      [404, { intent: "mark", id: "no-such", idempotencyKey, value: `${DATE} true` }],
      [400, { intent: "unmark", id, idempotencyKey }],
      [400, { intent: "mark", id, idempotencyKey, value: "true", field: "x", value2: "" }],
    ];
    for (const [status, fields] of wrong) expect([fields, (await post(fields)).status]).toEqual([fields, status]);
    const moved = await post({ intent: "mark", id, idempotencyKey, value: "2031-05-06 true" });
    expect([moved.status, (await moved.text()).includes("This item has another date by now.")]).toEqual([400, true]);
    await barn.rows("update payroll set paid = 1 where date = ?", [DATE]);
    const answer = await post({ intent: "mark", id, idempotencyKey, value: `${DATE} true` });
    expect([answer.status, (await answer.text()).includes("All items of this date are paid already")]).toEqual([
      400,
      true,
    ]);
    await barn.rows(
      "update payroll set paid = iif(seq = (select max(seq) - 1 from payroll where date = ?), 1, 0) where date = ?",
      [DATE, DATE],
    );
    expect(await barn.everything()).toBe(before);
  });
});

test("who is no admin neither sees payroll nor makes it", async () => {
  const { fields } = await open();
  const before = await barn.everything();
  for (const headers of [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }]) {
    for (const path of ["/payroll", "/payroll/generate", "/payroll/new"]) {
      const page = await barn.get(path, headers);
      expect([path, page.status, page.headers.get("Location"), await page.text()]).toEqual([path, 302, "/", ""]);
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
  expect(await barn.everything()).toBe(before);
});

test("each page asks the database once, and each write twice", async () => {
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

// Last, since it leaves much behind: a slow machine would not have taken it away in time for the next.
test("a year for a thousand grooms is generated", async () => {
  await lastRun(plusDays(monday, -52 * 7));
  await barn.rows(`insert into grooms (id, name, weekly_salary, location, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) select 'many-' || i, 'Many ' || i, 70000 + i, 'florida', '', '' from n`);
  const { fields } = await open();
  // On a busy machine the answer may come too late; to press again is safe.
  await expect.poll(async () => (await confirm(fields)).status, { timeout: 30_000 }).toBe(303);
  expect(
    await barn.rows("select count(*) as n, count(distinct week) as weeks from payroll where groom_id like 'many-%'"),
  ).toEqual([{ n: 52_000, weeks: 52 }]);
}, 60_000);
