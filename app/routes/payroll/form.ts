import { z } from "zod";
import { parseDate, parseDollars, parseOptionalDate } from "#app/domain/parse.ts";
import { checkbox, nameField, type RecordForm, typed } from "#app/records/form-route.ts";
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
  date: z.string({ error: "Date is required." }).pipe(typed(parseDate)),
  paymentDate: z.string().default("").pipe(typed(parseOptionalDate)),
  value: z.string({ error: "Value is required." }).pipe(typed(parseDollars)),
  paid: checkbox,
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
