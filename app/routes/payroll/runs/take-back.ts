import type { TakeBackRoute } from "#app/records/take-back-route.ts";
import {
  findPayrollRunToTakeBack,
  findPayrollTakeBack,
  pastPayroll,
  takeBackPayroll,
  undoPayrollTakeBack,
} from "#db/queries/bills/take-backs.ts";

/** The past payroll runs (docs/product.md, 'Undoing a run'). */
export const pastPayrollRuns: TakeBackRoute = {
  path: "/payroll/runs",
  source: pastPayroll,
  find: findPayrollRunToTakeBack,
  takeBack: takeBackPayroll,
  findTakeBack: findPayrollTakeBack,
  undo: undoPayrollTakeBack,
  undoConflict: "Nothing was restored: since the run was undone, payroll was run again, or another run was undone.",
};
