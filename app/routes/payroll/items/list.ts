import { parseFlag } from "#app/domain/basics/parse.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { editableList, editableRows } from "#app/records/lists/list-route.ts";
import {
  isUnpaid,
  itemsToMark,
  MAX_MARKED,
  markItems,
  payrollRecords,
  setPayrollFields,
} from "#db/queries/payroll/payroll-items.ts";
import { findChange } from "#db/write/undo.ts";

/** The list of payroll items (docs/product.md, 'Payroll'). */
export const payrollList = editableList(payrollItem, {
  current: () => isUnpaid,
  ...editableRows(payrollRecords),
  set: setPayrollFields,
  commands: {
    mark: {
      prepare: async ({ id, idempotencyKey, value }, read, by) => {
        // '2026-11-16 true': the date of the items and their new paid state.
        const [date = "", state = ""] = value.split(" ");
        const parsed = parseFlag(state);
        if ("problem" in parsed) return parsed;
        const paid = parsed.value;
        const [[found], [marked]] = await Promise.all([read(itemsToMark(id, paid)), read(findChange(idempotencyKey))]);
        // A repeated submission has the same items as the first one, so that its payload matches.
        const items = marked ? { date, ids: marked.after.map((item) => String(item.id)) } : found;
        if (items?.date !== date) return { problem: "The date of this item has changed. Load the list again." };
        if (items.ids.length === 0) {
          return { problem: `All items of this date are ${paid ? "paid" : "unpaid"} already. Load the list again.` };
        }
        if (items.ids.length > MAX_MARKED) return { problem: TOO_MANY };
        return markItems(idempotencyKey, id, items, paid, by);
      },
    },
  },
});

const TOO_MANY = "More than 5,000 items have this date: too many to mark at once.";
