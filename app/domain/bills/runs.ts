import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";

/** Why a run cannot be undone (docs/product.md, 'Undoing a run'). */
export type Obstacle = "taken-back" | "exported" | "paid" | "later-run" | "made-nothing" | "unknown-before";

/**
 * A billing or payroll run in the list of past runs. The database has its instants in UTC, ISO 8601; pages get them as texts in
 * New York, because the code that formats instants is too large for the browser.
 */
export type PastRun = {
  id: string;
  seq: number;
  at: string;
  kind: "horses" | "shows" | "payroll";
  actor: string;
  /** The number of bills or items that the run made, and their total. */
  count: number;
  total: Cents;
  takenBackAt: string | null;
  takenBackBy: string | null;
  obstacle: Obstacle | null;
};

/** A run with what its undo would delete. */
export type RunToTakeBack = PastRun & {
  /** The number of bills or items that were not deleted since. */
  left: number;
  /** The number of those that are exported or paid. */
  blocked: number;
  /** The number of those that were edited since. */
  edited: number;
  /** The shows that become unbilled. */
  showIds: string[];
  /** The last payroll run before this one; null for a billing run. */
  lastPayrollBefore: string | null;
  /** Changes whenever one of the above changes. */
  fingerprint: string;
};

/** What the undo of a run deleted, for its notice; `total` in cents. */
export type TakenBack = {
  id: string;
  runId: string;
  showIds: string[];
  isUndone: boolean;
  count: number;
  total: Cents;
};

const MADE: Record<PastRun["kind"], string> = { horses: "bill", shows: "bill", payroll: "item" };

/** The bills or items of a run, counted: '60 bills'. */
export const countOf = (kind: PastRun["kind"], count: number) => pluralize(count, MADE[kind]);

/** The day, time, author and content of a run: '11/22/2026, 9:14 AM by ana@example.com: 60 bills, $58,000.00'. */
export const describeRun = ({ at, actor, kind, count, total }: PastRun) =>
  `${at} by ${actor}: ${countOf(kind, count)}, ${formatDollars(total)}`;

const SHORT: Record<Exclude<Obstacle, "taken-back">, string> = {
  exported: "Has exported bills",
  paid: "Has paid items",
  "later-run": "",
  "made-nothing": "Made nothing",
  "unknown-before": "The run before it is not known",
};

/**
 * Why the run cannot be undone, or when and by whom it was undone, in a few words for the list; null if it can be
 * undone.
 */
export function obstacleInList({ obstacle, takenBackAt, takenBackBy }: PastRun): string | null {
  if (obstacle === null) return null;
  return obstacle === "taken-back" ? `${takenBackAt} by ${takenBackBy}` : SHORT[obstacle];
}

/** Why the run cannot be undone, in a sentence for the dialog; null if it can. */
export function obstacleInDialog(run: RunToTakeBack): string | null {
  const { obstacle, kind, left, blocked, takenBackAt, takenBackBy } = run;
  const are = `${blocked.toLocaleString("en-US")} of its ${countOf(kind, left)} ${blocked === 1 ? "is" : "are"}`;
  switch (obstacle) {
    case null:
      return null;
    case "taken-back":
      return `${takenBackBy} undid this run on ${takenBackAt}.`;
    case "exported":
      return `${are} exported, so this run cannot be undone.`;
    case "paid":
      return `${are} paid, so this run cannot be undone. Mark them unpaid first if they were not paid.`;
    case "later-run":
      return "Payroll was run again after this run. Undo the later runs first.";
    case "made-nothing":
      return "This run made nothing, so there is nothing to undo.";
    case "unknown-before":
      return "This run cannot be undone, because it is not known when payroll was run before it.";
  }
}

const LOST: Record<PastRun["kind"], string> = { horses: "voided", shows: "voided", payroll: "deleted" };

/** What happened to the bills or items since the run; an empty list if nothing did. */
export function describeEdits({ kind, count, left, edited }: RunToTakeBack): string[] {
  const deleted = count - left;
  return [
    ...(deleted > 0
      ? [`Since the run, ${countOf(kind, deleted)} ${deleted === 1 ? "was" : "were"} ${LOST[kind]}.`]
      : []),
    ...(edited > 0
      ? [`Since the run, ${countOf(kind, edited)} ${edited === 1 ? "was" : "were"} edited: the edits go, too.`]
      : []),
  ];
}
