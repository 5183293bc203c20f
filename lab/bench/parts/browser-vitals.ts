import type { BrowserContextOptions, Page } from "playwright-core";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { ADDRESSES } from "#lab/bench/addresses.ts";
import { amount } from "#lab/bench/amount.ts";
import type { BenchApp } from "#lab/bench/barns.ts";
import { held, median, ratio, table } from "#lab/bench/table.ts";
import { addHorses } from "#lab/support/billing.ts";
import { openBrowser } from "#lab/support/browser.ts";

/** The most that is to hold: largest contentful paint and interaction to next paint in milliseconds, layout shift. */
const LIMITS = { lcp: 800, inp: 50, cls: 0.01 };
/** The horses of the demo barn and these are 2,000. */
const MORE_HORSES = amount(1_940, 10);

const DESK = ["at 1440 px", { width: 1440, height: 900 }] as const;
const DEVICES = [DESK, ["at 390 px", { width: 390, height: 844 }]] as const;

type Vitals = { address: string; lcp: number; cls: number };

/** Opens a page in a new profile in which an admin has signed in. */
async function inNewProfile<T>(
  { url, barn }: BenchApp,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser();
  const context = await browser.newContext(options);
  try {
    await context.addCookies([cookieAt(url, barn.cookie)]);
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** What Chromium itself takes to show a heading. */
const NO_SERVER = "data:text/html,<!doctype html><h1>A page without a server</h1>";

/** Measures largest contentful paint and layout shift of the first visits of every page. */
export async function benchVitals(app: BenchApp): Promise<void> {
  const addresses = ADDRESSES.slice(0, amount(ADDRESSES.length, 3)).map((address) => app.url + address);
  const rows: string[][] = [];
  for (const [device, viewport] of DEVICES) {
    const visit = (address: string) =>
      inNewProfile(app, { viewport }, async (page): Promise<Vitals> => {
        await page.goto(address, { waitUntil: "load" });
        return { address, ...(await page.evaluate<Omit<Vitals, "address">>(READ_VITALS)) };
      });
    const floor: number[] = [];
    for (let n = 0; n < amount(5, 1); n++) floor.push((await visit(NO_SERVER)).lcp);
    const visits: Vitals[] = [];
    for (const address of addresses) visits.push(await visit(address));
    const [slowest] = visits.toSorted((a, b) => b.lcp - a.lcp);
    const middle = median(visits.map(({ lcp }) => lcp));
    rows.push([
      device,
      `${middle.toFixed(0)}`,
      ratio(middle, median(floor)),
      held(slowest?.lcp ?? 0, LIMITS.lcp),
      slowest?.address.replace(app.url, "") ?? "",
      held(Math.max(...visits.map(({ cls }) => cls)), LIMITS.cls, 4),
    ]);
  }
  table(
    `First visits of ${addresses.length} pages in Chromium`,
    ["", "LCP ms, median", "to a page without a server", "slowest", "which is", "CLS, worst"],
    rows,
  );
}

/** Runs in the page. It is a string, so that the compiler of this file does not change it. */
const READ_VITALS = `new Promise((resolve) => {
  const vitals = { lcp: 0, cls: 0 };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => { vitals.lcp = Math.max(vitals.lcp, entry.startTime); });
  observe("layout-shift", (entry) => { vitals.cls += entry.value; });
  setTimeout(() => resolve(vitals), 500);
})`;

type Interaction = {
  name: string;
  path: string;
  /** Measured at the size of a desk only: the rows of a phone have no editors. */
  isOfDesk?: true;
  act: (page: Page) => Promise<void>;
};

const search = (name: string, path: string, words: string): Interaction => ({
  name: `typing in the search of ${name}`,
  path,
  act: (page) => page.getByRole("searchbox").pressSequentially(words, { delay: 120 }),
});

const IN_HORSES: Interaction[] = [
  search("horses", "/horses", "bella"),
  {
    name: "ten switches in rows of horses",
    path: "/horses",
    isOfDesk: true,
    async act(page) {
      for (let i = 0; i < 10; i++)
        await page
          .getByRole("checkbox", { name: /: billable$/ })
          .nth(i)
          .click();
    },
  },
];

const INTERACTIONS: Interaction[] = [
  ...IN_HORSES,
  search("customers", "/customers", "o'brien"),
  search("bills", "/billing?view=all", "boarding"),
  {
    name: "ten dates in rows of grooms",
    path: "/grooms",
    isOfDesk: true,
    async act(page) {
      for (let i = 0; i < 10; i++) {
        await page
          .getByRole("link", { name: /: start date / })
          .nth(i)
          .click();
        // A day that a script sets counts as picked, and is saved at once.
        await page.locator(".row-editor input").fill(`2024-01-${10 + i}`);
      }
    },
  },
];

/** Measures Interaction to Next Paint: the slowest time from a key or a click to the next frame. */
export async function benchInteractions(app: BenchApp): Promise<void> {
  const rows = await measureInteractions(app, amount(INTERACTIONS, IN_HORSES.slice(1)), "");
  await addHorses(app.barn, "Many", MORE_HORSES);
  rows.push(...(await measureInteractions(app, amount(IN_HORSES, []), ", 2,000 horses")));
  // Other parts measure the horses of the demo barn only.
  await app.barn.rows("update horses set deleted_at = updated_at where name like 'Many %'");
  table("The slowest interaction (INP) in Chromium", ["", "ms"], rows);
}

async function measureInteractions(app: BenchApp, interactions: Interaction[], among: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, path, isOfDesk, act } of interactions) {
    for (const [device, viewport] of isOfDesk ? [DESK] : DEVICES) {
      const slowest = await inNewProfile(app, { viewport }, async (page) => {
        // Waits for hydration: no user interacts within the first tenth of a second.
        await page.goto(app.url + path);
        await page.locator(".live[data-state=live]:visible").waitFor();
        await page.evaluate(WATCH_INTERACTIONS);
        await act(page);
        return page.evaluate<number>(READ_INTERACTIONS);
      });
      rows.push([`${name}${among} ${device}`, held(slowest, LIMITS.inp)]);
    }
  }
  return rows;
}

/** The browser does not report events shorter than 16 ms; the result is 0 then. */
const WATCH_INTERACTIONS = `{
  window.slowest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
  })).observe({ type: "event", durationThreshold: 16 });
}`;
const READ_INTERACTIONS = "new Promise((resolve) => setTimeout(() => resolve(window.slowest), 1000))";
