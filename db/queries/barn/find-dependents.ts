import { type SQL, sql } from "drizzle-orm";
import { activity, billItems, horses, shows } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/** The pending bills of customers or horses, and their other records; `among` is a set of ids: '(a, b)'. */
function dependents(owner: SQL, records: SQL<number>, among: SQL) {
  const ofBills = (number: SQL) =>
    sql<number>`(select ${number} from ${billItems} where ${owner} in ${among} and export_id is null and deleted_at is null)`;
  return {
    bills: ofBills(sql`count(*)`),
    billSum: ofBills(sql`coalesce(sum(value), 0)`),
    records,
  };
}

const ofCustomers = (among: SQL, without = sql`('')`) =>
  dependents(
    sql`coalesce(customer_id, '')`,
    statements.$count(horses, sql`customer_id in ${among} and id not in ${without} and deleted_at is null`),
    among,
  );

const ofHorses = (among: SQL) =>
  dependents(
    sql`horse_id`,
    statements.$count(shows, sql`horse_id in ${among} and not billed and deleted_at is null`),
    among,
  );

/** Selects what stays of the records that the change with a key deleted. */
function find(of: typeof ofHorses, changeKey: string) {
  const deleted = sql`(select r.value ->> 'id' from ${activity}, json_each(${activity.before}) r where ${activity.id} = ${changeKey})`;
  return statements.select(of(deleted)).from(sql`(select 1)`);
}

/** Selects what remains of deleted customers: their horses and pending bills. */
export const findCustomerDependents = (changeKey: string) => find(ofCustomers, changeKey);

/** Selects what remains of deleted horses: their unbilled shows and pending bills. */
export const findHorseDependents = (changeKey: string) => find(ofHorses, changeKey);

const isAny = ({ bills, records }: ReturnType<typeof dependents>) => sql`${bills} + ${records} > 0`;

/** The condition that one of the customers has pending bills or horses, but for those of the set `without`. */
export const customersHaveDependents = (ids: SQL, without: SQL) => isAny(ofCustomers(ids, without));

/** The condition that one of the horses has unbilled shows or pending bills. */
export const horsesHaveDependents = (ids: SQL) => isAny(ofHorses(ids));
