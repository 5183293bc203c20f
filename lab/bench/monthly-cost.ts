/*
 * What a barn costs a month, from the figures of its days (docs/operating.md, 'The years'). All prices and limits of hosts that the
 * reckoning uses are here.
 */

/** What a plan includes in a month, and what a month of it costs in dollars; `gigabytes` is the size of the database. */
const TURSO_PLANS = [
  { name: "Free", dollars: 0, rowsRead: 500_000_000, rowsWritten: 10_000_000, gigabytes: 5 },
  { name: "Developer", dollars: 4.99, rowsRead: 2_500_000_000, rowsWritten: 25_000_000, gigabytes: 9 },
];
/** Cloudflare Workers Paid; a barn needs it for its CPU (docs/operating.md, 'What it costs'). */
const WORKERS_PAID = { dollars: 5, requests: 10_000_000, hubRequests: 1_000_000, hubGigabyteSeconds: 400_000 };

/** A Durable Object is billed for this much memory, in GB. */
const HUB_GIGABYTES = 0.128;

/** How often things happen in a month, and how long pages are open on a working day. */
export const MONTH = { days: 30, workingDays: 22, weeks: 52 / 12, openHours: 8, beatSeconds: 2 };

/** What something costs each time: rows that the database reads and writes, and requests to the worker. */
export type Counts = { rowsRead: number; rowsWritten: number; requests: number };

/** The figures of one barn; `beat` is the number of rows that a beat of the hub reads when nothing has changed. */
export type Measured = {
  /** One view of Overview, which is part of the day, too. */
  overview: Counts;
  day: Counts;
  payroll: Counts;
  monthEnd: Counts;
  backup: Counts;
  beat: number;
  bytes: number;
};

export type CostOfMonth = Counts & {
  backupRows: number;
  hubRequests: number;
  hubGigabyteSeconds: number;
  gigabytes: number;
};

/** Returns what a month uses: its working days, weekly payrolls, one month end, a backup each night, and the beats of the hub. */
export function costOfMonth({ day, payroll, monthEnd, backup, beat, bytes }: Omit<Measured, "overview">): CostOfMonth {
  const { days, workingDays, weeks, openHours, beatSeconds } = MONTH;
  const total = (count: (counts: Counts) => number) =>
    count(day) * workingDays + count(payroll) * weeks + count(monthEnd) + count(backup) * days;
  const openSeconds = openHours * 3_600 * workingDays;
  const beats = openSeconds / beatSeconds;
  return {
    rowsRead: total(({ rowsRead }) => rowsRead) + beats * beat,
    rowsWritten: total(({ rowsWritten }) => rowsWritten),
    requests: total(({ requests }) => requests),
    backupRows: backup.rowsRead * days,
    hubRequests: beats,
    hubGigabyteSeconds: openSeconds * HUB_GIGABYTES,
    gigabytes: bytes / 1e9,
  };
}

/** Returns the dollars of a month on the cheapest plans that hold it, in words. */
export function costOf(month: CostOfMonth): string {
  const { dollars, ...included } = WORKERS_PAID;
  const plan = TURSO_PLANS.find(
    ({ rowsRead, rowsWritten, gigabytes }) =>
      month.rowsRead <= rowsRead && month.rowsWritten <= rowsWritten && month.gigabytes <= gigabytes,
  );
  const isWithinWorkers = Object.entries(included).every(([name, most]) => month[name as keyof CostOfMonth] <= most);
  if (!plan || !isWithinWorkers) return "more than these plans include";
  return `$${(dollars + plan.dollars).toFixed(2)} (Turso ${plan.name})`;
}
