import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  formatUsDate,
  formatWithWeekday,
  mondayOf,
  plusDays,
  todayInNewYork,
  weekNumber,
} from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { describeWeeks, scheduledPayroll } from "#app/domain/payroll/payroll.ts";
import { textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, NOT_AN_ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";
import { findChoices, newEntry } from "#tests/support/browser/service-entry.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

const { barn, admin } = startBarn();
const today = todayInNewYork(new Date());
const monday = mondayOf(today);
/** The time of this week's scheduled run. */
const scheduled = ["10", "11"].map((hour) => new Date(`${monday}T${hour}:00:00Z`)).find(scheduledPayroll) as Date;

beforeAll(async () => {
  await barn.rows("create table demo_payroll as select * from payroll where week is not null");
});

// Before each test, this week is due.
beforeEach(async () => {
  await setLastRun(plusDays(monday, -7));
});

/** The columns of a payroll item but its number, which the database gives, and its run, which is deleted. */
const COLUMNS =
  "id, groom_id, item, date, payment_date, value, paid, week, bill_item_id, version, created_at, updated_at, deleted_at";

/** Sets the date of the last run, and deletes the runs and the weekly items since. The items of the weeks before are as in the demo. */
async function setLastRun(date: string | null) {
  const [unchanged] = await barn.rows(
    `select 1 from settings where last_payroll = ? and not exists (select 1 from payroll_runs where at >= ?)
     and (select count(*) from payroll where week is not null) = (select count(*) from demo_payroll where week <= ?)`,
    [`${date}T17:00:00.000Z`, plusDays(monday, -21), date ?? ""],
  );
  if (unchanged) return;
  await barn.rows("delete from payroll where week is not null and week >= ?", [plusDays(monday, -21)]);
  await barn.rows(
    `insert into payroll (${COLUMNS}) select ${COLUMNS} from demo_payroll where week >= ? and week <= ?`,
    [plusDays(monday, -21), date ?? plusDays(monday, -14)],
  );
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
    "select groom_id || ' ' || week || ' ' || value as line from payroll where week >= ? and id not in (select id from demo_payroll) order by 1",
    [plusDays(monday, -14)],
  );
  return rows.map(({ line }) => String(line)).sort();
}

const runs = () =>
  barn.rows("select actor, item_count, total, failure from payroll_runs where at >= ?", [plusDays(monday, -6)]);

