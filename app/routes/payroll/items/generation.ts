import {
  optionalSalaries,
  type PayWeeks,
  payWeeks,
  salariesDue,
  UNKNOWN_LAST_RUN,
} from "#app/domain/payroll/payroll.ts";
import { batchRoute } from "#app/records/batch-route.ts";
import { type GroomToPay, generatePayroll, payrollDue } from "#db/queries/payroll/payroll-runs.ts";
import { payrollList } from "./list.ts";

/** The weeks of a run; none while the last run is unknown, because the query then selects no groom. */
export const weeksOf = ([groom]: GroomToPay[]): PayWeeks =>
  groom ? payWeeks(groom) : { current: "", due: [], covered: [], isFirstRun: true };

/** 'Add Payroll Items' (docs/product.md, 'Payroll generation'). `app/worker/scheduled-payroll.ts` runs the same change on Mondays. */
export const payrollGeneration = batchRoute({
  kind: "payroll",
  list: payrollList,
  query: (_, today) => payrollDue(today),
  needsOptIn: (groom) =>
    (groom.deletedAt !== null || groom.deletedWeeks.length > 0) && optionalSalaries(groom, payWeeks(groom)).length > 0,
  changeFor: (batch, chosen, by, all) => {
    const weeks = weeksOf(all);
    const salaries = [...salariesDue(all, weeks), ...chosen.flatMap((groom) => optionalSalaries(groom, weeks))];
    return salaries.length > 0 ? generatePayroll(batch, salaries, by) : null;
  },
  participle: "generated",
  emptyMessage: "There are no payroll items to generate.",
  failure: "Error generating payroll",
  // The query selects no groom while the last run is unknown.
  noteFor: (grooms) => (grooms.length === 0 ? UNKNOWN_LAST_RUN : undefined),
});
