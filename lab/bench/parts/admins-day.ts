import type { Page } from "playwright-core";
import { LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type WorkerBindings } from "#bin/running/worker.ts";
import { randomFrom } from "#db/seed/random.ts";
import { amount } from "#lab/bench/amount.ts";
import { table } from "#lab/bench/table.ts";
import { openBrowser } from "#lab/support/browser.ts";
import { noRows, startHranaProxy } from "#lab/support/hrana-proxy.ts";

const ADMINS = amount(5, 2);
const STEPS = amount(40, 4);
/** How long an admin looks at a page, in milliseconds. */
const LOOK_MS = 400;

const random = randomFrom("a day of five admins");

/** The steps of an admin. A step that is listed twice is taken twice as often. */
const STEPS_OF_A_DAY = [
  ...["Horses", "Horses", "Horses", "Billing", "Billing", "Billing", "Customers", "Customers", "Payroll", "Payroll"],
  ...["Horse Shows", "Grooms", "Services", "Overview", "Overview", "Activity"],
  ...["back", "back", "back", "open", "open", "search", "switch", "switch", "save"],
];

/** Counts the requests and the rows of a day of five admins, whose pages stay open, as the browser and the database count them. */
export async function benchAdminsDay(small: WorkerBindings, cookie: string): Promise<void> {
  const proxy = await startHranaProxy(small.DATABASE_URL);
  const worker = await startWorker({
    host: LOOPBACK,
    port: 0,
    bindings: { ...small, DATABASE_URL: proxy.url },
    log: () => {},
  });
  const browser = await openBrowser();
  let requests = 0;
  try {
    const pages: Page[] = [];
    for (let i = 0; i < ADMINS; i += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: worker.url }]);
      const page = await context.newPage();
      page.setDefaultTimeout(1_000);
      page.on("request", (request) => {
        if (/\.data/.test(request.url()) || request.isNavigationRequest()) requests += 1;
      });
      pages.push(page);
    }
    proxy.rowsRead = noRows().rowsRead;
    for (const page of pages) await page.goto(`${worker.url}/overview`);
    for (let step = 0; step < STEPS; step += 1) {
      // A page that cannot do the step leaves it out.
      for (const page of pages) await doStep(page, random.pick(STEPS_OF_A_DAY)).catch(() => {});
      await pages[0]?.waitForTimeout(LOOK_MS);
    }
    const rows = proxy.rowsRead.requests.reduce((sum, each) => sum + each, 0);
    table(
      `A day of ${ADMINS} admins, ${STEPS} steps each`,
      ["", "requests of the browsers", "requests to the database", "rows read"],
      [["in all", requests, proxy.rowsRead.requests.length, rows].map((cell) => cell.toLocaleString("en-US"))],
    );
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await worker.stop();
    await proxy.stop();
  }
}

async function doStep(page: Page, step: string): Promise<void> {
  if (step === "back") return void (await page.goBack());
  if (step === "open") return page.locator("tbody a[href]").first().click();
  if (step === "search")
    return page
      .locator("#content [type=search]")
      .first()
      .fill(random.pick(["bel", "an", "", ""]));
  if (step === "switch") return page.locator("tbody [role=checkbox]").nth(random.int(0, 4)).click();
  if (step === "save") {
    await page.locator("nav a:visible").getByText("Services", { exact: true }).first().click();
    await page.locator("tbody a[href*='/edit']").nth(random.int(0, 5)).click();
    await page.locator("dialog [name=price]").fill(String(random.int(10, 99)));
    return page.locator("dialog .dialog-foot [type=submit]").click();
  }
  const link = page.locator("nav a:visible").getByText(step, { exact: true }).first();
  await link.hover();
  await page.waitForTimeout(100);
  await link.click();
}
