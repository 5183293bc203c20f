import { resolve } from "node:path";
import { WORKER_BUNDLE } from "#bin/build.ts";
import type { WorkerBindings } from "#bin/worker.ts";
import { buildBare } from "./bare-remix.ts";
import { bundleFile, cpuTime, type RawWorkerd, startRawWorkerd } from "./raw-workerd.ts";
import { table } from "./table.ts";

const WARM_UP = 30;
const REQUESTS = 100;

/** URLs of the list of bills: all bills unless the name says pending. */
const PAGES: [name: string, address: string][] = [
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

type Figure = { cpu: number; time: number };

/** Measures pages of the list of bills, of a thousand and of a million bills, against a Remix app with one table of 50 rows. */
export async function benchLists(
  folder: string,
  barns: { bills: number; bindings: WorkerBindings }[],
  cookie: string,
): Promise<void> {
  const bare = await startRawWorkerd(resolve(folder, "bare-remix"), await buildBare(), {});
  const apps: RawWorkerd[] = [];
  for (const { bills, bindings } of barns) {
    apps.push(await startRawWorkerd(resolve(folder, `lists-${bills}`), bundleFile(WORKER_BUNDLE), bindings));
  }
  try {
    const floor = await measure(bare, "/", {});
    const rows = [["Remix alone, 50 rows", ...columnsOf(floor, floor), "", "", ""]];
    for (const [name, address] of PAGES) {
      const [small, large] = [
        await measure(apps[0] as RawWorkerd, address, { Cookie: cookie }),
        await measure(apps[1] as RawWorkerd, address, { Cookie: cookie }),
      ];
      const ratio = `${(large.time / small.time).toFixed(2)} x`;
      rows.push([name, ...columnsOf(small, floor), ...columnsOf(large, floor), ratio]);
    }
    const sizes = barns.map(({ bills }) => bills.toLocaleString("en-US"));
    table(
      `A page of bills, of ${sizes.join(" and of ")} (${REQUESTS} requests each, one after another; to hold: CPU 10 ms, 2 x)`,
      ["", ...sizes.flatMap((size) => [`${size}: ms`, "CPU ms", "to bare"]), "large to small"],
      rows,
    );
  } finally {
    await Promise.all([bare, ...apps].map((each) => each.stop()));
  }
}

const columnsOf = ({ time, cpu }: Figure, floor: Figure) => [
  time.toFixed(1),
  cpu.toFixed(1),
  `${(cpu / floor.cpu).toFixed(1)} x`,
];

/** Returns the median time of a page, and the mean worker CPU, in milliseconds. */
export async function measure(
  { url, pid }: RawWorkerd,
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
  const cpu = cpuTime(pid);
  for (let i = 0; i < REQUESTS; i++) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const median = times.sort((a, b) => a - b)[REQUESTS >> 1] ?? 0;
  return { cpu: (cpuTime(pid) - cpu) / REQUESTS, time: median };
}
