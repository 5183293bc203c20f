import { openBrowser } from "../support/browser.ts";
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
    await browser.close();
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
