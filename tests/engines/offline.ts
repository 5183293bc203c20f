import { expect } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Barn } from "#tests/support/barn/barn.ts";
import { FORM_ID, submitting } from "#tests/support/browser/offline.ts";
import { startRelay } from "#tests/support/browser/relay.ts";
import { findChoices } from "#tests/support/browser/service-entry.ts";
import type { EngineWindow, Visit } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";
import { samples } from "#tests/support/samples.ts";

const commentsOf = (number: number) => `engine ${String(number).padStart(2, "0")}`;

/**
 * Logs services without a connection in two windows, and loses every second answer when it is back: each is saved once, in order.
 * tests/browser/ has the rest, in Chromium.
 */
export async function logWithoutConnection(barn: Barn, { window, openWindow }: Visit): Promise<void> {
  const relay = await startRelay(barn.url);
  const number = samples(4);
  const choices = await findChoices(barn);
  const keep = async (window: EngineWindow, i: number) => {
    const date = plusDays(todayInNewYork(new Date()), -i);
    const entry = { date, horseId: choices.horse.id, serviceId: choices.service.id, comments: commentsOf(i) };
    const id = await window.evaluate<string>(submitting(entry));
    await expect.poll(async () => (await window.address()).searchParams.get("kept")).toBe(id);
    await expect.poll(() => window.evaluate(FORM_ID)).not.toBe(id);
  };
  const expectText = (window: EngineWindow, text: string) => expect.poll(() => window.text()).toContain(text);
  try {
    await openIn(window, relay.url);
    // The worker answers for the page once it is active, which is later than its first copy.
    const isKept = "navigator.serviceWorker.ready.then(() => caches.match('/')).then(Boolean)";
    await expect.poll(() => window.evaluate(isKept)).toBe(true);
    relay.goDown();
    await openIn(window, relay.url);
    await expectText(window, "Horses and services as of ");
    const other = await openWindow();
    await openIn(other, relay.url);
    for (let i = 1; i <= number; i += 1) await keep(i % 2 === 0 ? other : window, i);
    for (const each of [window, other]) await expectText(each, `${number} entries wait for a connection`);

    let answers = 0;
    relay.lose(({ path }) => {
      if (path === "/entries") answers += 1;
      return path === "/entries" && answers % 2 === 0;
    });
    relay.comeUp();
    const saved = async () => {
      await window.evaluate("dispatchEvent(new Event('online'))");
      const rows = await barn.rows("select comments from bill_items where comments like 'engine %' order by seq");
      return rows.map(({ comments }) => comments);
    };
    const expected = Array.from({ length: number }, (_, i) => commentsOf(i + 1));
    await expect.poll(saved, { interval: 500 }).toEqual(expected);
    await expect.poll(async () => /wait/.test(await window.text())).toBe(false);
    expect(await saved()).toEqual(expected);
  } finally {
    await barn.rows("update bill_items set deleted_at = '2026-01-01' where comments like 'engine %'");
    await relay.stop();
  }
}
