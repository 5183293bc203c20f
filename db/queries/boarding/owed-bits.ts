import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type BarnCharges,
  DEFAULT_CHARGES,
  type HorseFacts,
  MONTHLY_CHARGES,
} from "#app/domain/boarding/monthly-charges.ts";
import { barnCharges } from "#db/queries/barn/stored-settings.ts";
import { billItems, horseChanges, horses } from "#db/schema.ts";

/*
 * The charges that a month's board of a horse may owe, and those that are billed, each as a number with a bit for each charge. Months
 * of which all bits are billed are not read; of the others the rule of app/domain/boarding/owed-charges.ts decides.
 */

const isOfBarn = (fact: string): fact is keyof BarnCharges => fact in DEFAULT_CHARGES;

/** The bits of the charges that a state of a horse owes: of the horse itself, or of it before a change. */
function bitsOfState(state: typeof horses | typeof horseChanges): SQL {
  const bits = MONTHLY_CHARGES.map(({ noneIf = {} }, n) => {
    const conditions = Object.entries(noneIf).map(([fact, value]) => {
      const column = isOfBarn(fact) ? barnCharges[fact] : state[fact as keyof HorseFacts & keyof typeof state];
      return sql`${column} <> ${typeof value === "boolean" ? Number(value) : value}`;
    });
    return sql`((${sql.join([sql`1`, ...conditions], sql` and `)}) << ${n})`;
  });
  return sql`(${sql.join(bits, sql` | `)})`;
}

/** The day or instant from which a change holds: prices may hold from a day before it. */
const holdsFrom = sql`min(at, coalesce(held ->> 'from', at))`;

/** All bits of the rows' column `bits`. */
const allBits = sql.join(
  MONTHLY_CHARGES.map((_, n) => sql`max(bits & ${1 << n})`),
  sql` | `,
);

/** The bits of all charges that a horse owed at a time since a day, and may owe for a month. */
export const bitsSince = (day: SQLWrapper | string) => sql`(select ${allBits} from (
  select ${bitsOfState(horses)} as bits
  union all select ${bitsOfState(horseChanges)} from ${horseChanges} where horse_id = ${horses.id} and at >= ${day}))`;

/**
 * The bits of the charges that a horse owed at a time between two days or, if it or a stay was entered later, until then. Instants are
 * in UTC, so the states of some hours more are among them.
 */
export const bitsBetween = (first: SQLWrapper, last: SQLWrapper) => sql`(select ${allBits} from (
  select bits, since, until, max(iif(gone <= ${last}, until, '')) over () as entered from (
    select ${bitsOfState(horseChanges)} as bits, lag(${holdsFrom}, 1, '') over (order by seq) as since, at as until, check_out_date as gone
      from ${horseChanges} where horse_id = ${horses.id} and undone_at is null
    union all select ${bitsOfState(horses)}, coalesce((select ${holdsFrom} from ${horseChanges} where horse_id = ${horses.id} and undone_at is null order by seq desc limit 1), ''), '9999', null))
  where until >= ${first} and since < date(max(${last}, substr(${horses.createdAt}, 1, 10), substr(entered, 1, 10)), '+2 days'))`;

/** The bits of the charges of which bills for all days of a month stand. */
export function bitsBilled(month: SQLWrapper): SQL {
  const bits = MONTHLY_CHARGES.map(({ id }, n) => sql`when ${id} then ${1 << n}`);
  return sql`coalesce((select sum(distinct case service_id ${sql.join(bits, sql` `)} else 0 end) from ${billItems} indexed by bill_items_of_runs
    where period = ${month} and horse_id = ${horses.id} and deleted_at is null and first_day is null), 0)`;
}