/** All hidden fields of a part of a page. */
const allHiddenFieldsOf = (part: string): Record<string, string> =>
  Object.fromEntries(
    [...part.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

async function open() {
  const response = await barn.get("/payroll/generate", admin);
  expect(response.status).toBe(200);
  const page = await response.text();
  return { page, fields: hiddenFieldsOf(page) };
}
const confirm = (fields: Record<string, string>) => barn.post("/payroll/generate", fields, admin);
const saveLastRun = (fields: Record<string, string>) => barn.post("/payroll/last-run", fields, admin);

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
  expect(page).toContain(`Week of ${formatUsDate(monday)}, ${lines.length} grooms`);
  expect(page).toContain(formatDollars(totalOf(lines)));
  const responses = [await confirm(fields), await confirm(fields)];
  for (const response of responses) {
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/payroll?done=${fields.idempotencyKey}`,
    ]);
  }
  await expectGeneratedOnce();
  expect(await runs()).toEqual([
    { actor: ADMIN.email, item_count: lines.length, total: totalOf(lines), failure: null },
  ]);
  const list = await (await barn.get(`/payroll?done=${fields.idempotencyKey}`, admin)).text();
  expect(list).toContain(`Ran payroll: ${lines.length} items, ${formatDollars(totalOf(lines))}.`);
  expect(list.replaceAll("<!-- -->", "")).toContain(`Last payroll run: ${formatUsDate(today)}`);
  expect(list).toContain(`>${weekNumber(monday)}</td>`);
  // A second run in the same week has nothing to generate.
  const second = await open();
  expect(second.page).toContain("Payroll has already run for this week.");
  expect(second.page).not.toContain(">Confirm</button>");
  expect((await confirm(second.fields)).status).toBe(400);
});

test("six concurrent requests to confirm three dialogs generate each item once", async () => {
  const dialogs = [await open(), await open(), await open()];
  const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => confirm(dialogs[n % 3]?.fields ?? {})));
  expect(responses.filter(({ status }) => status === 303)).toHaveLength(2);
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

describe("a groom who came after the week's run", () => {
  const hire = (id: string, columns: Record<string, string | number> = {}) => {
    const now = new Date().toISOString();
    const row = { id, name: `Hired ${id}`, weekly_salary: 50_000, location: "florida" };
    return insertRow(barn, "grooms", { ...row, created_at: now, updated_at: now, ...columns });
  };
  /** A groom who was dismissed long ago has no part in other tests. */
  const dismiss = async () => {
    await barn.rows("delete from payroll where groom_id in (select id from grooms where name like 'Hired %')");
    await barn.rows("update grooms set deleted_at = '2025-01-01', updated_at = '2025-01-01' where name like 'Hired %'");
  };
  afterEach(dismiss);
  const itemsOf = async (id: string) =>
    (
      await barn.rows(
        "select week, value, payment_date from payroll where groom_id = ? and deleted_at is null order by week",
        [id],
      )
    ).map(({ week, value }) => `${week} ${value}`);
  const page = async (path = "/payroll") => (await (await barn.get(path, admin)).text()).replaceAll("<!-- -->", "");
  /** The hidden fields of the form whose button has this name. */
  const formOf = async (button: string, path?: string): Promise<Record<string, string>> => {
    const [form = ""] =
      (await page(path)).match(new RegExp(`<form[^>]*>(?:(?!<form).)*${button}.*?</form>`, "s")) ?? [];
    return allHiddenFieldsOf(form);
  };
  const add = (name: string) => formOf(`Add ${name}`);
  const notOwed = (name: string, path?: string) => formOf(`Don(&#x27;|.)t pay: ${name}`, path);
  const hireDay = plusDays(monday, -10);
  const weeks = [plusDays(monday, -14), plusDays(monday, -7), monday];
  const past = weeks.slice(0, 2);
  const lineOf = (name: string) => `${name}: ${describeWeeks(past, today)}, $1,000.00`;

  test("has past weeks that wait on Payroll until 'Add' makes the items of just this groom, once", async () => {
    await fire();
    const others = await generatedItems();
    const [lastRun] = await barn.rows("select last_payroll from settings");
    await hire("ana", { start_date: hireDay });
    expect(await page()).toContain(lineOf("Hired ana"));
    const fields = await add("Hired ana");
    const answers = await Promise.all(Array.from({ length: 5 }, () => barn.post("/payroll?q=ana", fields, admin)));
    expect(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).toEqual(
      Array(5).fill(`303 /payroll?q=ana&done=${fields.idempotencyKey}`),
    );
    expect(await itemsOf("ana")).toEqual(past.map((week) => `${week} 50000`));
    expect((await generatedItems()).filter((line) => !line.startsWith("ana"))).toEqual(others);
    expect(await barn.rows("select last_payroll from settings")).toEqual([lastRun]);
    expect(await page(`/payroll?done=${fields.idempotencyKey}`)).toContain(
      `Ran payroll for Hired ana, ${describeWeeks(past, today)}: 2 items, $1,000.00.`,
    );
    expect(await page()).not.toContain("Hired ana:");
    // The current week is made by a run.
    expect((await open()).page).toContain(`Week of ${formatUsDate(monday)}, 1 groom`);
    // Another form, or the same with other amounts, makes nothing.
    for (const change of [{ idempotencyKey: crypto.randomUUID() }, { shown: "" }]) {
      expect((await barn.post("/payroll", { ...fields, ...change }, admin)).status).toBe(409);
    }
    expect(await itemsOf("ana")).toHaveLength(2);
  });

  test("is refused by 'Add' if the salary changed since the page, and by a stranger's", async () => {
    await fire();
    await hire("ben", { start_date: hireDay });
    const fields = await add("Hired ben");
    await barn.rows("update grooms set weekly_salary = 60000, start_date = ? where id = 'ben'", [weeks[0] ?? ""]);
    await barn.rows("update salary_changes set salary_before = 40000 where groom_id = 'ben'");
    const refused = await barn.post("/payroll", fields, admin);
    expect([refused.status, (await refused.text()).includes("Nothing was added")]).toEqual([409, true]);
    expect((await barn.post("/payroll", fields, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) })).status).toBe(403);
    expect(await itemsOf("ben")).toEqual([]);
    const anew = await add("Hired ben");
    barn.proxy.make({
      kind: "meanwhile",
      request: 1,
      act: () => barn.rows("update grooms set end_date = ?, start_date = ? where id = 'ben'", [hireDay, hireDay]),
    });
    expect((await barn.post("/payroll", anew, admin)).status).toBe(409);
    barn.proxy.make({ kind: "none" });
    expect(await itemsOf("ben")).toEqual([]);
  });

  test("has the salary that was in force in each missed week, and the dialog says so", async () => {
    await setLastRun(plusDays(monday, -21));
    await hire("fay", { start_date: weeks[0] ?? "", created_at: `${weeks[0]}T15:00:00.000Z` });
    const form = hiddenFieldsOf(await page("/grooms/fay/edit"));
    const values = { name: "Hired fay", startDate: weeks[0] ?? "", endDate: "", location: "florida" };
    const raised = await barn.post("/grooms/fay/edit", { ...form, ...values, weeklySalary: "600" }, admin);
    expect(raised.status).toBe(303);
    const { page: dialog, fields } = await open();
    expect(dialog).toContain(`Weeks of ${formatUsDate(weeks[0] ?? "")} to ${formatUsDate(monday)}`);
    expect(dialog.replaceAll("\u00a0", " ")).toContain(
      `${formatUsDate(weeks[0] ?? "")} $500.00 as of ${formatUsDate(weeks[0] ?? "")}, $600.00 now`,
    );
    await confirm(fields);
    expect(await itemsOf("fay")).toEqual([`${weeks[0]} 50000`, `${weeks[1]} 50000`, `${weeks[2]} 60000`]);
    const ofOthers = (lines: string[]) => lines.filter((line) => !line.startsWith("fay "));
    expect(ofOthers(await generatedItems())).toEqual(ofOthers(await dueItems(weeks)));
  });

  test("and came or left within the week has the full salary, and the dialog says how many days count", async () => {
    await hire("kim", { start_date: plusDays(monday, 1), end_date: plusDays(monday, 2) });
    await hire("lou", { end_date: plusDays(monday, 5) });
    await hire("max", { end_date: plusDays(monday, 6) });
    const { page: dialog, fields } = await open();
    const itemOf = (name: string) =>
      withoutTranslation(dialog)
        .replaceAll("\u00a0", " ")
        .match(new RegExp(`<b>Hired ${name}</b>.*?</small>`))?.[0] ?? "";
    const line = `${formatUsDate(monday)} $500.00`;
    const [second, third, sixth] = [1, 2, 5].map((days) => formatUsDate(plusDays(monday, days)));
    expect(itemOf("kim")).toContain(`${line} · from ${second} until ${third}, 2 of 7 days<`);
    expect(itemOf("lou")).toContain(`${line} · until ${sixth}, 6 of 7 days<`);
    expect(itemOf("max")).toContain(`${line}<`);
    expect(["kim", "lou", "max"].map((name) => itemOf(name).includes("partial week"))).toEqual([true, true, false]);
    expect((await confirm(fields)).status).toBe(303);
    expect(await itemsOf("kim")).toEqual([`${monday} 50000`]);
  });

  test("and was deleted since is named in the dialog, and paid for the weeks before only if ticked", async () => {
    await hire("gus", { start_date: hireDay, created_at: `${plusDays(today, -1)}T17:00:00.000Z` });
    expect((await barn.post("/grooms", { intent: "delete", id: "gus" }, admin)).status).toBe(303);
    await fire();
    expect(await itemsOf("gus")).toEqual([]);
    const { page: dialog, fields } = await open();
    expect(dialog).toContain("Deleted grooms, not paid for these weeks");
    expect(dialog).toContain(`deleted ${formatUsDate(today)}`);
    expect(dialog).toContain("Hired gus");
    expect(await page()).not.toContain("Hired gus:");
    expect((await confirm(fields)).status).toBe(400);
    expect((await confirm({ ...fields, optedIn: "gus" })).status).toBe(303);
    expect(await itemsOf("gus")).toEqual(weeks.map((week) => `${week} 50000`));
    expect((await open()).page).not.toContain("Deleted grooms");
  });

  test("waits again after the run of 'Add' was undone, and that run alone", async () => {
    await fire();
    await hire("hal", { start_date: hireDay });
    const fields = await add("Hired hal");
    expect((await barn.post("/payroll", fields, admin)).status).toBe(303);
    const undo = { intent: "undo", change: fields.idempotencyKey ?? "" };
    expect((await barn.post("/payroll/runs", undo, admin)).status).toBe(303);
    expect(await itemsOf("hal")).toEqual([]);
    expect((await add("Hired hal")).shown).toBe(past.map((week) => `${week} 50000`).join(" "));
    expect((await open()).page).toMatch(/Week of \S+, 1 groom</);
  });

  describe("and is not owed the past weeks", () => {
    const dismissals = () =>
      barn.rows("select scope, name from dismissals where deleted_at is null and name like 'Hired %' order by scope");
    const dismissed = past.map((scope) => ({ scope, name: `Hired ida, week of ${formatUsDate(scope)}` }));

    test("is listed until *Don't pay* is pressed, and again after its Undo", async () => {
      await fire();
      await hire("ida", { start_date: hireDay });
      const overview = async () => (await page("/overview")).split("To do today")[1] ?? "";
      expect(await overview()).toMatch(/Past weeks without a salary, 1 groom<.*>\$1,000\.00</);
      expect(await overview()).toContain(`${lineOf("Hired ida")}.`);
      const fields = await notOwed("Hired ida", "/payroll?q=hal&done=x");
      const answers = await Promise.all(Array.from({ length: 5 }, () => barn.post("/dismissals", fields, admin)));
      const location = `/payroll?q=hal&done=${fields.idempotencyKey}`;
      expect(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).toEqual(
        Array(5).fill(`303 ${location}`),
      );
      expect(await dismissals()).toEqual(dismissed);
      expect(await barn.rows("select count(*) as n from activity where action = 'mark salary not to pay'")).toEqual([
        { n: 1 },
      ]);
      expect(await page(location)).toContain(
        `Won't pay: Hired ida, week of ${formatUsDate(past[0] ?? "")} and 1 more.`,
      );
      expect(await page()).not.toContain("Hired ida:");
      expect(await overview()).not.toContain("Hired ida:");
      // The current week is still made by a run.
      expect((await confirm((await open()).fields)).status).toBe(303);
      expect(await itemsOf("ida")).toEqual([`${monday} 50000`]);
      const undo = { intent: "undo", change: fields.idempotencyKey ?? "" };
      expect((await barn.post("/payroll", undo, admin)).status).toBe(303);
      expect(await dismissals()).toEqual([]);
      expect(await page()).toContain(lineOf("Hired ida"));
    });

    test("a stale page can neither add weeks that are not owed, nor mark weeks that were added as not owed", async () => {
      await fire();
      await hire("jan", { start_date: hireDay });
      const [adding, dismissing] = [await add("Hired jan"), await notOwed("Hired jan")];
      expect((await barn.post("/dismissals", dismissing, admin)).status).toBe(303);
      expect((await barn.post("/payroll", adding, admin)).status).toBe(409);
      expect(await itemsOf("jan")).toEqual([]);
      await barn.rows("delete from dismissals");
      expect((await barn.post("/payroll", await add("Hired jan"), admin)).status).toBe(303);
      const late = { ...dismissing, idempotencyKey: crypto.randomUUID() };
      expect((await barn.post("/dismissals", late, admin)).status).toBe(409);
      expect(await dismissals()).toEqual([]);
      expect(await itemsOf("jan")).toHaveLength(2);
    });

    test("refuses what is no week, and strangers", async () => {
      await fire();
      await hire("kay", { start_date: hireDay });
      const fields = await notOwed("Hired kay");
      const stranger = { Cookie: await barn.cookieOf(NOT_AN_ADMIN) };
      const before = await barn.lastCommit();
      const scopes = ["", plusDays(monday, -6), `${past[0]},`, `${past[0]},${past[0]}`, Array(70).fill(monday).join()];
      for (const scope of scopes)
        expect([scope, (await barn.post("/dismissals", { ...fields, scope }, admin)).status]).toEqual([scope, 400]);
      expect((await barn.post("/dismissals", fields, stranger)).status).toBe(403);
      expect((await barn.post("/dismissals", { ...fields, recordId: "no-such-groom" }, admin)).status).toBe(409);
      expect(await barn.lastCommit()).toBe(before);
    });
  });
});

