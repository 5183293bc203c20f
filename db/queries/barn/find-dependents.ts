import { type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { type UnbilledHorse, unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { unbilledAmong } from "#db/queries/boarding/unbilled-horses.ts";
import { activity, billItems, horses, lastDay, shows, standingCharges } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { horsesSharedAmong } from "./horse-owners.ts";

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
    sql<number>`((select count(*) from ${horses} where customer_id in ${among} and id not in ${without} and deleted_at is null)
      + (select count(*) from ${horsesSharedAmong(among)} where id not in ${without}))`,
    among,
  );

const ofHorses = (among: SQL) =>
  dependents(
    sql`horse_id`,
    statements.$count(shows, sql`horse_id in ${among} and not billed and deleted_at is null`),
    among,
  );

/** The ids of the records that the change with a key deleted. */
const deletedBy = (changeKey: string) =>
  sql`(select r.value ->> 'id' from ${activity}, json_each(${activity.before}) r where ${activity.id} = ${changeKey})`;

/** The number of standing charges of horses, services or grooms that have not ended. */
const chargesOf = (owner: "horseId" | "serviceId" | "groomId", among: SQL, today: LocalDate) =>
  statements.$count(
    standingCharges,
    sql`${standingCharges[owner]} in ${among} and ${standingCharges.deletedAt} is null and ${lastDay(standingCharges.untilDate)} >= ${today}`,
  );

/** Selects what remains of the services or grooms that a change deleted: their standing charges. */
export const findChargesOf = (owner: "serviceId" | "groomId") => (changeKey: string, today: LocalDate) =>
  statements
    .select({ bills: sql<number>`0`, billSum: sql<number>`0`, records: chargesOf(owner, deletedBy(changeKey), today) })
    .from(sql`(select 1)`);

/** Selects what remains of the customers that a change deleted: their horses and pending bills. */
export const findCustomerDependents = (changeKey: string) =>
  statements.select(ofCustomers(deletedBy(changeKey))).from(sql`(select 1)`);

/**
 * Selects what remains of the horses that a change deleted: their unbilled shows, pending bills, standing charges, and months that were not billed, the
 * running one included.
 */
export function findHorseDependents(changeKey: string, today: LocalDate) {
  const deleted = deletedBy(changeKey);
  return statements
    .select({
      ...ofHorses(deleted),
      charges: chargesOf("horseId", deleted, today),
      unbilled: sql`horses`.mapWith((json: string) =>
        unbilledBoard(JSON.parse(json) as UnbilledHorse[], today).map(({ month, sum }) => ({ month, sum })),
      ),
    })
    .from(unbilledAmong(sql`${horses.id} in ${deleted}`, today, monthOf(today)));
}

const isAny = ({ bills, records }: ReturnType<typeof dependents>) => sql`${bills} + ${records} > 0`;

/** The condition that one of the customers has pending bills or horses, but for those of the set `without`. */
export const customersHaveDependents = (ids: SQL, without: SQL) => isAny(ofCustomers(ids, without));

/** The condition that one of the horses has unbilled shows or pending bills. */
export const horsesHaveDependents = (ids: SQL) => isAny(ofHorses(ids));
