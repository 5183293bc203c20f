import { getTableName, type SQL, sql } from "drizzle-orm";
import { type MergeChoices, mergedFields } from "#app/domain/barn/merge-customers.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { jsonObject } from "#db/list/clauses.ts";
import { sharedHorses } from "#db/queries/barn/horse-owners.ts";
import { isWorking } from "#db/queries/statements/statement-links.ts";
import {
  activity,
  billItems,
  billingRuns,
  customers,
  horses,
  isListedBill,
  shows,
  statementLinks,
  statementQuestions,
} from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { type Audited, type Change, type Mutation, ofAnyRows } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { nextVersion, updateRecords } from "#db/write/versions.ts";

/* Merging two customers (docs/product.md, 'Merging customers'): what moves, and the change. */

/** One of the two customers. */
export type MergeSide = {
  id: string;
  version: number;
  name: string;
  emails: string[];
  phone: string;
  riders: string[];
};

/** What moves with the customer who leaves, and what stays; amounts in cents. */
export type MergeContent = {
  horses: number;
  shows: number;
  pending: number;
  pendingSum: number;
  exported: number;
  links: number;
  questions: number;
};

export type MergeToConfirm = { leaving: MergeSide; remaining: MergeSide; content: MergeContent };

const side = (table: string) =>
  jsonObject({
    ...Object.fromEntries(["id", "version", "name", "phone"].map((name) => [name, sql.raw(`${table}.${name}`)])),
    ...Object.fromEntries(["emails", "riders"].map((name) => [name, sql.raw(`json(${table}.${name})`)])),
  });

const ofCustomer = (id: SQL | string) => sql`coalesce(customer_id, '') = ${id}`;
const isStanding = sql`deleted_at is null`;

/** Selects two customers, and what a merge moves, in one row; no row if one of them is deleted or missing, or both are one. */
export function mergeToConfirm(leavingId: string, remainingId: string, today: LocalDate) {
  const bills = (select: SQL, condition: SQL) =>
    sql`(select ${select} from ${billItems} where ${ofCustomer(leavingId)} and ${isListedBill(billItems)} and ${isStanding} and ${condition})`;
  const isPending = sql`export_id is null`;
  const content: { [name in keyof MergeContent]: SQL } = {
    horses: sql`((select count(*) from ${horses} where customer_id = ${leavingId} and ${isStanding}) + (select count(*) from ${sharedHorses(leavingId)}))`,
    shows: sql`(select count(*) from ${shows} where customer_id = ${leavingId} and ${isStanding})`,
    pending: bills(sql`count(*)`, isPending),
    pendingSum: bills(sql`coalesce(sum(value), 0)`, isPending),
    exported: bills(sql`count(*)`, sql`export_id is not null`),
    links: sql`(select count(*) from ${statementLinks} where customer_id = ${leavingId} and ${isWorking(today)})`,
    questions: sql`(select count(*) from ${statementQuestions} q join ${statementLinks} l on l.id = q.link_id where l.customer_id = ${leavingId} and q.answered_at is null)`,
  };
  const found = jsonObject({ leaving: side("leaving"), remaining: side("remaining"), content: jsonObject(content) });
  return statements.select({ merge: found.mapWith((json: string) => JSON.parse(json) as MergeToConfirm) }).from(
    sql`${customers} leaving join ${customers} remaining on remaining.id = ${remainingId} and remaining.deleted_at is null
        where leaving.id = ${leavingId} and leaving.deleted_at is null and leaving.id <> remaining.id`,
  );
}

/** Selects the customers to choose from, one of whom is to be merged, as one list in the order of their names; none without an id. */
export function otherCustomers(id: string) {
  const columns = { id: customers.id, name: customers.name, owner: sql`coalesce(${customers.emails} ->> '$[0]', '')` };
  return statements
    .select({ list: asList<{ id: string; name: string; owner: string }>(columns) })
    .from(sql`(select * from ${customers} where ${isStanding} and ${id} <> '' order by name_sort, id) ${customers}`);
}