test("a groom who came back keeps the earlier stay: its weeks wait, no run makes them, and the page shows both stays", async () => {
  const id = crypto.randomUUID();
  const [first, last, back] = [plusDays(monday, -28), plusDays(monday, -10), plusDays(monday, 7)];
  await barn.rows(
    `insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at)
      values (?, 'Rita Back', ?, ?, 61000, 'florida', ?4, ?4)`,
    [id, first, last, `${first}T12:00:00.000Z`],
  );
  const set = (field: string, value: string) => barn.post("/grooms", { intent: "set", id, field, value }, admin);
  expect([(await set("endDate", "")).status, (await set("startDate", back)).status]).toEqual([303, 303]);
  const groomPage = textOf(await (await barn.get(`/grooms/${id}`, admin)).text());
  expect(groomPage).toContain(
    `Stays Start Date End Date ${formatUsDate(back)} - ${formatUsDate(first)} ${formatUsDate(last)}`,
  );
  const waiting = textOf(withoutTranslation(await (await barn.get("/payroll", admin)).text()));
  expect(waiting).toContain(
    `Rita Back: ${describeWeeks(
      [-28, -21, -14].map((n) => plusDays(monday, n)),
      today,
    )}, $1,830.00`,
  );
  await fire();
  expect(await barn.rows("select 1 from payroll where groom_id = ?", [id])).toEqual([]);
  await barn.rows("update grooms set deleted_at = created_at where id = ?", [id]);
});

