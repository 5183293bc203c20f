import { join } from "node:path";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { payWeeks, salariesDue } from "#app/domain/payroll/payroll.ts";
import { WORKER_BUNDLE } from "#bin/running/build.ts";
import type { WorkerBindings } from "#bin/running/worker.ts";
import { amount } from "#lab/bench/amount.ts";
import { bundleFile, cpuTime, type RawWorkerd, startRawWorkerd } from "#lab/bench/raw-workerd.ts";
import { table } from "#lab/bench/table.ts";
import { replaceGrooms, withBarnClient } from "./payroll-summary.ts";

type Size = { grooms: number; weeks: number };

const SIZES: Size[] = amount(
  [
    { grooms: 20, weeks: 50 },
    { grooms: 1_000, weeks: 52 },
  ],
  [{ grooms: 5, weeks: 4 }],
);
const ROUNDS = amount(5, 2);

/**
 * Measures the generation of payroll items: the computation alone, the dialog, and Confirm. A size that Confirm refuses because
 * it exceeds its time limit has no figure; half of it is measured next. Deletes the payroll of the barn.
 */
export async function benchGeneration(folder: string, bindings: WorkerBindings, cookie: string): Promise<void> {
  const app = await startRawWorkerd(join(folder, "generation"), bundleFile(WORKER_BUNDLE), bindings);
  const sizes = [...SIZES];
  const rows: string[][] = [];
  try {
    for (const size of sizes) {
      const rounds: Generated[] = [];
      while (rounds.length < ROUNDS && !rounds.at(-1)?.isRefused) {
        rounds.push(await generate(app, bindings, cookie, size));
      }
      const isRefused = rounds.at(-1)?.isRefused ?? false;
      if (isRefused && size.grooms > 1) sizes.push({ ...size, grooms: size.grooms >> 1 });
      rows.push(rowOf(size, isRefused ? rounds : rounds.slice(1)));
    }
  } finally {
    await app.stop();
  }
  table(
    `Payroll generated (the median of ${ROUNDS - 1} rounds; a page waits 4 seconds for the database)`,
    ["", "the rule ms", "dialog ms", "CPU ms", "Confirm ms", "CPU ms", "Confirm, µs an item"],
    rows,
  );
}

function rowOf({ grooms, weeks }: Size, rounds: Generated[]): string[] {
  const medianOf = (step: "rule" | "dialog" | "confirm", figure: "time" | "cpu") =>
    median(rounds.map((round) => round[step][figure]));
  const items = grooms * weeks;
  const confirm = medianOf("confirm", "time");
  const confirmed = [confirm.toFixed(1), medianOf("confirm", "cpu").toFixed(1), ((confirm * 1_000) / items).toFixed(1)];
  return [
    `${items.toLocaleString("en-US")} items (${grooms.toLocaleString("en-US")} grooms, ${weeks} weeks)`,
    ...[medianOf("rule", "time"), medianOf("dialog", "time"), medianOf("dialog", "cpu")].map((each) => each.toFixed(1)),
    ...(rounds.at(-1)?.isRefused ? ["refused: 503", "", ""] : confirmed),
  ];
}

type Step = { time: number; cpu: number };
type Generated = { rule: Step; dialog: Step; confirm: Step; isRefused: boolean };

/** Generates payroll items as an admin does, and returns the milliseconds of each step. */
async function generate(
  app: RawWorkerd,
  bindings: WorkerBindings,
  cookie: string,
  { grooms, weeks }: Size,
): Promise<Generated> {
  const now = new Date();
  const lastRun = `${plusDays(todayInNewYork(now), -7 * weeks)}T17:00:00.000Z`;
  await withBarnClient(bindings, async (client) => {
    await replaceGrooms(client, grooms);
    await client.execute({ sql: "update settings set last_payroll = ?", args: [lastRun] });
  });
  const salaried = Array.from({ length: grooms }, (_, n) => ({
    ...{ id: `bench${n}`, startDate: null, endDate: null, weeklySalary: 90_000, made: [], deletedWeeks: [] },
    ...{ createdAt: lastRun, deletedAt: null, salaryChanges: [], dismissedWeeks: [] },
  }));
  const thisWeek = mondayOf(todayInNewYork(now));
  const history = {
    thisWeek,
    lastPayroll: lastRun,
    firstRun: null,
    runBeforeFirst: null,
    lateFrom: null,
    earliest: thisWeek,
  };
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
  const isRefused = confirm.result === 503;
  if (confirm.result !== 303 && !isRefused) {
    throw new Error(`Confirm of ${rule.result} items returned ${confirm.result}`);
  }
  return { rule, dialog, confirm, isRefused };
}

async function timed<T>({ pid }: RawWorkerd, act: () => Promise<T>) {
  const [cpu, start] = [cpuTime(pid), performance.now()];
  const result = await act();
  return { result, time: performance.now() - start, cpu: cpuTime(pid) - cpu };
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
