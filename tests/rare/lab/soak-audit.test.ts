import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "#lab/soak/audit.ts";
import { type Baseline, readBaseline } from "#lab/soak/compare.ts";
import { type Ledger, newLedger, type Write } from "#lab/soak/ledger.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* The audit of `npm run soak` finds each kind of loss. */

let database: Awaited<ReturnType<typeof openDatabase>>;
let baseline: Baseline;
let groomId: string;

const AT = "2026-11-21T12:00:00.000Z";
const MONDAY = "2026-11-16";
/** Of the day of the marked item only. */
const DAY = "2026-11-20";

const [BILL, ITEM, CUSTOMER, RENAME, HORSE, SHOW] = [..."bicrhs"].map((letter) => `soak-${letter}`) as Six;
const [RUN, SHOW_RUN, AGAIN, PAYROLL_RUN, EXPORT, MARKING] = [..."123456"].map((n) => `soak-${n}`) as Six;
type Six = [string, string, string, string, string, string];

const SET = JSON.stringify({ id: SHOW, quantity: 3 });
const command: Write = {
  ...{ kind: "row command", key: "soak-command", showId: SHOW, action: "set quantity of show", payload: SET },
  ...{ quantity: 3, posts: 2 },
};
const batch = { records: 1, rows: 1, optedIn: [] };

/**
 * What the users know: entries, of which an item is marked as paid; a horse billed $1.00, and once more by a tick; a show billed
 * $2.00; a salary of $5.00; an export of the bill of the entry.
 */
function ledgerWith(changes: Partial<Ledger> = {}): Ledger {
  const acknowledged: Write[] = [
    { kind: "bill", key: BILL, quantity: 2, value: 600, groomId },
    { kind: "payroll item", key: ITEM, groomId, value: 750 },
    { kind: "customer", key: CUSTOMER, name: "Soak" },
    { kind: "rename", key: RENAME, customerId: CUSTOMER, name: "Renamed", version: 2 },
    { kind: "horse", key: HORSE, name: "Soak" },
    { kind: "show", key: SHOW, quantity: 1 },
    command,
    { ...batch, kind: "horses billed", key: RUN, total: 100 },
    { ...batch, kind: "horses billed", key: AGAIN, total: 100, optedIn: [HORSE] },
    { ...batch, kind: "shows billed", key: SHOW_RUN, total: 200 },
    { ...batch, kind: "payroll run", key: PAYROLL_RUN, total: 500 },
    { kind: "export", key: EXPORT, bills: 1, invoices: 1, firstInvoice: baseline.invoice_number, total: 600 },
    { kind: "marking", key: MARKING, date: DAY, paid: true },
  ];
  return { ...newLedger(), acknowledged, ...changes };
}

const KEYS = [BILL, ITEM, CUSTOMER, RENAME, HORSE, SHOW, RUN, AGAIN, SHOW_RUN, PAYROLL_RUN, EXPORT];
const insertActivity = `insert into activity (id, at, actor, action, content, topics, before, after)
  select value, '${AT}', 'soak', 'soak', '{}', '[]', '[]', '[]' from json_each('${JSON.stringify(KEYS)}')
  where true on conflict do nothing`;
const insertCommand = `insert into activity (id, at, actor, action, content, topics, before, after)
  values ('soak-set', '${AT}', 'soak', 'set quantity of show', '${SET}', '[]', '[]', '[]')`;
const markedItems = JSON.stringify([{ id: ITEM, date: DAY, paid: 1 }]);
const insertMarking = `insert into activity (id, at, actor, action, content, topics, before, after)
  values ('${MARKING}', '${AT}', 'soak', 'mark date', '{}', '[]', '[]', '${markedItems}')`;
const insertItem = `insert into payroll (id, groom_id, item, date, value, paid, created_at, updated_at)
  select '${ITEM}', id, 'Soak', '${DAY}', 750, 1, '${AT}', '${AT}' from grooms order by seq limit 1`;
const insertSalary = (
  id: string,
) => `insert into payroll (id, groom_id, item, date, week, value, payroll_run_id, created_at, updated_at)
  select '${id}', id, 'Weekly Salary', '${MONDAY}', '2099-01-05', 500, '${PAYROLL_RUN}', '${AT}', '${AT}' from grooms order by seq limit 1`;
const insertBill = (id: string, run: string, show = "null") => `insert into bill_items
  (id, horse_id, service_id, show_id, billing_run_id, date, quantity, value, location, created_at) values ('${id}', '${HORSE}',
    ${show === "null" ? "'boarding'" : "'training'"}, ${show}, '${run}', '2026-11-21', 1, ${show === "null" ? 100 : 200}, 'florida', '${AT}')`;
