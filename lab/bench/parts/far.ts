import type { Page } from "playwright-core";
import { LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type WorkerBindings } from "#bin/running/worker.ts";
import { amount } from "#lab/bench/amount.ts";
import { resolveInPage } from "#lab/bench/in-page.ts";
import { table } from "#lab/bench/table.ts";
import { openBrowser } from "#lab/support/browser.ts";
import { startHranaProxy } from "#lab/support/hrana-proxy.ts";

/** Milliseconds that a request from the worker to the database and its response take on their way together. */
const DISTANCES = amount([0, 100, 200], [100]);
const TIMES = amount(5, 1);
/** How long the pointer rests on a link before the press. */
const REST_MS = amount(700, 100);

/** What a user presses, as a script of the page, and the condition under which its result is shown. */
type Job = {
  name: string;
  path: string;
  /** What the user opened before: presses, each with the heading that it leads to. */
  before?: readonly [press: string, heading: string][];
  rest?: string;
  press: string;
  shown: string;
};

const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const isHeaded = (text: string) => `document.querySelector("h1")?.textContent === "${text}"`;
const type = (selector: string, text: string) => `{
  const input = document.querySelector(${JSON.stringify(selector)});
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, ${text});
  input.dispatchEvent(new Event("input", { bubbles: true }));
}`;
const GROOMS = 'nav a[href="/grooms"]';
const ADD = ".list-head > .button-primary";
const HORSES = 'nav a[href="/horses"]';
const VISITED: Job["before"] = [
  [click(GROOMS), "Grooms"],
  [click(HORSES), "Horses"],
];
/** The words of the notice of a save. */
const isSaid = (text: string) =>
  `[...document.querySelectorAll(".toast")].some((each) => each.textContent.includes("${text}"))`;
const ROWS_HAVE_BEL =
  '[...document.querySelectorAll("tbody")].some(({ rows }) => [...rows].every((row) => /bel/i.test(row.textContent)))';

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
    name: "page visited before",
    path: "/horses",
    before: VISITED,
    press: click(GROOMS),
    shown: isHeaded("Grooms"),
  },
  { name: "Back", path: "/horses", before: VISITED, press: "history.back()", shown: isHeaded("Grooms") },
  {
    name: "dialog of a record",
    path: "/services",
    press: click("tbody a[href*='/edit']"),
    shown: 'document.querySelector("dialog[open]")',
  },
  {
    name: "dialog of a button under the pointer",
    path: "/grooms",
    rest: ADD,
    press: click(ADD),
    shown: 'document.querySelector("dialog[open]")',
  },
  {
    name: "search in a short list",
    path: "/horses",
    press: type("#content [type=search]", '"bel"'),
    shown:
      'location.search.includes("q=bel") && [...document.querySelectorAll("tbody tr")].every((row) => /bel/i.test(row.textContent))',
  },
  {
    name: "search in a long list, first rows there",
    path: "/billing",
    press: type("#content [type=search]", '"bel"'),
    shown: ROWS_HAVE_BEL,
  },
  {
    name: "search in a long list, the answer",
    path: "/billing",
    press: type("#content [type=search]", '"bel"'),
    shown: `location.search.includes("q=bel") && !document.querySelector("[aria-busy]") && ${ROWS_HAVE_BEL}`,
  },
  {
    name: "edit in a row, confirmed, and the list read again",
    path: "/horses",
    press: click("tbody [role=checkbox]"),
    shown: isSaid("Saved"),
  },
  {
    name: "dialog saved, its record in the list",
    path: "/customers/new",
    press: `${type("dialog [name=name]", '"A far customer " + Math.random()')} ${click("dialog .dialog-foot [type=submit]")}`,
    shown: `!document.querySelector("dialog[open]") && ${isSaid("added")}`,
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

async function timeOf(page: Page, origin: string, { path, before, rest, press, shown }: Job): Promise<number> {
  await page.goto(origin + path);
  await page.locator(".live[data-state=live]:visible").waitFor();
  for (const [pressed, heading] of before ?? []) {
    await page.evaluate(pressed);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  }
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
