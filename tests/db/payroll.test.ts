import { expect, onTestFinished, test } from "vitest";
import { paymentsDue } from "#db/queries/payroll.ts";
import { openDatabase } from "#tests/support/database.ts";

test("of more items than can be marked at once, 'Mark all due paid' reads the number and the total, and no ids", async () => {
  const database = await openDatabase();
  onTestFinished(() => database.close());
  await database.rows(
    `insert into payroll (id, groom_id, item, date, payment_date, value, created_at, updated_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 5001)
     select 'due ' || i, (select id from grooms limit 1), 'Due', '2000-02-01', '2000-02-07', 100, '2026-01-01', '2026-01-01' from n`,
  );
  const due = async () => (await database.connect().read(paymentsDue("2000-02-07", "2026-11-22")))[0];
  expect(await due()).toMatchObject({ count: 5001, ids: [], total: 500_100 });
  await database.rows("delete from payroll where id = 'due 5001'");
  expect((await due())?.ids).toHaveLength(5000);
});
