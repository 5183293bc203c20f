import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { findChromium } from "#bin/browsers/chromium.ts";
import { ensureChromium } from "#bin/browsers/install-chromium.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { onLeave } from "#bin/process/lifecycle.ts";
import { buildApp } from "#bin/running/build.ts";
import { findFreePort, LOOPBACK } from "#bin/running/ports.ts";
import { sessionCookie } from "#bin/running/session-cookie.ts";
import { startWorker } from "#bin/running/worker.ts";
import { seedDemo } from "#db/seed/seed.ts";

const FOLDER = "docs/pictures";
const SECRET = "a secret of the pictures, long enough for the worker";
const ADMIN = { email: "alex@hayloft.example", name: "Alex Moreno" };
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
  const dataDir = mkdtempSync(join(tmpdir(), "hayloft-pictures-"));
  onLeave(() => process.exit(1));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  await migrateDatabase(sqld);
  await seedDemo({ ...sqld, today: todayInNewYork(new Date()) });
  const worker = await startWorker({ host: LOOPBACK, port: 0, bindings: bindingsOf(sqld) });
  await takePictures(worker.url, await signIn(sqld));
  await worker.stop();
  await sqld.stop();
}

const bindingsOf = ({ url, authToken }: DatabaseAddress) => ({
  DATABASE_URL: url,
  DATABASE_AUTH_TOKEN: authToken,
  GOOGLE_CLIENT_ID: "hayloft",
  GOOGLE_CLIENT_SECRET: "hayloft",
  SESSION_SECRET: SECRET,
  LOCAL_ISSUER: `http://${LOOPBACK}:9`,
});

/** Returns the cookie of an admin's session. */
async function signIn({ url, authToken }: DatabaseAddress): Promise<string> {
  const client = createClient({ url, authToken });
  return sessionCookie((sql, args) => client.execute({ sql, args }), SECRET, ADMIN).finally(() => client.close());
}

async function takePictures(url: string, cookie: string): Promise<void> {
  const [key = "", value = ""] = cookie.split("=");
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, path, viewport, prepare } of PICTURES) {
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 2 });
      if (path !== "/") await context.addCookies([{ name: key, value, url }]);
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
