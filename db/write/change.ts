import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Topic } from "#app/domain/basics/topics.ts";

/** An insert, update or delete built with `statements` or `sql`, not yet run. */
export type Mutation = {
  sql: SQLWrapper;
  /** The number of rows that the mutation must change, or nothing of the change is written. */
  expectRows: number | "any";
};

/** A mutation that may change any number of rows. */
export const ofAnyRows = (statement: SQLWrapper): Mutation => ({ sql: statement, expectRows: "any" });

/**
 * Records whose values before and after the change go into the activity table: those with these ids, and those whose ids `also`
 * selects, before and after the change.
 */
export type Audited = { table: SQLiteTable; ids: readonly string[]; also?: SQL };

/** Ids, as those of audited records, as a set in SQL: one parameter, however many they are. */
export const setOf = ({ ids, also }: { ids: readonly (string | number)[]; also?: SQL }): SQL =>
  sql`(select value from json_each(${JSON.stringify(ids)})${also ? sql` union ${also}` : sql``})`;

/** How many rows one statement writes: the database refuses a parameter of more than a few megabytes. */
const CHUNK = 2_000;

/** The rows of each statement that writes a part of many. */
export const chunksOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) => rows.slice(n * CHUNK, (n + 1) * CHUNK));

/** A condition that must hold at the moment of writing; `otherwise` is the sentence that says why nothing was written. */
export type Precondition = { holds: SQL; otherwise: string };

/** The condition that a record exists, and is not deleted. */
export const hasRecord = (table: SQLiteTable, id: string | null | SQL): SQL =>
  sql`exists (select 1 from ${table} where id = ${id} and deleted_at is null)`;

/** The condition that `column` of the record `ownId` may refer to a record: to none, to one that is not deleted, or to its own. */
export const isOffered = (table: SQLiteTable, id: string | null, column: SQLiteColumn, ownId: string): SQL =>
  sql`${id} is null or ${hasRecord(table, id)}
    or exists (select 1 from ${column.table} where id = ${ownId} and ${column} = ${id})`;

/** One change to the database: written as a whole or not at all, at most once for its idempotency key. */
export type Change = {
  /** The id that the form sent, or a new one if the request has none. */
  idempotencyKey: string;
  /** An e-mail address, 'visitor', 'schedule' or 'command line'. */
  actor: string;
  at: Date;
  /** When the actor made the change, if a device queued it until it had a connection. */
  madeAt?: Date | undefined;
  /** What the actor did, in the product's words: 'log service'. */
  action: string;
  /** The values of the form. The same key with another payload is refused. */
  payload: unknown;
  audited: Audited[];
  /** The condition that the actor may do this at the moment of writing. It is checked before anything else. */
  authorized?: SQL;
  /** Conditions that must hold at the moment of writing, or nothing is written. */
  preconditions?: (SQL | Precondition)[];
  mutations: Mutation[];
  /** How long the database may take, in milliseconds, if tens of thousands of rows may change. */
  timeoutMs?: number;
  /** Topics to notify in addition to those of the tables that the mutations write. */
  alsoChanged?: readonly Topic[];
};

/** 'repeated': the same change was written before, and nothing was written now. */
export type Outcome = "written" | "repeated";
