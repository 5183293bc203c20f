import type { Page } from "playwright-core";
import { amount } from "#lab/bench/amount.ts";
import { resolveInPage } from "#lab/bench/in-page.ts";
import { table } from "#lab/bench/table.ts";
import { openBrowser } from "#lab/support/browser.ts";

const VISITS = amount(9, 1);

type Vitals = { lcp: number; cls: number };

/** Measures largest contentful paint and layout shift of first visits, each in a new profile: the median and the worst. */
export async function benchVitals(origin: string, paths: string[], cookie: string): Promise<void> {
  const browser = await openBrowser();
  const rows: string[][] = [];
  for (const path of paths.slice(0, amount(paths.length, 3))) {
    for (const [device, viewport] of DEVICES) {
      const visits: Vitals[] = [];
      for (let i = 0; i < VISITS; i++) {
        const page = await browser.newPage({ viewport });
        await page.context().addCookies([cookieFor(origin, cookie)]);
        await page.goto(`${origin}${path}`, { waitUntil: "load" });
        visits.push(await page.evaluate<Vitals>(READ_VITALS));
        await page.close();
      }
      rows.push([`${path} ${device}`, ...lcpOf(visits), "800 ms, 0.01"]);
    }
  }
  table(`In Chromium, ${VISITS} first visits`, COLUMNS, rows);
}

/** Measures repeat visits of the service form without a network: the service worker answers. */
export async function benchOffline(origin: string): Promise<void> {
  const browser = await openBrowser();
  const rows: string[][] = [];
  for (const [device, viewport] of DEVICES) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(origin);
    // The service worker is active as soon as it has cached the form.
    await resolveInPage(page, "navigator.serviceWorker.ready.then(() => {})");
    await context.setOffline(true);
    const visits: Vitals[] = [];
    for (let i = 0; i < VISITS; i++) {
      await page.goto("about:blank");
      await page.goto(origin, { waitUntil: "load" });
      visits.push(await page.evaluate<Vitals>(READ_VITALS));
    }
    await context.close();
    rows.push([`/ ${device}`, ...lcpOf(visits), "200 ms, 0.01"]);
  }
  table(`In Chromium, ${VISITS} repeat visits without a network`, COLUMNS, rows);
}

/** The median and the worst LCP, and the worst CLS. */
function lcpOf(visits: Vitals[]): string[] {
  const lcp = visits.map((each) => each.lcp).sort((a, b) => a - b);
  const at = (index: number) => `${Math.round(lcp[index] ?? 0)} ms`;
  return [at(VISITS >> 1), at(VISITS - 1), Math.max(...visits.map((each) => each.cls)).toFixed(4)];
}

/** The session as a cookie, because the requests of the shared worker do not have the headers of the page. */
function cookieFor(url: string, cookie: string) {
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, url };
}

const COLUMNS = ["", "LCP median", "LCP worst", "CLS worst", "to hold: LCP, CLS"];

const DESK = ["at 1440 px", { width: 1440, height: 900 }] as const;
const DEVICES = [DESK, ["at 390 px", { width: 390, height: 844 }]] as const;

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

const INTERACTIONS: Interaction[] = [
  {
    name: "typing in the search of customers",
    path: "/customers",
    act: (page) => page.getByRole("searchbox").pressSequentially("o'brien", { delay: 120 }),
  },
  {
    name: "typing in the search of bills",
    path: "/billing?view=all",
    act: (page) => page.getByRole("searchbox").pressSequentially("boarding", { delay: 120 }),
  },
  {
    name: "ten switches in rows of horses",
    path: "/horses",
    async act(page) {
      for (let i = 0; i < 10; i++)
        await page
          .getByRole("checkbox", { name: /: billable$/ })
          .nth(i)
          .click();
    },
  },
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
export async function benchInteractions(origin: string, cookie: string): Promise<void> {
  const browser = await openBrowser();
  const rows: string[][] = [];
  for (const { name, path, isOfDesk, act } of INTERACTIONS) {
    for (const [device, viewport] of isOfDesk ? [DESK] : DEVICES) {
      const context = await browser.newContext({ viewport });
      await context.addCookies([cookieFor(origin, cookie)]);
      const page = await context.newPage();
      // Waits for hydration: no user interacts within the first tenth of a second.
      await page.goto(`${origin}${path}`);
      await page.locator(".live[data-state=live]:visible").waitFor();
      await page.evaluate(WATCH_INTERACTIONS);
      await act(page);
      const slowest = await page.evaluate<number>(READ_INTERACTIONS);
      await context.close();
      rows.push([`${name} ${device}`, slowest === 0 ? "under 16 ms" : `${slowest} ms`, "50 ms"]);
    }
  }
  table("In Chromium, the slowest interaction (INP)", ["", "INP", "to hold"], rows);
}

/** The browser does not report events shorter than 16 ms. */
const WATCH_INTERACTIONS = `{
  window.slowest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
  })).observe({ type: "event", durationThreshold: 16 });
}`;
const READ_INTERACTIONS = "new Promise((resolve) => setTimeout(() => resolve(window.slowest), 1000))";
