import { and, eq, gte, isNull, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { NEXT_PRICE_FIELDS } from "#app/domain/barn/next-prices.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { FACTS, HORSE_AMOUNTS, type HorseFacts } from "#app/domain/boarding/monthly-charges.ts";
import type { HorseRow, NextPrices } from "#app/domain/records/horse.ts";
import { newAmountField } from "#app/domain/records/settings.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { customers, horseChanges, horses, lastDay, settings } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import {
  addRecord,
  type By,
  jsonOf,
  nameOrDeleted,
  type RecordSource,
  recordSource,
  type Values,
} from "#db/write/records.ts";
import { customerRecords } from "./customers.ts";
import { areOwnersOffered, sharesOf } from "./horse-owners.ts";
import { payingCustomer } from "./merged-customers.ts";
import { barnCharges } from "./stored-settings.ts";

export const horseRecords: RecordSource<typeof horses, HorseRow> = recordSource({
  table: horses,
  noun: "horse",
  displayName: sql`${horses.name}`,
  omitted: ["pricesSince"],
  joins: sql`left join ${customers} on ${eq(customers.id, horses.customerId)}`,
  joined: {
    blanketCharge: barnCharges.blanketCharge,
    responsibleParty: sql<string>`coalesce(${nameOrDeleted(customers)}, 'Unknown')`,
    shares: sharesOf(horses),
  },
});

const storedFacts = FACTS.filter((name) => name !== "responsibleParty");

/** The owner who pays for the days of a customer, with the name. */
const ownerOf = (customerId: SQLWrapper) => ({
  customerId: payingCustomer(customerId),
  responsibleParty: sql`coalesce((select ${nameOrDeleted(customers)} from ${customers} where ${customers.id} = ${payingCustomer(customerId)}), 'Unknown')`,
});

const pastHorse = {
  ...{ seq: horseChanges.seq, at: horseChanges.at, actor: horseChanges.actor },
  ...Object.fromEntries(storedFacts.map((name) => [name, jsonOf(horseChanges[name])])),
  held: sql`json(${horseChanges.held})`,
  undoneAt: horseChanges.undoneAt,
  ...ownerOf(horseChanges.customerId),
  shares: sharesOf(horseChanges),
};

/** The facts of a horse that its board depends on, each by its name. */
export const horseFacts = {
  ...Object.fromEntries([...FACTS, "shares" as const].map((name) => [name, horseRecords.row[name]])),
  ...ownerOf(horses.customerId),
} as { [Name in keyof HorseFacts]-?: SQL };

/**
 * The condition that a horse may have had days on the property since a day: it is not deleted, or was deleted since. A horse that an
 * import added as a deleted one, or that was undone with its import, had none.
 */
export const wasKeptSince = (first: SQLWrapper | LocalDate): SQL =>
  sql`(${horses.deletedAt} is null or ${horses.deletedAt} >= ${first} and ${horses.deletedAt} > ${horses.createdAt})`;

/** The next prices of a horse, each by its name. */
export const nextPrices = Object.fromEntries(NEXT_PRICE_FIELDS.map((name) => [name, horseRecords.row[name]])) as {
  [Name in keyof NextPrices]: SQL;
};

/** A JSON array of a horse before each of its changes that meet a condition, the newest first: see `PastHorse`. */
export const changesOf = (horseId: SQLWrapper | string, condition = sql`1`, limit = -1): SQL =>
  sql`(select json_group_array(${jsonObject(pastHorse)})
    from (select * from ${horseChanges} where ${horseChanges.horseId} = ${horseId} and ${condition} order by seq desc limit ${limit}) ${horseChanges})`;

/** The condition that a horse has an earlier stay that may have days from `first` to `last`. */
export const hadStay = (first: SQLWrapper | LocalDate, last: SQLWrapper | LocalDate) =>
  sql`exists (select 1 from ${horseChanges} where horse_id = ${horses.id}
    and ${horseChanges.checkOutDate} >= ${first} and ${horseChanges.checkInDate} <= ${last})`;

/** As `horseChangesSince`, with the changes that were undone. */
export const allChangesSince = (first: SQLWrapper | LocalDate, condition = sql`1`) =>
  sql`json(${changesOf(horses.id, sql`(${horseChanges.at} >= ${first} or ${horseChanges.checkOutDate} is not null) and ${condition}`)})`;

/**
 * The changes of a horse that the stays and the facts of the months since `first` depend on: earlier ones without a check-out make no
 * stay, and those that were undone do not count.
 */
export const horseChangesSince = (first: SQLWrapper | LocalDate) =>
  allChangesSince(first, isNull(horseChanges.undoneAt));

/**
 * The condition that a horse is in the property: the check-in date is not after today, and the check-out date is empty or not
 * before today (docs/product.md, 'Horses').
 */
export function isInProperty(today: LocalDate): SQL | undefined {
  return and(lte(horses.checkInDate, today), gte(lastDay(horses.checkOutDate), today));
}

/** The settings of the amounts of a new horse. */
export const newAmounts = Object.fromEntries(HORSE_AMOUNTS.map((field) => [field, settings[newAmountField(field)]]));

/** Selects the amounts of a new horse. */
export const newHorse = () => statements.select(newAmounts).from(settings);

/** Selects the customers that the form of a horse offers, in no order, in one row. */
export function horseChoices() {
  return statements
    .select({ customerId: asList<{ id: string; name: string }>({ id: customers.id, name: customers.name }) })
    .from(customers)
    .where(isNull(customers.deletedAt));
}

/** Adds a horse. ConflictError if a customer who owns a share is deleted. */
export const addOwnedHorse = (id: string, values: Values<typeof horses>, by: By): Change => ({
  ...addRecord(horseRecords, id, values, by),
  preconditions: ownersOffered(values),
});

/** The preconditions that the customers who own shares may own them. */
export const ownersOffered = ({ shares }: Partial<Values<typeof horses>>, horseId = ""): SQL[] =>
  Array.isArray(shares) && shares.length > 0 ? [areOwnersOffered(shares, horseId)] : [];

/**
 * Adds a horse and the customer who is its responsible party, of whom only the name is known. The customer's id is that of the horse
 * with another last digit, so that a repeated save is the same change.
 */
export function addHorseAndCustomer(id: string, values: Values<typeof horses>, name: string, by: By): Change {
  const customerId = id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) ^ 1).toString(16);
  const customer = addRecord(customerRecords, customerId, { name, emails: [], phone: "", riders: [] }, by);
  const horse = addOwnedHorse(id, { ...values, customerId }, by);
  return {
    ...horse,
    action: "add horse and customer",
    payload: { ...values, newCustomer: name },
    audited: [...horse.audited, ...customer.audited],
    mutations: [...customer.mutations, ...horse.mutations],
  };
}
