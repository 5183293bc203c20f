import { expect, onTestFinished, test } from "vitest";
import { openNewBarn } from "#tests/support/barn/new-barn.ts";

const PAT = { email: "pat@barn.example", name: "Pat" };

test("each step of a new barn leads to its place, and payroll is due below the steps once a groom and the last payroll date are entered", async () => {
  const barn = await openNewBarn(onTestFinished);
  const headers = { Cookie: await barn.cookieOf(PAT) };
  await barn.rows(`insert into admins (email, created_at, updated_at) values ('${PAT.email}', '', '')`);
  const isDue = async () => (await (await barn.get("/overview", headers)).text()).includes("Payroll not run for");
  // Each step leads to the place where it is done.
  const overview = await (await barn.get("/overview", headers)).text();
  for (const [label, dialog] of [
    ["Add Horse", "New Horse"],
    ["Add Service", "New Service"],
    ["Add Groom", "New Groom"],
    ["Enter date", "Generate Payroll Items"],
    ["Invite User", "Invite User"],
  ] as const) {
    const [, path = ""] = new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${label}</a>`).exec(overview) ?? [];
    expect([label, await (await barn.get(path, headers)).text()]).toEqual([
      label,
      expect.stringContaining(`>${dialog}</h2>`),
    ]);
  }
  await barn.rows("update settings set last_payroll = '2026-01-05T17:00:00.000Z'");
  expect(await isDue()).toBe(false);
  await barn.rows(
    "insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('g', 'Ana', 1, 'florida', '2026', '2026')",
  );
  expect(await isDue()).toBe(true);
  await barn.rows("update settings set last_payroll = null");
  expect((await (await barn.get("/overview", headers)).text()).includes("To do today")).toBe(false);
});
