import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SCREENS } from "#app/registry/screens.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import { ADDRESSES } from "#lab/bench/addresses.ts";
import type { BenchApp } from "#lab/bench/barns.ts";
import { bundleFile } from "#lab/bench/raw-workerd.ts";
import { held, table } from "#lab/bench/table.ts";

/** The most kB of JavaScript on a first visit, of a screen's own chunk, and of the worker. */
const LIMITS = { form: 115, list: 135, dialog: 147, ownChunk: 8, worker: 400 };

const kB = (files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 6 }).length, 0) / 1_000;

/** Measures the bytes that a first visit of each route loads, from the URLs in its HTML, and those of the worker, compressed by gzip. */
export async function benchBytes(app: BenchApp): Promise<void> {
  const rows: string[][] = [];
  for (const address of ADDRESSES) rows.push(await measure(app, address));
  const head = ["", "HTML", "JavaScript", "its own chunk", "CSS"];
  table("A first visit, kB gzipped", head, rows);
  table("The worker, kB gzipped", ["", ""], [["all of it", held(kB([bundleFile(WORKER_BUNDLE)]), LIMITS.worker)]]);
}

async function measure({ url, barn }: BenchApp, address: string): Promise<string[]> {
  const html = await (await fetch(`${url}${address}`, { headers: { Cookie: barn.cookie } })).text();
  const named = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ""))];
  const inBuild = (assets: string[]) => assets.map((asset) => join("build/client", asset));
  const scripts = named(/(?:rel="modulepreload" href=|from |import\()"(\/assets\/[^"]+\.js)"/g);
  const styles = named(/rel="stylesheet" href="(\/assets\/[^"]+\.css)"/g);
  const own = scripts.filter((asset) => /\/(route|dialog)-/.test(asset));
  const limit = SCREENS.some(({ path }) => path === address) ? LIMITS.list : LIMITS.dialog;
  return [
    address,
    (gzipSync(html).length / 1_000).toFixed(1),
    held(kB(inBuild(scripts)), address === "/" ? LIMITS.form : limit, 1),
    held(kB(inBuild(own)), LIMITS.ownChunk, 1),
    kB(inBuild(styles)).toFixed(1),
  ];
}
