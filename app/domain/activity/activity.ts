import { formatInNewYork } from "#app/domain/basics/calendar.ts";

/* What the list of activity says of a change (docs/product.md, 'Activity'); changes.ts has the words for what was set. */

/** A record as the activity keeps it: its table, and the stored value of each column. */
export type StoredRecord = { readonly [column: string]: string | number | null };

const keyOf = ({ table, id, email }: StoredRecord) => `${table} ${id ?? email}`;

/** The records that a change found and left, each as it was before; a new record has no `before`. */
export function pairsOf(before: readonly StoredRecord[], after: readonly StoredRecord[]) {
  const found = new Map(before.map((record) => [keyOf(record), record]));
  return after.map((record) => ({ before: found.get(keyOf(record)), after: record }));
}

/** The columns that a change has set in a record. */
export const changedColumns = (before: StoredRecord, after: StoredRecord): string[] =>
  Object.keys(after).filter((column) => before[column] !== after[column]);

/** 'Made offline on 11/21/2026, 6:40 AM': when a change was made that arrived later, at the time of the activity. '' for any other. */
export const describeMadeAt = (madeAt: string | null) =>
  madeAt === null ? "" : `Made offline on ${formatInNewYork(new Date(madeAt))}`;

/** 'Edit horse', 'Visitor': an action or an actor as the list shows it. E-mail addresses stay as they are. */
export const inSentence = (text: string) =>
  text.includes("@") ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

/** What a change did to its records (docs/product.md, 'Activity'). */
export const CHANGE_KINDS = ["add", "edit", "delete", "restore"] as const;
type ChangeKind = (typeof CHANGE_KINDS)[number];

const KINDS_OF_ACTIONS: readonly [RegExp, ChangeKind][] = [
  [/^(delete|void|undo add|undo duplicate|undo restore) /, "delete"],
  [/^(undo (log service|billing run|payroll run|correction)|archive activity)$/, "delete"],
  [/^(undo|restore) /, "restore"],
  [/^(edit|set|mark|correct|fail|answer|open|send|stop) /, "edit"],
];

export const kindOfChange = (action: string): ChangeKind =>
  KINDS_OF_ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? "add";

const UNLISTED = new Set(["use session", "choose columns", "sign in", "sign out", "sign out everywhere"]);

/** Whether the list of activity shows an action. */
export const isListedAction = (action: string): boolean => !UNLISTED.has(action);