const insertLine = (
  position: number,
  bill: string,
  invoice = 0,
) => `insert into export_lines (export_id, position, bill_item_id,
    invoice_number, invoice_date, due_date, terms, customer, service_date, item, item_description, item_quantity, item_rate, class, item_amount)
  values ('${EXPORT}', ${position}, '${bill}', ${baseline.invoice_number + invoice}, '2026-11-21', '2026-12-06', 'Net 15', 'Unknown', '2026-11-21',
    'Training', 'Training', 2, '3.00', 'FLORIDA', 600)`;

/** Writes what the users know to the database. */
async function insertAll(): Promise<void> {
  const { rows } = database;
  await rows(`insert into bill_items (id, horse_id, service_id, groom_id, date, quantity, value, location, comments, created_at)
    select '${BILL}', h.id, s.id, '${groomId}', '2026-11-21', 2, 600, 'florida', 'soaked', '${AT}' from horses h, services s limit 1`);
  await rows(`insert into payroll (id, groom_id, item, date, value, bill_item_id, created_at, updated_at)
    values ('${BILL}', '${groomId}', 'Soak', '2026-11-21', 600, '${BILL}', '${AT}', '${AT}')`);
  await rows(insertItem);
  await rows(`insert into customers (id, name, emails, riders, version, created_at, updated_at)
    values ('${CUSTOMER}', 'Renamed', '[]', '[]', 2, '${AT}', '${AT}')`);
  await rows(`insert into horses (id, name, check_in_date, created_at, updated_at)
    values ('${HORSE}', 'Soak', '2026-11-21', '${AT}', '${AT}')`);
  await rows(`insert into shows (id, name, date, horse_id, service_id, quantity, billed, created_at, updated_at)
    values ('${SHOW}', 'Soak', '2026-11-21', '${HORSE}', 'training', 3, 1, '${AT}', '${AT}')`);
  for (const [id, kind, total] of [
    [RUN, "horses", 100],
    [AGAIN, "horses", 100],
    [SHOW_RUN, "shows", 200],
  ])
    await rows(
      `insert into billing_runs (id, kind, at, actor, bill_count, total) values ('${id}', '${kind}', '${AT}', 'soak', 1, ${total})`,
    );
  await rows(insertBill("soak-boarding", RUN));
  await rows(insertBill("soak-boarding-again", AGAIN));
  await rows(insertBill("soak-show-bill", SHOW_RUN, `'${SHOW}'`));
  await rows(
    `insert into payroll_runs (id, at, actor, item_count, total) values ('${PAYROLL_RUN}', '${AT}', 'soak', 1, 500)`,
  );
  await rows(insertSalary("soak-salary"));
  await rows(`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values ('${EXPORT}', '${AT}', '2026-11-21', 'soak', 'bill-value', ${baseline.invoice_number}, 1, 1, 600)`);
  await rows(insertLine(1, BILL));
  await rows(`update bill_items set export_id = '${EXPORT}' where id = '${BILL}'`);
  await rows("update settings set invoice_number = invoice_number + 1");
  for (const insert of [insertActivity, insertCommand, insertMarking]) await rows(insert);
}

beforeAll(async () => {
  database = await openDatabase();
  baseline = await readBaseline(database.rows);
  const [groom] = await database.rows("select id from grooms order by seq limit 1");
  groomId = String(groom?.id);
  await insertAll();
});
afterAll(() => database.close());

const findings = (ledger = ledgerWith()) => audit(database.rows, ledger, baseline);

test("the audit finds nothing where the database has what the users know", async () => {
  expect(await findings()).toEqual([]);
});

test("a write without an answer may be there or not", async () => {
  const [bill, ...others] = ledgerWith().acknowledged as [Write, ...Write[]];
  const never: Write = { kind: "customer", key: "soak-never", name: "Never" };
  expect(await findings(ledgerWith({ acknowledged: others, unknown: [bill, never] }))).toEqual([]);
});

