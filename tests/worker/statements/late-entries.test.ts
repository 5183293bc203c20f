import { expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, lastDayOf, monthBefore, monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { textOf } from "#lab/support/exports.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* An entry for last month after its statement was seen, over HTTP (docs/product.md, 'Late entries'). */

const { barn, admin } = startBarn();
const month = monthOf(todayInNewYork(new Date()));
const last = monthBefore(month);
const page = async (path: string) => textOf(await (await barn.get(path, admin)).text());

test("a late entry is on the next statement, that of the office and that of the customer, and in Overview", async () => {
  const before = await addSharedLink(barn.rows);
  await barn.rows(
    "update statement_links set first = ?, last = ?, frozen = '{}', created_at = '2020-01-02T12:00:00.000Z' where id = ?",
    [firstDayOf(last), lastDayOf(last), before.id],
  );
  const day = plusDays(firstDayOf(last), 3);
  await barn.rows("update bill_items set date = ?, created_at = ? where id = ?", [
    day,
    "2020-01-03T12:00:00.000Z",
    before.billId,
  ]);
  const line = `${formatUsDate(day)} ${before.horse}: `;
  const period = `from=${firstDayOf(month)}&to=${lastDayOf(month)}`;
  const next = await page(`/customers/${before.customerId}/statement?${period}`);
  expect(next).toContain("Since your last statement");
  expect(next).toContain(line);
  const own = await page(`/customers/${before.customerId}/statement?from=${firstDayOf(last)}&to=${lastDayOf(last)}`);
  expect(own).not.toContain("Since your last statement");
  expect(await page(`/customers/statements/print?${period}`)).not.toContain("Since your last statement");
  expect(await page("/overview")).toContain(`1 entry for ${nameOfMonth(last)} came after its statements`);

  // A live link to this month.
  await barn.rows("update statement_links set first = ?, last = ?, frozen = null where id = ?", [
    firstDayOf(month),
    lastDayOf(month),
    before.id,
  ]);
  const other = await addSharedLink(barn.rows);
  await barn.rows(
    "update statement_links set customer_id = ?, first = ?, last = ?, frozen = '{}', created_at = '2020-01-02T12:00:00.000Z' where id = ?",
    [before.customerId, firstDayOf(last), lastDayOf(last), other.id],
  );
  const shared = await page(before.path);
  expect(shared).toContain("Since your last statement");
  expect(shared).toContain(line);
  expect(shared).toMatch(/Earlier, not invoiced \$123\.45/);
});
