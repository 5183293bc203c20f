import { expect } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatMonth, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import type { Barn } from "#tests/support/barn/barn.ts";
import { PAGE_FAULTS } from "#tests/support/browser/page-faults.ts";
import { type EngineWindow, WINDOW_SIZE } from "#tests/support/engines/engine.ts";

/** A statement is shared, and its page is read; tests/browser/statements/shared-statements.test.ts has the rest, in Chromium. */
export async function shareStatement(barn: Barn, window: EngineWindow): Promise<void> {
  const month = monthBefore(monthOf(todayInNewYork(new Date())));
  const [customer] = await barn.rows(
    `select id, name from customers c where deleted_at is null
     and exists (select 1 from bill_items where customer_id = c.id and deleted_at is null and date like ?) limit 1`,
    [`${month}-%`],
  );
  await window.goto(`${barn.url}/customers/${customer?.id}/statement?month=${month}`);
  await window.press("button", "Share");
  await window.press("button", "Create link");
  await expect.poll(() => window.count("textbox", `Link to the statement for ${formatMonth(month)}`)).toBe(1);
  const address = await window.evaluate<string>("document.querySelector('.share-box input').value");
  // Not by `goto`: after a download, puppeteer misses the end of the load of a page without scripts in Firefox.
  await window.evaluate(`void setTimeout(() => location.assign(${JSON.stringify(address)}))`);
  await expect.poll(() => window.address()).toMatchObject({ href: address });
  await expect.poll(() => window.text()).toContain(String(customer?.name));
  expect(await window.count("table", "Lines")).toBe(1);
  expect(await window.count("table", "Sums")).toBe(1);
  for (const width of [480, WINDOW_SIZE.width]) {
    await window.resize({ ...WINDOW_SIZE, width });
    expect([width, await window.evaluate(PAGE_FAULTS)]).toEqual([width, []]);
  }
}
