import { expect, test } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin } = startBarn();

const load = async (path: string) => (await barn.get(path, admin)).text();

/** For each list with a default view: what leaves this view empty, and what the list says then. */
const DONE: [path: string, sql: string, said: string, way: string][] = [
  [
    "/horses",
    "update horses set check_in_date = '2020-01-01', check_out_date = '2020-01-02'",
    "No Horses No horse is on the property.",
    "Show all horses",
  ],
  [
    "/grooms",
    "update grooms set start_date = null, end_date = '2001-01-01'",
    "No Grooms No groom is active.",
    "Show all employees",
  ],
  ["/shows", "update shows set billed = 1", "No Shows All shows are billed.", "Show all shows"],
  ["/payroll", "update payroll set paid = 1", "No Payroll Items All payments are made.", "Show all payments"],
  ["/billing", "update bill_items set export_id = 'export'", "No Bills All bills are exported.", "Show all bills"],
];

test("without exports the list of past exports says so and links back to the bills", async () => {
  const page = await load("/billing/exports");
  expect(textOf(page)).toContain("No exports yet");
  expect(page).toMatch(/<main.*href="\/billing"/s);
});

test("a list whose default view is empty has its title, says why, and leads to all of its rows", async () => {
  await barn.rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'test', 'bill-value', 1, 1, 1, 0)",
  );
  for (const [path, sql, said, way] of DONE) {
    await barn.rows(sql);
    const page = await load(path);
    expect([path, textOf(page)]).toEqual([path, expect.stringContaining(said)]);
    expect(page).toMatch(new RegExp(`href="${path}\\?view=all"[^>]*>${way}<`));
    expect(textOf(await load(`${path}?view=all`))).not.toContain(said);
  }
});

test("a search without a match can be cleared, or made in all rows of the list", async () => {
  const page = await load("/billing?q=no+such+bill");
  expect(textOf(page)).toContain("No Bills Nothing found for “no such bill”.");
  expect(page).toMatch(/href="\/billing"[^>]*>Clear the search</);
  expect(page).toMatch(/href="\/billing\?view=all&amp;q=no\+such\+bill"[^>]*>Search all bills</);
  expect(await load("/billing?view=all&q=no+such+bill")).not.toContain("Search all");
});

test("an empty list says so, without a number of rows", async () => {
  const page = textOf(await load("/billing/corrections"));
  expect(page).toContain("No Corrections");
  expect(page).not.toMatch(/\d corrections/);
});

test("the list of all bills shows the state of each bill, and that of pending bills none", async () => {
  await barn.rows("update bill_items set export_id = null where seq % 2");
  await barn.rows("update bill_items set deleted_at = '2026', voided_at = '2026' where seq % 4 = 1");
  await barn.rows("update bill_items set corrected_at = '2026' where seq % 4 = 2");
  const [all, pending] = [textOf(await load("/billing?view=all")), textOf(await load("/billing"))];
  for (const state of ["Pending", "Exported", "Voided", "Corrected"]) {
    expect(all).toMatch(new RegExp(`\\d{4} ${state}`));
    expect(pending).not.toMatch(new RegExp(`\\d{4} ${state}`));
  }
});
