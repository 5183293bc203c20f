import { join } from "node:path";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { payWeeks, salariesDue } from "#app/domain/payroll.ts";
import { WORKER_BUNDLE } from "#bin/build.ts";
import type { WorkerBindings } from "#bin/worker.ts";
import { replaceGrooms, withClient } from "./payroll-summary.ts";
import { bundleFile, cpuTime, type RawWorkerd, startRawWorkerd } from "./raw-workerd.ts";
import { table } from "./table.ts";

type Size = { grooms: number; weeks: number };

const SIZES: Size[] = [
  { grooms: 20, weeks: 50 },
  { grooms: 1_000, weeks: 52 },
];
const ROUNDS = 5;
const STEPS = ["the rule", "the dialog", "its CPU", "Confirm", "its CPU"];

/** Measures the generation of payroll items: the computation alone, the dialog, and Confirm. Deletes the payroll of the barn. */
export async function benchGeneration(folder: string, bindings: WorkerBindings, cookie: string): Promise<void> {
  const app = await startRawWorkerd(join(folder, "generation"), bundleFile(WORKER_BUNDLE), bindings);
  const figures: number[][] = [];
  try {
    for (const size of SIZES) {
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await generate(app, bindings, cookie, size));
      figures.push(STEPS.map((_, step) => median(rounds.slice(1).map((round) => round[step] ?? 0))));
    }
  } finally {
    await app.stop();
  }
  const counts = SIZES.map(({ grooms, weeks }) => grooms * weeks);
  const rows = STEPS.map((name, step) => {
    const times = figures.map((each) => each[step] ?? 0);
    const each = times.map((time, size) => (time * 1_000) / (counts[size] ?? 1));
    const [small = 0, large = 0] = each;
    const ratio = small > 0 ? `${(large / small).toFixed(2)} x` : "";
    return [name, ...times.flatMap((time, size) => [time.toFixed(1), (each[size] ?? 0).toFixed(1)]), ratio];
  });
  const sizes = SIZES.map(({ grooms, weeks }) => `${grooms.toLocaleString("en-US")} grooms over ${weeks} weeks`);
  table(
    `Payroll generated for ${sizes.join(" and for ")} (the median of ${ROUNDS - 1} rounds)`,
    ["", ...counts.flatMap((count) => [`${count.toLocaleString("en-US")}: ms`, "µs an item"]), "an item"],
    rows,
  );
}

/** Generates payroll items as an admin does, and returns the milliseconds of each step. */
async function generate(app: RawWorkerd, bindings: WorkerBindings, cookie: string, { grooms, weeks }: Size) {
  const now = new Date();
  const lastRun = `${plusDays(todayInNewYork(now), -7 * weeks)}T17:00:00.000Z`;
  await withClient(bindings, async (client) => {
    await replaceGrooms(client, grooms);
    await client.execute({ sql: "update settings set last_payroll = ?", args: [lastRun] });
  });
  const salaried = Array.from({ length: grooms }, (_, n) => ({
    ...{ id: `bench${n}`, startDate: null, endDate: null, weeklySalary: 90_000, made: [], deletedWeeks: [] },
    ...{ createdAt: lastRun, deletedAt: null, salaryChanges: [] },
  }));
  const thisWeek = mondayOf(todayInNewYork(now));
  const history = { thisWeek, lastPayroll: lastRun, firstRun: null, runBeforeFirst: null, lateFrom: null };
  const rule = await timed(app, async () => salariesDue(salaried, payWeeks(history)).length);
  if (rule.result !== grooms * weeks) throw new Error(`${rule.result} items are due`);
  const address = `${app.url}/payroll/generate`;
  const headers = { Cookie: cookie, Origin: app.url };
  const dialog = await timed(app, async () => (await fetch(address, { headers })).text());
  const hidden = [
    ...dialog.result.matchAll(/<input type="hidden" name="(idempotencyKey|fingerprint)" value="([^"]*)"/g),
  ];
  const body = new URLSearchParams(hidden.map(([, name = "", value = ""]) => [name, value]));
  const confirm = await timed(app, async () => {
    const response = await fetch(address, { method: "POST", headers, body, redirect: "manual" });
    await response.text();
    return response.status;
  });
  const message = `Confirm of ${rule.result} items returned ${confirm.result}`;
  // A page waits 4 seconds for the database. A timeout on a slow machine is a valid measurement, too.
  if (confirm.result === 503) process.stdout.write(`${message}\n`);
  else if (confirm.result !== 303) throw new Error(message);
  return [rule.time, dialog.time, dialog.cpu, confirm.time, confirm.cpu];
}

async function timed<T>({ pid }: RawWorkerd, act: () => Promise<T>) {
  const [cpu, start] = [cpuTime(pid), performance.now()];
  const result = await act();
  return { result, time: performance.now() - start, cpu: cpuTime(pid) - cpu };
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
