import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer-core";
import puppeteer from "puppeteer-core";
import { lookForFirefox } from "#bin/browsers/engines.ts";
import {
  type Engine,
  type EngineWindow,
  elementsOf,
  type Role,
  TEXT_IN_SIGHT,
  untilFound,
  untilSent,
  WINDOW_SIZE,
} from "./engine.ts";

/** Starts a Firefox without a window. `settings` are those of about:config. */
export async function startFirefox(settings: Record<string, unknown> = {}): Promise<Engine> {
  const executablePath = lookForFirefox();
  if (!executablePath) throw new Error("Firefox is not installed");
  const downloads = mkdtempSync(join(tmpdir(), "hayloft-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: WINDOW_SIZE,
    extraPrefsFirefox: {
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      // The tests read the page, not its frames, and a visit is too short to repay the optimisation of scripts.
      "layout.frame_rate": 15,
      "javascript.options.ion": false,
      "dom.ipc.processPrelaunch.enabled": false,
      ...settings,
    },
  });
  return {
    downloads,
    async visit(cookies, steps) {
      const profile = await browser.createBrowserContext();
      const pages: Page[] = [];
      const openWindow = async () => {
        const page = await profile.newPage({ type: "window" });
        pages.push(page);
        return windowOf(page);
      };
      const popup = async () =>
        windowOf(
          await untilFound(
            "window that a page has opened",
            async () => (await profile.pages()).find((page) => !pages.includes(page)) ?? null,
          ),
        );
      try {
        for (const { name, value, url } of cookies)
          await profile.setCookie({ name, value, domain: new URL(url).hostname, path: "/", httpOnly: true });
        await steps({ window: await openWindow(), openWindow, popup });
      } finally {
        await profile.close();
      }
    },
    async close() {
      await browser.close();
      rmSync(downloads, { recursive: true });
    },
  };
}

function windowOf(page: Page): EngineWindow {
  const find = (role: Role, name: string) =>
    untilFound(`${role} '${name}'`, async () => {
      const found = await page.evaluateHandle(`${elementsOf(role, name)}[0] ?? null`);
      return found.asElement() as ElementHandle<HTMLElement> | null;
    });
  const evaluate = <T>(expression: string) => page.evaluate(expression) as Promise<T>;
  return {
    evaluate,
    async goto(address) {
      await untilSent(evaluate);
      await page.goto(address);
    },
    back: async () => void (await page.goBack({ waitUntil: [] })),
    address: async () => new URL(page.url()),
    text: () => evaluate(TEXT_IN_SIGHT),
    count: (role, name) => evaluate(`${elementsOf(role, name)}.length`),
    async press(role, name) {
      // The element is found anew at each try: a page that has just loaded may replace it.
      await untilFound(`${role} '${name}' to press`, async () => {
        await (await find(role, name)).click();
        return true;
      });
    },
    async fill(role, name, text) {
      const field = await find(role, name);
      if (role === "date") return setDate(field, text);
      await field.evaluate((element) => (element as HTMLInputElement).select());
      await field.type(text);
    },
    async choose(name, option) {
      const list = await find("combobox", name);
      const value = await list.evaluate(
        (element, option) => [...element.querySelectorAll("option")].find(({ text }) => text === option)?.value,
        option,
      );
      if (value === undefined) throw new Error(`There is no option '${option}'`);
      await list.select(value);
    },
    resize: (size) => page.setViewport(size),
  };
}

/** Dates cannot be typed: the document of a Firefox without a window never has the focus. */
const setDate = (field: ElementHandle<HTMLElement>, date: string) =>
  field.evaluate((element, date) => {
    (element as HTMLInputElement).value = date;
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  }, date);