test("an acknowledged write that is not there, and a row that no user knows of, are found", async () => {
  const lost: Write = { kind: "bill", key: "soak-lost", quantity: 1, value: 100, groomId: null };
  expect(await findings(ledgerWith({ acknowledged: [...ledgerWith().acknowledged, lost] }))).toEqual([
    "The activity row soak-lost was acknowledged and is not there.",
    "The bill soak-lost was acknowledged and is not there.",
    "The users know of 2 bills of 700 cents, the database of 1 of 600.",
  ]);
  const known = ledgerWith().acknowledged.filter(({ key }) => key !== ITEM);
  expect(await findings(ledgerWith({ acknowledged: known }))).toEqual([
    `The activity row ${ITEM} is there, and no user knows of it.`,
    `The payroll item ${ITEM} is there, and no user knows of it.`,
    "The users know of 1 payroll items of 600 cents, the database of 2 of 1350.",
  ]);
});

type Statements = string | (() => string[]);

const SABOTAGE: [what: string, sql: Statements, repair: Statements, finding: string][] = [
  [
    "a lost row",
    `delete from payroll where id = '${ITEM}'`,
    insertItem,
    `The payroll item ${ITEM} was acknowledged and is not there.`,
  ],
  [
    "a wrong amount",
    `update bill_items set value = 601 where id = '${BILL}'`,
    `update bill_items set value = 600 where id = '${BILL}'`,
    "The users know of 1 bills of 600 cents, the database of 1 of 601.",
  ],
  [
    "a lost rename",
    `update customers set name = 'Soak', version = 1 where id = '${CUSTOMER}'`,
    `update customers set name = 'Renamed', version = 2 where id = '${CUSTOMER}'`,
    `The customer ${CUSTOMER} is '1 Soak' instead of '2 Renamed'.`,
  ],
  [
    "a lost activity row",
    `delete from activity where id = '${RENAME}'`,
    insertActivity,
    `The activity row ${RENAME} was acknowledged and is not there.`,
  ],
  [
    "a wrong text of a search",
    `update shows set search_text = 'wrong' where id = '${SHOW}'`,
    `update shows set name = name where id = '${SHOW}'`,
    "has 'wrong' instead of 'Soak",
  ],
  [
    "a bill that a search does not find",
    `insert into bill_items_search (bill_items_search, rowid, search_text) select 'delete', seq, search_text from bill_items where id = '${BILL}'`,
    `insert into bill_items_search (rowid, search_text) select seq, search_text from bill_items where id = '${BILL}'`,
    "bill_items_search differs from the search texts of its rows.",
  ],
  [
    "a horse with another name",
    `update horses set name = 'Other' where id = '${HORSE}'`,
    `update horses set name = 'Soak' where id = '${HORSE}'`,
    `The horse ${HORSE} is 'Other' instead of 'Soak'.`,
  ],
  [
    "a field that is not as its row says",
    `update shows set quantity = 1 where id = '${SHOW}'`,
    `update shows set quantity = 3 where id = '${SHOW}'`,
    `The show ${SHOW} is '1 0' instead of '3 0'.`,
  ],
  [
    "a deletion that nobody has asked for",
    `update shows set deleted_at = '${AT}' where id = '${SHOW}'`,
    `update shows set deleted_at = null where id = '${SHOW}'`,
    `The show ${SHOW} is '3 1' instead of '3 0'.`,
  ],
  [
    "a command on a row without its activity row",
    "delete from activity where id = 'soak-set'",
    insertCommand,
    `'set quantity of show ${SET}' has 0 activity rows instead of 1 to 2.`,
  ],
  [
    "more activity rows than there were commands",
    () => ["-a", "-b"].map((each) => insertCommand.replace("'soak-set'", `'soak-set${each}'`)),
    "delete from activity where id in ('soak-set-a', 'soak-set-b')",
    `'set quantity of show ${SET}' has 3 activity rows instead of 1 to 2.`,
  ],
  [
    "a bill that a billing run has lost",
    "delete from bill_items where id = 'soak-boarding-again'",
    insertBill("soak-boarding-again", AGAIN),
    `The billing run ${AGAIN} is '0 bills of 0 for 0 horses, in the run 1 of 100' instead of '1 bills of 100 for 1 horses, in the run 1 of 100'.`,
  ],
  [
    "a billing run of another sum than its dialog showed",
    `update billing_runs set total = 101 where id = '${SHOW_RUN}'`,
    `update billing_runs set total = 200 where id = '${SHOW_RUN}'`,
    `The billing run ${SHOW_RUN} is '1 bills of 200 for 1 shows, in the run 1 of 101' instead of '1 bills of 200 for 1 shows, in the run 1 of 200'.`,
  ],
  [
    "a horse that two runs billed in a month",
    `update bill_items set billing_run_id = case id when 'soak-boarding' then '${AGAIN}' else '${RUN}' end where billing_run_id in ('${RUN}', '${AGAIN}')`,
    `update bill_items set billing_run_id = case id when 'soak-boarding' then '${RUN}' else '${AGAIN}' end where billing_run_id in ('${RUN}', '${AGAIN}')`,
    `The billing run ${RUN} billed the horse ${HORSE} for a second time in a month, without a tick.`,
  ],
  [
    "a show with a bill that is not marked billed",
    `update shows set billed = 0 where id = '${SHOW}'`,
    `update shows set billed = 1 where id = '${SHOW}'`,
    `The show ${SHOW} has 1 bills, and billed is 0.`,
  ],
  [
    "a salary that a payroll run has lost",
    "delete from payroll where id = 'soak-salary'",
    insertSalary("soak-salary"),
    `The payroll run ${PAYROLL_RUN} is '0 items of 0 for 0 grooms, in the run 1 of 500' instead of '1 items of 500 for 1 grooms, in the run 1 of 500'.`,
  ],
  [
    "two salaries of a groom for a week",
    () => ["drop index payroll_once_a_week", insertSalary("soak-salary-again")],
    () => [
      "delete from payroll where id = 'soak-salary-again'",
      "create unique index payroll_once_a_week on payroll (groom_id, week) where week is not null",
    ],
    "has 2 salaries of the week 2099-01-05.",
  ],
  [
    "an export of other bills than its dialog showed",
    `update export_lines set item_amount = 599 where export_id = '${EXPORT}'`,
    `update export_lines set item_amount = 600 where export_id = '${EXPORT}'`,
    "in its lines 1 bills of 599 in 1 invoices",
  ],
  [
    "a bill in two exports",
    () => ["drop index export_lines_once_a_bill", insertLine(2, BILL)],
    () => [
      `delete from export_lines where export_id = '${EXPORT}' and position = 2`,
      "create unique index export_lines_once_a_bill on export_lines (bill_item_id) where is_voided = 0",
    ],
    `The bill ${BILL} is in 2 lines of exports that are not voided, or in another export than it is marked with.`,
  ],
  [
    "an exported bill that is still pending",
    `update bill_items set export_id = null where id = '${BILL}'`,
    `update bill_items set export_id = '${EXPORT}' where id = '${BILL}'`,
    `The bill ${BILL} is in 1 lines of exports that are not voided, or in another export than it is marked with.`,
  ],
  [
    "an invoice number that was given twice",
    () => [insertLine(2, "soak-boarding")],
    `delete from export_lines where export_id = '${EXPORT}' and position = 2`,
    "was given twice.",
  ],
  [
    "an invoice number that will be given twice",
    "update settings set invoice_number = invoice_number - 1",
    "update settings set invoice_number = invoice_number + 1",
    "The next invoice number is",
  ],
  [
    "a marking of another day",
    `update activity set "after" = replace("after", '${DAY}', '2026-11-19') where id = '${MARKING}'`,
    `update activity set "after" = '${markedItems}' where id = '${MARKING}'`,
    `The marking ${MARKING} is '2026-11-19 1' instead of '${DAY} 1'.`,
  ],
  [
    "an item that lost its marking",
    `update payroll set paid = 0 where id = '${ITEM}'`,
    `update payroll set paid = 1 where id = '${ITEM}'`,
    `The payroll item ${ITEM} has paid 0, and its last marking says otherwise.`,
  ],
  [
    "a total that is not that of the rows",
    "update totals set current_sum = current_sum + 1 where list = 'payroll'",
    "update totals set current_sum = current_sum - 1 where list = 'payroll'",
    "The totals of payroll are not those of its rows.",
  ],
];

/** Each round does a fourth of the sabotage before one audit, since an audit costs some fifty queries. */
const ROUNDS = [0, 1, 2, 3].map((round) => SABOTAGE.filter((_, i) => i % 4 === round));

test.each(ROUNDS.map((round) => [round.map(([what]) => what).join(", "), round] as const))(
  "the audit finds each of %s",
  async (_, round) => {
    for (const [, sabotage] of round) await run(sabotage);
    const found = await findings();
    for (const [, , repair] of round.toReversed()) await run(repair);
    for (const [what, , , finding] of round) expect(found, what).toContainEqual(expect.stringContaining(finding));
  },
);

test("after these repairs the audit finds nothing", async () => {
  expect(await findings()).toEqual([]);
});

async function run(statements: Statements): Promise<void> {
  for (const sql of typeof statements === "string" ? [statements] : statements()) await database.rows(sql);
}