test("the dialog warns of a last run in the future", async () => {
  await setLastRun(plusDays(monday, 14));
  expect((await open()).page).toContain("The last payroll run has a date in the future");
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

test("a paid item keeps its day until another one is entered, and no item is paid on a day to come", async () => {
  const [groom] = await barn.rows("select id from grooms where deleted_at is null limit 1");
  const values = { groomId: String(groom?.id), item: "Walk", date: monday, paymentDate: "", value: "12" };
  const send = async (path: string, paid: object) => {
    const form = hiddenFieldsOf(await (await barn.get(path, admin)).text());
    const response = await barn.post(path, { ...form, ...values, ...paid }, admin);
    const said = (await response.text()).match(/id="record-paidOn-error"[^>]*>([^<]*)</)?.[1];
    return { status: response.status, said, id: String(form.idempotencyKey) };
  };
  const tomorrow = plusDays(today, 1);
  const AFTER = "Paid On is after today. Mark it paid on that day.";
  expect(await send("/payroll/new", { paid: "on", paidOn: tomorrow })).toMatchObject({ status: 400, said: AFTER });
  const { status, id } = await send("/payroll/new", { paid: "on", paidOn: "2026-01-05" });
  expect(status).toBe(303);
  const path = `/payroll/${id}/edit`;
  for (const [paid, said] of [
    [{ paid: "on", paidOn: "" }, "Enter the day on which it was paid."],
    [{ paid: "on", paidOn: tomorrow }, AFTER],
    [{ paidOn: "2026-01-06" }, "Tick Paid, or leave Paid On empty."],
  ] as const)
    expect(await send(path, paid)).toMatchObject({ status: 400, said });
  const stored = () => barn.rows("select paid, paid_on from payroll where id = ?", [id]);
  expect(await stored()).toEqual([{ paid: 1, paid_on: "2026-01-05" }]);
  expect(await send(path, { paid: "on", paidOn: today })).toMatchObject({ status: 303 });
  expect(await stored()).toEqual([{ paid: 1, paid_on: today }]);
  expect(await send(path, { paidOn: today })).toMatchObject({ status: 303 });
  expect(await stored()).toEqual([{ paid: 0, paid_on: null }]);
});

test("if the last run is unknown, the dialog asks for its date and then shows the due items", async () => {
  await setLastRun(null);
  const list = await (await barn.get("/payroll", admin)).text();
  expect(list).toContain("Last payroll date not found");
  const asked = await barn.get("/payroll/generate?q=body&x=1", admin);
  expect([asked.status, asked.headers.get("Location")]).toEqual([302, "/payroll/last-run?q=body"]);
  const page = await (await barn.get("/payroll/last-run?q=body", admin)).text();
  const fields = hiddenFieldsOf(page);
  expect(page).toContain("Last payroll date not found");
  for (const date of ["", "2026-02-30", plusDays(today, 1), plusDays(today, -400), "tomorrow"]) {
    const response = await saveLastRun({ ...fields, date });
    expect([date, response.status]).toEqual([date, 400]);
    expect(await response.text()).toContain(date ? `value="${date}"` : "Enter a date");
  }
  const date = plusDays(monday, -8);
  const responses = [await saveLastRun({ ...fields, date }), await saveLastRun({ ...fields, date })];
  expect(responses.map((response) => [response.status, response.headers.get("Location")])).toEqual(
    Array(2).fill([303, "/payroll/generate"]),
  );
  const next = await open();
  expect(next.page).toContain("Weeks of ");
  // A date that is known is not changed.
  const late = await saveLastRun({ idempotencyKey: crypto.randomUUID(), date: today });
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
    expect(list).toContain(`Payroll ran automatically on ${formatWithWeekday(today)}: ${lines.length} items.`);
    expect(await barn.rows("select actor from activity where action = 'generate payroll'")).toEqual([
      { actor: "schedule" },
    ]);
    // The key of such a run is no UUID, and the commands of rows have ids between spaces.
    const [item] = await barn.rows("select id from payroll where payroll_run_id like 'schedule%' and not paid limit 1");
    const pressed = await barn.post("/payroll", { row: `set ${item?.id} paid true` }, admin);
    expect(pressed.status).toBe(303);
    expect(await barn.rows("select paid from payroll where id = ?", [String(item?.id)])).toEqual([{ paid: 1 }]);
  });

  test("does nothing at another cron trigger of the day, and payroll is due: first on the Overview, and as a number in the sidebar", async () => {
    await setLastRun(plusDays(monday, -14));
    await fire(new Date(scheduled.getTime() + 2 * HOUR_MS));
    await fire(new Date(scheduled.getTime() - HOUR_MS));
    expect([await generatedItems(), await runs()]).toEqual([[], []]);
    const load = async (path: string) => (await (await barn.get(path, admin)).text()).replaceAll("<!-- -->", "");
    for (const path of ["/payroll", "/horses"])
      expect(await load(path)).not.toMatch(/ran automatically|to run automatically/);
    expect(await load("/horses")).toMatch(
      /href="\/payroll"[^>]*title="2 weeks due"|title="2 weeks due"[^>]*href="\/payroll"/,
    );
    expect((await (await barn.get("/")).text()).includes("weeks due")).toBe(false);
    const todos = (await load("/overview")).split("To do today")[1] ?? "";
    expect(todos.match(/font-medium[^>]*>([^<]*)</)?.[1]).toMatch(/^Payroll not run for 2 weeks since /);
    await fire();
    expect(await load("/horses")).not.toContain("weeks due");
  });

  test("is made up for by the next trigger if it failed, and only then", async () => {
    await setLastRun(plusDays(monday, -7));
    barn.proxy.make({ kind: "fail statement", request: 1, place: 6 });
    await fireInVain();
    barn.proxy.make({ kind: "none" });
    expect(await generatedItems()).toEqual([]);
    expect((await runs()).map(({ failure }) => failure)).toEqual(["Something went wrong; press Add Payroll Items."]);
    const later = new Date(scheduled.getTime() + HOUR_MS);
    await fire(later);
    await expectGeneratedOnce();
    await barn.rows("update payroll set deleted_at = 'now' where week is not null");
    await fire(later);
    expect((await runs()).filter(({ failure }) => failure === null)).toHaveLength(1);
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

  test("makes one run if the trigger fires ten times and the button is pressed at the same moment", async () => {
    const { fields } = await open();
    const fires = Array.from({ length: 5 }, () => fire());
    const [response] = await Promise.all([confirm(fields), ...fires, confirm(fields), ...fires.map(() => fire())]);
    expect([303, 409]).toContain(response.status);
    await expectGeneratedOnce();
    expect((await runs()).filter(({ item_count }) => Number(item_count) > 0)).toHaveLength(1);
  });

  test("generates nothing if the button runs payroll between its read and its write", async () => {
    const { fields } = await open();
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => confirm(fields) });
    await fire();
    barn.proxy.make({ kind: "none" });
    await expectGeneratedOnce();
    expect((await runs()).map(({ item_count }) => item_count)).toContain(0);
  });

  test("records a failure once and no failure after it succeeded; the list and Overview show it until a later run", async () => {
    await setLastRun(null);
    for (let times = 0; times < 3; times += 1) await fireInVain();
    expect(await runs()).toEqual([
      { actor: "schedule", item_count: 0, total: 0, failure: "Last payroll date not found" },
    ]);
    const reason = `Payroll failed to run automatically on ${formatWithWeekday(today)}: Last payroll date not found.`;
    expect(await (await barn.get("/payroll", admin)).text()).toContain(reason);
    const overview = await (await barn.get("/overview", admin)).text();
    expect(overview.split("<main")[1]?.split("</main")[0]?.split(reason)).toHaveLength(2);
    expect(await generatedItems()).toEqual([]);
    await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
    barn.proxy.make({ kind: "fail statement", request: 1, place: 6 });
    await fireInVain();
    barn.proxy.make({ kind: "none" });
    expect(await runs()).toHaveLength(1);
    expect((await confirm((await open()).fields)).status).toBe(303);
    expect(await (await barn.get("/payroll", admin)).text()).not.toContain("automatically");
    await barn.rows("delete from payroll_runs where actor = 'schedule' and failure is not null");
    await fire();
    barn.proxy.make({ kind: "fail statement", request: 0, place: 1 });
    await fireInVain();
    barn.proxy.make({ kind: "none" });
    expect((await runs()).map(({ failure }) => failure)).not.toContainEqual(expect.any(String));
  });
});

