import { findStale } from "#lab/support/derived.ts";
import type { Rows } from "#lab/support/rows.ts";
import { checkBatches, type Evidence } from "./audit-batches.ts";
import { billsAsMended, checkMending } from "./audit-mending.ts";
import { type Baseline, type ComparedLines, differences, ofKind, readLines } from "./compare.ts";
import type { Ledger, LedgerCommand } from "./ledger.ts";

/** Compares the database with what the users know of it. Returns a sentence for each difference; none if all is well. */
export async function audit(rows: Rows, ledger: Ledger, baseline: Baseline): Promise<string[]> {
  const select = "select id, action || ' ' || content as text from activity where rowid > ?";
  const logged = await readLines(rows, select, baseline.activity);
  // A write without an answer counts if the database has it.
  const accepted = [...ledger.acknowledged, ...ledger.unknown.filter(({ key }) => logged.has(key))];
  const evidence = { rows, baseline, accepted };
  return [
    ...(await checkIntegrity(rows)),
    ...(await findStale(rows)),
    ...checkActivity(logged, evidence, ledger),
    ...(await checkBills(evidence)),
    ...(await checkPayroll(evidence)),
    ...(await checkCustomers(evidence)),
    ...(await checkHorses(evidence)),
    ...(await checkShows(evidence, ledger)),
    ...(await checkBatches(evidence)),
    ...(await checkMending(evidence)),
  ];
}

async function checkIntegrity(rows: Rows): Promise<string[]> {
  const integrity = await rows("select integrity_check as problem from pragma_integrity_check");
  const dangling = await rows("select \"table\" || ' ' || rowid as problem from pragma_foreign_key_check");
  const problems = [...integrity, ...dangling].map(({ problem }) => String(problem));
  // A sound database has the one line 'ok'.
  return problems.length === 1 && problems[0] === "ok" ? [] : [`The database is damaged: ${problems.join(", ")}.`];
}

const textOf = ({ action, payload }: LedgerCommand) => `${action} ${payload}`;

/** One activity row for each accepted write; for a command on a row, one for each post that the database accepted. */
function checkActivity(logged: ComparedLines, { accepted }: Evidence, ledger: Ledger): string[] {
  const acknowledged = ofKind(ledger.acknowledged, "row command");
  const commands = [...acknowledged, ...ofKind(ledger.unknown, "row command")];
  const texts = new Set(commands.map(textOf));
  const keys = accepted.filter(({ kind }) => kind !== "row command").map(({ key }): [string, string] => [key, "1"]);
  const keyed = [...logged].filter(([, text]) => !texts.has(text)).map(([key]): [string, string] => [key, "1"]);
  const counts = [...texts].map((text) => {
    const isOf = (command: LedgerCommand) => textOf(command) === text;
    const most = commands.filter(isOf).reduce((sum, { posts }) => sum + posts, 0);
    const found = [...logged.values()].filter((each) => each === text).length;
    return { text, rows: found, least: acknowledged.filter(isOf).length, most };
  });
  return [
    ...differences("activity row", new Map(keys), new Map(keyed)),
    ...counts
      .filter(({ rows, least, most }) => rows < least || rows > most)
      .map(({ text, rows, least, most }) => `'${text}' has ${rows} activity rows instead of ${least} to ${most}.`),
  ];
}

