import { type InStatement, LibsqlBatchError } from "@libsql/client/http";
import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Topic } from "#app/domain/basics/topics.ts";
import { ConflictError, IdempotencyMismatchError, NotAuthorizedError } from "#db/errors.ts";
import { activity, TOPIC_OF_TABLE } from "#db/schema.ts";
import { statements, toStatement } from "#db/statements.ts";
import { entryOfChange } from "./activity-entries.ts";
import { type Audited, type Change, type Mutation, type Outcome, setOf } from "./change.ts";
import { textsOfChange } from "./search-texts.ts";
import { DERIVED } from "./sort-keys.ts";

type RefusedBy = "not authorized" | "repeated" | "mismatch" | "conflict";
type Step = { sql: SQLWrapper; refusal?: RefusedBy; problem?: string };

/**
 * The only way to write: sends one atomic batch that checks the authorization, refuses a repeated key, checks the
 * preconditions, runs the mutations, and records actor, time and the records before and after (docs/architecture.md, 'One
 * write').
 * @throws NotAuthorizedError, IdempotencyMismatchError, ConflictError, or the error of the database
 */
export async function applyChange(change: Change, send: (batch: InStatement[]) => Promise<unknown>): Promise<Outcome> {
  const steps: Step[] = [
    ...checkAuthorization(change),
    ...refuseRepetition(change),
    ...checkPreconditions(change),
    ...record(change),
  ];
  try {
    await send(steps.map((step) => toStatement(step.sql)));
    return "written";
  } catch (error) {
    return explain(error, change, steps);
  }
}

/** Returns the sorted topics to notify: those of the tables that the change writes, and `alsoChanged`. */
export function topicsOf({ mutations, alsoChanged = [] }: Pick<Change, "mutations" | "alsoChanged">): Topic[] {
  const written = mutations.map((mutation) => TOPIC_OF_TABLE[tableOf(mutation)] ?? []);
  return [...new Set([...written.flat(), ...alsoChanged])].sort();
}

function checkAuthorization({ authorized }: Change): Step[] {
  return authorized ? [{ sql: failIf(sql`not ${authorized}`), refusal: "not authorized" }] : [];
}

function refuseRepetition({ idempotencyKey, payload }: Change): Step[] {
  const isRepeated = sql`exists (select 1 from ${activity} where ${activity.id} = ${idempotencyKey} and ${activity.content} = ${JSON.stringify(payload)})`;
  const isMismatch = sql`exists (select 1 from ${activity} where ${activity.id} = ${idempotencyKey})`;
  return [
    { sql: failIf(isRepeated), refusal: "repeated" },
    { sql: failIf(isMismatch), refusal: "mismatch" },
  ];
}

function checkPreconditions({ preconditions = [] }: Change): Step[] {
  return preconditions.map((condition) => {
    const { holds, otherwise } = "otherwise" in condition ? condition : { holds: condition, otherwise: undefined };
    const step = { sql: failIf(sql`not coalesce((${holds}), 0)`), refusal: "conflict" } as const;
    return otherwise === undefined ? step : { ...step, problem: otherwise };
  });
}

/** The activity row with the records before, the mutations with what is derived from them, then the records after. */
function record(change: Change): Step[] {
  const row = statements.insert(activity).values({
    id: change.idempotencyKey,
    at: change.at.toISOString(),
    madeAt: change.madeAt?.toISOString() ?? null,
    actor: change.actor,
    action: change.action,
    content: JSON.stringify(change.payload),
    topics: topicsOf(change),
    before: snapshot(change.audited),
    after: "[]",
  });
  const steps: Step[] = [{ sql: row }];
  for (const { sql: statement, expectRows } of change.mutations) {
    steps.push({ sql: statement });
    if (expectRows !== "any") steps.push({ sql: failIf(sql`changes() <> ${expectRows}`), refusal: "conflict" });
  }
  const written = new Set(change.mutations.map(tableOf));
  const after = sql`update ${activity} set "after" = ${snapshot(change.audited)} where "id" = ${change.idempotencyKey}`;
  const derived = [...textsOfChange({ ...change, written }), after, ...entryOfChange(change)];
  return [...steps, ...derived.map((each) => ({ sql: each }))];
}

/** Turns the failure of a step into the outcome or the error that the step stands for. */
function explain(error: unknown, { action, idempotencyKey }: Change, steps: Step[]): Outcome {
  const name = `${action} ${idempotencyKey}`;
  // The key is the id of an existing record that no form created, so the payload cannot be the same.
  if (error instanceof Error && /UNIQUE constraint failed: \w+\.id\b/.test(error.message)) {
    throw new IdempotencyMismatchError(`${name}: a record has this id`);
  }
  const { refusal, problem } = (error instanceof LibsqlBatchError && steps[error.statementIndex]) || {};
  if (!refusal || !isRaised(error)) throw error;
  if (refusal === "not authorized") throw new NotAuthorizedError(`${name}: the session is not an admin's`);
  if (refusal === "repeated") return "repeated";
  if (refusal === "mismatch") throw new IdempotencyMismatchError(`${name} was sent before with another payload`);
  throw new ConflictError(`${name}: ${problem ?? "the records changed in between"}`, problem);
}

/** SQL cannot stop a batch outside a trigger; invalid JSON fails the statement, and with it the batch. */
function failIf(condition: SQL): SQL {
  return sql`select case when ${condition} then json('refused') else 1 end`;
}

function isRaised(error: unknown): boolean {
  return error instanceof Error && error.message.includes("malformed JSON");
}

/**
 * The columns that the activity stores of no record: they are made from other columns, too long, or change without a
 * `Change`.
 */
const UNAUDITED: ReadonlySet<string> = new Set([...DERIVED, "frozen", "opened", "last_opened_at"]);

/** A JSON array of the audited records as they are at this point of the batch. */
function snapshot(audited: readonly Audited[]): SQL<string> {
  const parts = audited.map(({ table, ...of }) => {
    const columns = Object.values(getTableColumns(table)).filter(({ name }) => !UNAUDITED.has(name));
    const key = columns.find(({ name }) => name === "id") ?? columns.find(({ isUnique }) => isUnique);
    if (!key) throw new TypeError(`${getTableName(table)} has no single key`);
    const pairs = columns.map((column) => sql`${sql.raw(`'${column.name}'`)}, ${sql.identifier(column.name)}`);
    return sql`select json_object('table', ${sql.raw(`'${getTableName(table)}'`)}, ${sql.join(pairs, sql`, `)}) as record from ${table} where ${sql.identifier(key.name)} in ${setOf(of)}`;
  });
  if (parts.length === 0) return sql`'[]'`;
  return sql`(select json_group_array(json(record)) from (${sql.join(parts, sql` union all `)}))`;
}

function tableOf(mutation: Mutation): string {
  const { sql: text } = toStatement(mutation.sql);
  const [, table] = text.match(/^\s*(?:insert into|update|delete from)\s+"?(\w+)/i) ?? [];
  if (!table) throw new TypeError(`This is not an insert, update or delete: ${text.slice(0, 60)}`);
  return table;
}
