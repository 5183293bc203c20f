import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
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
export const show = describeList<ShowRow, "horse" | "service">()(
  {
    path: "/shows",
    noun: "show",
    record: "Show",
    search: "Search shows...",
    toggle: { on: "Showing unbilled shows", off: "Showing all shows" },
    empty: { title: "No Shows", text: "Add new shows to manage them here", done: "All shows are billed." },
    defaultSort: "date",
  },
  {
    name: name("Show Name"),
    date: date("Date", { width: "w-44", phone: "end" }),
    horseId: requiredReference("Horse", {
      width: "w-36",
      column: "horse",
      nameOf: (row: ShowRow) => row.horse,
      placeholder: "Select a horse...",
      inRow: true,
      phone: "fact",
    }),
    serviceId: requiredReference("Service", {
      width: "w-40",
      column: "service",
      nameOf: (row: ShowRow) => row.service,
      placeholder: "Select a service...",
      inRow: true,
      phone: "fact",
    }),
    quantity: quantity("Quantity", { width: "w-20", initial: 1, inRow: true }),
    billed: rowFlag("Billed", { width: "w-20", inBulk: true, stays: true }),
  },
);
