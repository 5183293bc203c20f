import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { findChromium } from "#bin/browsers/chromium.ts";
import { lookForFirefox } from "#bin/browsers/engines.ts";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { answerDialog, chromiumHands, type Hands } from "./hands.ts";

const SIZE = { width: 1440, height: 900 };

type Opened = { hands: Hands; close: () => Promise<void> };

/** Opens a page of a signed-in admin; undefined if the browser is not installed. */
export const BROWSERS: { [name: string]: (url: string, cookie: string) => Promise<Opened | undefined> } = {
  async Chromium(url, cookie) {
    const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
    const context = await browser.newContext({ viewport: SIZE, serviceWorkers: "block" });
    await context.addCookies([cookieAt(url, cookie)]);
    return { hands: chromiumHands(await context.newPage()), close: () => browser.close() };
  },

  async Firefox(url, cookie) {
    const executablePath = lookForFirefox();
    if (!executablePath) return undefined;
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath,
      headless: true,
      defaultViewport: SIZE,
    });
    const { name, value } = cookieAt(url, cookie);
    await browser.setCookie({ name, value, domain: new URL(url).hostname, path: "/", httpOnly: true });
    // Only a tab of the first window has the focus, and without the focus no editor is left.
    const page = await browser.newPage();
    const hands: Hands = {
      evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
      clickAt: (x, y) => page.mouse.click(x, y),
      wheel: (deltaY) => page.mouse.wheel({ deltaY }),
      async key(name) {
        const keys = name.replace("ControlOrMeta", "Control").split("+") as Parameters<typeof page.keyboard.press>[0][];
        const last = keys.pop();
        for (const held of keys) await page.keyboard.down(held);
        if (last) await page.keyboard.press(last);
        for (const held of keys) await page.keyboard.up(held);
      },
      type: (text) => page.keyboard.type(text),
      goto: async (address) => void (await page.goto(address, { waitUntil: "domcontentloaded" })),
      reload: async () => void (await page.reload({ waitUntil: "domcontentloaded", timeout: 10_000 })),
      pickersTakeKeys: false,
      setOffline: (isOffline) => page.setOfflineMode(isOffline),
      answer: { leaves: true, asked: 0 },
      noise: [],
    };
    page.on("dialog", (dialog) => answerDialog(hands, dialog));
    page.on("pageerror", (error) => hands.noise.push(String(error)));
    page.on("console", async (message) => {
      if (message.type() !== "error") return;
      const said = message.args().map((each) => each.evaluate(String).catch(() => message.text()));
      hands.noise.push((await Promise.all(said)).join(" "));
    });
    return { hands, close: () => browser.close() };
  },
};
