import type { Cents } from "#app/domain/basics/money.ts";
import { type BarnCharges, priceOrder, shownPrice } from "#app/domain/boarding/monthly-charges.ts";
import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
import { dollars, flag, name, text } from "#app/domain/fields/field-kinds.ts";

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
