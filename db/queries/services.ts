import { and, eq, isNull, sql } from "drizzle-orm";
import type { ListSource } from "#db/list/list-page.ts";
import { searchRows } from "#db/list/search.ts";
import type { Kind } from "#db/records.ts";
import { services } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";

/** `price` in cents. */
export type ServiceRow = {
  id: string;
  seq: number;
  version: number;
  productServiceName: string;
  price: number;
  salesDescription: string;
  public: boolean;
  needsGroom: boolean;
};

export const servicesList: ListSource<
  ServiceRow,
  "productServiceName" | "price" | "salesDescription" | "public" | "needsGroom"
> = {
  table: services,
  joins: sql``,
  where: sql`${isNull(services.deletedAt)}`,
  seq: services.seq,
  search: searchRows("services_search", services, services.seq),
  sorts: {
    productServiceName: sql`${services.productServiceName} collate nocase`,
    price: sql`${services.price}`,
    salesDescription: sql`${services.salesDescription} collate nocase`,
    public: sql`${services.public}`,
    needsGroom: sql`${services.needsGroom}`,
  },
  row: {
    id: services.id,
    seq: services.seq,
    version: services.version,
    productServiceName: services.productServiceName,
    price: services.price,
    salesDescription: services.salesDescription,
    public: asFlag(eq(services.public, true)),
    needsGroom: asFlag(eq(services.needsGroom, true)),
  },
};

export const SERVICE: Kind = { table: services, name: "service", topic: "services" };

export function findService(id: string) {
  return statements
    .select({
      id: services.id,
      version: services.version,
      productServiceName: services.productServiceName,
      price: services.price,
      salesDescription: services.salesDescription,
      public: services.public,
      needsGroom: services.needsGroom,
    })
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)));
}

/** What a service is called, deleted or not. */
export function serviceName(id: string) {
  return statements.select({ name: services.productServiceName }).from(services).where(eq(services.id, id));
}
