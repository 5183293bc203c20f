import { expect } from "vitest";
import type { Barn } from "#tests/support/barn/barn.ts";
import { type EngineWindow, WINDOW_SIZE } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";

/* What a page keeps; tests/browser/shell/exact-cache.test.ts has the rest, in Chromium. */

const REQUESTS = `performance.getEntriesByType("resource").filter(({ name }) => /grooms[.]data|services[.]data/.test(name)).length`;

/** Screens that were opened before show without a request, by a link and by Back, and a change of theirs is shown. */
export async function openKeptScreens(barn: Barn, window: EngineWindow): Promise<void> {
  const open = async (title: string) => {
    await window.press("link", title);
    await expect.poll(() => window.count("heading", title)).toBe(1);
  };
  await window.resize(WINDOW_SIZE);
  await openIn(window, `${barn.url}/services`);
  await expect.poll(() => window.text()).toContain("Live");
  await open("Grooms");
  await open("Services");
  const before = await window.evaluate<number>(REQUESTS);
  await open("Grooms");
  await window.back();
  await expect.poll(() => window.count("heading", "Services")).toBe(1);
  expect(await window.evaluate(REQUESTS)).toBe(before);

  const dana = { Cookie: await barn.cookieOf({ email: "dana@hayloft.example", name: "Dana Whitfield" }) };
  const [groom] = await barn.rows("select id from grooms where deleted_at is null and end_date is null limit 1");
  await barn.post("/grooms", { intent: "set", id: String(groom?.id), field: "weeklySalary", value: "1777" }, dana);
  await open("Grooms");
  await expect.poll(() => window.text()).toContain("$1,777.00");
  await open("Services");
  await open("Grooms");
  expect(await window.text()).toContain("$1,777.00");
}
