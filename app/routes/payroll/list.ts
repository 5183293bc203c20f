import { parseFlag } from "#app/domain/parse.ts";
import { editableList, editableRows } from "#app/records/list-route.ts";
import { findMarking, isUnpaid, itemsToMark, markItems, payrollRecords, unmarkItems } from "#db/queries/payroll.ts";
import { payrollItem } from "./payroll-item.ts";

/** The list of payroll items (docs/product.md, 'Payroll'). */
export const payrollList = editableList({
  path: "/payroll",
  description: payrollItem,
  defaultSort: "date",
  current: () => isUnpaid,
  ...editableRows(payrollRecords),
  commands: {
    mark: {
      prepare: async ({ id, idempotencyKey, value }, read, by) => {
        const [date = "", state = ""] = value.split(" ");
        const typed = parseFlag(state);
        if ("problem" in typed) return typed;
        const paid = typed.value;
        const [[found], [before]] = await Promise.all([read(itemsToMark(id, paid)), read(findMarking(idempotencyKey))]);
        if (before?.isUndone) return { problem: "This was undone. Load the list again." };
        // What was marked a moment ago by the same press is told again.
        const items = before ?? found;
        if (items?.date !== date) return { problem: "This item has another date by now. Load the list again." };
        if (items.ids.length === 0) {
          return { problem: `All items of this date are ${paid ? "paid" : "unpaid"} already. Load the list again.` };
        }
        if (items.ids.length > MOST_MARKED) return { problem: TOO_MANY };
        return markItems(idempotencyKey, items, paid, by);
      },
      noticeParam: "marked",
    },
    unmark: {
      prepare: async ({ idempotencyKey }, read, by) => {
        const [marking] = await read(findMarking(idempotencyKey));
        if (!marking) return { problem: "There is nothing to undo." };
        return unmarkItems(idempotencyKey, marking, marking.paid, by);
      },
    },
  },
});

const MOST_MARKED = 5_000;
const TOO_MANY = "There are more than 5,000 items of this date, which is more than can be marked at once.";
