import type { ElementHandle, Page } from "puppeteer-core";
import puppeteer from "puppeteer-core";
import { lookForFirefox } from "#bin/engines.ts";
import {
  type Engine,
  type EngineWindow,
  elementsOf,
  type Role,
  TEXT_IN_SIGHT,
  untilFound,
  WINDOW_SIZE,
} from "./engine.ts";

/** Starts a Firefox without a window. */
export async function startFirefox(): Promise<Engine> {
  const executablePath = lookForFirefox();
  if (!executablePath) throw new Error("Firefox is not installed");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: WINDOW_SIZE,
  });
  return {
    async visit(cookies, steps) {
      const profile = await browser.createBrowserContext();
      const openWindow = async () => windowOf(await profile.newPage());
      try {
        for (const { name, value, url } of cookies)
          await profile.setCookie({ name, value, domain: new URL(url).hostname, path: "/", httpOnly: true });
        await steps({ window: await openWindow(), openWindow });
      } finally {
        await profile.close();
      }
    },
    close: () => browser.close(),
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
    goto: async (address) => void (await page.goto(address)),
    back: async () => void (await page.goBack({ waitUntil: [] })),
    address: async () => new URL(page.url()),
    text: () => evaluate(TEXT_IN_SIGHT),
    count: (role, name) => evaluate(`${elementsOf(role, name)}.length`),
    press: async (role, name) => (await find(role, name)).click(),
    async fill(role, name, text) {
      const field = await find(role, name);
      await field.evaluate((element) => (element as HTMLInputElement).select());
      await field.type(text);
    },
  };
}
