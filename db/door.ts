import { type InStatement, LibsqlBatchError, type ResultSet } from "@libsql/client/web";
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Topic } from "../app/domain/topics.ts";
import { ContentDiffers, Stale } from "./errors.ts";
import { activity } from "./schema.ts";
import { statements } from "./statements.ts";

/** An insert, update or delete built with `statements`, not yet run. */
export type Mutation = { getSQL(): SQL };

/** The records that a change touches, for the activity record. */
export type Touched = { table: SQLiteTable; ids: readonly string[] };

export type Change = {
  /** The id that the form carried (or a new one): the change is made at most once for it. */
  id: string;
  /** Who: an e-mail address, 'visitor', 'schedule' or 'command line'. */
  actor: string;
  at: Date;
  /** What, in the barn's words: 'log service'. */
  action: string;
  /** What the form said. The same id with other content is refused. */
  content: unknown;
  topics: Topic[];
  touches: Touched[];
  /** Conditions that must hold at the moment of writing, or nothing is written. */
  given?: SQL[];
  /** `one` must change exactly one row, or nothing is written. */
  mutations: { sql: Mutation; changes: "one" | "any" }[];
};

/** 'repeated': this very change was made before, and nothing was written now. */
export type Outcome = "written" | "repeated";

const dialect = new SQLiteSyncDialect({ casing: "snake_case" });

/**
 * The one door for writes: one atomic batch that refuses what was done before, checks what the change takes for granted,
 * makes it, and records who did what and when with the records before and after.
 * @throws ContentDiffers, Stale, or what the database says
 */
export async function pass(change: Change, send: (batch: InStatement[]) => Promise<ResultSet[]>): Promise<Outcome> {
  const content = JSON.stringify(change.content);
  const steps: { sql: SQL; refusal?: "repeated" | "differs" | "stale" }[] = [
    {
      sql: mustNot(
        sql`exists (select 1 from ${activity} where ${activity.id} = ${change.id} and ${activity.content} = ${content})`,
      ),
      refusal: "repeated",
    },
    { sql: mustNot(sql`exists (select 1 from ${activity} where ${activity.id} = ${change.id})`), refusal: "differs" },
    ...(change.given ?? []).map((condition) => ({
      sql: mustNot(sql`not coalesce((${condition}), 0)`),
      refusal: "stale" as const,
    })),
    {
      sql: statements
        .insert(activity)
        .values({
          id: change.id,
          at: change.at.toISOString(),
          actor: change.actor,
          action: change.action,
          content,
          topics: change.topics,
          before: snapshot(change.touches),
          after: "[]",
        })
        .getSQL(),
    },
  ];
  for (const { sql: mutation, changes } of change.mutations) {
    steps.push({ sql: mutation.getSQL() });
    if (changes === "one") steps.push({ sql: mustNot(sql`changes() <> 1`), refusal: "stale" });
  }
  steps.push({ sql: sql`update ${activity} set "after" = ${snapshot(change.touches)} where "id" = ${change.id}` });

  try {
    await send(steps.map((step) => toStatement(step.sql)));
    return "written";
  } catch (error) {
    const refusal = error instanceof LibsqlBatchError ? steps[error.statementIndex]?.refusal : undefined;
    // The id is a record's that no form of ours has made: whatever is in it, it is not this.
    if (error instanceof Error && /UNIQUE constraint failed: \w+\.id\b/.test(error.message)) {
      throw new ContentDiffers(`${change.action} ${change.id}: there is a record of that id`);
    }
    if (!refusal || !isRaised(error)) throw error;
    if (refusal === "repeated") return "repeated";
    if (refusal === "differs")
      throw new ContentDiffers(`${change.action} ${change.id} was sent before with other content`);
    throw new Stale(`${change.action} ${change.id}: something changed in between`);
  }
}

/** SQL has no way to say 'stop here' outside a trigger; invalid JSON fails the statement, and with it the batch. */
function mustNot(condition: SQL): SQL {
  return sql`select case when ${condition} then json('refused') else 1 end`;
}

function isRaised(error: unknown): boolean {
  return error instanceof Error && error.message.includes("malformed JSON");
}

/** A JSON array of the touched records as they are at this point of the batch. */
function snapshot(touches: readonly Touched[]): SQL<string> {
  const parts = touches.map(({ table, ids }) => {
    const columns = Object.values(getTableColumns(table));
    const key = columns.find(({ name }) => name === "id") ?? columns.find(({ isUnique }) => isUnique);
    if (!key) throw new TypeError(`${getTableName(table)} has no single key`);
    const pairs = columns.map((column) => sql`${sql.raw(`'${column.name}'`)}, ${sql.identifier(column.name)}`);
    return sql`select json_object('table', ${sql.raw(`'${getTableName(table)}'`)}, ${sql.join(pairs, sql`, `)}) as record from ${table} where ${sql.identifier(key.name)} in (select value from json_each(${JSON.stringify(ids)}))`;
  });
  if (parts.length === 0) return sql`'[]'`;
  return sql`(select json_group_array(json(record)) from (${sql.join(parts, sql` union all `)}))`;
}

function toStatement(query: SQL): InStatement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return { sql: text, args: params as (string | number | null)[] };
}
