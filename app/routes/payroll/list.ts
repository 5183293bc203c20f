import { typedFlag } from "#app/domain/typed.ts";
import { changesOf, type EditableList } from "#app/list-screen.ts";
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
export const payrollScreen: EditableList<PayrollRow, keyof typeof payrollList.sorts> = {
  path: "/payroll",
  ...changesOf(PAYROLL_ITEM),
  source: payrollList,
  defaultSort: "date",
  current: () => isUnpaid,
  nameOf: payrollItemName,
  settable: { paid: typedFlag },
  actions: {
    mark: {
      prepare: async ({ id, token, value }, read, by) => {
        const typed = typedFlag(value);
        if ("problem" in typed) return typed;
        // What was marked a moment ago by the same press is told again.
        const [[found], [before]] = await Promise.all([read(itemsToMark(id, typed.value)), read(findMarking(token))]);
        const items = before ?? found;
        if (!items?.ids.length) {
          return {
            problem: `All items of this date are ${typed.value ? "paid" : "unpaid"} already. Load the list again.`,
          };
        }
        return markItems(token, items, typed.value, by);
      },
      tells: "marked",
    },
    unmark: {
      prepare: async ({ token }, read, by) => {
        const [marking] = await read(findMarking(token));
        if (!marking) return { problem: "There is nothing to undo." };
        return unmarkItems(token, marking, marking.paid, by);
      },
    },
  },
};
