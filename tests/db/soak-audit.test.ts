import { afterAll, beforeAll, expect, test } from "vitest";
import { audit, type Baseline, readBaseline } from "#tests/soak/audit.ts";
import { type Ledger, newLedger, type Write } from "#tests/soak/ledger.ts";
import { openDatabase } from "#tests/support/database.ts";

/* The audit of `npm run soak` finds each kind of loss. */

let database: Awaited<ReturnType<typeof openDatabase>>;
let baseline: Baseline;
let groomId: string;

const [BILL, ITEM, CUSTOMER, RENAME] = ["b", "i", "c", "r"].map((letter) => `soak-${letter}`) as [
  string,
  string,
  string,
  string,
];
const AT = "2026-11-21T12:00:00.000Z";

/** What the users know: a bill of $6.00 for two with the groom's share, a payroll item, a customer and its new name. */
function ledgerWith(changes: Partial<Ledger> = {}): Ledger {
  const acknowledged: Write[] = [
    { kind: "bill", key: BILL, quantity: 2, value: 600, groomId },
    { kind: "payroll item", key: ITEM, groomId, value: 750 },
    { kind: "customer", key: CUSTOMER, name: "Soak" },
    { kind: "rename", key: RENAME, customerId: CUSTOMER, name: "Renamed", version: 2 },
  ];
  return { ...newLedger(), acknowledged, ...changes };
}

const insertActivity = `insert into activity (id, at, actor, action, content, topics, before, after)
  select value, '${AT}', 'soak', 'soak', '{}', '[]', '[]', '[]' from json_each('${JSON.stringify([BILL, ITEM, CUSTOMER, RENAME])}')
  where true on conflict do nothing`;
const insertItem = `insert into payroll (id, groom_id, item, date, value, created_at, updated_at)
  select '${ITEM}', id, 'Soak', '2026-11-21', 750, '${AT}', '${AT}' from grooms order by id limit 1`;

beforeAll(async () => {
  database = await openDatabase();
  baseline = await readBaseline(database.rows);
  const [groom] = await database.rows("select id from grooms order by id limit 1");
  groomId = String(groom?.id);
  await database.rows(`insert into bill_items (id, horse_id, service_id, groom_id, date, quantity, value, location, comments, created_at)
    select '${BILL}', h.id, s.id, '${groomId}', '2026-11-21', 2, 600, 'florida', 'soaked', '${AT}' from horses h, services s limit 1`);
  await database.rows(`insert into payroll (id, groom_id, item, date, value, bill_item_id, created_at, updated_at)
    values ('${BILL}', '${groomId}', 'Soak', '2026-11-21', 600, '${BILL}', '${AT}', '${AT}')`);
  await database.rows(insertItem);
  await database.rows(`insert into customers (id, name, emails, riders, version, created_at, updated_at)
    values ('${CUSTOMER}', 'Renamed', '[]', '[]', 2, '${AT}', '${AT}')`);
  await database.rows(insertActivity);
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

const SABOTAGE: [what: string, sql: string, repair: string, finding: string][] = [
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
    `update customers_search set text = 'Wrong' where rowid = (select seq from customers where id = '${CUSTOMER}')`,
    `update customers set version = version where id = '${CUSTOMER}'`,
    "customers_search lacks the text of 1 rows.",
  ],
  [
    "a comment that a search does not find",
    `delete from bill_comments_search where rowid = (select seq from bill_items where id = '${BILL}')`,
    `update bill_items set comments = comments where id = '${BILL}'`,
    "bill_comments_search lacks the text of 1 rows.",
  ],
];

test.each(SABOTAGE)("the audit finds %s", async (_, sql, repair, finding) => {
  await database.rows(sql);
  const found = await findings();
  await database.rows(repair);
  expect(found).toContain(finding);
  expect(await findings()).toEqual([]);
});
