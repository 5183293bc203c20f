import { amount } from "#lab/bench/amount.ts";
import type { BenchBarn } from "#lab/bench/barns.ts";
import { measureRequests } from "#lab/bench/measure.ts";
import { startRawApp } from "#lab/bench/raw-workerd.ts";
import { held, ratio, table } from "#lab/bench/table.ts";

const WARM_UP = amount(10, 1);
const REQUESTS = amount(25, 1);
/** How many times the page of the small list a page of the large one may take. */
const GROWTH_LIMIT = 1.7;
/** How long a search may take that finds a good part of the large list, in milliseconds. */
const COMMON_LIMIT = 100;

/** Addresses of the list of bills: all bills unless the name says pending. */
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
];
const COMMON: [name: string, address: string][] = [
  ["a name: bella", "/billing?view=all&q=bella"],
  ["common: long island", "/billing?view=all&q=long+island"],
  ["common, by service", "/billing?view=all&q=long+island&sort=service"],
  ["common, by -location", "/billing?view=all&q=long+island&sort=-location"],
  ["common, last page", "/billing?view=all&q=long+island&last="],
  ["in comments: soap", "/billing?view=all&q=soap"],
  ["one letter: a", "/billing?view=all&q=a"],
];

/** Measures pages of the list of bills, of a thousand and of a million bills. */
export async function benchLists(folder: string, barns: BenchBarn[]): Promise<void> {
  const apps = await Promise.all(barns.map((barn) => startRawApp(folder, barn.bindings())));
  try {
    const rows: string[][] = [];
    for (const [name, address] of [...PAGES, ...COMMON]) {
      const [small = 0, large = 0] = await timesOf(address);
      const isCommon = COMMON.some(([each]) => each === name);
      rows.push([
        name,
        small.toFixed(1),
        isCommon ? held(large, COMMON_LIMIT, 1) : large.toFixed(1),
        ratio(large, small, isCommon ? undefined : GROWTH_LIMIT),
      ]);
    }
    const sizes = barns.map(({ bills }) => `of ${bills.toLocaleString("en-US")}: ms`);
    table(`A page of the list of bills (the median of ${REQUESTS} requests)`, ["", ...sizes, "large to small"], rows);
  } finally {
    await Promise.all(apps.map((each) => each.stop()));
  }

  async function timesOf(address: string): Promise<number[]> {
    const times: number[] = [];
    for (const [n, app] of apps.entries()) {
      const load = { cookie: barns[n]?.cookie ?? "", warmUp: WARM_UP, requests: REQUESTS };
      times.push((await measureRequests(app, address, load)).time);
    }
    return times;
  }
}
