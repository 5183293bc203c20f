import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Random, randomFrom } from "#db/seed/random.ts";
import { audit } from "#tests/soak/audit.ts";
import { readBaseline } from "#tests/soak/compare.ts";
import { strikeUntil } from "#tests/soak/faults.ts";
import { type Ledger, newLedger } from "#tests/soak/ledger.ts";
import { printFigures } from "#tests/soak/report.ts";
import type { Patience, User } from "#tests/soak/requests.ts";
import { isServingWithin, type Stack, startStack } from "#tests/soak/stack.ts";
import { findChoices, work } from "#tests/soak/users.ts";
import { mountSmallDisk, type SmallDisk } from "#tests/support/small-disk.ts";
import { buildApp } from "./build.ts";
import { UserFacingError } from "./user-facing-error.ts";

const USERS = 50;
/** Of the users; the others are grooms at the service form. */
const ADMINS = 35;
const ACCOUNTS = [
  { email: "alex@hayloft.example", name: "Alex Moreno" },
  { email: "dana@hayloft.example", name: "Dana Whitfield" },
];
/** How long the app may take after the last fault until it answers, in milliseconds. */
const RECOVERY_MS = 60_000;
/** How long users may then try again, in milliseconds. All are answered in a few seconds, even on a slow machine. */
const GRACE_MS = 60_000;
/** The size of the disk in memory that holds the data. */
const DISK_MEGABYTES = 2_048;

type Settings = { minutes: number; seed: string; lose: boolean };

/**
 * `npm run soak -- --minutes N`: many users at work while servers are killed and stopped, connections cut and the disk is full,
 * then an audit of the database against what the users know. `--seed` repeats the choices of a run, though not its timing.
 * `--lose` deletes an acknowledged row before the audit, which must find it. Returns 1 if the audit finds something.
 */
export async function command(args: string[]): Promise<number> {
  const settings = readSettings(args);
  await buildApp();
  const disk = mountSmallDisk(DISK_MEGABYTES);
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), "hayloft-soak-"));
  console.log(
    `Seed ${settings.seed}, ${USERS} users, ${settings.minutes} minutes${disk ? "" : ", without a full disk"}`,
  );
  const clear = () => (disk ? disk.remove() : rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      clear();
      process.exit(1);
    });
  }
  try {
    const stack = await startStack(folder);
    try {
      return await soak(stack, disk, settings);
    } finally {
      await stack.stop();
    }
  } finally {
    clear();
  }
}

async function soak(stack: Stack, disk: SmallDisk | null, { minutes, seed, lose }: Settings): Promise<number> {
  const ledger = newLedger();
  const baseline = await readBaseline(stack.rows);
  const until = Date.now() + minutes * 60_000;
  const patience: Patience = { endsAt: Number.POSITIVE_INFINITY };
  const users = await makeUsers(stack, ledger, { seed, until, patience });
  const [{ faults, isServing }] = await Promise.all([
    strikeThenRecover(stack, patience, { until, disk, random: randomFrom(`${seed} faults`) }),
    ...users.map(work),
  ]);
  if (lose) await loseRow(stack, ledger);
  const silence = isServing
    ? []
    : [`The app did not answer within ${RECOVERY_MS / 1_000} seconds after the last fault.`];
  const findings = [...silence, ...(await audit(stack.rows, ledger, baseline)), ...unexpected(ledger, faults)];
  printFigures({ ledger, faults, log: stack.log, minutes, findings });
  return findings.length > 0 ? 1 : 0;
}

/** Lets faults strike. The users give up a while after the app answers again, and at once if it does not. */
async function strikeThenRecover(
  stack: Stack,
  patience: Patience,
  { until, disk, random }: { until: number; disk: SmallDisk | null; random: Random },
): Promise<{ faults: Map<string, number>; isServing: boolean }> {
  const faults = await strikeUntil(until, { stack, disk, random });
  const isServing = await isServingWithin(RECOVERY_MS, stack);
  patience.endsAt = isServing ? Date.now() + GRACE_MS : 0;
  return { faults, isServing };
}

async function makeUsers(
  stack: Stack,
  ledger: Ledger,
  { seed, until, patience }: { seed: string; until: number; patience: Patience },
): Promise<User[]> {
  const choices = await findChoices(stack.rows);
  const cookies = await Promise.all(ACCOUNTS.map(stack.cookieOf));
  const shared = {
    url: stack.url,
    choices,
    ledger,
    customers: [],
    bills: [],
    exports: [],
    until,
    patience,
  };
  return Array.from({ length: USERS }, (_, n) => {
    const random: Random = randomFrom(`${seed} user ${n}`);
    const cookie = n < ADMINS ? random.pick(cookies) : null;
    const address = `10.0.0.${n}`;
    return { ...shared, cookie, address, random, shows: [], items: [] };
  });
}

/** A run that proves nothing, or an answer that no fault explains, is a finding too. */
function unexpected({ acknowledged, unknown, statuses }: Ledger, faults: Map<string, number>): string[] {
  const findings: string[] = [];
  if (acknowledged.length < USERS) findings.push(`Only ${acknowledged.length} writes were acknowledged.`);
  if (unknown.length > 0) findings.push(`${unknown.length} writes got no answer, long after the app answered again.`);
  if (statuses.has(500)) findings.push(`${statuses.get(500)} requests were answered with 500.`);
  if ([...faults.values()].every((count) => count === 0)) findings.push("No fault has struck.");
  return findings;
}

async function loseRow({ rows }: Stack, { acknowledged }: Ledger): Promise<void> {
  const lost =
    acknowledged.find(({ kind }) => kind === "payroll item") ?? acknowledged.find(({ kind }) => kind === "bill");
  if (!lost) throw new UserFacingError("There is no row to lose; choose a longer time.");
  await rows("delete from payroll where id = ?", [lost.key]);
}

function readSettings(args: string[]): Settings {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string" },
      lose: { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 60))
    throw new UserFacingError("Say for how long, up to an hour: npm run soak -- --minutes 5");
  return { minutes, seed: values.seed ?? String(Date.now()), lose: values.lose };
}
