import { join } from "node:path";
import { plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { salariesDue } from "#app/domain/payroll.ts";
import { WORKER_BUNDLE } from "#bin/build.ts";
import type { WorkerBindings } from "#bin/worker.ts";
import { staff, withClient } from "./payroll-summary.ts";
import { bundleFile, cpuTime, type RawWorkerd, startRawWorkerd } from "./raw-workerd.ts";
import { table } from "./table.ts";

type Size = { grooms: number; weeks: number };

const SIZES: Size[] = [
  { grooms: 20, weeks: 50 },
  { grooms: 1_000, weeks: 52 },
];
const ROUNDS = 5;
const STEPS = ["the rule", "the dialog", "its CPU", "Confirm", "its CPU"];

/** What each item of a generation costs: the rule alone, the dialog, and Confirm. Of the barn's own payroll nothing is left. */
export async function benchGeneration(folder: string, bindings: WorkerBindings, cookie: string): Promise<void> {
  const app = await startRawWorkerd(join(folder, "generation"), bundleFile(WORKER_BUNDLE), bindings);
  const figures: number[][] = [];
  try {
    for (const size of SIZES) {
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await generate(app, bindings, cookie, size));
      figures.push(STEPS.map((_, step) => middle(rounds.slice(1).map((round) => round[step] ?? 0))));
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
    `Payroll generated for ${sizes.join(" and for ")} (the middle of ${ROUNDS - 1} rounds)`,
    ["", ...counts.flatMap((count) => [`${count.toLocaleString("en-US")}: ms`, "µs an item"]), "an item"],
    rows,
  );
}

/** One generation as a person makes it: the milliseconds of each of the steps. */
async function generate(app: RawWorkerd, bindings: WorkerBindings, cookie: string, { grooms, weeks }: Size) {
  const now = new Date();
  const lastRun = `${plusDays(todayInNewYork(now), -7 * weeks)}T17:00:00.000Z`;
  await withClient(bindings, async (client) => {
    await staff(client, grooms);
    await client.execute({ sql: "update settings set last_payroll = ?", args: [lastRun] });
  });
  const salaried = Array.from({ length: grooms }, (_, n) => ({
    ...{ id: `bench${n}`, startDate: null, endDate: null, weeklySalary: 90_000, made: [] },
  }));
  const rule = await timed(app, async () => salariesDue(salaried, lastRun, now).length);
  if (rule.answer !== grooms * weeks) throw new Error(`${rule.answer} items are due`);
  const address = `${app.url}/payroll/generate`;
  const headers = { Cookie: cookie, Origin: app.url };
  const dialog = await timed(app, async () => (await fetch(address, { headers })).text());
  const hidden = [
    ...dialog.answer.matchAll(/<input type="hidden" name="(idempotencyKey|fingerprint)" value="([^"]*)"/g),
  ];
  const body = new URLSearchParams(hidden.map(([, name = "", value = ""]) => [name, value]));
  const confirm = await timed(app, async () => {
    const answer = await fetch(address, { method: "POST", headers, body, redirect: "manual" });
    await answer.text();
    return answer.status;
  });
  const told = `Confirm of ${rule.answer} items answers ${confirm.answer}`;
  // A page waits 4 seconds for the database: on a slow machine, longer than that is a figure too.
  if (confirm.answer === 503) process.stdout.write(`${told}\n`);
  else if (confirm.answer !== 303) throw new Error(told);
  return [rule.time, dialog.time, dialog.cpu, confirm.time, confirm.cpu];
}

async function timed<T>({ pid }: RawWorkerd, act: () => Promise<T>) {
  const [cpu, start] = [cpuTime(pid), performance.now()];
  const answer = await act();
  return { answer, time: performance.now() - start, cpu: cpuTime(pid) - cpu };
}

const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
