import type { TakeBackRoute } from "#app/records/take-back-route.ts";
import {
  findBillingRun,
  findBillingTakeBack,
  pastBilling,
  takeBackBilling,
  undoBillingTakeBack,
} from "#db/queries/bills/take-backs.ts";

/** The past billing runs (docs/product.md, 'Undoing a run'). */
export const pastBillingRuns: TakeBackRoute = {
  path: "/billing/runs",
  source: pastBilling,
  find: findBillingRun,
  takeBack: takeBackBilling,
  findTakeBack: findBillingTakeBack,
  undo: undoBillingTakeBack,
  undoConflict: "Nothing was restored: since the run was undone, some of it was billed again.",
};
