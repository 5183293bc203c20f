import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { table } from "#lab/bench/table.ts";

const kB = (bytes: number) => (bytes / 1_000).toFixed(1);

/** Measures the bytes that a first visit of each route loads, from the URLs in its HTML, compressed by gzip. */
export async function benchBytes(origin: string, paths: string[], cookie: string): Promise<void> {
  const rows: string[][] = [];
  for (const path of paths) rows.push(await measure(origin, path, cookie));
  table(
    "A first visit, kB gzipped",
    ["route", "HTML", "JavaScript", "its own chunk", "CSS", "to hold: JavaScript, own chunk"],
    rows,
  );
}

async function measure(origin: string, path: string, cookie: string): Promise<string[]> {
  const html = await (await fetch(`${origin}${path}`, { headers: { Cookie: cookie } })).text();
  const size = (asset: string) => gzipSync(readFileSync(join("build/client", asset)), { level: 6 }).length;
  const named = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ""))];
  const scripts = named(/(?:rel="modulepreload" href=|from |import\()"(\/assets\/[^"]+\.js)"/g);
  const styles = named(/rel="stylesheet" href="(\/assets\/[^"]+\.css)"/g);
  const sum = (list: string[]) => list.map(size).reduce((a, b) => a + b, 0);
  const own = scripts.filter((asset) => /\/(route|dialog)-/.test(asset));
  return [
    path,
    kB(gzipSync(html).length),
    kB(sum(scripts)),
    kB(sum(own)),
    kB(sum(styles)),
    path === "/" ? "115, 8" : "135, 8",
  ];
}
