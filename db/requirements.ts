import { type Client, LibsqlBatchError, LibsqlError } from "@libsql/client/web";
import { PATIENCE_MS, retryWhileBusy } from "./client.ts";
import { faultOf } from "./faults.ts";

type Requirement = {
  /** The name of the feature in docs/operating.md. */
  feature: string;
  /**
   * Statements that fail without the feature. They make tables of their own, so that one missing feature does not hide
   * another.
   */
  probes: string[];
};

/** A statement that fails unless the condition holds. */
const expect = (condition: string) => `select case when ${condition} then 1 else json('not so') end`;

/** What the tables need: the migrations. */
const SCHEMA: Requirement[] = [
  {
    feature: "STRICT tables",
    probes: [
      "create table probe_strict (x any) strict",
      "insert into probe_strict values ('007')",
      // In a table that is not strict, the value is the number 7.
      expect("(select typeof(x) from probe_strict) = 'text'"),
    ],
  },
  {
    feature: "CHECK constraints",
    probes: [
      "create table probe_checked (day text check (day is date(day)), tags text check (json_valid(tags) and json_type(tags) = 'array'))",
      "insert or ignore into probe_checked values ('2026-02-28', '[]'), ('2026-02-30', '[]'), ('2026-02-28', '{}')",
      expect("(select count(*) from probe_checked) = 1"),
    ],
  },
  {
    feature: "foreign keys",
    probes: [
      "create table probe_parents (id text primary key)",
      "create table probe_children (id text references probe_parents (id) on delete cascade)",
      "insert into probe_parents values ('a')",
      "insert into probe_children values ('a')",
      "delete from probe_parents",
      // Where foreign keys are off, the child stays.
      expect("not exists (select 1 from probe_children)"),
    ],
  },
  {
    feature: "partial indexes",
    probes: [
      "create table probe_partial (x text, gone text)",
      "create unique index probe_partial_once on probe_partial (x) where gone is null",
      "insert into probe_partial values ('a', 'yes'), ('a', 'yes'), ('a', null)",
      expect("(select count(*) from probe_partial where gone is null) = 1"),
    ],
  },
  {
    feature: "indexes on expressions",
    probes: [
      "create table probe_computed (x text, day text)",
      "create index probe_by_month on probe_computed (coalesce(x, substr(day, 1, 7)))",
      "create index probe_by_week on probe_computed (((strftime('%j', date(day, '-3 days', 'weekday 4')) - 1) / 7 + 1))",
      "insert into probe_computed values (null, '2026-01-05')",
      expect("(select count(*) from probe_computed where coalesce(x, substr(day, 1, 7)) = '2026-01') = 1"),
    ],
  },
  {
    feature: "added columns with a CHECK",
    probes: [
      "create table probe_altered (x integer) strict",
      "alter table probe_altered add y integer default 1 not null constraint probe_altered_y check (y in (0, 1))",
      "insert or ignore into probe_altered (x, y) values (1, 2)",
      expect("not exists (select 1 from probe_altered)"),
    ],
  },
  {
    feature: "renamed tables",
    probes: [
      "create table probe_aside (x integer)",
      "alter table probe_aside rename to probe_renamed",
      "select x from probe_renamed",
    ],
  },
  {
    feature: "triggers",
    probes: [
      "create table probe_sums (sum integer)",
      "create table probe_terms (x integer, y integer)",
      "create trigger probe_added after insert on probe_terms begin update probe_sums set sum = sum + new.x; end",
      "create trigger probe_changed after update of x, y on probe_terms when (new.x, new.y) is not (old.x, old.y) begin update probe_sums set sum = sum + new.x - old.x; end",
      "create trigger probe_removed after delete on probe_terms begin update probe_sums set sum = sum - old.x; end",
      "insert into probe_sums values (0)",
      "insert into probe_terms values (1, 1), (2, 2)",
      "update probe_terms set x = 5 where x = 1",
      "delete from probe_terms where x = 2",
      expect("(select sum from probe_sums) = 5"),
    ],
  },
  {
    feature: "FTS5 with the trigram tokenizer and external content",
    probes: [
      "create table probe_texts (seq integer primary key, x text)",
      "create virtual table probe_search using fts5(x, content='probe_texts', content_rowid='seq', tokenize='trigram')",
      "insert into probe_texts values (1, 'dark bay mare'), (2, 'chestnut')",
      "insert into probe_search (rowid, x) select seq, x from probe_texts",
      "insert into probe_search (probe_search, rowid, x) select 'delete', seq, x from probe_texts where seq = 2",
      expect(`(select group_concat(rowid) from probe_search where probe_search match '"ark" AND "mare"') = '1'`),
      expect(`(select group_concat(rowid) from probe_search where probe_search match '^"dark"') = '1'`),
      expect(`not exists (select 1 from probe_search where probe_search match '"hest"')`),
      "insert into probe_search (probe_search) values ('rebuild')",
      "insert into probe_search (probe_search) values ('integrity-check')",
      expect(`(select group_concat(rowid) from probe_search where probe_search match '"hest"') = '2'`),
    ],
  },
];

