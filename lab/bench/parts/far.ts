import type { Page } from "playwright-core";
import { cookieAt } from "#bin/running/session-cookie.ts";
import { amount } from "#lab/bench/amount.ts";
import type { BenchApp } from "#lab/bench/barns.ts";
import { resolveInPage } from "#lab/bench/in-page.ts";
import { held, median, ratio, table } from "#lab/bench/table.ts";
import { openBrowser } from "#lab/support/browser.ts";

/** Milliseconds that a request from the worker to the database and its response take on their way together. */
const DISTANCES = amount([0, 100, 200], [100]);
const TIMES = amount(3, 1);
/** How long the pointer rests on a link before the press. */
const REST_MS = amount(500, 100);

/** What a user presses, as a script of the page, and the condition under which its result is shown. */
type Job = {
  name: string;
  path: string;
  /** What the user opened before: presses, each with the heading that it leads to. */
  before?: readonly [press: string, heading: string][];
  rest?: string;
  press: string;
  shown: string;
  /** The most milliseconds that it may take, besides a round trip to the database if it needs one. */
  limit: number;
  needsDatabase?: true;
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
    limit: 50,
  },
  {
    name: "page of another link",
    path: "/horses",
    press: click(GROOMS),
    shown: isHeaded("Grooms"),
    limit: 50,
    needsDatabase: true,
  },
  {
    name: "page visited before",
    path: "/horses",
    before: VISITED,
    press: click(GROOMS),
    shown: isHeaded("Grooms"),
    limit: 50,
  },
  { name: "Back", path: "/horses", before: VISITED, press: "history.back()", shown: isHeaded("Grooms"), limit: 50 },
  {
    name: "dialog of a record",
    path: "/services",
    press: click("tbody a[href*='/edit']"),
    shown: 'document.querySelector("dialog[open]")',
    limit: 50,
  },
  {
    name: "dialog of a button under the pointer",
    path: "/grooms",
    rest: ADD,
    press: click(ADD),
    shown: 'document.querySelector("dialog[open]")',
    limit: 50,
  },
  {
    name: "search in a short list",
    path: "/horses",
    press: type("#content [type=search]", '"bel"'),
    shown:
      'location.search.includes("q=bel") && [...document.querySelectorAll("tbody tr")].every((row) => /bel/i.test(row.textContent))',
    limit: 32,
  },
  {
    name: "search in a long list",
    path: "/billing",
    press: type("#content [type=search]", '"bel"'),
    shown: `location.search.includes("q=bel") && !document.querySelector("[aria-busy]") && ${ROWS_HAVE_BEL}`,
    limit: 100,
    needsDatabase: true,
  },
  {
    name: "edit in a row, confirmed, and the list read again",
    path: "/horses",
    press: click("tbody [role=checkbox]"),
    shown: isSaid("Saved"),
    limit: 60,
    needsDatabase: true,
  },
  {
    name: "dialog saved, its record in the list",
    path: "/customers/new",
    press: `${type("dialog [name=name]", '"A far customer " + Math.random()')} ${click("dialog .dialog-foot [type=submit]")}`,
    shown: `!document.querySelector("dialog[open]") && ${isSaid("added")}`,
    limit: 80,
    needsDatabase: true,
  },
];

/** Measures the time from a press until its result is shown, with the database at several distances from the worker. */
export async function benchFar({ url, proxy, barn }: BenchApp): Promise<void> {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const rows: string[][] = [];
  try {
    await context.addCookies([cookieAt(url, barn.cookie)]);
    const page = await context.newPage();
    for (const job of JOBS) {
      const figures: number[] = [];
      for (const distance of DISTANCES) {
        proxy.delayMs = distance;
        const times: number[] = [];
        for (let i = 0; i < TIMES; i += 1) times.push(await timeOf(page, url, job));
        figures.push(median(times));
      }
      const limits = DISTANCES.map((distance) => job.limit + (job.needsDatabase ? distance : 0));
      const cells = figures.map((time, n) => held(time, limits[n] ?? 0));
      rows.push([job.name, ...cells, ratio(figures.at(-1) ?? 0, figures[0] ?? 0)]);
    }
  } finally {
    proxy.delayMs = 0;
    await context.close();
  }
  table(
    `From a press until its result is shown, ms (the median of ${TIMES})`,
    ["", ...DISTANCES.map((ms) => `database ${ms} ms away`), "farthest to nearest"],
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
