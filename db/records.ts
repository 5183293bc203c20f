import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Topic } from "#app/domain/topics.ts";
import { columnChoices } from "./schema.ts";
import { statements } from "./statements.ts";
import type { Change } from "./write.ts";

/** A table whose rows people edit, delete and bring back. */
export type RecordTable = SQLiteTable & {
  id: SQLiteColumn;
  version: SQLiteColumn;
  createdAt: SQLiteColumn;
  updatedAt: SQLiteColumn;
  deletedAt: SQLiteColumn;
};

/** What a record is to the activity and to those who follow it: { name: 'service', topic: 'services' }. */
export type Kind = { table: RecordTable; name: string; topic: Topic };

export type By = { actor: string; at: Date };

const stamps = (at: Date) => ({ createdAt: at.toISOString(), updatedAt: at.toISOString() });

/** Adds a record under the id that its form carried. Sent twice, it is added once. */
export function addRecord(kind: Kind, id: string, values: Record<string, unknown>, by: By): Change {
  return {
    ...common(kind, id, "add", by),
    idempotencyKey: id,
    payload: values,
    mutations: [
      { sql: statements.insert(kind.table).values({ ...values, id, ...stamps(by.at) } as never), expectRows: 1 },
    ],
  };
}

/** Saves a record that was read at `version`; stale where somebody else saved it since. `idempotencyKey` is the form's own. */
export function saveRecord(
  kind: Kind,
  { id, version, idempotencyKey }: { id: string; version: number; idempotencyKey: string },
  values: Record<string, unknown>,
  by: By,
): Change {
  const { table } = kind;
  return {
    ...common(kind, id, "edit", by),
    idempotencyKey,
    payload: { id, version, ...values },
    mutations: [
      {
        sql: statements
          .update(table)
          .set({ ...values, version: version + 1, updatedAt: by.at.toISOString() } as never)
          .where(and(eq(table.id, id), eq(table.version, version), isNull(table.deletedAt))),
        expectRows: 1,
      },
    ],
  };
}

/** Sets single fields of a record, whatever else was changed in it since. */
export function setFields(kind: Kind, id: string, values: Record<string, unknown>, by: By): Change {
  const { table } = kind;
  return {
    ...common(kind, id, `set ${Object.keys(values).join(", ")} of`, by),
    payload: { id, ...values },
    mutations: [
      {
        sql: statements
          .update(table)
          .set({ ...values, version: sql`${table.version} + 1`, updatedAt: by.at.toISOString() } as never)
          .where(and(eq(table.id, id), isNull(table.deletedAt))),
        expectRows: 1,
      },
    ],
  };
}

/** Takes a record off the lists; what refers to it keeps its name. Done twice, it is done. */
export function removeRecord(kind: Kind, id: string, by: By): Change {
  return setDeleted(kind, id, by.at.toISOString(), by);
}

export function restoreRecord(kind: Kind, id: string, by: By): Change {
  return setDeleted(kind, id, null, by);
}

function setDeleted(kind: Kind, id: string, deletedAt: string | null, by: By): Change {
  const { table } = kind;
  return {
    ...common(kind, id, deletedAt ? "delete" : "restore", by),
    payload: { id },
    mutations: [
      {
        sql: statements
          .update(table)
          .set({ deletedAt, version: sql`${table.version} + 1`, updatedAt: by.at.toISOString() } as never)
          .where(and(eq(table.id, id), deletedAt ? isNull(table.deletedAt) : isNotNull(table.deletedAt))),
        expectRows: "any",
      },
    ],
  };
}

function common({ table, name }: Kind, id: string, verb: string, by: By) {
  return {
    ...by,
    idempotencyKey: crypto.randomUUID(),
    action: `${verb} ${name}`,
    audited: [{ table, ids: [id] }],
  };
}

/** The columns that somebody has hidden on a screen; no row where nothing was chosen. */
export function hiddenColumns(email: string, screen: string) {
  return statements
    .select({ hidden: columnChoices.hidden })
    .from(columnChoices)
    .where(and(eq(columnChoices.email, email), eq(columnChoices.screen, screen)));
}

/** Remembers which columns somebody hides on a screen. */
export function chooseColumns(email: string, screen: string, hidden: string[], at: Date): Change {
  return {
    idempotencyKey: crypto.randomUUID(),
    actor: email,
    at,
    action: "choose columns",
    payload: { screen, hidden },
    audited: [],
    mutations: [
      {
        sql: statements
          .insert(columnChoices)
          .values({ email, screen, hidden })
          .onConflictDoUpdate({ target: [columnChoices.email, columnChoices.screen], set: { hidden } }),
        expectRows: 1,
      },
    ],
  };
}
