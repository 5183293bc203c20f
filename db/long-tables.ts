import { searchTableOf } from "./list/search.ts";

/*
 * What each long list has in the database beside its table: the full-text table over `search_text` with the three triggers of
 * SQLite's documentation (https://www.sqlite.org/fts5.html#external_content_tables), which skip rows without a text, and the triggers
 * of its row in `totals`. The migrations contain these statements; a test compares them.
 */

/** What a row adds to each column of its list's row in `totals`, in SQL of the row `r`, and the columns that these terms read. */
type Counted = { rows: string; sum: string; currentRows: string; currentSum: string; columns: readonly string[] };

/** The long lists, by their tables. */
export const LONG_TABLES: Readonly<Record<string, Counted>> = {
  bill_items: {
    rows: "(r.deleted_at is null or r.voided_at is not null)",
    sum: "(r.deleted_at is null) * r.value",
    currentRows: "(r.export_id is null and r.deleted_at is null)",
    currentSum: "(r.export_id is null and r.deleted_at is null) * r.value",
    columns: ["value", "export_id", "deleted_at", "voided_at"],
  },
  payroll: {
    rows: "(r.deleted_at is null)",
    sum: "(r.deleted_at is null) * r.value",
    currentRows: "(r.paid = 0 and r.deleted_at is null)",
    currentSum: "(r.paid = 0 and r.deleted_at is null) * r.value",
    columns: ["value", "paid", "deleted_at"],
  },
  // The sum of shows is the number of those that are not billed.
  shows: {
    rows: "(r.deleted_at is null)",
    sum: "(not r.billed and r.deleted_at is null)",
    currentRows: "(not r.billed and r.deleted_at is null)",
    currentSum: "(not r.billed and r.deleted_at is null)",
    columns: ["billed", "deleted_at"],
  },
  activity_entries: { rows: "1", sum: "0", currentRows: "1", currentSum: "0", columns: [] },
};

/** The columns of `totals` with the terms of a row. */
const termsOf = ({ rows, sum, currentRows, currentSum }: Counted) =>
  Object.entries({ rows, sum, current_rows: currentRows, current_sum: currentSum });

/** Adds the new row to the totals of its list, and subtracts the old one. */
function count(table: string, counted: Counted, { added, removed }: { added: boolean; removed: boolean }): string {
  const sets = termsOf(counted).map(([total, term]) => {
    const [plus, minus] = [term.replaceAll("r.", "new."), term.replaceAll("r.", "old.")];
    return `${total} = ${total}${added ? ` + ${plus}` : ""}${removed ? ` - ${minus}` : ""}`;
  });
  return `update totals set\n    ${sets.join(",\n    ")}\n  where list = '${table}'`;
}

/** The statements that make the full-text table, the triggers and the row of totals of a long list. */
export function longTable(table: string): string[] {
  const counted = LONG_TABLES[table];
  if (!counted) throw new TypeError(`${table} is no long list`);
  const search = searchTableOf(table);
  const enter = `insert into ${search} (rowid, search_text)\n    select new.seq, new.search_text where new.search_text is not null`;
  const leave = `insert into ${search} (${search}, rowid, search_text)\n    select 'delete', old.seq, old.search_text where old.search_text is not null`;
  const trigger = (name: string, event: string, ...steps: string[]) =>
    `create trigger ${table}_${name} after ${event} on ${table} begin\n${steps.map((step) => `  ${step};\n`).join("")}end`;
  const { columns } = counted;
  return [
    `create virtual table ${search} using fts5(search_text, content='${table}', content_rowid='seq', tokenize='trigram')`,
    `insert into totals (list) values ('${table}')`,
    trigger("added", "insert", enter, count(table, counted, { added: true, removed: false })),
    trigger("removed", "delete", leave, count(table, counted, { added: false, removed: true })),
    trigger("text_changed", "update of search_text", leave, enter),
    ...(columns.length > 0
      ? [trigger("counted", `update of ${columns.join(", ")}`, count(table, counted, { added: true, removed: true }))]
      : []),
  ];
}

/** The statement that counts the rows of a list anew. */
export function recount(table: string): string {
  const counted = LONG_TABLES[table];
  if (!counted) throw new TypeError(`${table} is no long list`);
  const terms = termsOf(counted);
  const sums = terms.map(([, term]) => `coalesce(sum(${term}), 0)`);
  return `update totals set (${terms.map(([total]) => total).join(", ")}) = (select ${sums.join(", ")} from ${table} r) where list = '${table}'`;
}
