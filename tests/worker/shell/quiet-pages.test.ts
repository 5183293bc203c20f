import { expect, test } from "vitest";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* What a page does not say before its scripts run, and to whom it says nothing. */

const { barn } = startBarn();

test("without JavaScript a page says nothing of live updates", async () => {
  const page = await (await barn.get("/grooms", { Cookie: await barn.cookieOf(ADMIN) })).text();
  expect(page).toContain("Grooms</h1>");
  expect(page).not.toContain("data-state");
});

test("an outcome of a sign-in in the address that does not exist shows no message", async () => {
  const hasAlert = async (outcome: string) =>
    (await (await barn.get(`/?sign-in=${outcome}`)).text()).includes('role="alert"');
  expect([await hasAlert("__proto__"), await hasAlert("failed")]).toEqual([false, true]);
});
