import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import { date, name, quantity, requiredReference, rowFlag } from "#app/domain/fields/field-kinds.ts";

/** `horse` and `service` are the names, also of deleted records; a deleted horse is marked. */
export type ShowRow = RecordRow & {
  name: string;
  date: LocalDate;
  horseId: string;
  horse: string;
  serviceId: string;
  service: string;
  quantity: number;
  billed: boolean;
};

/** The fields of a show (docs/product.md, 'Shows'). */
export const show = describe<ShowRow, "horse" | "service">()({
  name: name("Show Name"),
  date: date("Date", { phone: "end" }),
  horseId: requiredReference("Horse", {
    column: "horse",
    nameOf: (row: ShowRow) => row.horse,
    placeholder: "Select a horse...",
    inRow: true,
    phone: "fact",
  }),
  serviceId: requiredReference("Service", {
    column: "service",
    nameOf: (row: ShowRow) => row.service,
    placeholder: "Select a service...",
    inRow: true,
    phone: "fact",
  }),
  quantity: quantity("Quantity", { initial: 1, inRow: true }),
  billed: rowFlag("Billed", { inBulk: true, phone: "state" }),
});