/** What the reads and the writes need: the rest of this folder. */
const STATEMENTS: Requirement[] = [
  {
    feature: "JSON functions",
    probes: [
      expect(`(select group_concat(value ->> 'a') from json_each('[{"a":1},{"a":2}]')) = '1,2'`),
      // The argument of `json_each` is a column of the row beside it.
      expect("(select sum(each.value) from (select '[1,2]' as list) beside, json_each(beside.list) each) = 3"),
      expect(`(select json_group_array(json_object('a', json(value))) from json_each('[[]]')) = '[{"a":[]}]'`),
      expect(`(select json_group_object(key, value) from json_each('{"a":1}')) = '{"a":1}'`),
      expect("json_extract(json_array(1, 'x'), '$[1]') = 'x'"),
    ],
  },
  {
    feature: "upserts",
    probes: [
      "create table probe_upserts (id text primary key, x integer)",
      "insert into probe_upserts values ('a', 1)",
      "insert into probe_upserts values ('a', 2) on conflict (id) do update set x = excluded.x where x < excluded.x",
      "insert into probe_upserts select 'a', 3 where true on conflict do nothing",
      "insert into probe_upserts select 'a', 4 where true on conflict do update set x = x + excluded.x",
      expect("(select x from probe_upserts) = 6"),
    ],
  },
  {
    feature: "UPDATE FROM",
    probes: [
      "create table probe_updated (id text, x integer)",
      "insert into probe_updated values ('a', 1)",
      "update probe_updated set x = made.value ->> 1 from json_each('[[\"a\",2]]') made where probe_updated.id = made.value ->> 0",
      expect("(select x from probe_updated) = 2"),
    ],
  },
  {
    feature: "window functions",
    probes: [
      expect(
        "(select max(place * 100 + rank * 10 + so_far) from (select row_number() over (order by value) as place, dense_rank() over (order by value / 2) as rank, sum(1) over (partition by value / 2 order by value) as so_far from json_each('[1,2,3]'))) = 322",
      ),
      expect(
        "(select max(before) from (select lag(value, 1, '') over (order by key) as before from json_each('[\"a\",\"b\"]'))) = 'a'",
      ),
    ],
  },
  {
    feature: "aggregates with FILTER",
    probes: [expect("(select count(*) filter (where value > 1) from json_each('[1,2]')) = 1")],
  },
  {
    feature: "materialized and recursive common table expressions",
    probes: [
      "with few as materialized (select 1 as n) select n from few",
      "with recursive few(n) as (select 1 union all select n + 1 from few where n < 3) select count(*) from few",
    ],
  },
  {
    feature: "row values",
    probes: [
      expect("(1, 2) < (1, 3) and (1, null) is not (1, 2)"),
      "create table probe_rows (x integer, y integer)",
      "insert into probe_rows values (0, 0)",
      "update probe_rows set (x, y) = (select 1, 2)",
      expect("(select (x, y) = (1, 2) from probe_rows)"),
    ],
  },
  {
    feature: "INDEXED BY",
    probes: [
      "create table probe_indexed (x text)",
      "create index probe_indexed_by_x on probe_indexed (x)",
      "select x from probe_indexed indexed by probe_indexed_by_x where x = 'a'",
    ],
  },
  {
    feature: "text and date functions",
    probes: [
      expect("format('%d.%02d', 12, 5) = '12.05' and iif(instr('bay', 'a') = 2, 1, 0) and octet_length('é') = 2"),
      expect(
        "date('2026-01-31', 'weekday 0', '-6 days') = '2026-01-26' and strftime('%m/%d/%Y', '2026-01-31') = '01/31/2026'",
      ),
      expect("cast(julianday('2026-01-02') - julianday('2026-01-01') as integer) = 1"),
      expect("'=x' glob '[=+]*' and 'a' = 'A' collate nocase"),
      expect("replace(lower(trim(' A-B ')), '-', char(10)) = 'a' || char(10) || 'b'"),
    ],
  },
  {
    feature: "changes()",
    probes: [
      "create table probe_changes (x integer)",
      "insert into probe_changes values (1), (2)",
      "update probe_changes set x = 3 where x = 1",
      expect("changes() = 1"),
    ],
  },
  {
    feature: "the schema as tables (sqlite_schema, pragma_table_list, pragma_table_info, pragma_foreign_key_check)",
    probes: [
      "create table probe_listed (x text primary key)",
      expect("(select count(*) from sqlite_schema where name = 'probe_listed') = 1"),
      expect(
        "(select group_concat(c.name) from pragma_table_list t join pragma_table_info(t.name) c where t.schema = 'main' and t.name = 'probe_listed') = 'x'",
      ),
      expect("not exists (select 1 from pragma_foreign_key_check('probe_listed'))"),
    ],
  },
];

