import { and, eq, isNull, sql } from "drizzle-orm";
import type { ListSource } from "#db/list/list-page.ts";
import { searchRows } from "#db/list/search.ts";
import type { Kind } from "#db/records.ts";
import { customers } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

export type CustomerRow = {
  id: string;
  seq: number;
  version: number;
  name: string;
  emails: string[];
  phone: string;
  riders: string[];
};

export const customersList: ListSource<CustomerRow, "name" | "emails" | "phone" | "riders"> = {
  table: customers,
  joins: sql``,
  where: sql`${isNull(customers.deletedAt)}`,
  seq: customers.seq,
  search: searchRows("customers_search", customers, customers.seq),
  sorts: {
    name: sql`${customers.name} collate nocase`,
    emails: sql`lower(${customers.emails})`,
    phone: sql`${customers.phone}`,
    riders: sql`lower(${customers.riders})`,
  },
  row: {
    id: customers.id,
    seq: customers.seq,
    version: customers.version,
    name: customers.name,
    emails: sql`json(${customers.emails})`,
    phone: customers.phone,
    riders: sql`json(${customers.riders})`,
  },
};

export const CUSTOMER: Kind = { table: customers, name: "customer", topic: "customers" };

export function findCustomer(id: string) {
  return statements
    .select({
      id: customers.id,
      version: customers.version,
      name: customers.name,
      emails: customers.emails,
      phone: customers.phone,
      riders: customers.riders,
    })
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.deletedAt)));
}

/** What a customer is called, deleted or not. */
export function customerName(id: string) {
  return statements.select({ name: customers.name }).from(customers).where(eq(customers.id, id));
}
