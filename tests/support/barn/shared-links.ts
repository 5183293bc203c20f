import { expect } from "vitest";
import { hashOf, tokenOf } from "#app/auth/statement-token.ts";
import { SESSION_SECRET } from "./app.ts";

type Rows = (sql: string, args?: (string | number)[]) => Promise<Record<string, unknown>[]>;

/** A customer with a horse, a pending bill of 10/12/2026 of $123.45, and a link to the statement of October 2026. */
export type TestLink = {
  id: string;
  path: string;
  customerId: string;
  customer: string;
  horse: string;
  billId: string;
};

/**
 * Opens a shared page. If it shows a statement at the link's own address, this waits until it has been counted, which happens after the
 * answer: otherwise the count would be a write in the middle of what a test does next.
 */
export async function openShared(
  rows: Rows,
  path: string,
  get: (path: string) => Promise<Response>,
): Promise<Response> {
  const openings = async () => Number((await rows("select sum(opened) as n from statement_links"))[0]?.n);
  const before = await openings();
  const response = await get(path);
  const page = await response.clone().text();
  const isCounted = response.ok && !path.includes("?") && page.includes('aria-label="Sums"');
  if (isCounted) await expect.poll(openings).toBeGreaterThan(before);
  return response;
}

/** Makes a customer whose statement is shared until `endsOn`. The link was opened once. */
export async function addSharedLink(rows: Rows, endsOn = "2100-12-31"): Promise<TestLink> {
  const [id, customerId, horseId, billId] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const token = await tokenOf(SESSION_SECRET, id);
  const tag = id.slice(0, 8);
  const [customer, horse] = [`Owner ${tag}`, `Mare ${tag}`];
  await rows(
    "insert into customers (id, name, emails, phone, riders, created_at, updated_at) values (?, ?, '[]', '', '[]', '2026', '2026')",
    [customerId, customer],
  );
  await rows(
    "insert into horses (id, customer_id, name, check_in_date, location, created_at, updated_at) values (?, ?, ?, '2026-01-01', 'florida', '2026', '2026')",
    [horseId, customerId, horse],
  );
  await rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, location, quantity, value, date, created_at)
      values (?, ?, ?, 'training', 'florida', 1, 12345, '2026-10-12', '2026')`,
    [billId, customerId, horseId],
  );
  await rows(
    `insert into statement_links (id, token_hash, customer_id, first, last, ends_on, digest, actor, created_at, opened)
      values (?, ?, ?, '2026-10-01', '2026-10-31', ?, ?, 'alex@hayloft.example', '2026-11-01T12:00:00.000Z', 1)`,
    [id, await hashOf(token), customerId, endsOn, "0".repeat(64)],
  );
  return { id, path: `/s/${token}`, customerId, customer, horse, billId };
}

/** Asks about the bill of a link, and returns the id of the question. */
export async function addQuestion(rows: Rows, { id: linkId, billId }: TestLink, question: string): Promise<string> {
  const id = crypto.randomUUID();
  await rows(
    `insert into statement_questions (id, link_id, bill_item_id, line, question, asked_at)
      values (?, ?, ?, 'Bella: Training, 10/12/2026, $123.45', ?, '2026-11-20T12:00:00.000Z')`,
    [id, linkId, billId, question],
  );
  return id;
}
