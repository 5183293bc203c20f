import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { describe, describeList, type RecordRow } from "#app/domain/fields/field.ts";
import {
  date,
  name,
  optionalDollars,
  parts,
  quantity,
  requiredReference,
  rowFlag,
} from "#app/domain/fields/field-kinds.ts";
import type { AmountPart } from "#app/domain/fields/shares.ts";

/** `horse` and `service` are the names, also of deleted records; a deleted horse is marked. */
export type ShowRow = RecordRow & {
  name: string;
  date: LocalDate;
  horseId: string;
  horse: string;
  serviceId: string;
  service: string;
  quantity: number;
  /** The price for one; null for that of the service. */
  price: Cents | null;
  billed: boolean;
};

const FIELDS = {
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
  price: optionalDollars("Own Price", {
    width: "w-24",
    hidden: true,
    sortable: false,
    searchable: false,
    placeholder: "Service’s price",
  }),
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
  { ...FIELDS, billed: rowFlag("Billed", { width: "w-20", inBulk: true, stays: true }) },
);

/** The fields of the form of a new show, whose cost several horses may divide. */
export const newShowForm = describe<ShowRow & { parts: AmountPart[] }, "horse" | "service" | "billed">()({
  ...FIELDS,
  parts: parts("Horses", {
    offeredBy: "horseId",
    entry: "horse",
    placeholder: "The horses divide the own price equally, or by typed parts.",
  }),
});
