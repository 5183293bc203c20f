import { salariesDue } from "#app/domain/payroll.ts";
import type { BatchRoute } from "#app/records/batch-route.ts";
import type { PayrollRow, payrollList } from "#db/queries/payroll.ts";
import { type GroomToPay, generatePayroll, payrollDue } from "#db/queries/payroll-runs.ts";
import { payrollScreen } from "./list.ts";

/** 'Add Payroll Items' (spec sections 2 and 9); the schedule does the same in payroll-schedule.ts. */
export const payrollGeneration: BatchRoute<GroomToPay, PayrollRow, keyof typeof payrollList.sorts> = {
  kind: "payroll",
  list: payrollScreen,
  query: (_, today) => payrollDue(today),
  changeFor: (run, grooms, by) => {
    const salaries = salariesDue(grooms, grooms[0]?.lastPayroll ?? by.at.toISOString(), by.at);
    return salaries.length > 0 ? generatePayroll(run, salaries, by) : null;
  },
  done: "generated",
  nothing: "There are no payroll items to generate.",
};