/** The bills that move: those that are not exported, with voided ones and those of undone runs, which an undo brings back. */
const movingBills = (
  id: string,
) => sql`(select seq from ${billItems} where ${ofCustomer(id)} and ${isListedBill(billItems)} and export_id is null
  union all select b.seq from ${billingRuns} r join ${billItems} b on b.billing_run_id = r.id
    where r.taken_back_at is not null and b.customer_id = ${id} and b.export_id is null)`;

type Merge = By & {
  idempotencyKey: string;
  leaving: MergeSide;
  remaining: MergeSide;
  choices: MergeChoices;
};

type Payload = { leaving: string; remaining: string; versions: string; choices: MergeChoices };

/** The payload of a merge: the two customers, their versions in the order, and what was chosen. */
export const mergePayload = ({ leaving, remaining, versions, choices }: Payload) => ({
  ...{ leaving, remaining, versions },
  choices: { emails: choices.emails, phone: choices.phone },
});

/**
 * Merges a customer into another one, which gets its horses, shows, bills that are not exported, links and questions; what is exported
 * keeps the customer who left. ConflictError if one of both was saved or deleted since.
 */
export function mergeCustomers({ leaving, remaining, choices, idempotencyKey, ...by }: Merge): Change {
  const { id: from } = leaving;
  const { id: to } = remaining;
  const moved = movedRows(idempotencyKey, from, to);
  const isAsShown = ({ version }: MergeSide) =>
    sql`${customers.version} = ${version} and ${customers.deletedAt} is null`;
  const left = { deletedAt: by.at.toISOString(), mergedInto: to };
  return {
    ...by,
    idempotencyKey,
    action: "merge customer",
    payload: mergePayload({
      leaving: from,
      remaining: to,
      versions: `${leaving.version} ${remaining.version}`,
      choices,
    }),
    audited: [
      { table: customers, ids: [to, from], also: moved.also(customers, sql`merged_into = ${from}`) },
      ...moved.audited,
    ],
    mutations: [
      ofAnyRows(
        statements
          .update(customers)
          .set({ mergedInto: to, ...nextVersion(customers, by.at) })
          .where(sql`merged_into = ${from}`),
      ),
      { sql: updateRecords(customers, [from], left, by.at, isAsShown(leaving)), expectRows: 1 },
      {
        sql: updateRecords(customers, [to], mergedFields(remaining, leaving, choices), by.at, isAsShown(remaining)),
        expectRows: 1,
      },
      ...moved.mutations(by.at),
    ],
    timeoutMs: MERGE_TIMEOUT_MS,
  };
}

/** How long a merge may take, in milliseconds: that of a customer with thousands of pending bills takes seconds. */
const MERGE_TIMEOUT_MS = 15_000;

/** The rows that move, as they are at the moment of writing. */
function movedRows(key: string, from: string, to: string) {
  /** The rows that meet a condition before the change and, after it, those that met it before. */
  const also = (table: Audited["table"], condition: SQL) =>
    sql`select id from ${table} where ${condition} union select value ->> 'id' from ${activity}, json_each(${activity.before})
      where ${activity.id} = ${key} and value ->> 'table' = ${getTableName(table)}`;
  const rows = [
    { table: horses, condition: sql`customer_id = ${from}`, isVersioned: true },
    { table: shows, condition: sql`customer_id = ${from} and ${isStanding}`, isVersioned: true },
    { table: billItems, condition: sql`seq in ${movingBills(from)}`, isVersioned: true },
    { table: statementLinks, condition: sql`customer_id = ${from}`, isVersioned: false },
  ] as const;
  return {
    also,
    audited: rows.map(({ table, condition }): Audited => ({ table, ids: [], also: also(table, condition) })),
    mutations: (at: Date): Mutation[] => [
      ...rows.map(({ table, condition, isVersioned }) => {
        const stamps = isVersioned ? sql`, version = version + 1, updated_at = ${at.toISOString()}` : sql``;
        return ofAnyRows(sql`update ${table} set customer_id = ${to}${stamps} where ${condition}`);
      }),
      // The horses have not been sold: both customers are one.
      ofAnyRows(
        sql`delete from horse_changes where at = ${at.toISOString()} and customer_id = ${from} and horse_id in (select id from ${horses} where customer_id = ${to})`,
      ),
    ],
  };
}
