import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { pageRoutesOf, SCREENS } from "#app/registry/screens.ts";
import { openBrowser, settled, visit } from "#lab/support/browser.ts";
import { ADMIN, recordIds, withId } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { openServiceForm, serviceSelect, submitButton } from "#tests/support/browser/offline.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";
import { type Choices, chooseHorse, findChoices } from "#tests/support/browser/service-entry.ts";

/* Pages in a browser that refuses storage, channels and workers, as browsers do with all cookies blocked. */

const { barn } = startBarn();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(barn);
});

const refuseAll = (page: Page) =>
  page.addInitScript(`{
    const refuse = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    for (const name of ["serviceWorker", "locks", "storage"])
      Object.defineProperty(navigator, name, { get: refuse, configurable: true });
    for (const name of ["BroadcastChannel", "SharedWorker", "Worker"]) window[name] = function () { refuse(); };
  }`);

/** Remix's script that restores the scroll position, which runs before all others. */
const NOISE = /The operation is insecure/;

test("the service form saves and undoes an entry in a browser that refuses storage, channels and workers", () =>
  visit(
    openBrowser(),
    {},
    async (page) => {
      await refuseAll(page);
      await openServiceForm(page, barn.url);
      await chooseHorse(page, choices.horse.name);
      await serviceSelect(page).selectOption(choices.service.id);
      await page.getByLabel("Comments").fill("without cookies");
      await submitButton(page).click();
      await page.getByText(/^Saved: /).waitFor();
      expect(await barn.rows("select id from bill_items where comments = 'without cookies'")).toHaveLength(1);
      await page.getByRole("button", { name: "Undo" }).first().click();
      await page.getByText(/^Undone: /).waitFor();
    },
    NOISE,
  ));

test("every screen and page opens by a press in a browser that refuses storage, channels and workers, and shows no error", () =>
  visitAs(
    barn,
    openBrowser(),
    ADMIN,
    {},
    async (page) => {
      const ids = await recordIds(barn);
      await refuseAll(page);
      await openPage(barn, page, "/horses");
      for (const screen of SCREENS.filter((each) => "nav" in each)) {
        await page.locator(`nav a[href="${screen.path}"]`).click();
        await page.waitForURL(`${barn.url}${screen.path}`);
        await settled(page);
        expect([screen.path, await page.getByText("Unexpected Application Error!").count()]).toEqual([screen.path, 0]);
      }
      for (const screen of SCREENS)
        for (const { path } of pageRoutesOf(screen)) {
          await openPage(barn, page, withId(`${screen.path}/${path}`, ids));
          expect([path, await page.getByText("Unexpected Application Error!").count()]).toEqual([path, 0]);
        }
      await openPage(barn, page, "/horses");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByRole("checkbox").click();
    },
    NOISE,
  ));

test("where the frame of the page fails, the page says so once, in plain markup", () =>
  visitAs(
    barn,
    openBrowser(),
    ADMIN,
    {},
    async (page) => {
      await openPage(barn, page, "/horses");
      await page.evaluate(() => {
        const listen = document.addEventListener.bind(document) as (...of: unknown[]) => void;
        document.addEventListener = (...of: unknown[]) => {
          if (of[0] === "keydown") throw new Error("The frame is broken");
          listen(...of);
        };
        document.querySelector<HTMLElement>('nav a[href="/services"]')?.click();
      });
      await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
      await page.getByText("The frame is broken", { exact: true }).waitFor();
      await page.locator(".sidebar").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Try again" }).click();
      await page.locator(".sidebar").waitFor();
    },
    /The frame is broken/,
  ));
