import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { describeVoiding } from "#app/domain/bills/mend-bill.ts";
import { readBatchResult } from "#app/records/batch-route.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { anyBill } from "#db/queries/bills/bills.ts";
import { findVoiding } from "#db/queries/bills/mend-bills.ts";
import { billsList } from "./list.ts";

/** Reads the list, whether any bill exists, and what was just voided, in one database request. */
export const loadBills = liveLoader(async (args) => {
  const { request, context } = args;
  const [list, anyBills, voiding] = await Promise.all([
    readList(args, billsList),
    readOrNullAfterPost(context, readAsAdmin(request, context, anyBill())),
    readBatchResult(args, "voided", findVoiding),
  ]);
  return {
    list,
    isNone: anyBills?.[0].length === 0,
    voided: voiding && describeVoiding(voiding),
    /** The page's key, which voids the selected bills, and from which each row derives the key of its command. */
    idempotencyKey: crypto.randomUUID(),
  };
});
