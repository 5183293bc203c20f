import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NEXT_PRICE_FIELDS } from "#app/domain/barn/next-prices.ts";
import { FACTS, MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { horses } from "#db/schema.ts";
import { parseRows, readBatch, shownText } from "#db/write/batch.ts";
import { openDatabase } from "#tests/support/database/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
  await database.rows(
    "insert into horses (id, name, check_in_date, created_at, updated_at) values ('pia', 'Pia', '2026-01-01', '2026-01-01', '2026-01-01')",
  );
});
afterAll(() => database.close());

/** The fingerprint of 'Bill N Horses', with a column more, or with another value of a column. */
async function fingerprint(change: { [column: string]: SQL } = {}) {
  const query = horsesToBill({ q: "" }, "2026-11-21", {
    month: "2026-10",
    isProrated: false,
    today: [],
    otherPrices: [],
    payer: {},
  });
  const changed = { ...query, row: { ...query.row, ...change } };
  const [batch] = await database.connect().read(readBatch(changed));
  return shownText(changed, parseRows(changed, batch?.rowsJson ?? ""));
}

test("a column that the board of a horse does not depend on is not in the fingerprint of the dialog", async () => {
  const before = await fingerprint();
  expect(await fingerprint({ stall: sql`'B7'` })).toBe(before);
  await database.rows("update horses set version = version + 1, updated_at = '2026-11-21T12:00:00.000Z'");
  expect(await fingerprint()).toBe(before);
});

test.each([...FACTS, ...NEXT_PRICE_FIELDS, "name", "changes", "blanketCharge", "longIslandRate"])(
  "%s is in the fingerprint",
  async (fact) => {
    expect(await fingerprint({ [fact]: sql`'another'` })).not.toBe(await fingerprint());
  },
);

test("the service of each charge is fixed, and no other: it cannot be deleted", async () => {
  const fixed = await database.rows("select id, product_service_name as name from services where is_fixed order by id");
  expect(fixed).toEqual(MONTHLY_CHARGES.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.id < b.id ? -1 : 1)));
  const deletion = database.rows("update services set deleted_at = '2026-11-21' where is_fixed");
  await expect(deletion).rejects.toThrow("services_fixed_kept");
});

/** Another value of each fact that is no amount. */
const ANOTHER: { [fact in (typeof FACTS)[number]]?: string } = {
  hasBlanket: "not has_blanket",
  isBillable: "not is_billable",
  location: "iif(location = 'florida', 'long-island', 'florida')",
  customerId: "(select id from customers where id is not customer_id limit 1)",
  checkInDate: "date(check_in_date, '-1 day')",
  checkOutDate: "date(coalesce(check_out_date, '2099-01-02'), '+1 day')",
};

test.each(FACTS.filter((name) => name !== "responsibleParty"))("before a change of %s it is stored", async (fact) => {
  const { name } = horses[fact];
  const read = (from: string) => database.rows(`select ${name} as fact from ${from} limit 1`);
  const change = () => database.rows(`update horses set ${name} = ${ANOTHER[fact] ?? `${name} + 1`} where id = 'pia'`);
  await change();
  const before = await read("horses where id = 'pia'");
  await change();
  expect(await read("horse_changes where horse_id = 'pia' order by seq desc")).toEqual(before);
});
