import type { Evidence } from "./audit-batches.ts";
import { type ComparedLines, differences, ofKind, readLines } from "./compare.ts";
import type { Write } from "./ledger.ts";

/* The audit of what admins have put right: edits, voids and corrections of bills, voided exports, payments. */

export async function checkMending(evidence: Evidence): Promise<string[]> {
  return [
    ...checkVersions(evidence),
    ...(await checkCorrections(evidence)),
    ...(await checkCorrectedValues(evidence)),
    ...(await checkVoidings(evidence)),
    ...(await checkFollowers(evidence)),
    ...(await checkPayments(evidence)),
  ];
}

/** The bills of the service form with the quantity and the value of their last edit or correction. */
export function billsAsMended(accepted: Write[]) {
  const bills = new Map(ofKind(accepted, "bill").map((bill) => [bill.key, { ...bill }]));
  const mendings = ofKind(accepted, "bill edit", "correction").sort((a, b) => a.version - b.version);
  for (const { kind, key: _, billId, version: __, ...values } of mendings) {
    const bill = bills.get(billId);
    if (bill) Object.assign(bill, values);
  }
  return [...bills.values()];
}

/** No two edits or corrections of a bill have started from the same version: one of them would be lost. */
function checkVersions({ accepted }: Evidence): string[] {
  const versions = ofKind(accepted, "bill edit", "correction").map(({ billId, version }) => `${billId} ${version}`);
  return versions
    .filter((each, i) => versions.indexOf(each) !== i)
    .map((each) => `Two edits or corrections of bill ${each} were accepted for one version.`);
}

/** Each correction has made an entry, for the bill that it has corrected. */
async function checkCorrections({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const expected: ComparedLines = new Map(
    ofKind(accepted, "correction").map(({ key, billId }) => [key, `1 of ${billId}`]),
  );
  const select = `select correction_id as id, count(*) || ' of ' || group_concat(distinct bill_item_id) as text
    from corrections where rowid > ? group by correction_id`;
  return differences("correction", expected, await readLines(rows, select, baseline.corrections));
}

/**
 * The exported amount of a bill and its corrections are together its value; only exported bills have corrections that
 * were not undone.
 */
async function checkCorrectedValues({ rows }: Evidence): Promise<string[]> {
  const wrong = await rows(
    `select b.id, b.value, sum(c.amount) as corrected, (select l.item_amount from export_lines l where l.bill_item_id = b.id and not l.is_voided) as exported
    from bill_items b join corrections c on c.bill_item_id = b.id and c.deleted_at is null
    group by b.id having (exported + corrected is not b.value and b.export_id is not 'import') or b.corrected_at is null`,
  );
  return wrong.map(
    ({ id, value, corrected, exported }) =>
      `The bill ${id} is ${value}, but ${exported} in its file and ${corrected} in corrections.`,
  );
}

/**
 * Each voiding and restoring has changed its bills; each bill is as its last voiding or restoring says, and a voided
 * bill is in no file.
 */
async function checkVoidings({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const marked = `from activity a, json_each(a."after") bill where a.action in ('void bills', 'undo void bills')
    and bill.value ->> 'table' = 'bill_items' and a.rowid > ?`;
  const expected: ComparedLines = new Map([
    ...ofKind(accepted, "voiding").map(({ key, bills }): [string, string] => [key, `1 ${bills}`]),
    ...ofKind(accepted, "restoring").map(({ key, bills }): [string, string] => [key, `0 ${bills}`]),
  ]);
  const found = await readLines(
    rows,
    `select id, group_concat(distinct voided) || ' ' || group_concat(bill) as text from
      (select a.id, bill.value ->> 'voided_at' is not null as voided, bill.value ->> 'id' as bill ${marked} order by 1, 3) group by id`,
    baseline.activity,
  );
  const wrong = await rows(
    `with last as (select bill.value ->> 'id' as id, bill.value ->> 'voided_at' as voided_at, max(a.rowid) ${marked} group by 1)
    select b.id from bill_items b left join last on last.id = b.id where b.voided_at is not last.voided_at
      and (last.id is not null or b.rowid > ?)`,
    [baseline.activity, baseline.bill_items],
  );
  const exported = await rows(
    `select id from bill_items b where voided_at is not null and (deleted_at is null or export_id is not null
      or exists (select 1 from export_lines l where l.bill_item_id = b.id and not l.is_voided))`,
  );
  return [
    ...differences("voiding or restoring", expected, found),
    ...wrong.map(({ id }) => `The bill ${id} is not as its last voiding or restoring says.`),
    ...exported.map(({ id }) => `The bill ${id} is voided, and counts or is in a file.`),
  ];
}

/**
 * The payroll item of an edited bill has one of the bill's values, the last one if the item was never marked; it is
 * deleted with its bill.
 */
async function checkFollowers({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const values = new Map(ofKind(accepted, "bill").map(({ key, value }) => [key, [value]]));
  const edits = ofKind(accepted, "bill edit").sort((a, b) => a.version - b.version);
  for (const { billId, value } of edits) values.get(billId)?.push(value);
  const items = await rows(
    `select p.id, p.value, p.deleted_at is not null as deleted, b.voided_at is not null as voided, p.id in (select item.value ->> 'id'
      from activity a, json_each(a."after") item where a.action in ('mark date', 'undo mark date', 'mark due', 'undo mark due')) as marked
    from payroll p join bill_items b on b.id = p.bill_item_id where p.rowid > ?`,
    [baseline.payroll],
  );
  const isWrong = ({ id, value, deleted, voided, marked }: Record<string, unknown>) => {
    const known = values.get(String(id)) ?? [];
    const isKnown = marked ? known.includes(Number(value)) : known.at(-1) === value;
    return !isKnown || (marked ? deleted === 1 && voided === 0 : deleted !== voided);
  };
  return items.filter(isWrong).map(({ id }) => `The payroll item ${id} has not followed its bill.`);
}

/** Each 'Mark due payments as paid' has marked the items that its dialog showed. */
async function checkPayments({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const expected: ComparedLines = new Map(
    ofKind(accepted, "payment").map(({ key, items, total }) => [key, `${items} items of ${total}`]),
  );
  const found = await readLines(
    rows,
    `select a.id, count(*) || ' items of ' || sum(iif(item.value ->> 'paid', item.value ->> 'value', 0)) as text
    from activity a, json_each(a."after") item where a.action = 'mark due' and a.rowid > ? group by a.id`,
    baseline.activity,
  );
  return differences("payment", expected, found);
}
