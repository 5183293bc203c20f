import { type BillStatus, whyNotMended } from "#app/domain/bills/mend-bill.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { editableList } from "#app/records/lists/list-route.ts";
import { billGroups, billsSource, isPending } from "#db/queries/bills/bills.ts";
import { findBills, findVoiding, restoreBill, undoVoiding, voidBills } from "#db/queries/bills/mend-bills.ts";
import { nameOfRecord } from "#db/write/records.ts";

/** The list of bills, with the commands that void and restore them (docs/product.md, 'Billing'). */
export const billsList = editableList({
  path: "/billing",
  source: billsSource,
  description: bill,
  defaultSort: "date",
  current: () => isPending,
  groups: billGroups,
  extraColumns: [{ heading: "Status", text: stateOf }],
  nameOf: (id) => nameOfRecord(billsSource, id),
  commands: {
    void: {
      prepare: async ({ ids, idempotencyKey }, read, by) => {
        const [[found], [voiding]] = await Promise.all([read(findBills(ids)), read(findVoiding(idempotencyKey))]);
        if (voiding?.isUndone) return { problem: UNDONE };
        const bills = found?.bills ?? [];
        // A repeated post finds its bills voided already; the write recognises the post by its idempotency key.
        const problem = voiding ? undefined : whyNotVoided(bills, ids.length);
        if (problem) return { problem };
        const payIds = bills.flatMap(({ payId }) => payId ?? []);
        const showIds = [...new Set(bills.flatMap(({ showId }) => showId ?? []))];
        return voidBills(idempotencyKey, ids, { payIds, showIds }, by);
      },
      noticeParam: "voided",
    },
    undoVoid: {
      prepare: async ({ idempotencyKey }, read, by) => {
        const [voiding] = await read(findVoiding(idempotencyKey));
        if (!voiding) return { problem: "There is nothing to undo." };
        return voiding.isBilledAgain && !voiding.isUndone ? { problem: BILLED_AGAIN } : undoVoiding(voiding, by);
      },
    },
    restoreBill: {
      prepare: async ({ id, idempotencyKey }, read, by) => {
        const [found] = await read(findBills([id]));
        const [marked] = found?.bills ?? [];
        if (!marked) return { problem: NOT_RESTORED };
        const isTwice = marked.status === "voided" && marked.isBilledAgain;
        return isTwice ? { problem: BILLED_AGAIN } : restoreBill(idempotencyKey, marked, by);
      },
    },
  },
  conflictMessage:
    "Somebody else changed, voided, exported or restored one of these a moment ago. Load the list again.",
});

/** The state that the list shows by a badge. The download needs it, because a voided bill is in no total. */
function stateOf({ status, isCorrected }: BillRow): string {
  const state = status.charAt(0).toUpperCase() + status.slice(1);
  return isCorrected ? `${state}, corrected` : state;
}

const UNDONE = "This was undone. Load the list again.";
/** Why a bill of a show stays voided. */
const BILLED_AGAIN = "The show was billed again since, so the voided bill stays voided. Void the other bill first.";
const NOT_RESTORED = "This bill cannot be restored: its billing run was undone.";

function whyNotVoided(bills: { status: BillStatus }[], count: number): string | undefined {
  if (bills.length < count) return "One of these bills is not in the list any more. Load the list again.";
  const fixed = bills.find(({ status }) => status !== "pending");
  if (!fixed || count === 1) return fixed && whyNotMended(fixed.status);
  return `Nothing was voided, because one of these bills is ${fixed.status} already. Load the list again.`;
}
