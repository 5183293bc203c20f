import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { activity } from "../schema.ts";
import { asList, statements } from "../statements.ts";

/*
 * What somebody looks at before it is done all at once: billing, payroll. It is read with a text of its state, and the same
 * text is made again where the run is written: what changed meanwhile is never done unseen.
 */

/** What one press of the button is about. */
export type Due<Row> = {
  row: { [Name in keyof Row & string]: SQLWrapper };
  from: SQL;
  order: SQLWrapper;
  /** All of a row that its outcome hangs on, and what was done with it already. */
  state: SQL;
  /** The month or the week in which it is due: what was seen in another one is out of date. */
  period: string;
};

/** A press of Confirm. */
export type Run<Row> = {
  /** Made when the dialog was opened: whatever is sent with it is done once. */
  id: string;
  /** What was sent. */
  content: unknown;
  due: Due<Row>;
  /** What was read of `due`; the run is stale where it is another now. */
  state: string;
};

/** A text of all that a run is about. */
export const stateOf = <Row>({ state, order, from }: Due<Row>) =>
  sql`(select coalesce(group_concat(state, ' '), '') from (select ${state} as state from ${from} order by ${order}))`;

/** What is due as it stands, in no order: one row. */
export function readDue<Row>(due: Due<Row>) {
  return statements
    .select({
      rows: sql`rows`.mapWith((json: string) => JSON.parse(json) as Row[]),
      state: sql<string>`state`,
    })
    .from(sql`(select (select ${asList<Row>(due.row)} from ${due.from}) as rows, ${stateOf(due)} as state)`);
}

/** What was sent with a run's id, where anything was: `content` as the door keeps it. */
export function sentWith(id: string) {
  return statements.select({ content: activity.content }).from(activity).where(eq(activity.id, id));
}
