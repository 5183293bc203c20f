import { expect } from "vitest";
import { textOf } from "#lab/support/exports.ts";
import type { Barn } from "./barn.ts";

/* Mailings of the statements of a month, as their page without JavaScript makes them. */

export const PERIOD = "from=2020-03-01&to=2020-03-31";
export const PATH = `/customers/statements?${PERIOD}`;

/** Adds customers with a bill each in March 2020, of $1.00, $2.00 and so on; the first of three has no address. Returns their ids in the order of their names. */
export async function addCustomers({ rows }: Pick<Barn, "rows">, count: number): Promise<string[]> {
  const tag = crypto.randomUUID();
  await rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
     insert into customers (id, name, name_sort, emails, riders, created_at, updated_at)
     select ?2 || i, 'Owner ' || printf('%03d', i), 'owner ' || printf('%03d', i),
       iif(i % 3 = 1, '[]', json_array('owner' || i || '@customer.example')), '[]', '2020', '2020' from n`,
    [count, tag],
  );
  await rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
     select 'bill ' || id, id, (select id from horses limit 1), 'training', '2020-03-12', 1,
       100 * cast(substr(name, 7) as integer), 'florida', '2020' from customers where id like ? || '%'`,
    [tag],
  );
  return (await rows("select id from customers where id like ? || '%' order by name", [tag])).map(({ id }) =>
    String(id),
  );
}

/** Adds bills with a comment to a customer. */
export const addLongBills = (
  { rows }: Pick<Barn, "rows">,
  customer: string,
  count: number,
  comments: string,
  date = "2020-03-13",
) =>
  rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
     insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, created_at)
     select ?1 || ' long ' || i, ?1, (select id from horses limit 1), 'training', ?4, 1, 100, 'florida', ?3, '2020' from n`,
    [customer, count, comments, date],
  );

export type FieldPairs = [string, string][];
export type Send = (fields: FieldPairs) => Promise<Response>;

export const formOf = (customers: readonly string[], change: Record<string, string> = {}): FieldPairs => [
  ...Object.entries({ idempotencyKey: crypto.randomUUID(), intent: "share", shows: "now", days: "90", ...change }),
  ...customers.map((id): [string, string] => ["selected", id]),
];

/** The fields of the dialog that asks first, with its options, and what the page says. */
export async function readReview(answer: Response): Promise<{ fields: FieldPairs; text: string }> {
  const page = await answer.text();
  const from = page.indexOf("<dialog");
  const form = from < 0 ? "" : page.slice(from, page.indexOf("</form>", from));
  const inputs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const shows = form.match(
    /name="shows"[^>]*checked=""[^>]*value="(\w+)"|name="shows"[^>]*value="(\w+)"[^>]*checked=""/,
  );
  const options: FieldPairs = form
    ? [
        ["shows", shows?.[1] ?? shows?.[2] ?? ""],
        ["days", "90"],
      ]
    : [];
  return {
    fields: [...inputs.map(([, name = "", value = ""]): [string, string] => [name, value]), ...options],
    text: textOf(page.slice(page.indexOf("<main"))),
  };
}

/** Presses 'E-mail', and in the dialog 'Send'; returns the form of the dialog, and where it led. */
export async function sendAll(fields: FieldPairs, send: Send): Promise<{ to: string; form: FieldPairs }> {
  const asked = await send(fields);
  expect(asked.status).toBe(200);
  const { fields: form } = await readReview(asked);
  const answer = await send(form);
  expect(answer.status).toBe(303);
  return { to: answer.headers.get("Location") ?? "", form };
}