describe("'Mark Date Paid'", () => {
  const DATE = "2031-05-05";
  async function items(): Promise<string[]> {
    const [groom] = await barn.rows("select id from grooms where deleted_at is null limit 1");
    await barn.rows("delete from payroll where date = ?", [DATE]);
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
    await barn.rows(
      `insert into payroll (id, groom_id, item, date, value, paid, created_at, updated_at, deleted_at)
       select value, ?, 'Walk', ?, 100, key = 3, '', '', iif(key = 4, '2026', null) from json_each(?) order by key`,
      [String(groom?.id), DATE, JSON.stringify(ids)],
    );
    return ids;
  }
  const paid = async () =>
    (await barn.rows("select paid from payroll where date = ? order by seq", [DATE])).map((row) => row.paid);
  const post = (fields: Record<string, string>, path = "/payroll") => barn.post(path, fields, admin);

  const undo = (change: string, part: Record<string, string> = {}) => post({ intent: "undo", change, ...part });

  test("marks the unpaid items of the date, once", async () => {
    const [id = ""] = await items();
    const idempotencyKey = crypto.randomUUID();
    const fields = { intent: "mark", id, idempotencyKey, value: `${DATE} true` };
    for (let times = 0; times < 2; times += 1) {
      const response = await post(fields, "/payroll?view=all&done=old");
      expect([response.status, response.headers.get("Location")]).toEqual([
        303,
        `/payroll?view=all&done=${idempotencyKey}`,
      ]);
    }
    expect(await paid()).toEqual([1, 1, 1, 1, 0]);
    expect((await undo(idempotencyKey)).status).toBe(303);
    expect(await paid()).toEqual([0, 0, 0, 1, 0]);
    expect((await post(fields)).status).toBe(303);
    expect(await paid()).toEqual([0, 0, 0, 1, 0]);
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
    expect(await (await barn.get(`/payroll?done=${idempotencyKey}`, admin)).text()).toContain(
      "Marked 2 items of 05/05/2031 paid.",
    );
    expect((await undo(idempotencyKey)).status).toBe(303);
    expect(await paid()).toEqual([0, 1, 0, 1, 0]);
  });

  /** Marks the date of five items, four of them unpaid and with these payment dates. The first is pressed; the last one is paid. */
  async function markWithPaymentDates(payments: (string | null)[], value = `${DATE} true`) {
    const ids = await items();
    await barn.rows(
      "update payroll set paid = iif(seq = (select max(seq) from payroll where date = ?), 1, 0), deleted_at = null where date = ?",
      [DATE, DATE],
    );
    if (value.endsWith("false")) await barn.rows("update payroll set paid = 1 - paid where date = ?", [DATE]);
    for (const [n, payment] of payments.entries()) {
      await barn.rows("update payroll set payment_date = nullif(?, '') where id = ?", [payment ?? "", ids[n] ?? ""]);
    }
    const [id = ""] = ids;
    const idempotencyKey = crypto.randomUUID();
    expect((await post({ intent: "mark", id, idempotencyKey, value })).status).toBe(303);
    const notice = async () =>
      (await (await barn.get(`/payroll?done=${idempotencyKey}`, admin)).text())
        .replaceAll("<!-- -->", "")
        .match(/>(?:Marked|Undo)[^<]*</g);
    const undoOthers = () => undo(idempotencyKey, { part: "others" });
    return { ids, notice, undoOthers, idempotencyKey };
  }
  const [MAY, JUNE, JULY] = ["2031-05-12", "2031-06-02", "2031-07-07"];

  test.each<[payments: (string | null)[], others?: string, label?: string]>([
    [[MAY, MAY, MAY, MAY]],
    [[null, MAY, MAY, null], "2 of them are payable on 05/12/2031", "Undo those 2"],
    [[JUNE, MAY, JULY, MAY], "3 of them are payable on 05/12/2031 and 07/07/2031", "Undo those 3"],
  ])("of items with the payment dates %j says which are payable on another date", async (payments, others, label) => {
    const { notice } = await markWithPaymentDates(payments);
    expect(await notice()).toEqual([
      `>Marked 4 items of 05/05/2031 paid${others ? `; ${others}` : ""}.<`,
      ...[">Undo<", ...(label ? [`>${label}<`] : [])],
    ]);
  });

  test("sets only those with another payment date back, once, all of them or none", async () => {
    const { ids, undoOthers, idempotencyKey } = await markWithPaymentDates([MAY, JUNE, JUNE, MAY]);
    const [, , changed = ""] = ids;
    await barn.rows("update payroll set paid = 0 where id = ?", [changed]);
    expect((await undoOthers()).status).toBe(409);
    expect(await paid()).toEqual([1, 1, 0, 1, 1]);
    await barn.rows("update payroll set paid = 1 where id = ?", [changed]);
    const answers = await Promise.all(Array.from({ length: 5 }, undoOthers));
    expect(answers.map(({ status, headers }) => [status, headers.get("Location")])).toEqual(
      Array(5).fill([303, `/payroll?${new URLSearchParams({ done: `undo others of ${idempotencyKey}` })}`]),
    );
    expect(await paid()).toEqual([1, 0, 0, 1, 1]);
  });

  test("says the same when it marks items unpaid", async () => {
    const { notice, undoOthers } = await markWithPaymentDates([MAY, JUNE, MAY, MAY], `${DATE} false`);
    expect(await notice()).toEqual([
      ">Marked 4 items of 05/05/2031 unpaid; one of them is payable on 06/02/2031.<",
      ">Undo<",
      ">Undo that one<",
    ]);
    expect((await undoOthers()).status).toBe(303);
    expect(await paid()).toEqual([0, 1, 0, 0, 0]);
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
    expect([response.status, (await response.text()).includes("More than 5,000 items")]).toEqual([400, true]);
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
      [400, { intent: "mark", id, idempotencyKey, value: "true", field: "x", value2: "" }],
    ];
    for (const [status, fields] of invalid) expect([fields, (await post(fields)).status]).toEqual([fields, status]);
    const moved = await post({ intent: "mark", id, idempotencyKey, value: "2031-05-06 true" });
    expect([moved.status, (await moved.text()).includes("The date of this item has changed.")]).toEqual([400, true]);
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

describe("'Mark due payments as paid'", () => {
  const read = async (until = "") => {
    const page = await (await barn.get(`/payroll/pay${until && `?until=${until}`}`, admin)).text();
    const hidden = allHiddenFieldsOf(page.slice(page.indexOf("Mark due payments as paid</h2>")));
    const fields: Record<string, string> = { ...hidden, until: hidden.shown ?? "", paidOn: today };
    return { page, fields };
  };
  const pay = (fields: Record<string, string>) => barn.post("/payroll/pay?view=all", fields, admin);
  const unpaid = (until: string) =>
    barn.rows(
      "select id, value, payment_date from payroll where paid = 0 and deleted_at is null and payment_date <= ? order by seq",
      [until],
    );

  test("marks what was shown up to the latest payment date that is due, once, and Undo unmarks exactly that", async () => {
    const latest = String(
      (await unpaid(today))
        .map(({ payment_date }) => payment_date)
        .sort()
        .at(-1),
    );
    const due = await unpaid(latest);
    const total = formatDollars(due.reduce((sum, { value }) => sum + Number(value), 0));
    const { page, fields } = await read();
    expect(page).toContain(`${due.length} unpaid items due by ${formatUsDate(latest)}, ${total} total.`);
    expect(page).toContain(`Mark ${due.length} items paid`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(fields)));
    const location = `/payroll?view=all&done=${fields.idempotencyKey}`;
    expect(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).toEqual(
      Array(5).fill(`303 ${location}`),
    );
    expect(await unpaid(latest)).toEqual([]);
    expect(await (await barn.get(location, admin)).text()).toContain(
      `Marked ${due.length} items due by ${formatUsDate(latest)} (${total}) paid.`,
    );
    const later = await unpaid("2100-01-31");
    expect((await read()).page).toContain("No unpaid items are due by");
    const undo = { intent: "undo", change: fields.idempotencyKey ?? "" };
    expect((await barn.post("/payroll", undo, admin)).status).toBe(303);
    expect(await unpaid(latest)).toEqual(due);
    expect((await unpaid("2100-01-31")).length).toBe(later.length + due.length);
  });

  test("is refused if a value, the paid state, the payment date or the name of an item changed since, before or during the post", async () => {
    const before = await barn.rows("select id, paid, value, payment_date, item from payroll where payment_date <= ?", [
      today,
    ]);
    for (const change of ["value = value + 1", "payment_date = '2099-01-01'", "paid = 1", "item = 'Other'"]) {
      const sql = `update payroll set ${change}, version = version + 1 where id = ?`;
      const [first, second] = await unpaid(today);
      const { fields } = await read();
      await barn.rows(sql, [String(first?.id)]);
      const refused = await pay(fields);
      expect([change, refused.status, (await refused.text()).includes("Nothing was marked")]).toEqual([
        change,
        409,
        true,
      ]);
      const { fields: anew } = await read();
      barn.proxy.make({ kind: "meanwhile", request: 1, act: () => barn.rows(sql, [String(second?.id)]) });
      expect([change, (await pay(anew)).status]).toEqual([change, 409]);
      barn.proxy.make({ kind: "none" });
    }
    for (const { id, ...old } of before)
      await barn.rows("update payroll set paid = ?1, value = ?2, payment_date = ?3, item = ?4 where id = ?5", [
        ...(Object.values(old) as (string | number)[]),
        String(id),
      ]);
    expect((await unpaid(today)).length).toBeGreaterThan(2);
  });

  test("shows any date, and refuses invalid fields", async () => {
    const [item] = await unpaid("2100-01-31");
    await barn.rows("update payroll set payment_date = ? where id = ?", [plusDays(today, 30), String(item?.id)]);
    const { page, fields } = await read(plusDays(today, 60));
    const all = await unpaid(plusDays(today, 60));
    expect(page).toContain(`${all.length} unpaid items due by ${formatUsDate(plusDays(today, 60))}`);
    const written = await barn.lastCommit();
    expect(page).toMatch(new RegExp(`<input [^>]*name="paidOn"[^>]*value="${today}"`));
    for (const change of [
      { paidOn: "2026-02-30" },
      // A day of the server's clock would be another one in a retry after midnight.
      { paidOn: "" },
      { paidOn: plusDays(today, 1) },
      { until: "2026-02-30" },
      { shown: "2026-02-30" },
      { fingerprint: "x" },
      { idempotencyKey: "x" },
      { other: "x" },
    ]) {
      expect([change, (await pay({ ...fields, ...change })).status]).toEqual([change, 400]);
    }
    expect((await pay({ ...fields, until: today, shown: today })).status).toBe(409);
    expect(await barn.lastCommit()).toBe(written);
  });

  test("marks only what it shows: another day needs 'Apply' first, which leads to the items of that day", async () => {
    const { fields } = await read(plusDays(today, 60));
    const written = await barn.lastCommit();
    const later = plusDays(today, 90);
    const refused = await pay({ ...fields, until: later });
    const answer = await refused.text();
    expect([refused.status, answer.includes("Nothing was marked: you changed Due by.")]).toEqual([400, true]);
    expect(answer).toMatch(new RegExp(`<input [^>]*name="until"[^>]*value="${later}"`));
    const applied = await pay({ ...fields, until: later, intent: "apply" });
    expect([applied.status, applied.headers.get("Location")]).toEqual([303, `/payroll/pay?view=all&until=${later}`]);
    expect(await barn.lastCommit()).toBe(written);
  });
});

test("the foot has the exact sum of the items that the view, the search and the filters show, over all pages", async () => {
  const [groom] = await barn.rows(
    "select groom_id as id from payroll where deleted_at is null group by 1 order by count(*) desc limit 1",
  );
  const [id, from] = [String(groom?.id), plusDays(today, -300)];
  const [found] = await barn.rows(
    "select count(*) as n, sum(value) as sum from payroll where deleted_at is null and groom_id = ? and date >= ? and item = 'Weekly Salary'",
    [id, from],
  );
  expect(Number(found?.n)).toBeGreaterThan(2);
  const page = await (await barn.get(`/payroll?view=all&groom=${id}&from=${from}&q=weekly`, admin)).text();
  expect(page.replaceAll("<!-- -->", "")).toContain(
    `<output class="list-sum">${formatDollars(Number(found?.sum))} total`,
  );
  expect(await (await barn.get("/payroll?q=nothing-has-this", admin)).text()).not.toContain("list-sum");
});

test("each page sends one request to the database, and each write two", async () => {
  const [item] = await barn.rows("select id, date from payroll where deleted_at is null and paid limit 1");
  const pages = ["?view=all&done=x", "/generate", "/pay", "/new", `/${item?.id}/edit`];
  for (const page of pages) {
    const load = async () => (await barn.get(`/payroll${page}`, admin)).text();
    expect([page, await barn.requestsDuring(load)]).toEqual([page, 1]);
  }
  const { fields } = await open();
  expect(await barn.requestsDuring(() => confirm(fields))).toBe(2);
  const key = { id: String(item?.id), idempotencyKey: crypto.randomUUID() };
  const mark = { intent: "mark", ...key, value: `${item?.date} false` };
  expect(await barn.requestsDuring(() => barn.post("/payroll", mark, admin))).toBe(2);
  expect(await barn.requestsDuring(() => fire())).toBe(2);
});
