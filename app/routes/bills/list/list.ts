import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { formatInvoice } from "#app/domain/bills/corrections.ts";
import { PARTLY_EXPORTED } from "#app/domain/bills/divided-line.ts";
import { type BillStatus, whyNotMended } from "#app/domain/bills/mend-bill.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { editableList, type ListRoute } from "#app/records/lists/list-route.ts";
import { billGroups, billsSource, isPending } from "#db/queries/bills/bills.ts";
import { findBills, findVoiding, idsWithBill, voidBills } from "#db/queries/bills/mend-bills.ts";
import { nameOfRecord } from "#db/write/records.ts";
import { findChange, undo } from "#db/write/undo.ts";

/** What the download says of a bill, and the list does not. */
const FILE_COLUMNS: NonNullable<ListRoute<BillRow>["extraColumns"]> = [
  { heading: "Invoice", text: (_, { invoice = null }) => (invoice === null ? "" : formatInvoice(Number(invoice))) },
  { heading: "Exported", text: (_, { exported }) => (exported ? formatUsDate(String(exported)) : "") },
  { heading: "Month Billed For", text: (_, { billedFor }) => formatMonth(String(billedFor)) },
  { heading: "Rider", text: (_, { rider }) => String(rider ?? "") },
  { heading: "Groom", text: (_, { groom }) => String(groom ?? "") },
  {
    heading: "Price for One",
    text: (_, { unitPrice = null }) => (unitPrice === null ? "" : formatDollars(Number(unitPrice))),
  },
];

/** The list of bills, with the commands that void them and undo that (docs/product.md, 'Billing'). */
export const billsList = editableList(bill, {
  source: billsSource,
  current: () => isPending,
  groups: billGroups,
  extraColumns: [{ heading: "Status", text: stateOf }, ...FILE_COLUMNS],
  nameOf: (id) => nameOfRecord(billsSource, id),
  commands: {
    void: {
      prepare: async ({ ids, idempotencyKey }, read, by) => {
        const [[found], [voiding]] = await Promise.all([read(findBills(ids)), read(findChange(idempotencyKey))]);
        const bills = found?.bills ?? [];
        // A repeated post finds its bills voided already; the write recognises the post by its idempotency key.
        const problem = voiding ? undefined : whyNotVoided(bills, ids);
        if (problem) return { problem };
        const payIds = bills.flatMap(({ payId }) => payId ?? []);
        const showIds = [...new Set(bills.flatMap(({ showId }) => showId ?? []))];
        const all = bills.map(({ id }) => id).sort();
        return voidBills(idempotencyKey, all, { payIds, showIds }, by);
      },
    },
    undoVoid: {
      prepare: async ({ id, idempotencyKey }, read, by) => {
        const [voiding] = await read(findVoiding(id, idempotencyKey));
        if (!voiding) return { problem: NOT_VOIDED };
        return undo(voiding, by, { idempotencyKey, only: idsWithBill(voiding, id) });
      },
    },
  },
  conflictMessage: "Somebody else changed, voided or exported one of these a moment ago. Load the list again.",
});

/** The state that the list shows by a badge. The download needs it, because a voided bill is in no total. */
function stateOf({ status, isCorrected }: BillRow): string {
  const state = status.charAt(0).toUpperCase() + status.slice(1);
  return isCorrected ? `${state}, corrected` : state;
}

const NOT_VOIDED = "This bill is no longer voided, or was voided too long ago. Load the list again.";

function whyNotVoided(bills: { id: string; status: BillStatus; isDivided: boolean }[], ids: readonly string[]) {
  if (ids.some((id) => !bills.some((bill) => bill.id === id)))
    return "One of these bills is no longer in the list. Load the list again.";
  const fixed = bills.find(({ status }) => status !== "pending");
  if (fixed?.isDivided && bills.some(({ status }) => status === "pending")) return PARTLY_EXPORTED;
  if (!fixed || ids.length === 1) return fixed && whyNotMended(fixed.status);
  return `Nothing was voided, because one of these bills is ${fixed.status} already. Load the list again.`;
}
