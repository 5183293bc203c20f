import { expect, onTestFinished, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN, LONG_DATABASE_LIMIT, openBarn } from "#tests/support/barn/barn.ts";
import { samples } from "#tests/support/samples.ts";

test("a run generates a year of items for all grooms", async () => {
  const barn = await openBarn(LONG_DATABASE_LIMIT);
  onTestFinished(() => barn.close());
  const admin = { Cookie: await barn.cookieOf(ADMIN) };
  const count = samples(20);
  const lastRun = plusDays(mondayOf(todayInNewYork(new Date())), -52 * 7);
  await barn.rows("delete from payroll where week > ?", [lastRun]);
  await barn.rows("delete from payroll_runs where at > ?", [lastRun]);
  await barn.rows("update settings set last_payroll = ?", [`${lastRun}T17:00:00.000Z`]);
  await barn.rows(`insert into grooms (id, name, weekly_salary, location, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select 'many-' || i, 'Many ' || i, 70000 + i, 'florida', '2020-01-06T12:00:00.000Z', '2020-01-06T12:00:00.000Z' from n`);
  const fields = hiddenFieldsOf(await (await barn.get("/payroll/generate", admin)).text());
  // On a busy machine the response may time out. A repeated Confirm is safe.
  const confirm = () => barn.post("/payroll/generate", fields, admin);
  await expect.poll(async () => (await confirm()).status).toBe(303);
  expect(
    await barn.rows("select count(*) as n, count(distinct week) as weeks from payroll where groom_id like 'many-%'"),
  ).toEqual([{ n: 52 * count, weeks: 52 }]);
});
