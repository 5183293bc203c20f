import type { InStatement } from "@libsql/client/web";
import type { SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { isUnchanged } from "#db/batch.ts";
import { restrictionsOf } from "#db/list/filters.ts";
import { listPage } from "#db/list/list-page.ts";
import type { ListRequest } from "#db/list/list-source.ts";
import { activitySource } from "#db/queries/activity-list.ts";
import { horsesToBill } from "#db/queries/billing-runs.ts";
import { billsSource, isPending } from "#db/queries/bills.ts";
import { groomRecords } from "#db/queries/grooms.ts";
import { filtersAt } from "#db/queries/list-filters.ts";
import { showRecords } from "#db/queries/shows.ts";
import { takeBackChange } from "#db/queries/take-back-change.ts";
import { saveRecord } from "#db/records.ts";
import { applyChange } from "#db/write.ts";

/* Snapshots of generated SQL, for review. After an intended change, run this file with `vitest -u` and review the diff. */

const dialect = new SQLiteSyncDialect({ casing: "snake_case" });

const CLAUSE = /^(with|select|from|where|group|order|limit|left|cross|join|union|insert|values|update|set)$/;
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|[A-Za-z_]\w*|\d+|\s+|[^\w\s]/g;
/** A shorter subquery stays on the line of its clause. */
const MAX_INLINE_TOKENS = 20;

/** The number of tokens from an opening parenthesis to its closing one. */
function lengthOf(tokens: string[]): number {
  let depth = 0;
  return tokens.findIndex((token) => {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    return depth === 0;
  });
}

/** Formats a query with one clause on a line, indented subqueries, and literals in place of the parameters. */
function format(text: string, params: readonly unknown[]): string {
  const left = [...params];
  const literal = () => {
    const value = left.shift();
    return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  };
  const spaced = (text.match(TOKEN) ?? []).map((token) => (token.trim() ? token : " "));
  const tokens = spaced.filter((token, i) => token !== " " || spaced[i - 1] !== "(");
  const lines = [""];
  /** For each open parenthesis, whether it contains an indented subquery. */
  const open: boolean[] = [];
  const startLine = () => lines.push("  ".repeat(open.filter(Boolean).length));
  let before = "";
  for (const [i, token] of tokens.entries()) {
    const isLong = token === "(" && lengthOf(tokens.slice(i)) > MAX_INLINE_TOKENS;
    const startsSubquery = isLong && /^(select|with)$/.test(tokens[i + 1] ?? "");
    const endsSubquery = token === ")" && open.pop();
    const startsClause = CLAUSE.test(token) && !/^(left|cross)$/.test(before) && open.at(-1) !== false;
    if (endsSubquery || (startsClause && lines.at(-1)?.trim())) startLine();
    lines.push(`${lines.pop()}${token === "?" ? literal() : token}`);
    if (token === "(") open.push(startsSubquery);
    if (startsSubquery) startLine();
    if (token !== " ") before = token;
  }
  return `${lines.map((line) => line.trimEnd()).join("\n")};\n`;
}

function formatQuery(query: { getSQL(): SQL }): string {
  const { sql, params } = dialect.sqlToQuery(query.getSQL());
  return format(sql, params);
}

const request = (change: Partial<ListRequest>): ListRequest => ({
  ...{ q: "", sort: "name", descending: false, place: { kind: "first" } },
  ...change,
});

test("a search in an indexed list sorts few hits, and scans an index if there are many", async () => {
  const page = listPage(showRecords, request({ q: "bella", place: { kind: "after", seq: 7 } }));
  await expect(formatQuery(page)).toMatchFileSnapshot("sql/shows-by-name-after-a-row.sql");
});

test("a search in a list sorted by a facet scans the matching facets before the other rows", async () => {
  const page = listPage(billsSource, request({ q: "o'brien", sort: "customer", view: isPending }));
  await expect(formatQuery(page)).toMatchFileSnapshot("sql/pending-bills-by-customer.sql");
});

test("the changes of a record are found by an index of the records", async () => {
  const restrictions = restrictionsOf(filtersAt("/activity"), { record: "horse-1" });
  const page = listPage(activitySource, request({ sort: "date", descending: true, restrictions }));
  await expect(formatQuery(page)).toMatchFileSnapshot("sql/activity-of-a-record.sql");
});

test("a change is taken back in one update of the records that are as it left them", async () => {
  const horse = (version: number, boarding: number) => ({ table: "horses", id: "horse-1", version, boarding });
  const found = { id: "change-1", action: "edit horse", before: [horse(1, 100)], after: [horse(2, 200)] };
  const by = { actor: "alex@hayloft.example", at: new Date("2026-11-21T12:00:00.000Z") };
  const change = takeBackChange("key-1", found, by);
  const mutations = "problem" in change ? [] : change.mutations;
  await expect(mutations.map((each) => formatQuery(each.sql)).join("\n")).toMatchFileSnapshot(
    "sql/take-back-a-change.sql",
  );
});

test("a saved record is one batch that refuses a repeated key and records the groom before and after", async () => {
  const change = saveRecord(
    groomRecords,
    { id: "groom-1", version: 3, idempotencyKey: "key-1" },
    { name: "Ana Beltrán", weeklySalary: 82_500, location: "florida" },
    { actor: "alex@hayloft.example", at: new Date("2026-11-21T12:00:00.000Z") },
  );
  const sent: InStatement[] = [];
  await applyChange(change, async (batch) => {
    sent.push(...batch);
    return [];
  });
  const formatted = sent.map((statement) => {
    if (typeof statement === "string" || !Array.isArray(statement.args)) throw new TypeError("Arguments are missing");
    return format(statement.sql, statement.args);
  });
  await expect(formatted.join("\n")).toMatchFileSnapshot("sql/save-a-groom.sql");
});

test("the precondition of a batch compares every column that the admin confirmed", async () => {
  const query = horsesToBill({ q: "bella" }, "2026-11-21", { month: "2026-11", isProrated: null });
  const condition = isUnchanged({ idempotencyKey: "key-1", payload: null, query, rowsJson: "[]" });
  await expect(formatQuery(condition)).toMatchFileSnapshot("sql/bill-horses-precondition.sql");
});
