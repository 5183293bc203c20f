import type { WorkerLog } from "#bin/running/worker.ts";
import type { Ledger } from "./ledger.ts";

/** At most this many findings are printed: more of them say the same. */
const MOST_FINDINGS = 20;

type Run = { ledger: Ledger; faults: Map<string, number>; log: WorkerLog[]; minutes: number; findings: string[] };

export function printFigures({ ledger, faults, log, minutes, findings }: Run): void {
  const { acknowledged, refused, unknown, statuses, times } = ledger;
  const perSecond = (times.length / (minutes * 60)).toFixed(0);
  const kinds = countBy(acknowledged, ({ kind }) => kind);
  const answers = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]): [string, number] => [status === 0 ? "none" : String(status), n]);
  console.log(
    `Requests       ${times.length}, ${perSecond} a second; ${percentile(times, 0.5)} ms median, ${percentile(times, 0.99)} ms for 99 %`,
  );
  console.log(`Answers        ${inWords(new Map(answers))}`);
  console.log(`Faults         ${inWords(faults)}`);
  console.log(`Outages        ${inWords(countBy(log.flatMap(outageOf), (outage) => outage)) || "none"}`);
  console.log(`Acknowledged   ${acknowledged.length}: ${inWords(kinds)}`);
  console.log(
    `Refused        ${refused.length}: ${inWords(countBy(refused, ({ kind }) => kind)) || "none"}; without an answer ${unknown.length}`,
  );
  console.log(
    findings.length === 0
      ? "Audit          nothing lost, nothing twice"
      : `Audit          ${findings.length} findings:`,
  );
  for (const finding of findings.slice(0, MOST_FINDINGS)) console.log(`  ${finding}`);
}

/** The code of the error of the database that a line of the worker's log names, or its kind. */
function outageOf({ message }: WorkerLog): string[] {
  const [, fault, code] = message.match(/"fault":"([^"]*)"(?:,"(?:code|status)":"?(\w+))?/) ?? [];
  return fault ? [code ?? fault] : [];
}

function countBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of list) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

const inWords = (counts: Map<string, number>) => [...counts].map(([name, count]) => `${name} ${count}`).join(", ");

function percentile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
}