/** The bills of the service form, as they were edited and corrected last. Those of batches belong to a run. */
async function checkBills({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const bills = billsAsMended(accepted);
  const expected = new Map(
    bills.map(({ key, quantity, value, groomId }) => [key, `${quantity} ${value} ${groomId ?? "-"}`]),
  );
  const entered = "from bill_items where rowid > ? and billing_run_id is null";
  const select = `select id, quantity || ' ' || value || ' ' || coalesce(groom_id, '-') as text ${entered}`;
  const found = await readLines(rows, select, baseline.bill_items);
  const sum = await sumOf(rows, entered, baseline.bill_items);
  return [...differences("bill", expected, found), ...compareSums("bills", bills, sum)];
}

/** An item of each payroll form, and of each bill with a groom that was not edited. Those of payroll runs belong to a run. */
async function checkPayroll({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const entered = ofKind(accepted, "payroll item").map((item) => ({ ...item, billId: "-" }));
  const edited = new Set(ofKind(accepted, "bill edit").map(({ billId }) => billId));
  const bills = ofKind(accepted, "bill").filter(({ key }) => !edited.has(key));
  const earned = bills.flatMap((bill) => (bill.groomId ? [{ ...bill, billId: bill.key }] : []));
  const items = [...entered, ...earned];
  const expected = new Map(items.map(({ key, groomId, value, billId }) => [key, `${groomId} ${value} ${billId}`]));
  const ids = JSON.stringify([...edited]);
  const ofForms = `from payroll where rowid > ? and payroll_run_id is null and id not in (select value from json_each('${ids}'))`;
  const select = `select id, groom_id || ' ' || value || ' ' || coalesce(bill_item_id, '-') as text ${ofForms}`;
  const found = await readLines(rows, select, baseline.payroll);
  const sum = await sumOf(rows, ofForms, baseline.payroll);
  return [...differences("payroll item", expected, found), ...compareSums("payroll items", items, sum)];
}

/** Each customer has the name of its last rename, and a version for each. */
async function checkCustomers({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const expected: ComparedLines = new Map(ofKind(accepted, "customer").map(({ key, name }) => [key, `1 ${name}`]));
  const renames = ofKind(accepted, "rename").sort((a, b) => a.version - b.version);
  for (const { customerId, name, version } of renames) expected.set(customerId, `${version} ${name}`);
  const select = "select id, version || ' ' || name as text from customers where rowid > ?";
  const found = await readLines(rows, select, baseline.customers);
  const versions = renames.map(({ customerId, version }) => `${customerId} ${version}`);
  const twice = versions.filter((each, i) => versions.indexOf(each) !== i);
  return [
    ...differences("customer", expected, found),
    ...twice.map((each) => `Two renames of customer ${each} were accepted for one version.`),
  ];
}

async function checkHorses({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const expected = new Map(ofKind(accepted, "horse").map(({ key, name }) => [key, name]));
  const found = await readLines(rows, "select id, name as text from horses where rowid > ?", baseline.horses);
  return differences("horse", expected, found);
}

/** Each show is as the last command of its user left it. A command without an answer may have changed it or not. */
async function checkShows({ rows, baseline, accepted }: Evidence, ledger: Ledger): Promise<string[]> {
  const shows = new Map(ofKind(accepted, "show").map(({ key, quantity }) => [key, { quantity, isDeleted: false }]));
  for (const write of ledger.acknowledged) {
    const show = "showId" in write && shows.get(write.showId);
    if (!show) continue;
    if (write.kind === "show restored") show.isDeleted = false;
    else Object.assign(show, write.quantity && { quantity: write.quantity }, write.isDeleted && { isDeleted: true });
  }
  const expected: ComparedLines = new Map(
    [...shows].map(([id, show]) => [id, `${show.quantity} ${show.isDeleted ? 1 : 0}`]),
  );
  const select = "select id, quantity || ' ' || (deleted_at is not null) as text from shows where rowid > ?";
  const found = await readLines(rows, select, baseline.shows);
  for (const write of ledger.unknown) {
    if (!("showId" in write)) continue;
    expected.delete(write.showId);
    found.delete(write.showId);
  }
  return differences("show", expected, found);
}

async function sumOf(rows: Rows, from: string, last: number): Promise<Record<string, unknown>> {
  const [sum] = await rows(`select count(*) as count, coalesce(sum(value), 0) as value ${from}`, [last]);
  return sum ?? {};
}

function compareSums(what: string, expected: { value: number }[], found: Record<string, unknown>): string[] {
  const value = expected.reduce((sum, each) => sum + each.value, 0);
  if (found.count === expected.length && found.value === value) return [];
  return [
    `The users know of ${expected.length} ${what} of ${value} cents, the database of ${found.count} of ${found.value}.`,
  ];
}
