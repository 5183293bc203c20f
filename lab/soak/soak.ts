import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";
import type { SmallDisk } from "#lab/support/small-disk.ts";
import { audit } from "./audit.ts";
import { readBaseline } from "./compare.ts";
import { strikeUntil } from "./faults.ts";
import { type Ledger, newLedger } from "./ledger.ts";
import { printFigures } from "./report.ts";
import type { Patience, SoakUser } from "./requests.ts";
import { isServingWithin, type Stack } from "./stack.ts";
import { findFormChoices, work } from "./users.ts";

export const USERS = 50;
/** How many of the users are admins; the others are grooms at the service form. */
const ADMINS = 35;
const ACCOUNTS = [
  { email: "alex@hayloft.example", name: "Alex Moreno" },
  { email: "dana@hayloft.example", name: "Dana Whitfield" },
];
/** How long the app may take after the last fault until it answers, in milliseconds. */
const RECOVERY_MS = 60_000;
/** How long users may then try again, in milliseconds. All are answered in a few seconds, even on a slow machine. */
const GRACE_MS = 60_000;

export type SoakSettings = { minutes: number; seed: string; lose: boolean };

/** Lets the users work while faults strike, then audits the database. Prints the figures; returns 1 if the audit finds something. */
export async function soak(
  stack: Stack,
  disk: SmallDisk | null,
  { minutes, seed, lose }: SoakSettings,
): Promise<number> {
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
): Promise<SoakUser[]> {
  const choices = await findFormChoices(stack.rows);
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

/** A soak that proves nothing, or an answer that no fault explains, is a finding too. */
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
