import type { Rows } from "#lab/support/rows.ts";
import { type Baseline, type ComparedLines, differences, ofKind, readLines } from "./compare.ts";
import type { Write } from "./ledger.ts";

/* The audit of what the server has worked out: billing runs, payroll runs, exports and marked days. */

/** What the audit knows: the database, its state before the users began, and the writes that the database accepted. */
export type Evidence = { rows: Rows; baseline: Baseline; accepted: Write[] };

export async function checkBatches(evidence: Evidence): Promise<string[]> {
  return [
    ...(await checkBillingRuns(evidence)),
    ...(await checkBilledOnce(evidence)),
    ...(await checkPayrollRuns(evidence)),
    ...(await checkExports(evidence)),
    ...(await checkInvoices(evidence)),
    ...(await checkMarkings(evidence)),
  ];
}

/** Each run has the records, bills and sum that its dialog showed, in its own row and in its bills. */
async function checkBillingRuns({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const runs = ofKind(accepted, "horses billed", "shows billed");
  const expected: ComparedLines = new Map(
    runs.map(({ key, kind, records, rows: bills, total }) => {
      const [what] = kind.split(" ");
      return [key, `${bills} bills of ${total} for ${records} ${what}, in the run ${bills} of ${total}`];
    }),
  );
  const found = await readLines(
    rows,
    `select r.id, count(b.id) || ' bills of ' || coalesce(sum(b.value), 0) || ' for ' || count(distinct coalesce(b.show_id, b.horse_id))
      || ' ' || r.kind || ', in the run ' || r.bill_count || ' of ' || r.total as text
    from billing_runs r left join bill_items b on b.billing_run_id = r.id where r.rowid > ? group by r.id`,
    baseline.billing_runs,
  );
  return differences("billing run", expected, found);
}

/** A run bills a horse that was billed this month only if its admin ticked the horse. A show has one bill, and is marked billed. */
async function checkBilledOnce({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const optedIn = new Set(
    ofKind(accepted, "horses billed").flatMap((run) => run.optedIn.map((horse) => `${run.key} ${horse}`)),
  );
  const again = await rows(
    `select distinct billing_run_id || ' ' || horse_id as run_and_horse from bill_items b
    where rowid > ? and service_id = 'boarding' and billing_run_id is not null and exists (
      select 1 from bill_items e where e.horse_id = b.horse_id and e.service_id = 'boarding' and e.rowid < b.rowid
        and substr(e.date, 1, 7) = substr(b.date, 1, 7))`,
    [baseline.bill_items],
  );
  const twice = again.map((row) => String(row.run_and_horse)).filter((pair) => !optedIn.has(pair));
  const shows = await rows(
    `select id, billed, (select count(*) from bill_items where show_id = shows.id) as bills from shows
    where rowid > ? and billed <> bills`,
    [baseline.shows],
  );
  return [
    ...twice.map((pair) => {
      const [run, horse] = pair.split(" ");
      return `The billing run ${run} billed the horse ${horse} for a second time in a month, without a tick.`;
    }),
    ...shows.map(({ id, billed, bills }) => `The show ${id} has ${bills} bills, and billed is ${billed}.`),
  ];
}

/** Each run has the items and sum that its dialog showed, and no groom has two salaries of one week. */
async function checkPayrollRuns({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const expected: ComparedLines = new Map(
    ofKind(accepted, "payroll run").map(({ key, records, rows: items, total }) => [
      key,
      `${items} items of ${total} for ${records} grooms, in the run ${items} of ${total}`,
    ]),
  );
  const found = await readLines(
    rows,
    `select r.id, count(p.id) || ' items of ' || coalesce(sum(p.value), 0) || ' for ' || count(distinct p.groom_id)
      || ' grooms, in the run ' || r.item_count || ' of ' || r.total as text
    from payroll_runs r left join payroll p on p.payroll_run_id = r.id where r.rowid > ? group by r.id`,
    baseline.payroll_runs,
  );
  const twice = await rows(
    "select groom_id, week, count(*) as n from payroll where week is not null group by 1, 2 having n > 1",
  );
  return [
    ...differences("payroll run", expected, found),
    ...twice.map(({ groom_id, week, n }) => `The groom ${groom_id} has ${n} salaries of the week ${week}.`),
  ];
}

/**
 * Each export has the bills, invoices and sum that its dialog showed: in its own row, in its lines, and in the marks of the
 * bills, unless it was voided.
 */
async function checkExports({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const voided = new Set(ofKind(accepted, "export void").map(({ exportId }) => exportId));
  const expected: ComparedLines = new Map(
    ofKind(accepted, "export").map(({ key, bills, invoices, firstInvoice, total }) => {
      const content = `${bills} bills of ${total} in ${invoices} invoices from ${firstInvoice}`;
      const marked = voided.has(key) ? "0 bills marked, voided" : `${bills} bills marked`;
      return [key, `${content}, in its lines ${content}, ${marked}`];
    }),
  );
  const found = await readLines(
    rows,
    `select e.id, e.bill_count || ' bills of ' || e.total || ' in ' || e.invoice_count || ' invoices from ' || e.first_invoice
      || ', in its lines ' || count(l.position) || ' bills of ' || coalesce(sum(l.item_amount), 0) || ' in '
      || count(distinct l.invoice_number) || ' invoices from ' || coalesce(min(l.invoice_number), 0) || ', '
      || (select count(*) from bill_items where export_id = e.id) || ' bills marked' || iif(e.voided_at is null, '', ', voided') as text
    from exports e left join export_lines l on l.export_id = e.id where e.rowid > ? group by e.id`,
    baseline.exports,
  );
  return differences("export", expected, found);
}

/**
 * Each bill is in at most one export that is not voided, the one that it is marked with; each invoice number is used once, voided
 * exports included, and none is left out.
 */
async function checkInvoices({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const bills = await rows(
    `with standing as (select l.* from export_lines l join exports e on e.id = l.export_id where e.voided_at is null)
    select b.id, count(l.bill_item_id) as n from bill_items b left join standing l on l.bill_item_id = b.id
    group by b.id having n > 1 or max(l.export_id) is not b.export_id`,
  );
  const lines = await rows(
    "select count(*) as n from export_lines l join exports e on e.id = l.export_id where l.is_voided <> (e.voided_at is not null)",
  );
  const invoices = await rows(
    `select invoice_number as number from export_lines l join bill_items b on b.id = l.bill_item_id group by 1
    having count(distinct l.export_id || ' ' || b.horse_id || ' ' || coalesce(b.customer_id, '')) > 1`,
  );
  const given = ofKind(accepted, "export").reduce((count, each) => count + each.invoices, 0);
  const [settings] = await rows("select invoice_number as next from settings");
  const next = baseline.invoice_number + given;
  return [
    ...bills.map(
      ({ id, n }) =>
        `The bill ${id} is in ${n} lines of exports that are not voided, or in another export than it is marked with.`,
    ),
    ...(lines[0]?.n === 0 ? [] : [`${lines[0]?.n} lines of exports are not voided as their export is.`]),
    ...invoices.map(({ number }) => `The invoice number ${number} was given twice.`),
    ...(settings?.next === next ? [] : [`The next invoice number is ${settings?.next} instead of ${next}.`]),
  ];
}

/** Each marking has changed items of its day only. Each item is as its last marking says, or unpaid if it has none. */
async function checkMarkings({ rows, baseline, accepted }: Evidence): Promise<string[]> {
  const expected: ComparedLines = new Map(
    ofKind(accepted, "marking").map(({ key, date, paid }) => [key, `${date} ${paid ? 1 : 0}`]),
  );
  const markedBy = (actions: string) =>
    `activity a, json_each(a."after") item where a.action in (${actions}) and a.rowid > ?`;
  const found = await readLines(
    rows,
    `select a.id, group_concat(distinct item.value ->> 'date' || ' ' || (item.value ->> 'paid')) as text from ${markedBy("'mark date'")} group by a.id`,
    baseline.activity,
  );
  const marked = markedBy("'mark date', 'undo mark date', 'mark due', 'undo mark due'");
  const wrong = await rows(
    `with last as (select item.value ->> 'id' as id, item.value ->> 'paid' as paid, max(a.rowid) from ${marked} group by 1)
    select p.id, p.paid from payroll p left join last on last.id = p.id
    where (last.id is not null or p.rowid > ?) and p.paid <> coalesce(last.paid, 0)`,
    [baseline.activity, baseline.payroll],
  );
  return [
    ...differences("marking", expected, found),
    ...wrong.map(({ id, paid }) => `The payroll item ${id} has paid ${paid}, and its last marking says otherwise.`),
  ];
}
