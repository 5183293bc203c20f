import { afterAll, beforeAll, expect, test } from "vitest";
import { audit } from "#lab/soak/audit.ts";
import { checkBatches } from "#lab/soak/audit-batches.ts";
import { checkMending } from "#lab/soak/audit-mending.ts";
import { type Baseline, readBaseline } from "#lab/soak/compare.ts";
import { type Ledger, newLedger, type Write } from "#lab/soak/ledger.ts";
import { openDatabase } from "#tests/support/database.ts";

/* The audit of `npm run soak` finds what is wrong with edits, voids and corrections of bills, voided exports and payments. */

let database: Awaited<ReturnType<typeof openDatabase>>;
let baseline: Baseline;
let groomId: string;

const AT = "2026-11-21T12:00:00.000Z";
const [EDITED, VOIDED, RESTORED, CORRECTED] = ["soak-e", "soak-v", "soak-r", "soak-c"];
const [EDIT, VOIDING, UNDO, CORRECTION] = ["soak-1", "soak-2", "undo soak-2", "soak-3"];
const [EXPORT, WRONG_EXPORT, EXPORT_VOID, PAYMENT] = ["soak-4", "soak-5", "soak-6", "soak-7"];

/**
 * What the users know: a bill of $6.00 that was edited to $7.50 and whose item was marked paid, with Undo; two that were voided together, of
 * which one was restored; one that was in an export that was voided and in a new one, and is corrected from $5.00 to $6.50.
 */
function ledgerWith(more: Write[] = []): Ledger {
  const bill = { kind: "bill", quantity: 2, groomId: null } as const;
  const first = baseline.invoice_number;
  const exported = { kind: "export", bills: 1, invoices: 1, total: 500 } as const;
  const acknowledged: Write[] = [
    { ...bill, key: EDITED, value: 600, groomId },
    { ...bill, key: VOIDED, value: 100 },
    { ...bill, key: RESTORED, value: 200 },
    { ...bill, key: CORRECTED, value: 500 },
    { kind: "bill edit", key: EDIT, billId: EDITED, quantity: 3, value: 750, version: 2 },
    { kind: "voiding", key: VOIDING, bills: [RESTORED, VOIDED] },
    { kind: "restoring", key: UNDO, bills: [RESTORED] },
    { ...exported, key: WRONG_EXPORT, firstInvoice: first },
    { kind: "export void", key: EXPORT_VOID, exportId: WRONG_EXPORT },
    { ...exported, key: EXPORT, firstInvoice: first + 1 },
    { kind: "correction", key: CORRECTION, billId: CORRECTED, value: 650, version: 2 },
    { kind: "payment", key: PAYMENT, items: 1, total: 750 },
    { kind: "payment undone", key: `undo ${PAYMENT}` },
    ...more,
  ];
  return { ...newLedger(), acknowledged };
}

const insertActivity = (id: string, action = "soak", after: object[] = []) =>
  `insert into activity (id, at, actor, action, content, topics, before, after)
  values ('${id}', '${AT}', 'soak', '${action}', '{}', '[]', '[]', '${JSON.stringify(after)}')`;
const insertBill = (id: string, quantity: number, value: number, voidedAt = "null") =>
  `insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at, voided_at, deleted_at)
  select '${id}', id, 'training', '2026-11-21', ${quantity}, ${value}, 'florida', '${AT}', ${voidedAt}, ${voidedAt} from horses limit 1`;
const insertExport = (id: string, invoice: number, voidedAt = "null") =>
  `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total, voided_at)
  values ('${id}', '${AT}', '2026-11-21', 'soak', 'bill-value', ${invoice}, 1, 1, 500, ${voidedAt})`;
const insertLine = (exportId: string, bill: string, invoice: number, isVoided: 0 | 1) =>
  `insert into export_lines (export_id, position, bill_item_id, is_voided,
    invoice_number, invoice_date, due_date, terms, customer, service_date, item, item_description, item_quantity, item_rate, class, item_amount)
  values ('${exportId}', 1, '${bill}', ${isVoided}, ${invoice}, '2026-11-21', '2026-12-06', 'Net 15', 'Unknown', '2026-11-21',
    'Training', 'Training', 2, '2.50', 'FLORIDA', 500)`;
const insertCorrection = () =>
  `insert into corrections (id, correction_id, bill_item_id, date, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at)
  select '${CORRECTION}', '${CORRECTION}', id, date, horse_id, service_id, ${baseline.invoice_number + 1}, 150, 'Soak', 'soak', '${AT}', '${AT}'
  from bill_items where id = '${CORRECTED}'`;
const voided = (id: string, at: string | null = AT) => ({ table: "bill_items", id, voided_at: at });
const paid = { table: "payroll", id: EDITED, date: "2026-11-21", value: 750, paid: 1 };

