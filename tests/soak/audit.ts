import type { Ledger, Write } from "./ledger.ts";
import type { Rows } from "./stack.ts";

/** The last row of each table before the users began. */
export type Baseline = Record<string, unknown>;

type OfKind<Kind extends Write["kind"]> = Extract<Write, { kind: Kind }>;
type Lines = Map<string, string>;

const TABLES = ["bill_items", "payroll", "customers", "activity"] as const;

export async function readBaseline(rows: Rows): Promise<Baseline> {
  const lasts = TABLES.map((table) => `(select coalesce(max(rowid), 0) from ${table}) as ${table}`);
  const [baseline] = await rows(`select ${lasts.join(", ")}`);
  return baseline ?? {};
}

/** Compares the database with what the users know of it. Returns a sentence for each difference; none if all is well. */
export async function audit(rows: Rows, ledger: Ledger, baseline: Baseline): Promise<string[]> {
  const logged = await since(rows, baseline, "activity", "select id, 1 as text from activity");
  // A write without an answer counts if the database has it.
  const accepted = [...ledger.acknowledged, ...ledger.unknown.filter(({ key }) => logged.has(key))];
  return [
    ...(await checkIntegrity(rows)),
    ...(await checkSearch(rows)),
    ...differences("activity row", new Map(accepted.map(({ key }) => [key, "1"])), logged),
    ...(await checkBills(rows, baseline, accepted)),
    ...(await checkPayroll(rows, baseline, accepted)),
    ...(await checkCustomers(rows, baseline, accepted)),
  ];
}

async function checkIntegrity(rows: Rows): Promise<string[]> {
  const integrity = await rows("select integrity_check as problem from pragma_integrity_check");
  const dangling = await rows("select \"table\" || ' ' || rowid as problem from pragma_foreign_key_check");
  const problems = [...integrity, ...dangling].map(({ problem }) => String(problem));
  // A sound database has the one line 'ok'.
  return problems.length === 1 && problems[0] === "ok" ? [] : [`The database is damaged: ${problems.join(", ")}.`];
}

/** Every search table has the text of its view, for exactly its rows. */
async function checkSearch(rows: Rows): Promise<string[]> {
  const views = await rows(
    "select name from sqlite_schema where type = 'view' and name like '%\\_text' escape '\\' order by name",
  );
  const sources = [
    ...views.map(({ name }) => ({
      index: String(name).replace(/_text$/, "_search"),
      source: `select seq, text from ${name}`,
    })),
    { index: "facets_search", source: "select seq, text from facets" },
    {
      index: "bill_comments_search",
      source: "select seq, comments as text from bill_items where comments is not null",
    },
  ];
  const findings: string[] = [];
  for (const { index, source } of sources) {
    const [row] = await rows(`select
      (select count(*) from (${source}) s left join ${index} i on i.rowid = s.seq where i.text is not s.text) as wrong,
      (select count(*) from ${index} where rowid not in (select seq from (${source}))) as surplus`);
    if (row?.wrong !== 0) findings.push(`${index} lacks the text of ${row?.wrong} rows.`);
    if (row?.surplus !== 0) findings.push(`${index} has ${row?.surplus} rows too many.`);
  }
  return findings;
}

async function checkBills(rows: Rows, baseline: Baseline, accepted: Write[]): Promise<string[]> {
  const bills = ofKind(accepted, "bill");
  const expected = new Map(
    bills.map(({ key, quantity, value, groomId }) => [key, `${quantity} ${value} ${groomId ?? "-"}`]),
  );
  const select = "select id, quantity || ' ' || value || ' ' || coalesce(groom_id, '-') as text from bill_items";
  const found = await since(rows, baseline, "bill_items", select);
  const sum = await sumOf(rows, baseline, "bill_items");
  return [...differences("bill", expected, found), ...compareSums("bills", bills, sum)];
}

/** An item of each payroll form, and of each bill with a groom. */
async function checkPayroll(rows: Rows, baseline: Baseline, accepted: Write[]): Promise<string[]> {
  const entered = ofKind(accepted, "payroll item").map((item) => ({ ...item, billId: "-" }));
  const earned = ofKind(accepted, "bill").flatMap((bill) => (bill.groomId ? [{ ...bill, billId: bill.key }] : []));
  const items = [...entered, ...earned];
  const expected = new Map(items.map(({ key, groomId, value, billId }) => [key, `${groomId} ${value} ${billId}`]));
  const select = "select id, groom_id || ' ' || value || ' ' || coalesce(bill_item_id, '-') as text from payroll";
  const found = await since(rows, baseline, "payroll", select);
  const sum = await sumOf(rows, baseline, "payroll");
  return [...differences("payroll item", expected, found), ...compareSums("payroll items", items, sum)];
}

/** Each customer has the name of its last rename, and a version for each. */
async function checkCustomers(rows: Rows, baseline: Baseline, accepted: Write[]): Promise<string[]> {
  const expected: Lines = new Map(ofKind(accepted, "customer").map(({ key, name }) => [key, `1 ${name}`]));
  const renames = ofKind(accepted, "rename").sort((a, b) => a.version - b.version);
  for (const { customerId, name, version } of renames) expected.set(customerId, `${version} ${name}`);
  const found = await since(rows, baseline, "customers", "select id, version || ' ' || name as text from customers");
  const versions = renames.map(({ customerId, version }) => `${customerId} ${version}`);
  const twice = versions.filter((each, i) => versions.indexOf(each) !== i);
  return [
    ...differences("customer", expected, found),
    ...twice.map((each) => `Two renames of customer ${each} were accepted for one version.`),
  ];
}

const ofKind = <Kind extends Write["kind"]>(writes: Write[], kind: Kind) =>
  writes.filter((write): write is OfKind<Kind> => write.kind === kind);

/** The rows of a select that came after the baseline, by id. */
async function since(rows: Rows, baseline: Baseline, table: (typeof TABLES)[number], select: string): Promise<Lines> {
  const found = await rows(`${select} where rowid > ?`, [Number(baseline[table])]);
  return new Map(found.map(({ id, text }) => [String(id), String(text)]));
}

async function sumOf(
  rows: Rows,
  baseline: Baseline,
  table: "bill_items" | "payroll",
): Promise<Record<string, unknown>> {
  const sql = `select count(*) as count, coalesce(sum(value), 0) as value from ${table} where rowid > ?`;
  const [sum] = await rows(sql, [Number(baseline[table])]);
  return sum ?? {};
}

function compareSums(what: string, expected: { value: number }[], found: Record<string, unknown>): string[] {
  const value = expected.reduce((sum, each) => sum + each.value, 0);
  if (found.count === expected.length && found.value === value) return [];
  return [
    `The users know of ${expected.length} ${what} of ${value} cents, the database of ${found.count} of ${found.value}.`,
  ];
}

function differences(what: string, expected: Lines, found: Lines): string[] {
  const missing = [...expected.keys()].filter((key) => !found.has(key));
  const surplus = [...found.keys()].filter((key) => !expected.has(key));
  const wrong = [...expected].filter(([key, text]) => found.has(key) && found.get(key) !== text);
  return [
    ...missing.map((key) => `The ${what} ${key} was acknowledged and is not there.`),
    ...surplus.map((key) => `The ${what} ${key} is there, and no user knows of it.`),
    ...wrong.map(([key, text]) => `The ${what} ${key} is '${found.get(key)}' instead of '${text}'.`),
  ];
}
