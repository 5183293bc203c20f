import type { Page } from "playwright-core";
import { openBrowser } from "#tests/support/browser.ts";
import { table } from "./table.ts";

const VISITS = 9;

type Vitals = { lcp: number; cls: number };

/** Largest contentful paint and layout shift of first visits, each in a fresh profile: the median and the worst. */
export async function benchVitals(origin: string, paths: string[], cookie: string): Promise<void> {
  const browser = await openBrowser();
  const rows: string[][] = [];
  try {
    for (const path of paths) {
      for (const [device, viewport] of DEVICES) {
        const visits: Vitals[] = [];
        for (let i = 0; i < VISITS; i++) {
          const page = await browser.newPage({ viewport, extraHTTPHeaders: { Cookie: cookie } });
          await page.goto(`${origin}${path}`, { waitUntil: "load" });
          visits.push(await page.evaluate<Vitals>(READ_VITALS));
          await page.close();
        }
        const lcp = visits.map((each) => each.lcp).sort((a, b) => a - b);
        const worstShift = Math.max(...visits.map((each) => each.cls));
        const at = (index: number) => `${Math.round(lcp[index] ?? 0)} ms`;
        rows.push([`${path} ${device}`, at(VISITS >> 1), at(VISITS - 1), worstShift.toFixed(4), "800 ms, 0.01"]);
      }
    }
  } finally {
  }
  table(`In Chromium, ${VISITS} first visits`, ["", "LCP median", "LCP worst", "CLS worst", "to hold: LCP, CLS"], rows);
}

const DEVICES = [
  ["at 1440 px", { width: 1440, height: 900 }],
  ["at 390 px", { width: 390, height: 844 }],
] as const;

/** Runs in the page, so as text: what compiles this file must not touch it. */
const READ_VITALS = `new Promise((resolve) => {
  const vitals = { lcp: 0, cls: 0 };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => { vitals.lcp = Math.max(vitals.lcp, entry.startTime); });
  observe("layout-shift", (entry) => { vitals.cls += entry.value; });
  setTimeout(() => resolve(vitals), 500);
})`;

const INTERACTIONS: { name: string; path: string; act: (page: Page) => Promise<void> }[] = [
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
          .getByRole("switch", { name: /: billable$/ })
          .nth(i)
          .click();
    },
  },
  {
    name: "ten dates in rows of grooms",
    path: "/grooms",
    async act(page) {
      for (let i = 0; i < 10; i++)
        await page
          .getByLabel(/: start date$/)
          .nth(i)
          .fill(`2024-01-${10 + i}`);
    },
  },
];

/** The slowest answer to a key or a click, from the press to the next picture: Interaction to Next Paint. */
export async function benchInteractions(origin: string, cookie: string): Promise<void> {
  const browser = await openBrowser();
  const rows: string[][] = [];
  try {
    for (const { name, path, act } of INTERACTIONS) {
      for (const [device, viewport] of DEVICES) {
        // In the browser itself: what its shared worker asks has no headers of a page.
        const context = await browser.newContext({ viewport });
        const [key = "", value = ""] = cookie.split("=");
        await context.addCookies([{ name: key, value, url: origin }]);
        const page = await context.newPage();
        // Nobody presses anything within the tenth of a second in which the page takes over.
        await page.goto(`${origin}${path}`);
        await page.locator(".live[data-state=live]:visible").waitFor();
        await page.evaluate(WATCH_INTERACTIONS);
        await act(page);
        const slowest = await page.evaluate<number>(READ_INTERACTIONS);
        await context.close();
        rows.push([`${name} ${device}`, slowest === 0 ? "under 16 ms" : `${slowest} ms`, "50 ms"]);
      }
    }
  } finally {
  }
  table("In Chromium, the slowest interaction (INP)", ["", "INP", "to hold"], rows);
}

/** What is quicker than 16 ms is not told by the browser. */
const WATCH_INTERACTIONS = `{
  window.slowest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
  })).observe({ type: "event", durationThreshold: 16 });
}`;
const READ_INTERACTIONS = "new Promise((resolve) => setTimeout(() => resolve(window.slowest), 1000))";