/** Writes what the users know to the database. */
async function insertAll(): Promise<void> {
  const first = baseline.invoice_number;
  const statements = [
    insertBill(EDITED, 3, 750),
    `insert into payroll (id, groom_id, item, date, value, paid, bill_item_id, created_at, updated_at)
    values ('${EDITED}', '${groomId}', 'Soak', '2026-11-21', 750, 0, '${EDITED}', '${AT}', '${AT}')`,
    `update bill_items set groom_id = '${groomId}' where id = '${EDITED}'`,
    insertBill(VOIDED, 2, 100, `'${AT}'`),
    insertBill(RESTORED, 2, 200),
    insertBill(CORRECTED, 2, 650),
    insertExport(WRONG_EXPORT, first, `'${AT}'`),
    insertLine(WRONG_EXPORT, CORRECTED, first, 1),
    insertExport(EXPORT, first + 1),
    insertLine(EXPORT, CORRECTED, first + 1, 0),
    `update bill_items set export_id = '${EXPORT}', corrected_at = '${AT}' where id = '${CORRECTED}'`,
    insertCorrection(),
    "update settings set invoice_number = invoice_number + 2",
    insertActivity(VOIDING, "void bills", [voided(RESTORED), voided(VOIDED)]),
    insertActivity(UNDO, "undo void bills", [voided(RESTORED, null)]),
    insertActivity(PAYMENT, "mark due", [paid]),
    insertActivity(`undo ${PAYMENT}`, "undo mark due", [{ ...paid, paid: 0 }]),
    ...[EDITED, VOIDED, RESTORED, CORRECTED, EDIT, WRONG_EXPORT, EXPORT_VOID, EXPORT, CORRECTION].map((id) =>
      insertActivity(id),
    ),
  ];
  for (const sql of statements) await database.rows(sql);
}

beforeAll(async () => {
  database = await openDatabase();
  baseline = await readBaseline(database.rows);
  const [groom] = await database.rows("select id from grooms order by id limit 1");
  groomId = String(groom?.id);
  await insertAll();
});
afterAll(() => database.close());

/** The findings of all rules, which cost three times those of mending and batches. */
const allFindings = () => audit(database.rows, ledgerWith(), baseline);

async function findings({ acknowledged } = ledgerWith()): Promise<string[]> {
  const evidence = { rows: database.rows, baseline, accepted: acknowledged };
  return [...(await checkBatches(evidence)), ...(await checkMending(evidence))];
}

test("the audit finds nothing where the database has what the users know, and finds a lost edit", async () => {
  expect(await allFindings()).toEqual([]);
  await run(`update bill_items set quantity = 2, value = 600 where id = '${EDITED}'`);
  const found = await allFindings();
  await run(`update bill_items set quantity = 3, value = 750 where id = '${EDITED}'`);
  expect(found).toContain(`The bill ${EDITED} is '2 600 ${groomId}' instead of '3 750 ${groomId}'.`);
});

test("two edits that were accepted for one version are found", async () => {
  const again: Write = { kind: "bill edit", key: "soak-8", billId: EDITED, quantity: 3, value: 750, version: 2 };
  expect(await findings(ledgerWith([again]))).toContain(
    `Two edits or corrections of bill ${EDITED} 2 were accepted for one version.`,
  );
});

const after = (id: string, records: object[]) =>
  `update activity set "after" = '${JSON.stringify(records)}' where id = '${id}'`;
const IN_NO_FILE = "lines of exports that are not voided, or in another export than it is marked with.";

