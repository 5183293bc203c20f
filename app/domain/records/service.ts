import type { Cents } from "#app/domain/basics/money.ts";
import { type BarnCharges, priceOrder, shownPrice } from "#app/domain/boarding/monthly-charges.ts";
import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import { dollars, flag, name, text } from "#app/domain/fields/field-kinds.ts";

export type ServiceRow = RecordRow &
  BarnCharges & {
    productServiceName: string;
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
export const service = describe<ServiceRow, keyof BarnCharges>()({
  productServiceName: name("Name", { heading: "Product Service Name" }),
  price: {
    ...dollars("Price", { phone: "end" }),
    format: (_, row) => priceText(row),
    sortKey: (_, row) => priceOrder(row),
  },
  salesDescription: text("Description", 1_000, {
    control: "multiline",
    heading: "Sales Description",
    phone: "fact",
  }),
  public: flag("Public", { inRow: true, phone: "state" }),
  needsGroom: flag("Needs Groom", { inRow: true, hidden: true }),
});
