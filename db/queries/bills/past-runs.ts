import { type SQLWrapper, sql } from "drizzle-orm";
import type { PastRun } from "#app/domain/bills/runs.ts";
import type { RowSource } from "#db/list/list-source.ts";
import { billItems, billingRuns, payrollRuns } from "#db/schema.ts";
import { obstacleOf } from "#db/write/undo-guards.ts";

/* The past billing and payroll runs (docs/product.md, 'Undo'). The id of a run is the key of the change that made it. */

type Columns<Row> = { [Name in keyof Row & string]: SQLWrapper };

const runsSource = (table: typeof billingRuns | typeof payrollRuns, row: Columns<PastRun>): RowSource<PastRun> => ({
  table,
  joins: sql``,
  where: sql`1`,
  seq: row.seq,
  row,
  parse: (json) => JSON.parse(json),
});

/** The billing runs in the order of time. */
export const pastBilling = runsSource(billingRuns, {
  id: billingRuns.id,
  seq: sql`${billingRuns}.rowid`,
  at: billingRuns.at,
  kind: billingRuns.kind,
  // All bills of a run are for its month.
  month: sql`(select period from ${billItems} where billing_run_id = ${billingRuns.id} limit 1)`,
  actor: billingRuns.actor,
  count: billingRuns.billCount,
  total: billingRuns.total,
  undoneAt: billingRuns.undoneAt,
  undoneBy: billingRuns.undoneBy,
  obstacle: obstacleOf("billing_runs", sql`${billingRuns.undoneAt}`, sql`${billingRuns.id}`),
});

/** The payroll runs in the order of time. */
export const pastPayroll = runsSource(payrollRuns, {
  id: payrollRuns.id,
  seq: sql`${payrollRuns}.rowid`,
  at: payrollRuns.at,
  kind: sql`'payroll'`,
  month: sql`null`,
  actor: payrollRuns.actor,
  count: payrollRuns.itemCount,
  total: payrollRuns.total,
  undoneAt: payrollRuns.undoneAt,
  undoneBy: payrollRuns.undoneBy,
  obstacle: obstacleOf("payroll_runs", sql`${payrollRuns.undoneAt}`, sql`${payrollRuns.id}`),
});