const SABOTAGE: [what: string, sql: string | (() => string), repair: string | (() => string), finding: string][] = [
  [
    "a payroll item with a value that its bill never had",
    `update payroll set value = 751 where id = '${EDITED}'`,
    `update payroll set value = 750 where id = '${EDITED}'`,
    `The payroll item ${EDITED} has not followed its bill.`,
  ],
  [
    "a payroll item that is deleted while its bill is pending",
    `update payroll set deleted_at = '${AT}' where id = '${EDITED}'`,
    `update payroll set deleted_at = null where id = '${EDITED}'`,
    `The payroll item ${EDITED} has not followed its bill.`,
  ],
  [
    "a lost voiding",
    `update bill_items set voided_at = null, deleted_at = null where id = '${VOIDED}'`,
    `update bill_items set voided_at = '${AT}', deleted_at = '${AT}' where id = '${VOIDED}'`,
    `The bill ${VOIDED} is not as its last voiding or restoring says.`,
  ],
  [
    "a lost Undo of a voiding",
    `update bill_items set voided_at = '${AT}', deleted_at = '${AT}' where id = '${RESTORED}'`,
    `update bill_items set voided_at = null, deleted_at = null where id = '${RESTORED}'`,
    `The bill ${RESTORED} is not as its last voiding or restoring says.`,
  ],
  [
    "a bill that nobody has voided",
    `update bill_items set voided_at = '${AT}', deleted_at = '${AT}' where id = '${EDITED}'`,
    `update bill_items set voided_at = null, deleted_at = null where id = '${EDITED}'`,
    `The bill ${EDITED} is not as its last voiding or restoring says.`,
  ],
  [
    "a voiding of other bills than were selected",
    after(VOIDING, [voided(VOIDED)]),
    after(VOIDING, [voided(RESTORED), voided(VOIDED)]),
    `The voiding or restoring ${VOIDING} is '1 ${VOIDED}' instead of '1 ${RESTORED},${VOIDED}'.`,
  ],
  [
    "a voided bill that is marked as exported",
    `update bill_items set export_id = '${EXPORT}' where id = '${VOIDED}'`,
    `update bill_items set export_id = null where id = '${VOIDED}'`,
    `The bill ${VOIDED} is voided, and counts or is in a file.`,
  ],
  [
    "a voided bill in a file",
    () => insertLine(EXPORT, VOIDED, baseline.invoice_number + 1, 0).replace("', 1, '", "', 2, '"),
    `delete from export_lines where bill_item_id = '${VOIDED}'`,
    `The bill ${VOIDED} is voided, and counts or is in a file.`,
  ],
  [
    "a correction of another bill",
    `update corrections set bill_item_id = '${EDITED}' where id = '${CORRECTION}'`,
    `update corrections set bill_item_id = '${CORRECTED}' where id = '${CORRECTION}'`,
    `The correction ${CORRECTION} is '1 of ${EDITED}' instead of '1 of ${CORRECTED}'.`,
  ],
  [
    "a correction that nobody has made",
    `update corrections set correction_id = 'soak-9' where id = '${CORRECTION}'`,
    `update corrections set correction_id = '${CORRECTION}' where id = '${CORRECTION}'`,
    "The correction soak-9 is there, and no user knows of it.",
  ],
  [
    "a bill whose file and corrections do not sum up to its value",
    `update corrections set amount = 149 where id = '${CORRECTION}'`,
    `update corrections set amount = 150 where id = '${CORRECTION}'`,
    `The bill ${CORRECTED} is 650, but 500 in its file and 149 in corrections.`,
  ],
  [
    "a correction whose bill lost its new value",
    `update bill_items set value = 500 where id = '${CORRECTED}'`,
    `update bill_items set value = 650 where id = '${CORRECTED}'`,
    `The bill ${CORRECTED} is 500, but 500 in its file and 150 in corrections.`,
  ],
  [
    "a lost voiding of an export",
    `update exports set voided_at = null where id = '${WRONG_EXPORT}'`,
    `update exports set voided_at = '${AT}' where id = '${WRONG_EXPORT}'`,
    "0 bills marked, voided'.",
  ],
  [
    "a bill in two files that are not voided",
    `update exports set voided_at = null where id = '${WRONG_EXPORT}'`,
    `update exports set voided_at = '${AT}' where id = '${WRONG_EXPORT}'`,
    `The bill ${CORRECTED} is in 2 ${IN_NO_FILE}`,
  ],
  [
    "a line of a voided export that is not marked",
    `update export_lines set is_voided = not is_voided where bill_item_id = '${CORRECTED}' and export_id = '${EXPORT}'`,
    `update export_lines set is_voided = not is_voided where bill_item_id = '${CORRECTED}' and export_id = '${EXPORT}'`,
    "1 lines of exports are not voided as their export is.",
  ],
  [
    "a bill that a voided export still holds",
    `update bill_items set export_id = '${WRONG_EXPORT}' where id = '${RESTORED}'`,
    `update bill_items set export_id = null where id = '${RESTORED}'`,
    `The bill ${RESTORED} is in 0 ${IN_NO_FILE}`,
  ],
  [
    "an invoice number of a voided export that was given again",
    `update export_lines set invoice_number = invoice_number - 1 where export_id = '${EXPORT}'`,
    `update export_lines set invoice_number = invoice_number + 1 where export_id = '${EXPORT}'`,
    "was given twice.",
  ],
  [
    "a payment of other items than its dialog showed",
    after(PAYMENT, [{ ...paid, value: 749 }]),
    after(PAYMENT, [paid]),
    `The payment ${PAYMENT} is '1 items of 749' instead of '1 items of 750'.`,
  ],
  [
    "a lost Undo of a payment",
    `update payroll set paid = 1 where id = '${EDITED}'`,
    `update payroll set paid = 0 where id = '${EDITED}'`,
    `The payroll item ${EDITED} has paid 1, and its last marking says otherwise.`,
  ],
];

test.each(SABOTAGE)("the audit finds %s", async (_, sabotage, repair, finding) => {
  await run(sabotage);
  const found = await findings();
  await run(repair);
  expect(found).toContainEqual(expect.stringContaining(finding));
});

test("after these repairs the audit finds nothing", async () => {
  expect(await allFindings()).toEqual([]);
});

const run = (sql: string | (() => string)) => database.rows(typeof sql === "string" ? sql : sql());
