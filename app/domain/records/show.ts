import type { LocalDate } from "#app/domain/calendar.ts";
import { date, describe, name, quantity, type RecordRow, requiredReference, rowFlag } from "#app/domain/field.ts";

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
  date: date("Date", { onCard: true, width: "w-28" }),
  horseId: requiredReference("Horse", {
    column: "horse",
    nameOf: (row: ShowRow) => row.horse,
    placeholder: "Select a horse...",
    inRow: true,
    onCard: true,
    width: "w-34 xl:w-40",
  }),
  serviceId: requiredReference("Service", {
    column: "service",
    nameOf: (row: ShowRow) => row.service,
    placeholder: "Select a service...",
    inRow: true,
    onCard: true,
    width: "w-36 xl:w-48",
  }),
  quantity: quantity("Quantity", { initial: 1, inRow: true, onCard: true, width: "w-24" }),
  billed: rowFlag("Billed", { inBulk: true, onCard: true, width: "w-17 xl:w-20" }),
});
