import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Barn } from "#tests/support/barn/barn.ts";
import { openPage } from "./people.ts";

/** Console errors that Chromium writes while a server does not answer. */
export const OUTAGE_NOISE = /Failed to load resource|ERR_|status of 50\d/;

/** The label of the live dot: `Live`, `Reconnecting…`, `Offline` or `New version: load it`. */
export const liveLabel = (page: Page) => page.locator(".live:visible").textContent();

export const expectLive = (page: Page) => expect.poll(() => liveLabel(page), { interval: 100 }).toBe("Live");

/** Opens the page and waits until it receives live updates. */
export async function openLivePage(barn: Barn, page: Page, path: string): Promise<void> {
  await openPage(barn, page, path);
  await expectLive(page);
}

/** Changes records as another user, by posting the forms that the user's pages would post. */
export function actAs(user: () => { barn: Barn; headers: Record<string, string> }) {
  async function post(path: string, fields: Record<string, string>): Promise<void> {
    const { barn, headers } = user();
    expect((await barn.post(path, fields, headers)).status).toBe(303);
  }
  return {
    post,
    /** Undoes the deletion of a record, whose id is given. */
    async undoDeletion(path: string, id: string): Promise<void> {
      const [deletion] = await user().barn.rows(
        "select a.id from activity_records r join activity a on a.rowid = r.seq where record_id = ? and action like 'delete %' order by r.seq desc limit 1",
        [id],
      );
      await post(path, { intent: "undo", change: String(deletion?.id) });
    },
    /** Sets one field of a row in a list. */
    set: (path: string, id: string, field: string, value: string) => post(path, { intent: "set", id, field, value }),
    /** Returns the id of the new groom. */
    async addGroom(name: string): Promise<string> {
      const id = crypto.randomUUID();
      const groom = { name, startDate: "2026-01-05", endDate: "", weeklySalary: "900", location: "florida" };
      await post("/grooms/new", { idempotencyKey: id, ...groom });
      return id;
    },
  };
}
