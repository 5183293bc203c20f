import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { amount } from "#lab/bench/amount.ts";
import type { BenchApp, BenchBarn } from "#lab/bench/barns.ts";
import { resolveInPage } from "#lab/bench/in-page.ts";
import { startRawApp } from "#lab/bench/raw-workerd.ts";
import { held, table } from "#lab/bench/table.ts";
import { openBrowser } from "#lab/support/browser.ts";
import { type Listener, listen } from "#lab/support/listener.ts";

const CHANGES = amount(50, 3);
const WARM_UP = amount(10, 1);
const LISTENERS = amount(500, 5);
/** How many listeners connect at once. */
const GROUP = amount(25, 5);
/** Milliseconds between the changes that many listeners hear. */
const PAUSE = 100;
/** The most milliseconds from the response to its sender until another user has the change. */
const LIMITS = { half: 100, most: 250 };

/** Measures the time from a change until another browser shows it, and until many listeners receive it. */
export async function benchLive(folder: string, { url, barn }: BenchApp): Promise<void> {
  const [groom] = await barn.rows("select id from grooms where deleted_at is null order by name limit 1");
  const id = String(groom?.id);
  const shown = await measureShown(url, barn, changeAt(url, id, barn));
  const app = await startRawApp(folder, barn.bindings());
  const { missed, waits } = await measureListeners(app.url, barn, changeAt(app.url, id, barn)).finally(app.stop);
  table(
    `From the response to the sender of a change until others have it (${CHANGES} changes)`,
    ["", "missed", "p50 ms", "p95 ms", "longest"],
    [
      ["another Chromium shows it", "", ...quantiles(shown)],
      [`${LISTENERS} listeners receive it`, held(missed, 0), ...quantiles(waits)],
    ],
  );
}

/** Returns a function that sets a date in a row as its page does, and returns when it was answered. */
const changeAt =
  (url: string, id: string, { cookie }: BenchBarn) =>
  async (n: number) => {
    const body = new URLSearchParams({ intent: "set", id, field: "startDate", value: dayOf(n) });
    const headers = { Cookie: cookie, Origin: url };
    const response = await fetch(`${url}/grooms.data`, { method: "POST", body, headers });
    if (!response.ok) throw new Error(`A change returned ${response.status}`);
    return { shownAs: Date.now(), heardAs: performance.now() };
  };

type Change = ReturnType<typeof changeAt>;

const dayOf = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

async function measureShown(url: string, { cookie }: BenchBarn, change: Change): Promise<number[]> {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([cookieAt(url, cookie)]);
    const page = await context.newPage();
    await page.goto(`${url}/grooms`);
    await page.locator(".live[data-state=live]:visible").waitFor();
    for (let n = 0; n < WARM_UP; n += 1) await change(n).then(() => sleep(200));
    await page.locator(CELL, { hasText: formatUsDate(dayOf(WARM_UP - 1)) }).waitFor();
    await page.evaluate(WATCH_ROW);
    const waits: number[] = [];
    for (let n = WARM_UP; n < WARM_UP + CHANGES; n += 1) {
      const { shownAs } = await change(n);
      waits.push((await shownAt(page, dayOf(n))) - shownAs);
      await sleep(100 + (n % 7) * 20);
    }
    return waits;
  } finally {
    await context.close();
  }
}

const CELL = "tbody [data-field=startDate]";

/** Records when the first row first showed each date. A later date counts as the earlier one, too. */
const WATCH_ROW = `(() => {
  const shown = [];
  const record = () => requestAnimationFrame(() => {
    const { textContent } = document.querySelector("${CELL}");
    const [month, day, year] = textContent.split("/");
    shown.push([[year, month, day].join("-"), Date.now()]);
  });
  new MutationObserver(record).observe(document.querySelector("tbody"), { subtree: true, childList: true, characterData: true });
  window.shownAt = (date) => shown.find(([value]) => value >= date)?.[1];
})()`;

const shownAt = (page: Page, date: string) =>
  resolveInPage<number>(
    page,
    `new Promise((resolve) => {
      const look = () => {
        const at = window.shownAt(${JSON.stringify(date)});
        if (at) resolve(at);
        else setTimeout(look, 20);
      };
      look();
    })`,
  );

async function measureListeners(url: string, { cookie }: BenchBarn, change: Change) {
  const audience: Listener[] = [];
  const join = async () => {
    const listener = await listen({ url }, { Cookie: cookie });
    audience.push(listener);
    if (!listener.response.ok) throw new Error(`A listener was answered with ${listener.response.status}`);
  };
  try {
    // In groups: each asks the database who listens, and the next change is what is measured.
    while (audience.length < LISTENERS) await Promise.all(Array.from({ length: GROUP }, join));
    await sleep(amount(2_000, 100));
    const answered: number[] = [];
    const first = Math.max(...audience.flatMap(({ received }) => received.map(numberOf)));
    for (let n = 0; n < CHANGES; n += 1) {
      const start = performance.now();
      answered.push((await change(1_000 + n)).heardAs);
      await sleep(Math.max(0, PAUSE - (performance.now() - start)));
    }
    await sleep(500);
    const waits = audience.flatMap(({ received }) =>
      answered.map((at, n) => (received.find((each) => numberOf(each) > first + n)?.at ?? Number.NaN) - at),
    );
    return { missed: waits.filter(Number.isNaN).length, waits: waits.filter(Number.isFinite) };
  } finally {
    for (const listener of audience) listener.close();
  }
}

/** The number of the last change that a message tells of. */
const numberOf = ({ numbers }: Listener["received"][number]) => Math.max(0, ...Object.values(numbers));

function quantiles(values: number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return [held(at(0.5), LIMITS.half), held(at(0.95), LIMITS.most), at(1).toFixed(0)];
}
