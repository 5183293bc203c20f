import { formatInNewYork } from "#app/domain/basics/calendar.ts";

/* The texts of a change in Activity (docs/product.md, 'Activity'); changes.ts has the texts of the changed fields. */

/** A record as the activity stores it: its table, and the value of each column. */
export type StoredRecord = { readonly [column: string]: string | number | null };

const keyOf = ({ table, id, email }: StoredRecord) => `${table} ${id ?? email}`;

/** Pairs the records before and after a change by table and id. A new record has no `before`. */
export function pairsOf(before: readonly StoredRecord[], after: readonly StoredRecord[]) {
  const found = new Map(before.map((record) => [keyOf(record), record]));
  return after.map((record) => ({ before: found.get(keyOf(record)), after: record }));
}

/** The columns that a change has set in a record. */
export const changedColumns = (before: StoredRecord, after: StoredRecord): string[] =>
  Object.keys(after).filter((column) => before[column] !== after[column]);

/** 'Made offline on 11/21/2026, 6:40 AM', for a change that reached the server later; '' for other changes. */
export const describeMadeAt = (madeAt: string | null) =>
  madeAt === null ? "" : `Made offline on ${formatInNewYork(new Date(madeAt))}`;

/** What the list calls a stored action or actor that has another name on the screens. */
const SHOWN: readonly (readonly [stored: RegExp, shown: string])[] = [
  [/generate payroll/, "run payroll"],
  [/mark due/, "mark payments as paid"],
  [/^schedule$/, "automatic"],
];

/** 'Edit horse', 'Visitor': an action or an actor as the list shows it. E-mail addresses stay as they are. */
export function inSentence(text: string): string {
  if (text.includes("@")) return text;
  const shown = SHOWN.reduce((said, [stored, name]) => said.replace(stored, name), text);
  return shown.slice(0, 1).toUpperCase() + shown.slice(1);
}

/** The action of the undo of an action, and of the undo of that: 'undo edit horse', 'edit horse again'. */
export function oppositeOf(action: string): string {
  if (action.startsWith("undo ")) return `${action.slice(5)} again`;
  return `undo ${action.replace(/ again$/, "")}`;
}

const NEVER_UNDONE: ReadonlySet<string> = new Set([
  // The page of an import undoes it, with the records that it added.
  "import",
  "undo import",
  // The prices hold from their day, whether they are the amounts of the horse yet or not.
  "set next prices of horse",
  // Void export asks first, and another export has the same effect as its undo.
  "export bills",
  "void export",
  // Admins are deleted in Accounts, which ends their sessions and keeps the last one. The last two bring a deleted admin back.
  "invite admin",
  "become first admin",
  "undo delete admin",
  "restore admin",
]);

/** Whether a list or a notice may offer to undo an action. */
export const isUndoable = (action: string): boolean => !NEVER_UNDONE.has(action);

/** The kinds of changes, for the filter of Activity (docs/product.md, 'Activity'). */
export const CHANGE_KINDS = ["add", "edit", "delete", "restore"] as const;
type ChangeKind = (typeof CHANGE_KINDS)[number];

const KINDS_OF_ACTIONS: readonly [RegExp, ChangeKind][] = [
  [/^(delete|void) /, "delete"],
  [/^archive activity$/, "delete"],
  [/^restore /, "restore"],
  [/^(edit|set|mark|merge|correct|fail|answer|open|queue|send|stop) /, "edit"],
];

/** The kind of a change. The undo of an addition deletes, that of anything else restores. */
export function kindOfChange(action: string): ChangeKind {
  const [, undone] = action.match(/^undo (.*)$/) ?? [];
  const [, again] = action.match(/^(.*) again$/) ?? [];
  if (undone)
    return ["add", "restore"].includes(kindOfChange(undone)) || undone.startsWith("correct ") ? "delete" : "restore";
  if (again) return kindOfChange(again) === "delete" ? "delete" : "restore";
  return KINDS_OF_ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? "add";
}

const UNLISTED = new Set(["use session", "choose columns", "sign in", "sign out", "sign out everywhere"]);

/** Whether the list of activity shows an action. */
export const isListedAction = (action: string): boolean => !UNLISTED.has(action);
