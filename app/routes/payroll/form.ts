import { z } from "zod";
import { typedDate, typedDollars, typedOptionalDate } from "#app/domain/typed.ts";
import { box, nameField, type RecordForm, typed } from "#app/record-form.ts";
import {
  addPayrollItem,
  findPayrollItem,
  PAYROLL_ITEM,
  type PayrollOptions,
  type PayrollValues,
  payrollOptions,
  savePayrollItem,
} from "#db/queries/payroll.ts";

type PayrollItem = PayrollValues & { id: string; version: number; groom: string };

const fields = {
  groomId: z.string({ error: "Groom is required." }),
  item: nameField("Item"),
  date: z.string({ error: "Date is required." }).pipe(typed(typedDate)),
  paymentDate: z.string().default("").pipe(typed(typedOptionalDate)),
  value: z.string({ error: "Value is required." }).pipe(typed(typedDollars)),
  paid: box,
};

export const payrollForm: RecordForm<PayrollValues, PayrollItem, PayrollOptions> = {
  kind: PAYROLL_ITEM,
  path: "/payroll",
  schema: z.object(fields),
  fields: Object.keys(fields),
  find: findPayrollItem,
  options: payrollOptions,
  // The groom that the item has already may stay, also where deleted.
  missing: ({ groomId }, { grooms }, item) =>
    groomId === item?.groomId || grooms.some(({ id }) => id === groomId)
      ? {}
      : { groomId: ["Groom not found. Choose another one."] },
  add: addPayrollItem,
  save: savePayrollItem,
};
