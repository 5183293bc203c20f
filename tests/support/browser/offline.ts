import type { Page } from "playwright-core";
import { expect } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { hydrated } from "./people.ts";
import type { Choices } from "./service-entry.ts";

/** 'Online' or 'Offline', as the title says. */
export const connectionState = (page: Page) => page.locator(".connection").textContent();
/** The form of the next entry stays in the page, hidden, while a queued entry is edited. */
export const submitButton = (page: Page) => page.getByRole("button", { name: "Submit" }).filter({ visible: true });
export const serviceSelect = (page: Page) =>
  page.getByLabel("Service", { exact: false }).and(page.locator("select:visible"));
/** The list of the queued entries. */
export const keptList = (page: Page) => page.locator(".kept-entries");

/** An entry of today for the first horse that is offered. */
export const quickEntry = (choices: Choices, fields: Partial<QuickEntry> = {}): QuickEntry => ({
  date: todayInNewYork(new Date()),
  horseId: choices.horse.id,
  serviceId: choices.service.id,
  comments: "",
  ...fields,
});

/** The paths that the service worker has cached. */
export const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });

/** Opens the form, and waits until the page runs. */
export async function openServiceForm(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
}

/** Opens the form, and waits until the service worker has cached it for the next time without a connection. */
export async function openAndKeep(page: Page, url: string): Promise<void> {
  await openServiceForm(page, url);
  await expect.poll(() => keptPaths(page)).toContain("/");
}

export type QuickEntry = { date: string; horseId: string; serviceId: string; comments: string };

/** An expression that fills the form at once and submits it; its value is the id of the entry. */
export const submitting = (entry: QuickEntry) => `((values) => {
  const form = document.querySelector("form#service");
  for (const [name, value] of Object.entries(values)) form.elements.namedItem(name).value = value;
  form.requestSubmit();
  return form.elements.namedItem("id").value;
})(${JSON.stringify(entry)})`;

/**
 * An expression for the id of the form in sight. After an entry was queued, the page shows another form a moment after
 * its address.
 */
export const FORM_ID = "document.querySelector('form#service [name=id]')?.value";

/**
 * Submits an entry, and waits until it is queued. tests/browser/entries/service-form.test.ts fills the form as a person
 * does.
 */
export async function keepEntry(page: Page, entry: QuickEntry): Promise<void> {
  const id = await page.evaluate<string>(submitting(entry));
  await expect.poll(() => new URL(page.url()).searchParams.get("kept")).toBe(id);
  await expect.poll(() => page.evaluate(FORM_ID)).not.toBe(id);
}
