import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@libsql/client/web";
import type { Page } from "playwright-core";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import type { ChangeNumbers } from "#app/domain/basics/topics.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import { LOOPBACK } from "#bin/running/ports.ts";
import { startWorker, type WorkerBindings } from "#bin/running/worker.ts";
import { amount, WAIT_MS } from "#lab/bench/amount.ts";
import { resolveInPage } from "#lab/bench/in-page.ts";
import { bundleFile, cpuTime, memory, type RawWorkerd, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { table } from "#lab/bench/table.ts";
import { openBrowser } from "#lab/support/browser.ts";
import { startHranaProxy } from "#lab/support/hrana-proxy.ts";

const ONE_BY_ONE = amount(60, 3);
const BURST = amount(100, 5);
/** Milliseconds between the changes of a burst: 100 changes in 10 seconds. */
const PAUSE = 100;
const WARM_UP = amount(10, 1);
const AUDIENCES = amount([50, 500], [5]);

/** How many listeners connect and disconnect before the memory is read. */
const LEAVING = amount(1_000, 100);

/** Measures the time from a change until a browser shows it and until many listeners receive it, and its CPU and memory. */
export async function benchLive(folder: string, small: WorkerBindings, cookie: string): Promise<void> {
  const proxy = await startHranaProxy(small.DATABASE_URL);
  const bindings = { ...small, DATABASE_URL: proxy.url };
  // A browser needs the assets too.
  const whole = await startWorker({ host: LOOPBACK, port: 0, bindings, log: () => {} });
  const app = await startRawWorkerd(join(folder, "live"), bundleFile(WORKER_BUNDLE), bindings, { heap: 64 });
  const client = createClient({ url: small.DATABASE_URL, authToken: small.DATABASE_AUTH_TOKEN });
  try {
    const { rows } = await client.execute("select id from grooms where deleted_at is null order by name limit 1");
    const groom = String(rows[0]?.[0]);
    await benchShown(whole.url, cookie, changeAt(whole.url, groom, cookie));
    await benchAudiences(app, cookie, changeAt(app.url, groom, cookie), proxy.polls);
  } finally {
    client.close();
    await Promise.all([app.stop(), whole.stop()]);
    await proxy.stop();
  }
}

/** Returns a function that sets a date in a row as its page does, and returns the times of the request and of the response. */
const changeAt = (url: string, id: string, cookie: string) => async (n: number) => {
  const sent = Date.now();
  const body = new URLSearchParams({ intent: "set", id, field: "startDate", value: dayOf(n) });
  const headers = { Cookie: cookie, Origin: url };
  const response = await fetch(`${url}/grooms.data`, { method: "POST", body, headers });
  if (!response.ok) throw new Error(`A change returned ${response.status}`);
  return { sent, answered: Date.now() };
};

type Change = ReturnType<typeof changeAt>;

const dayOf = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

async function benchShown(url: string, cookie: string, change: Change): Promise<void> {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const rows: string[][] = [];
  try {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    await page.goto(`${url}/grooms`);
    await page.locator(".live[data-state=live]:visible").waitFor();
    for (let n = 0; n < WARM_UP; n += 1) await change(n).then(() => sleep(200));
    await page.locator(CELL, { hasText: formatUsDate(dayOf(WARM_UP - 1)) }).waitFor();
    await page.evaluate(WATCH_ROW);
    let reloads = 0;
    page.on("request", (each) => {
      if (each.url().includes("_routes=")) reloads += 1;
    });
    const waits: { sent: number; answered: number }[] = [];
    for (let n = 20; n < 20 + ONE_BY_ONE; n += 1) {
      const { sent, answered } = await change(n);
      const shown = await shownAt(page, dayOf(n));
      waits.push({ sent: shown - sent, answered: shown - answered });
      await sleep(100 + (n % 7) * 20);
    }
    rows.push(
      ["from the response to its sender", ...quantiles(waits.map(({ answered }) => answered)), "100, 250"],
      ["from its sending", ...quantiles(waits.map(({ sent }) => sent)), ""],
    );
    table(
      `A change until it is shown in another Chromium, ms (${ONE_BY_ONE} one by one, ${(reloads / ONE_BY_ONE).toFixed(2)} reloads for each)`,
      ["", "p50", "p95", "longest", "to hold: p50, p95"],
      rows,
    );
    reloads = 0;
    const burst: number[] = [];
    const shown: Promise<number>[] = [];
    for (let n = 200; n < 200 + BURST; n += 1) {
      const start = Date.now();
      burst.push((await change(n)).answered);
      shown.push(shownAt(page, dayOf(n)));
      await sleep(Math.max(0, PAUSE - (Date.now() - start)));
    }
    const late = (await Promise.all(shown)).map((at, n) => at - (burst[n] ?? 0));
    table(
      `${BURST} changes in ${(BURST * PAUSE) / 1_000} seconds, one page: ${reloads} reloads`,
      ["", "p50", "p95", "longest"],
      [["until the page shows it, ms", ...quantiles(late)]],
    );
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

async function benchAudiences(app: RawWorkerd, cookie: string, change: Change, polls: number[]): Promise<void> {
  const rows: string[][] = [];
  for (const size of AUDIENCES) {
    const before = memory(app.pid);
    const audience = await Promise.all(Array.from({ length: size }, () => listenTo(app.url, cookie)));
    await sleep(amount(3_000, 100));
    const open = memory(app.pid);
    polls.length = 0;
    const cpu = cpuTime(app.pid);
    const answered: number[] = [];
    const first = Math.max(...audience.map(({ last }) => last()));
    for (let n = 0; n < BURST; n += 1) {
      const start = Date.now();
      answered.push((await change(1_000 + n)).answered);
      await sleep(Math.max(0, PAUSE - (Date.now() - start)));
    }
    await sleep(500);
    const spent = cpuTime(app.pid) - cpu;
    const waits = audience.flatMap(({ heardAt }) => answered.map((at, n) => heardAt(first + 1 + n) - at));
    const missed = waits.filter((wait) => !Number.isFinite(wait)).length;
    rows.push([
      `${size} listeners`,
      String(missed),
      ...quantiles(waits.filter(Number.isFinite)),
      (polls.length / BURST).toFixed(2),
      (spent / BURST).toFixed(1),
      `${before.toFixed(0)}, ${open.toFixed(0)}, ${memory(app.pid).toFixed(0)}`,
    ]);
    for (const { leave } of audience) leave();
    await sleep(amount(5_000, 0));
  }
  table(
    `${BURST} changes in ${(BURST * PAUSE) / 1_000} seconds: from the response to its sender until all listeners receive it, ms`,
    ["", "missed", "p50", "p95", "longest", "polls a change", "CPU ms a change", "worker MB: before, open, after"],
    rows,
  );
  // Memory must not grow with the number of listeners that have disconnected.
  const figures: string[] = [];
  for (let round = 0; round < amount(4, 1); round += 1) {
    for (let n = 0; n < LEAVING; n += 100) {
      const all = await Promise.all(Array.from({ length: 100 }, () => listenTo(app.url, cookie)));
      for (const { leave } of all) leave();
    }
    await sleep(amount(6_000, 0));
    figures.push(memory(app.pid).toFixed(0));
  }
  table(
    `Memory of the worker after each ${LEAVING.toLocaleString("en-US")} listeners that have connected and disconnected, MB`,
    ["", ...figures],
    [],
  );
}

/** Listens as a page does. `heardAt` returns the time of the first message with the change number or a later one. */
function listenTo(url: string, cookie: string) {
  const heard: [number: number, at: number][] = [];
  return new Promise<{ heardAt: (number: number) => number; last: () => number; leave: () => void }>(
    (resolve, reject) => {
      const listening = request(`${url}/live`, { headers: { Cookie: cookie }, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          const at = Date.now();
          const events = (text + part).split("\n\n");
          text = events.pop() ?? "";
          for (const event of events) {
            const data = event.match(/^data: (.*)$/m)?.[1];
            const numbers = data ? Object.values((JSON.parse(data) as { numbers: ChangeNumbers }).numbers) : [];
            if (numbers.length > 0) heard.push([Math.max(...numbers), at]);
          }
        });
        response.on("error", () => {});
        resolve({
          heardAt: (number) => heard.find(([each]) => each >= number)?.[1] ?? Number.NaN,
          last: () => heard.at(-1)?.[0] ?? 0,
          leave: () => listening.destroy(),
        });
      });
      listening
        .setTimeout(WAIT_MS, () => listening.destroy(new Error("/live sent nothing")))
        .on("error", reject)
        .end();
    },
  );
}

function quantiles(values: number[]): string[] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => String(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? "");
  return [at(0.5), at(0.95), at(1)];
}
