import type { BoundField } from "#app/domain/fields/field.ts";
import { admin } from "./admin.ts";
import { bill } from "./bill.ts";
import { correction } from "./correction.ts";
import { customer } from "./customer.ts";
import { groom } from "./groom.ts";
import { horse } from "./horse.ts";
import { payrollItem } from "./payroll-item.ts";
import { service, standingCharge } from "./service.ts";
import { show } from "./show.ts";

/** The records that have a list, by the table that holds them. */
export const LISTED = {
  admins: admin,
  bill_items: bill,
  corrections: correction,
  customers: customer,
  grooms: groom,
  horses: horse,
  payroll: payrollItem,
  services: service,
  shows: show,
  standing_charges: standingCharge,
};

/** Each listed record as generic code reads it. */
export const LISTED_RECORDS: [table: string, { noun: string; fields: readonly BoundField<never>[] }][] =
  Object.entries(LISTED);
