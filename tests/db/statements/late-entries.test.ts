import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lateNoteOf, statementOf, sumsOf } from "#app/domain/statements/statement.ts";
import { customerStatement } from "#db/queries/statements/customer-statement.ts";
import { lateEntries } from "#db/queries/statements/late-entries.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* Entries for October that came after the customer saw its statement (docs/product.md, 'Late entries'). */

const TODAY = "2026-12-02";
let database: Awaited<ReturnType<typeof openDatabase>>;
let ids: Awaited<ReturnType<typeof addSharedLink>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** A customer with one bill of $123.45 on 10/12, and a live link to October that was opened on 11/02. */
beforeEach(async () => {
  await database.rows("delete from statement_links");
  ids = await addSharedLink(database.rows);
  await database.rows("update bill_items set created_at = '2026-10-12T12:00:00.000Z' where id = ?", [ids.billId]);
  await database.rows("update statement_links set last_opened_at = '2026-11-02T12:00:00.000Z' where id = ?", [ids.id]);
});

const enter = (date: string, at: string, value: number) =>
  database.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, location, quantity, value, date, created_at)
      select ?, customer_id, horse_id, service_id, location, 1, ?, ?, ? from bill_items where id = ?`,
    [`late ${crypto.randomUUID()}`, value, date, at, ids.billId],
  );
const share = (first: string, last: string, at: string, frozen: string | null) =>
  database.rows(
    `insert into statement_links (id, token_hash, customer_id, first, last, ends_on, digest, actor, created_at, frozen)
      values (?, ?, ?, ?, ?, '2100-12-31', ?, 'alex@hayloft.example', ?, nullif(?, 'live'))`,
    [
      crypto.randomUUID(),
      crypto.randomUUID().replaceAll("-", "").repeat(2),
      ids.customerId,
      first,
      last,
      "0".repeat(64),
      at,
      frozen ?? "live",
    ],
  );

/** The late amounts on the statement of a month, and what the Overview says. */
async function late(month = "2026-11") {
  const [[found], overview] = await Promise.all([
    database.connect().read(customerStatement(ids.customerId, { first: `${month}-01`, last: `${month}-30` }, TODAY)),
    database.connect().read(lateEntries(TODAY)),
  ]);
  const lines = found ? statementOf(found.statement, ids.customerId).late : [];
  return [lines.map(({ amount }) => amount), overview.map(({ month, count, sum }) => `${month} ${count} ${sum}`)];
}

const EARLY = "2026-11-02T11:00:00.000Z";
const LATE = "2026-11-05T12:00:00.000Z";

test.each<[what: string, steps: () => Promise<unknown>[], found: [number[], string[]]]>([
  ["entered after the link was opened", () => [enter("2026-10-20", LATE, 9_500)], [[9_500], ["2026-10 1 9500"]]],
  ["entered before the link was opened", () => [enter("2026-10-20", EARLY, 9_500)], [[], []]],
  ["entered for another month", () => [enter("2026-09-30", LATE, 9_500)], [[], []]],
  ["entered for this month", () => [enter("2026-11-04", LATE, 9_500)], [[], []]],
  [
    "the link was not opened yet",
    () => [
      database.rows("update statement_links set last_opened_at = null, opened = 0"),
      enter("2026-10-20", LATE, 9_500),
    ],
    [[], []],
  ],
  [
    "a frozen link, which stays as it was made",
    () => [
      database.rows("update statement_links set frozen = '{}', last_opened_at = '2026-11-20T12:00:00.000Z'"),
      enter("2026-10-20", EARLY, 9_500),
    ],
    [[9_500], ["2026-10 1 9500"]],
  ],
  [
    "October was shared again since",
    () => [enter("2026-10-20", LATE, 9_500), share("2026-10-01", "2026-10-31", "2026-11-06T12:00:00.000Z", "{}")],
    [[], []],
  ],
  [
    "several periods have the day: it counts once",
    () => [
      enter("2026-10-02", LATE, 9_500),
      enter("2026-10-20", LATE, 100),
      share("2026-10-01", "2026-10-15", "2026-10-16T12:00:00.000Z", "{}"),
    ],
    [[9_500, 100], ["2026-10 2 9600"]],
  ],
  [
    "November was shared since: it has the entry, and the office is done",
    () => [enter("2026-10-20", LATE, 9_500), share("2026-11-01", "2026-11-30", "2026-12-01T12:00:00.000Z", "{}")],
    [[9_500], []],
  ],
])("%s", async (_, steps, found) => {
  await Promise.all(steps());
  expect(await late()).toEqual(found);
});

test("the statement after the next one is without it, and a voided entry is on none", async () => {
  await enter("2026-10-20", LATE, 9_500);
  expect(await late("2026-12")).toEqual([[9_500], ["2026-10 1 9500"]]);
  await share("2026-11-01", "2026-11-30", "2026-12-01T12:00:00.000Z", "{}");
  expect(await late("2026-12")).toEqual([[], []]);
  expect((await late("2026-11"))[0]).toEqual([9_500]);
  await database.rows("update bill_items set deleted_at = '2026-12-01', voided_at = '2026-12-01' where value = 9500");
  expect((await late("2026-11"))[0]).toEqual([]);
});

test("a late entry is in one sum of the statement while it is pending, and in another once it is invoiced", async () => {
  await enter("2026-10-20", LATE, 9_500);
  await enter("2026-11-10", LATE, 100);
  const shown = async () => {
    const period = { first: "2026-11-01", last: "2026-11-30" };
    const [found] = await database.connect().read(customerStatement(ids.customerId, period, TODAY));
    if (!found) throw new Error("There is no row");
    const statement = statementOf(found.statement, ids.customerId);
    return [lateNoteOf(statement), ...sumsOf(statement, period).map(([label, amount]) => `${label} ${amount}`)];
  };
  // $123.45 and $95.00 of October are pending.
  expect(await shown()).toEqual([
    "Entered after the statement of their month. What is not invoiced yet is in “Earlier, not invoiced”.",
    "Earlier, not invoiced 21845",
    "Billed in November 100",
    "Total 21945",
    "Already invoiced 0",
    "Not invoiced yet 21945",
  ]);
  const [late] = await database.rows("select id from bill_items where value = 9500 and customer_id = ?", [
    ids.customerId,
  ]);
  await importAsExported(database.rows, [String(late?.id)]);
  expect(await shown()).toEqual([
    "Entered after the statement of their month.",
    "Earlier, not invoiced 12345",
    "Since your last statement 9500",
    "Billed in November 100",
    "Total 21945",
    "Already invoiced 9500",
    "Not invoiced yet 12445",
  ]);
});
