import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { ensureChromium, findChromium } from "#bin/browsers/chromium.ts";
import { temporaryFolder } from "#bin/process/lifecycle.ts";
import { buildApp } from "#bin/running/build.ts";
import { openDemoBarn } from "#bin/running/demo-barn.ts";
import { LOOPBACK } from "#bin/running/ports.ts";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { startWorker } from "#bin/running/worker.ts";
import { seedDemo } from "#db/seed/seed.ts";

const FOLDER = "docs/pictures";
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const isLive = (page: Page) => page.locator(".live[data-state=live]:visible").waitFor();
const PICTURES = [
  { name: "overview", path: "/overview", viewport: DESK, prepare: isLive },
  { name: "horses", path: "/horses", viewport: DESK, prepare: isLive },
  { name: "billing", path: "/billing", viewport: DESK, prepare: isLive },
  { name: "customer", path: "/customers?q=blue+heron", viewport: DESK, prepare: openCustomer },
  { name: "export", path: "/billing/export", viewport: DESK, prepare: isLive },
  { name: "form", path: "/", viewport: PHONE, prepare: fillForm },
  { name: "phone", path: "/billing", viewport: PHONE, prepare: isLive },
];

/** `npm run pictures`: takes the pictures of the README and of docs/product.md, of a demo barn in a temporary folder. */
export async function command(): Promise<void> {
  console.log(`Taking the pictures of ${FOLDER}…`);
  await buildApp();
  await ensureChromium();
  const barn = await openDemoBarn(join(temporaryFolder("pictures"), "data"), seedDemo);
  const worker = await startWorker({ host: LOOPBACK, port: 0, bindings: barn.bindings() });
  await takePictures(worker.url, await barn.cookieOf());
  await worker.stop();
  await barn.sqld.stop();
}

async function takePictures(url: string, cookie: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, path, viewport, prepare } of PICTURES) {
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 2 });
      if (path !== "/") await context.addCookies([cookieAt(url, cookie)]);
      const page = await context.newPage();
      await page.goto(url + path);
      await prepare(page);
      const file = `${FOLDER}/${name}-${colorScheme}.png`;
      // 256 colors are enough for a screen, and less than half of the bytes that every clone loads.
      writeFileSync(
        file,
        await sharp(await page.screenshot())
          .png({ palette: true, effort: 10 })
          .toBuffer(),
      );
      console.log(file);
      await context.close();
    }
  }
  await browser.close();
}

async function openCustomer(page: Page): Promise<void> {
  await page.locator("tbody tr a").first().click();
  await page.getByRole("heading", { name: "Bills by month" }).waitFor();
  await isLive(page);
}

async function fillForm(page: Page): Promise<void> {
  const horse = page.getByRole("combobox", { name: "Horse" }).and(page.locator("input"));
  await horse.fill("Bella");
  await horse.press("Enter");
  await page.locator("select[name=serviceId]").selectOption({ index: 2 });
  await page.locator("h1").click();
  await page.waitForTimeout(300);
}
