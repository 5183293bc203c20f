import { sql } from "drizzle-orm";
import { amountSource, FIXED_SERVICE_IDS } from "#app/domain/fixed-services.ts";
import { type RowOf, recordSource } from "#db/records.ts";
import { services } from "#db/schema.ts";

/** More cents than any price. */
const AFTER_PRICES = 1_000_000_000_000;

/** The sort key of the price as the list shows it: numbers, then the words of the fixed services, in the order of these. */
function priceOrder() {
  const words = FIXED_SERVICE_IDS.map((id) => ({ id, text: amountSource(id) ?? "" }));
  const texts = [...new Set(words.map(({ text }) => text))].sort();
  const cases = words.map(({ id, text }) => sql`when ${id} then ${AFTER_PRICES + texts.indexOf(text)}`);
  return sql`case ${services.id} ${sql.join(cases, sql` `)} else ${services.price} end`;
}

/** `price` in cents. */
export type ServiceRow = RowOf<typeof serviceRecords>;

export const serviceRecords = recordSource({
  table: services,
  noun: "service",
  displayName: sql`${services.productServiceName}`,
  sorts: { price: priceOrder() },
  search: { texts: "services_search" },
});
