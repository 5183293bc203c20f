import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customers, horses, shows, totals } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** How many names a dialog lists. */
const MAX_NAMES = 20;

type Query = { table: typeof customers | typeof horses; kind: "customer" | "horse"; records: SQL; riders: SQLWrapper };

function dependents({ table, kind, records, riders }: Query, id: string) {
  const total = (column: SQLWrapper) =>
    sql`coalesce((select ${column} from ${totals} where list = 'bill_items' and kind = ${kind} and key = ${id}), 0)`;
  const counted = sql`select ${table.name} as name, ${riders} as riders, (select count(*) ${records}) as records,
    ${total(sql`current_rows`)} as bills, ${total(sql`current_sum`)} as bill_sum from ${table} where ${eq(table.id, id)} and deleted_at is null`;
  const names = (json: string) => JSON.parse(json) as string[];
  return statements
    .select({
      name: sql<string>`name`,
      fingerprint: sql<string>`iif(records + bills = 0, '', records || '.' || bills || '.' || bill_sum)`,
      bills: sql<number>`bills`,
      billSum: sql<number>`bill_sum`,
      records:
        sql`(select json_group_array(name) from (select name ${records} order by name collate nocase limit ${MAX_NAMES}))`.mapWith(
          names,
        ),
      recordCount: sql<number>`records`,
      riders: sql`riders`.mapWith(names),
    })
    .from(sql`(${counted})`);
}

/** Selects the horses, the pending bills and the riders of a customer. Returns no row if the customer is deleted. */
export const customerDependents = (id: string) =>
  dependents(
    {
      table: customers,
      kind: "customer",
      records: sql`from ${horses} where customer_id = ${id} and deleted_at is null`,
      riders: customers.riders,
    },
    id,
  );

/** Selects the unbilled shows and the pending bills of a horse. Returns no row if the horse is deleted. */
export const horseDependents = (id: string) =>
  dependents(
    {
      table: horses,
      kind: "horse",
      records: sql`from ${shows} where horse_id = ${id} and not billed and deleted_at is null`,
      riders: sql`'[]'`,
    },
    id,
  );
