import { type SQL, sql } from "drizzle-orm";
import { activity, billItems, horses, shows } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** The pending bills of customers or horses, and their other records; `among` is a set of ids: '(a, b)'. */
function dependents(owner: SQL, records: SQL, among: SQL) {
  const ofBills = (number: SQL) =>
    sql<number>`(select ${number} from ${billItems} where ${owner} in ${among} and export_id is null and deleted_at is null)`;
  return {
    bills: ofBills(sql`count(*)`),
    billSum: ofBills(sql`coalesce(sum(value), 0)`),
    records: sql<number>`(${records})`,
  };
}

const ofCustomers = (among: SQL, without = sql`('')`) =>
  dependents(
    sql`coalesce(customer_id, '')`,
    sql`select count(*) from ${horses} where customer_id in ${among} and id not in ${without} and deleted_at is null`,
    among,
  );

const ofHorses = (among: SQL) =>
  dependents(
    sql`horse_id`,
    sql`select count(*) from ${shows} where horse_id in ${among} and not billed and deleted_at is null`,
    among,
  );

/** A deleted record or, without an id, all records of the change that deleted them. */
type Deleted = { id: string; changeKey: string };

function find(of: typeof ofHorses, { id, changeKey }: Deleted) {
  const ofChange = sql`(select r.value ->> 'id' from ${activity}, json_each(${activity.before}) r where ${activity.id} = ${changeKey})`;
  return statements.select(of(id ? sql`(${id})` : ofChange)).from(sql`(select 1)`);
}

/** Selects what remains of deleted customers: their horses and pending bills. */
export const findCustomerDependents = (deleted: Deleted) => find(ofCustomers, deleted);

/** Selects what remains of deleted horses: their unbilled shows and pending bills. */
export const findHorseDependents = (deleted: Deleted) => find(ofHorses, deleted);

const isNone = ({ bills, records }: ReturnType<typeof dependents>) => sql`${bills} + ${records} = 0`;

/** The condition that a customer has neither pending bills nor horses, but for those of the set `without`. */
export const customerHasNoDependents = (id: string, without: SQL) => isNone(ofCustomers(sql`(${id})`, without));

/** The condition that a horse has neither unbilled shows nor pending bills. */
export const horseHasNoDependents = (id: string) => isNone(ofHorses(sql`(${id})`));
