import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customers, horses, shows, totals } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** How many names a dialog lists. */
const MAX_NAMES = 20;

type Query = { table: typeof customers | typeof horses; kind: "customer" | "horse"; records: SQL; riders: SQLWrapper };

type Hanging = ReturnType<typeof hangingOn>;

/** What hangs on a record that is not deleted: a subquery, and the expressions over it. */
function hangingOn({ table, kind, records, riders }: Query, id: string) {
  const total = (column: SQLWrapper) =>
    sql`coalesce((select ${column} from ${totals} where list = 'bill_items' and kind = ${kind} and key = ${id}), 0)`;
  const counted = sql`select ${table.name} as name, ${riders} as riders, (select count(*) ${records}) as records,
    ${total(sql`current_rows`)} as bills, ${total(sql`current_sum`)} as bill_sum from ${table} where ${eq(table.id, id)} and deleted_at is null`;
  const names = sql`(select json_group_array(name) from (select name ${records} order by name collate nocase limit ${MAX_NAMES}))`;
  // All that the dialog shows.
  const fingerprint = sql<string>`iif(records + bills = 0, '', json_array(records, bills, bill_sum, json(${names}), json(riders)))`;
  return { counted, names, fingerprint };
}

function dependents({ counted, names, fingerprint }: Hanging) {
  const parse = (json: string) => JSON.parse(json) as string[];
  return statements
    .select({
      name: sql<string>`name`,
      fingerprint,
      bills: sql<number>`bills`,
      billSum: sql<number>`bill_sum`,
      records: names.mapWith(parse),
      recordCount: sql<number>`records`,
      riders: sql`riders`.mapWith(parse),
    })
    .from(sql`(${counted})`);
}

/** The precondition of a delete: the record is deleted already, or what hangs on it is what the fingerprint says. */
const areUnchanged = ({ counted, fingerprint }: Hanging, shown: string): SQL =>
  sql`coalesce((select ${fingerprint} from (${counted})), ${shown}) = ${shown}`;

const ofCustomer = (id: string) =>
  hangingOn(
    {
      table: customers,
      kind: "customer",
      records: sql`from ${horses} where customer_id = ${id} and deleted_at is null`,
      riders: customers.riders,
    },
    id,
  );

const ofHorse = (id: string) =>
  hangingOn(
    {
      table: horses,
      kind: "horse",
      records: sql`from ${shows} where horse_id = ${id} and not billed and deleted_at is null`,
      riders: sql`'[]'`,
    },
    id,
  );

/** The horses, the pending bills and the riders of a customer. `find` returns no row if the customer is deleted. */
export const customerDependents = {
  find: (id: string) => dependents(ofCustomer(id)),
  areUnchanged: (id: string, shown: string) => areUnchanged(ofCustomer(id), shown),
};

/** The unbilled shows and the pending bills of a horse. `find` returns no row if the horse is deleted. */
export const horseDependents = {
  find: (id: string) => dependents(ofHorse(id)),
  areUnchanged: (id: string, shown: string) => areUnchanged(ofHorse(id), shown),
};
