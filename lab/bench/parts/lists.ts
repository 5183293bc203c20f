import { resolve } from "node:path";
import type { Sqld } from "#bin/database/sqld.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { amount } from "#lab/bench/amount.ts";
import { buildBare } from "#lab/bench/bare-remix.ts";
import { bundleFile, cpuTime, type RawWorkerd, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { ratio, table } from "#lab/bench/table.ts";

const WARM_UP = amount(30, 1);
const REQUESTS = amount(100, 1);

/** The list of horses, and URLs of the list of bills: all bills unless the name says pending. */
const PAGES: [name: string, address: string][] = [
  ["horses", "/horses"],
  ["first page", "/billing?view=all"],
  ["last page", "/billing?view=all&last="],
  ["pending, first page", "/billing"],
  ["pending, last page", "/billing?last="],
  ...["date", "customer", "horse", "service", "quantity", "value", "location", "comments"].flatMap((sort) =>
    ["", "-"].map((way): [string, string] => [`by ${way}${sort}`, `/billing?view=all&sort=${way}${sort}`]),
  ),
  ["nothing found", "/billing?view=all&q=zzzz"],
  ["rare: 2,900.00", "/billing?view=all&q=2%2C900.00"],
  ["one day: 11/02/2026", "/billing?view=all&q=11%2F02%2F2026"],
  ["a name: bella", "/billing?view=all&q=bella"],
  ["common: long island", "/billing?view=all&q=long+island"],
  ["common, by service", "/billing?view=all&q=long+island&sort=service"],
  ["common, by -location", "/billing?view=all&q=long+island&sort=-location"],
  ["common, last page", "/billing?view=all&q=long+island&last="],
  ["in comments: soap", "/billing?view=all&q=soap"],
  ["one letter: a", "/billing?view=all&q=a"],
];

type Figure = { cpu: number; sqldCpu: number; time: number };

/** Measures pages of the list of bills, of a thousand and of a million bills, against a Remix app with one table of 50 rows. */
export async function benchLists(
  folder: string,
  barns: { bills: number; bindings: WorkerBindings; sqld: Sqld }[],
  cookie: string,
): Promise<void> {
  const bare = await startRawWorkerd(resolve(folder, "bare-remix"), await buildBare(), {});
  const apps: (RawWorkerd & { sqld: Sqld })[] = [];
  for (const { bills, bindings, sqld } of barns) {
    const app = await startRawWorkerd(resolve(folder, `lists-${bills}`), bundleFile(WORKER_BUNDLE), bindings);
    apps.push({ ...app, sqld });
  }
  try {
    const floor = await measure(bare, "/", {});
    const rows = [["Remix alone, 50 rows", ...columnsOf(floor, floor), "", "", "", "", ""]];
    for (const [name, address] of PAGES) {
      const figures = [];
      for (const app of apps) figures.push(await measure(app, address, { Cookie: cookie }));
      const growth = ratio(figures[1]?.time ?? 0, figures[0]?.time ?? 0);
      rows.push([name, ...figures.flatMap((figure) => columnsOf(figure, floor)), growth]);
    }
    const sizes = barns.map(({ bills }) => bills.toLocaleString("en-US"));
    table(
      `A page of horses or bills, of ${sizes.join(" and of ")} (${REQUESTS} requests each, one after another; to hold: 1.7 x)`,
      ["", ...sizes.flatMap((size) => [`${size}: ms`, "CPU ms", "to bare", "sqld CPU ms"]), "large to small"],
      rows,
    );
  } finally {
    await Promise.all([bare, ...apps].map((each) => each.stop()));
  }
}

const columnsOf = ({ time, cpu, sqldCpu }: Figure, floor: Figure) => [
  time.toFixed(1),
  cpu.toFixed(1),
  ratio(cpu, floor.cpu, 1),
  sqldCpu.toFixed(1),
];

/** Returns the median time of a page, and the mean CPU of the worker and of its database, in milliseconds. */
export async function measure(
  { url, pid, sqld }: RawWorkerd & { sqld?: Sqld },
  address: string,
  headers: Record<string, string>,
): Promise<Figure> {
  const ask = async () => {
    const response = await fetch(`${url}${address}`, { headers, redirect: "manual" });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${address} returned ${response.status}`);
  };
  for (let i = 0; i < WARM_UP; i++) await ask();
  const times: number[] = [];
  const sqldTime = () => (sqld ? cpuTime(sqld.pid) : 0);
  const [cpu, sqldCpu] = [cpuTime(pid), sqldTime()];
  for (let i = 0; i < REQUESTS; i++) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const median = times.sort((a, b) => a - b)[REQUESTS >> 1] ?? 0;
  return { cpu: (cpuTime(pid) - cpu) / REQUESTS, sqldCpu: (sqldTime() - sqldCpu) / REQUESTS, time: median };
}
