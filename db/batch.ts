import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { statements } from "./statements.ts";

/*
 * A batch is a set of rows that a person reviews in a dialog and confirms at once: billing, payroll. The rows are read as one
 * JSON text. The same text is read again as a precondition of the write, so a batch is never applied to rows that differ, in
 * any column that was read, from those the person confirmed (docs/architecture.md, 'One batch').
 */

/** The rows of a batch. Everything that its outcome depends on must be in `row`: only that can reach the outcome. */
export type BatchQuery<Row> = {
  row: { [Name in keyof Row & string]: SQLWrapper };
  from: SQL;
  order: SQLWrapper;
  /** The month or week that the batch is for. A dialog opened in another period is out of date. */
  period: string;
};

/** A batch that a person confirmed. */
export type ConfirmedBatch<Row> = {
  /** Created when the dialog opened; the batch is written at most once for it. */
  idempotencyKey: string;
  payload: unknown;
  query: BatchQuery<Row>;
  /** The rows as read, in JSON: what `isUnchanged` compares with. */
  rowsJson: string;
};

/** The rows of a batch in their order, as one JSON text: one row with one column. */
export function readBatch<Row>(query: BatchQuery<Row>) {
  return statements.select({ rowsJson: sql<string>`rows` }).from(sql`(select ${rowsAsJson(query)} as rows)`);
}

/** Parses what `readBatch` read. */
export const parseRows = <Row>(_query: BatchQuery<Row>, rowsJson: string): Row[] => JSON.parse(rowsJson);

/** The precondition that the rows are still those that were read. */
export function isUnchanged<Row>({ query, rowsJson }: ConfirmedBatch<Row>): SQL {
  return sql`${rowsAsJson(query)} = ${rowsJson}`;
}

function rowsAsJson<Row>({ row, from, order }: BatchQuery<Row>): SQL {
  const pairs = Object.entries<SQLWrapper>(row).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`);
  return sql`(select json_group_array(json(record)) from (select json_object(${sql.join(pairs, sql`, `)}) as record from ${from} order by ${order}))`;
}
