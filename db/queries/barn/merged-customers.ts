import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customers } from "#db/schema.ts";

/*
 * What was billed, or stored of the past, before a merge keeps the customer that it was for. These expressions read whose it is today
 * (docs/product.md, 'Merging customers').
 */

/** The id of the customer who pays for a customer today: that one or, if it was merged, the one that it was merged into. */
export const payingCustomer = (id: SQLWrapper): SQL<string | null> =>
  sql`coalesce((select paying.merged_into from ${customers} paying where paying.id = ${id}), ${id})`;

/** A customer, and those that were merged into it, as a set of ids. The parts are texts without affinity, for indexes of expressions. */
export const withMerged = (id: SQLWrapper | string): SQL =>
  sql`(select ${id} union all select '' || merged.id from ${customers} merged where merged.merged_into = ${id})`;
