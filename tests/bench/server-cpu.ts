import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { buildApp, WORKER_BUNDLE } from "#bin/build.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { seedBarn } from "#db/seed.ts";
import { bundleFile, cpuTime, memory, startRawWorkerd } from "./raw-workerd.ts";
import { table } from "./table.ts";

const BARE = `export default { fetch: () => new Response("<!doctype html><title>Bare</title>", { headers: { "Content-Type": "text/html" } }) };`;
const WARM_UP = 400;
const REQUESTS = 2_000;

type Figure = { cpu: number; time: number; memory: number };

/** Worker CPU and time of one request of the service form, beside a worker that does nothing, in the same run. */
export async function benchServer(): Promise<void> {
  await buildApp();
  const folder = mkdtempSync(join(tmpdir(), "hayloft-bench-"));
  const sqld = await startSqld({ dataDir: join(folder, "data"), port: await findFreePort() });
  await migrateDatabase({ url: sqld.url, authToken: "local" });
  await seedBarn({ url: sqld.url, today: todayInNewYork(new Date()) });
  writeFileSync(join(folder, "bare.js"), BARE);
  const app = await startRawWorkerd(folder, bundleFile(WORKER_BUNDLE), {
    DATABASE_URL: sqld.url,
    DATABASE_AUTH_TOKEN: "local",
    GOOGLE_CLIENT_ID: "hayloft",
    GOOGLE_CLIENT_SECRET: "hayloft",
    SESSION_SECRET: "a secret of the bench",
    LOCAL_ISSUER: "http://127.0.0.1:9",
  });
  const bareFolder = mkdtempSync(join(tmpdir(), "hayloft-bench-"));
  const bare = await startRawWorkerd(bareFolder, join(folder, "bare.js"), {});
  try {
    const floor = await measure(bare.url, bare.pid);
    const form = await measure(`${app.url}/`, app.pid);
    const data = await measure(`${app.url}/_root.data`, app.pid);
    const missing = await measure(`${app.url}/nowhere`, app.pid);
    const row = (name: string, figure: Figure, hold: string) => [
      name,
      figure.cpu.toFixed(2),
      `${(figure.cpu / floor.cpu).toFixed(1)} x`,
      figure.time.toFixed(2),
      figure.memory.toFixed(0),
      hold,
    ];
    table(
      `Server, a request (${REQUESTS} each, one after another)`,
      ["", "CPU ms", "to bare", "time ms", "memory MB", "to hold: CPU ms"],
      [
        row("a bare worker", floor, ""),
        row("service form, page", form, "4"),
        row("service form, data", data, ""),
        row("404 page", missing, ""),
      ],
    );
  } finally {
    await Promise.all([app.stop(), bare.stop()]);
    await sqld.stop();
    for (const each of [folder, bareFolder]) rmSync(each, { recursive: true, force: true });
  }
}

async function measure(url: string, pid: number): Promise<Figure> {
  const ask = async () => (await fetch(url)).arrayBuffer();
  for (let i = 0; i < WARM_UP; i++) await ask();
  const [cpu, start] = [cpuTime(pid), performance.now()];
  for (let i = 0; i < REQUESTS; i++) await ask();
  return {
    cpu: (cpuTime(pid) - cpu) / REQUESTS,
    time: (performance.now() - start) / REQUESTS,
    memory: memory(pid),
  };
}
