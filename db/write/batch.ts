import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { jsonObject } from "#db/list/clauses.ts";
import { statements } from "#db/statements.ts";

/*
 * A batch is a set of rows that an admin reviews in a dialog and confirms together: billing, payroll. The rows are read as one
 * JSON text. A precondition of the write compares the current rows with this text, so a batch is written only if every column
 * that was read is unchanged (docs/architecture.md, 'One batch').
 */

/** The query for the rows of a batch. The records that the batch writes are computed from the columns in `row` only. */
export type BatchQuery<Row> = {
  row: { [Name in keyof Row & string]: SQLWrapper };
  /** The columns that the dialog shows, if a search of the list reads others, too; absent if the dialog shows all of them. */
  fingerprinted?: readonly string[];
  from: SQL;
  order: SQLWrapper;
  /** The most rows, the first in the order; absent if the batch has all rows. The dialog says so. */
  limit?: number;
  /** The month or week that the batch is for. The server refuses a dialog that was opened in another period. */
  period: string;
};

/** A batch that an admin confirmed. */
export type ConfirmedBatch<Row> = {
  /** Created when the dialog opened. The batch is written at most once for each key. */
  idempotencyKey: string;
  payload: unknown;
  query: BatchQuery<Row>;
  /** The JSON that `readBatch` read and the admin confirmed. */
  rowsJson: string;
};

/** Selects the rows of a batch in order, as one JSON text in one row with one column. */
export function readBatch<Row>(query: BatchQuery<Row>) {
  return statements.select({ rowsJson: sql<string>`rows` }).from(sql`(select ${rowsAsJson(query)} as rows)`);
}

/** Returns the rows in the JSON that `readBatch` read. */
export const parseRows = <Row>(_query: BatchQuery<Row>, rowsJson: string): Row[] => JSON.parse(rowsJson);

/** The shown columns of the rows, as the text that the fingerprint of the dialog is made of. */
export function shownText<Row extends object>(
  { fingerprinted }: Pick<BatchQuery<Row>, "fingerprinted">,
  rows: readonly Row[],
) {
  const isShown = ([name]: [string, unknown]) => !fingerprinted || fingerprinted.includes(name);
  return JSON.stringify(rows.map((row) => Object.entries(row).filter(isShown)));
}

/** The precondition that the rows are the same as those that the admin confirmed. */
export function isUnchanged<Row>({ query, rowsJson }: ConfirmedBatch<Row>): SQL {
  return sql`${rowsAsJson(query)} = ${rowsJson}`;
}

function rowsAsJson<Row>({ row, from, order, limit = -1 }: BatchQuery<Row>): SQL {
  return sql`(select json_group_array(json(record)) from (select ${jsonObject(row)} as record from ${from} order by ${order} limit ${limit}))`;
}
