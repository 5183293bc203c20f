import { searchTableOf } from "./list/search.ts";

/*
 * What each long list has in the database beside its table: the full-text table over `search_text` with the three triggers of
 * SQLite's documentation (https://www.sqlite.org/fts5.html#external_content_tables), and the trigger of its row in `totals`. The
 * migrations contain these statements; a test compares them.
 */

/** The conditions and numbers of a row: whether the list shows it, whether its default view does, and what the list sums up. */
type Counted = { listed: string; current: string; sum: string; columns: readonly string[] };

/** The long lists, by their tables. The terms are of the row `r`. */
export const LONG_TABLES: Readonly<Record<string, Counted>> = {
  bill_items: {
    listed: "(r.deleted_at is null or r.voided_at is not null)",
    current: "(r.export_id is null and r.deleted_at is null)",
    sum: "(r.deleted_at is null) * r.value",
    columns: ["value", "export_id", "deleted_at", "voided_at"],
  },
  payroll: {
    listed: "(r.deleted_at is null)",
    current: "(r.paid = 0 and r.deleted_at is null)",
    sum: "r.value",
    columns: ["value", "paid", "deleted_at"],
  },
  shows: {
    listed: "(r.deleted_at is null)",
    current: "(not r.billed and r.deleted_at is null)",
    sum: "(not r.billed)",
    columns: ["billed", "deleted_at"],
  },
  activity_entries: { listed: "1", current: "1", sum: "0", columns: [] },
};

const of = (row: "old" | "new", term: string) => term.replaceAll("r.", `${row}.`);

/** The number and the sum of a row in all views, and in the default view. */
const termsOf = (row: "old" | "new", { listed, current, sum }: Counted) =>
  [listed, `${listed} * ${sum}`, current, `${current} * ${sum}`].map((term) => of(row, term));

const TOTALS = ["rows", "sum", "current_rows", "current_sum"] as const;

/** Adds a row to the totals of its list, or takes it from them. */
function count(table: string, terms: { added?: string[]; removed?: string[] }): string {
  const sets = TOTALS.map((total, i) => {
    const [added, removed] = [terms.added?.[i], terms.removed?.[i]];
    return `${total} = ${total}${added ? ` + ${added}` : ""}${removed ? ` - ${removed}` : ""}`;
  });
  return `update totals set ${sets.join(", ")} where list = '${table}'`;
}

/** The statements that make the full-text table, the triggers and the row of totals of a long list. */
export function longTable(table: string): string[] {
  const counted = LONG_TABLES[table];
  if (!counted) throw new TypeError(`${table} is no long list`);
  const search = searchTableOf(table);
  const enter = `insert into ${search} (rowid, search_text) select new.seq, new.search_text where new.search_text is not null`;
  const leave = `insert into ${search} (${search}, rowid, search_text) select 'delete', old.seq, old.search_text where old.search_text is not null`;
  const [before, after] = [termsOf("old", counted), termsOf("new", counted)];
  const trigger = (name: string, event: string, ...steps: string[]) =>
    `create trigger ${table}_${name} after ${event} on ${table} begin ${steps.join("; ")}; end`;
  return [
    `create virtual table ${search} using fts5(search_text, content='${table}', content_rowid='seq', tokenize='trigram')`,
    `insert into totals (list) values ('${table}')`,
    trigger("added", "insert", enter, count(table, { added: after })),
    trigger("removed", "delete", leave, count(table, { removed: before })),
    trigger("text_changed", "update of search_text", leave, enter),
    ...(counted.columns.length > 0
      ? [trigger("counted", `update of ${counted.columns.join(", ")}`, count(table, { added: after, removed: before }))]
      : []),
  ];
}

/** The statement that counts the rows of a list anew. */
export function recount(table: string): string {
  const counted = LONG_TABLES[table];
  if (!counted) throw new TypeError(`${table} is no long list`);
  const terms = termsOf("new", counted).map((term) => term.replaceAll("new.", ""));
  return `update totals set (${TOTALS.join(", ")}) = (select ${terms.map((term) => `coalesce(sum(${term}), 0)`).join(", ")} from ${table}) where list = '${table}'`;
}
