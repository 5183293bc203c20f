import { OBSTACLES, type Obstacle } from "#app/domain/activity/obstacles.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { Month } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";

/**
 * A billing or payroll run in the list of past runs. The database has its instants in UTC, ISO 8601; pages get them as texts in
 * New York, because the code that formats instants is too large for the browser.
 */
export type PastRun = {
  id: string;
  seq: number;
  at: string;
  kind: "horses" | "shows" | "payroll";
  /** The month of a run of horses; else null. */
  month: Month | null;
  actor: string;
  /** The number of bills or items that the run made, and their total. */
  count: number;
  total: Cents;
  undoneAt: string | null;
  undoneBy: string | null;
  obstacle: Obstacle | null;
};

const MADE: Record<PastRun["kind"], string> = { horses: "bill", shows: "bill", payroll: "item" };

/** The bills or items of a run, counted: '60 bills'. */
export const countOf = (kind: PastRun["kind"], count: number) => pluralize(count, MADE[kind]);

/**
 * Why the run cannot be undone, or when and by whom it was undone, in a few words for the list; null if it can be
 * undone.
 */
export function obstacleInList({ obstacle, undoneAt, undoneBy }: PastRun): string | null {
  if (obstacle === null) return null;
  return obstacle === "undone" ? `${undoneAt} by ${undoneBy}` : OBSTACLES[obstacle].short;
}
