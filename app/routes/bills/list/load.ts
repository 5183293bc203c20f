import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { anyBill } from "#db/queries/bills/bills.ts";
import { billsList } from "./list.ts";

/** Reads the list, and whether any bill exists, in one database request. */
export const loadBills = liveLoader(async (args) => {
  const { request, context } = args;
  const [list, anyBills] = await Promise.all([
    readList(args, billsList),
    readOrNullAfterPost(context, readAsAdmin(request, context, anyBill())),
  ]);
  return {
    list,
    isNone: anyBills?.[0].length === 0,
    /** The page's key, which voids the selected bills, and from which each row derives the key of its command. */
    idempotencyKey: crypto.randomUUID(),
  };
});
