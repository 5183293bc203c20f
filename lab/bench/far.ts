import type { Page } from "playwright-core";
import { LOOPBACK } from "#bin/ports.ts";
import { startWorker, type WorkerBindings } from "#bin/worker.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { startHranaProxy } from "#tests/support/hrana-proxy.ts";
import { amount } from "./amount.ts";
import { resolveInPage } from "./in-page.ts";
import { table } from "./table.ts";

/** Milliseconds that a request from the worker to the database and its response take on their way together. */
const DISTANCES = amount([0, 100, 200], [100]);
const TIMES = amount(5, 1);
/** How long the pointer rests on a link before the press. */
const REST_MS = amount(700, 100);

/** What a user presses, as a script of the page, and the condition under which its result is shown. */
type Job = { name: string; path: string; rest?: string; press: string; shown: string };

const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const isHeaded = (text: string) => `document.querySelector("h1")?.textContent === "${text}"`;
const type = (selector: string, text: string) => `{
  const input = document.querySelector(${JSON.stringify(selector)});
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, ${text});
  input.dispatchEvent(new Event("input", { bubbles: true }));
}`;
const GROOMS = 'nav a[href="/grooms"]';
const ADD = ".list-head > .button-primary";
/** Finished requests for data and saves since the page was opened, without the hub's. */
const REQUESTS = 'performance.getEntriesByType("resource").filter(({ name }) => name.includes(".data")).length';

const JOBS: Job[] = [
  {
    name: "page of a link under the pointer",
    path: "/horses",
    rest: GROOMS,
    press: click(GROOMS),
    shown: isHeaded("Grooms"),
  },
  { name: "page of another link", path: "/horses", press: click(GROOMS), shown: isHeaded("Grooms") },
  {
    name: "dialog of a button under the pointer",
    path: "/grooms",
    rest: ADD,
    press: click(ADD),
    shown: 'document.querySelector("dialog[open]")',
  },
  {
    name: "search, with its pause",
    path: "/horses",
    press: type("#content [type=search]", '"bel"'),
    shown:
      'location.search.includes("q=bel") && [...document.querySelectorAll("tbody tr")].every((row) => /bel/i.test(row.textContent))',
  },
  {
    name: "edit in a row, saved and read again",
    path: "/horses",
    press: `window.before = ${REQUESTS}; ${click("tbody [role=checkbox]")}`,
    shown: `${REQUESTS} >= window.before + 2`,
  },
  {
    name: "dialog saved, its record in the list",
    path: "/customers/new",
    press: `${type("dialog [name=name]", '"A far customer " + Math.random()')} ${click("dialog [type=submit]")}`,
    shown: '!document.querySelector("dialog[open]")',
  },
];

/** Measures the time from a press until its result is shown, with the database at several distances from the worker. */
export async function benchFar(small: WorkerBindings, cookie: string): Promise<void> {
  const proxy = await startHranaProxy(small.DATABASE_URL);
  const bindings = { ...small, DATABASE_URL: proxy.url };
  const worker = await startWorker({ host: LOOPBACK, port: 0, bindings, log: () => {} });
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const rows: string[][] = [];
  try {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: worker.url }]);
    const page = await context.newPage();
    for (const job of JOBS) {
      const row = [job.name];
      for (const distance of DISTANCES) {
        proxy.delayMs = distance;
        const times: number[] = [];
        for (let i = 0; i < TIMES; i += 1) times.push(await timeOf(page, worker.url, job));
        row.push(`${Math.round(times.sort((a, b) => a - b)[TIMES >> 1] ?? 0)} ms`);
      }
      rows.push(row);
    }
  } finally {
    await context.close();
    await worker.stop();
    await proxy.stop();
  }
  table(
    "From a press until its result is shown, by the distance of the database",
    ["", ...DISTANCES.map((ms) => `${ms} ms away`)],
    rows,
  );
}

async function timeOf(page: Page, origin: string, { path, rest, press, shown }: Job): Promise<number> {
  await page.goto(origin + path);
  await page.locator(".live[data-state=live]:visible").waitFor();
  if (rest) await page.locator(rest).hover();
  await page.waitForTimeout(REST_MS);
  return resolveInPage<number>(
    page,
    `new Promise((resolve) => {
      const start = performance.now();
      ${press};
      const look = () => (${shown} ? resolve(performance.now() - start) : requestAnimationFrame(look));
      look();
    })`,
  );
}
