import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Barn } from "./barn.ts";
import { openPage } from "./people.ts";

/** What is amiss while a server is away is on the console, too. */
export const OUTAGE = /Failed to load resource|ERR_|status of 50\d/;

/** What the page says of itself: 'Live', 'Reconnecting…' or 'Offline'. */
export const liveState = (page: Page) => page.locator(".live:visible").textContent();

export const isLive = (page: Page) =>
  expect.poll(() => liveState(page), { timeout: 8_000, interval: 100 }).toBe("Live");

/** Opens the page and waits until it follows what others do. */
export async function connectHub(barn: Barn, page: Page, path: string): Promise<void> {
  await openPage(barn, page, path);
  await isLive(page);
}

/** What somebody else does meanwhile, by the forms that their pages would send. */
export function doneBy(who: () => { barn: Barn; headers: Record<string, string> }) {
  async function post(path: string, fields: Record<string, string>): Promise<void> {
    const { barn, headers } = who();
    expect((await barn.post(path, fields, headers)).status).toBe(303);
  }
  return {
    post,
    /** Sets a field of a row. */
    set: (path: string, id: string, field: string, value: string) => post(path, { intent: "set", id, field, value }),
    async addGroom(name: string): Promise<string> {
      const id = crypto.randomUUID();
      const groom = { name, startDate: "2026-01-05", endDate: "", weeklySalary: "900", location: "florida" };
      await post("/grooms/new", { idempotencyKey: id, ...groom });
      return id;
    },
  };
}
