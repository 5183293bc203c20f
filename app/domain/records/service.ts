import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type BarnCharges, priceOrder, shownPrice } from "#app/domain/boarding/monthly-charges.ts";
import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
import {
  date,
  dollars,
  flag,
  name,
  optionalDate,
  optionalDollars,
  optionalReference,
  quantity,
  readOnlyDollars,
  readOnlyText,
  requiredReference,
  text,
  weekdays,
} from "#app/domain/fields/field-kinds.ts";

export type ServiceRow = RecordRow &
  BarnCharges & {
    productServiceName: string;
    spanishName: string;
    price: Cents;
    salesDescription: string;
    public: boolean;
    needsGroom: boolean;
  };

function priceText(row: Parameters<typeof shownPrice>[0]) {
  const { amount, note } = shownPrice(row);
  return note ? `${amount} ${note}` : amount;
}

/** The fields of a service (docs/product.md, 'Services'). */
export const service = describeList<ServiceRow, keyof BarnCharges>()(
  {
    path: "/services",
    noun: "service",
    record: "Service",
    search: "Search services...",
    empty: { title: "No Services", text: "Add new services to manage them here" },
    defaultSort: "productServiceName",
  },
  {
    productServiceName: name("Name", { heading: "Product Service Name" }),
    spanishName: text("In Spanish", 200, { width: "w-48", hidden: true }),
    price: {
      ...dollars("Price", { width: "w-36", phone: "end" }),
      format: (_, row) => priceText(row),
      sortKey: (_, row) => priceOrder(row),
    },
    salesDescription: text("Description", 1_000, {
      width: "w-64",
      control: "multiline",
      heading: "Sales Description",
      phone: "fact",
    }),
    public: flag("Public", { width: "w-20", inRow: true, phone: "badge", whenOff: "Not public" }),
    needsGroom: flag("Needs Groom", { width: "w-28", inRow: true, hidden: true }),
  },
);

/** `horse`, `customer`, `service` and `groom` are the names, those of deleted records marked. */
export type StandingChargeRow = RecordRow & {
  horseId: string;
  horse: string;
  /** The name of the horse's owner. */
  customer: string;
  serviceId: string;
  service: string;
  quantity: number;
  /** The price for one; null for that of the service. */
  price: Cents | null;
  /** The price for one, times the quantity. */
  amount: Cents;
  /** Whether it has weekdays. */
  repeats: "monthly" | "weekdays";
  weekdays: string[];
  fromDate: LocalDate;
  untilDate: LocalDate | null;
  groomId: string | null;
  groom: string;
  comments: string;
};

const formatWhen = (days: readonly string[]) => days.join(", ") || "Monthly";

/** The fields of a standing charge (docs/product.md, 'Standing charges'). */
export const standingCharge = describeList<StandingChargeRow, "horse" | "service" | "groom" | "repeats">()(
  {
    path: "/services/standing",
    noun: "charge",
    record: "Standing Charge",
    search: "Search standing charges...",
    toggle: { on: "Showing current charges", off: "Showing all charges" },
    empty: {
      title: "No Standing Charges",
      text: "Add what a horse is billed every month or week, such as a lesson",
      done: "No charge is current.",
    },
    defaultSort: "horse",
    nameOf: ({ service, horse }) => `${service} for ${horse}`,
  },
  {
    horseId: requiredReference("Horse", {
      width: "w-32",
      column: "horse",
      nameOf: (row: StandingChargeRow) => row.horse,
      placeholder: "Select a horse...",
      filter: "horse",
    }),
    serviceId: requiredReference("Service", {
      width: "w-36",
      column: "service",
      nameOf: (row: StandingChargeRow) => row.service,
      placeholder: "Select a service...",
      filter: "service",
      phone: "fact",
    }),
    weekdays: {
      ...weekdays("Weekdays", { width: "w-32", phone: "fact", heading: "When" }),
      format: formatWhen,
      detail: formatWhen,
    },
    quantity: quantity("Quantity", { width: "w-18", initial: 1, inRow: true }),
    price: optionalDollars("Own Price", { width: "w-24", inRow: true, placeholder: "Service’s price" }),
    amount: readOnlyDollars("Each Time", { width: "w-22", phone: "end" }),
    fromDate: date("From", { width: "w-26", initial: "today", inRow: true }),
    untilDate: optionalDate("Until", { width: "w-26", inRow: true, inBulk: true }),
    groomId: optionalReference("Groom", {
      width: "w-28",
      column: "groom",
      nameOf: (row: StandingChargeRow) => row.groom,
      placeholder: "No groom",
      filter: "groom",
    }),
    customer: readOnlyText("Customer", { width: "w-32", hidden: true, inFile: true }),
    comments: text("Comments", 200, { width: "w-40", hidden: true, inFile: true }),
  },
);
