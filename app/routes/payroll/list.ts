import { parseFlag } from "#app/domain/parse.ts";
import { changesOf, type EditableListRoute } from "#app/records/list-route.ts";
import {
  findMarking,
  isUnpaid,
  itemsToMark,
  markItems,
  PAYROLL_ITEM,
  type PayrollRow,
  payrollItemName,
  payrollList,
  unmarkItems,
} from "#db/queries/payroll.ts";

/** What the list of payroll items reads, and what may be done to a row (spec section 2 'Payroll'). */
export const payrollScreen: EditableListRoute<PayrollRow, keyof typeof payrollList.sorts> = {
  path: "/payroll",
  ...changesOf(PAYROLL_ITEM),
  source: payrollList,
  defaultSort: "date",
  current: () => isUnpaid,
  nameOf: payrollItemName,
  settable: { paid: parseFlag },
  actions: {
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
      tells: "marked",
    },
    unmark: {
      prepare: async ({ idempotencyKey }, read, by) => {
        const [marking] = await read(findMarking(idempotencyKey));
        if (!marking) return { problem: "There is nothing to undo." };
        return unmarkItems(idempotencyKey, marking, marking.paid, by);
      },
    },
  },
};

const MOST_MARKED = 5_000;
const TOO_MANY = "There are more than 5,000 items of this date, which is more than can be marked at once.";