/**
 * What Hayloft needs of SQLite. A migration or a query that needs more adds it here and to docs/operating.md. All is in SQLite
 * 3.43, of 2023.
 */
export const REQUIREMENTS: readonly Requirement[] = [...SCHEMA, ...STATEMENTS];

/** A feature that the database lacks, and the database's own words about it. */
export type Lack = { feature: string; reason: string };

/** What a failed precondition of a write relies on (db/write/write.ts). */
const REFUSAL = "an error of json() that rolls a batch back";

/**
 * Returns what the database lacks of `REQUIREMENTS`. All probes go out as one transaction, which is always rolled back, so that
 * nothing stays. Only if one of them fails, they go out feature by feature: not every server says which statement it was.
 * @throws the error of the client if the database does not answer, or its token may not write
 */
export async function findLacks(client: Client): Promise<Lack[]> {
  const all = REQUIREMENTS.flatMap(({ probes }) => probes);
  const { place, error } = await failureOf(client, all);
  if (place === all.length) return [];
  const lacks: Lack[] = [];
  for (const { feature, probes } of REQUIREMENTS) {
    const failure = await failureOf(client, probes);
    if (!(failure.place >= probes.length)) lacks.push({ feature, reason: failure.error.message });
  }
  if ((await failureOf(client, [])).place !== 0) lacks.push({ feature: REFUSAL, reason: "it gives a result" });
  if (lacks.length === 0) throw error;
  return lacks;
}

/**
 * Sends some probes as one transaction, and returns the index of the statement that failed; NaN if the server does not
 * say. If the database lacks nothing, that is the refusal after the probes. The statement behind the refusal fails in
 * every database.
 */
async function failureOf(client: Client, probes: string[]): Promise<{ place: number; error: Error }> {
  const batch = [...probes, "select json('refused')", "select * from probe_end"];
  const send = () => client.batch(batch, "write");
  const error: unknown = await retryWhileBusy(Date.now() + PATIENCE_MS, send).catch((failure) => failure);
  if (!(error instanceof LibsqlError) || faultOf(error, "write")) throw error;
  return { place: error instanceof LibsqlBatchError ? error.statementIndex : Number.NaN, error };
}
