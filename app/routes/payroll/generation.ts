import { deletedSalaries, salariesDue, UNKNOWN_LAST_RUN } from "#app/domain/payroll.ts";
import { batchRoute } from "#app/records/batch-route.ts";
import { generatePayroll, payrollDue } from "#db/queries/payroll-runs.ts";
import { payrollList } from "./list.ts";

/** 'Add Payroll Items' (docs/product.md, 'Payroll generation'). `app/server/scheduled-payroll.ts` runs the same change on Mondays. */
export const payrollGeneration = batchRoute({
  kind: "payroll",
  list: payrollList,
  query: (_, today) => payrollDue(today),
  needsOptIn: (groom) => deletedSalaries(groom).length > 0,
  changeFor: (batch, grooms, by) => {
    const due = salariesDue(grooms, grooms[0]?.lastPayroll ?? by.at.toISOString(), by.at);
    const salaries = [...due, ...grooms.flatMap(deletedSalaries)];
    return salaries.length > 0 ? generatePayroll(batch, salaries, by) : null;
  },
  resultParam: "generated",
  emptyMessage: "There are no payroll items to generate.",
  failure: "Error generating payroll",
  // The query selects no groom while the last run is unknown.
  noteFor: (grooms) => (grooms.length === 0 ? UNKNOWN_LAST_RUN : undefined),
});
