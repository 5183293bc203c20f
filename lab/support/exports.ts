import { expect } from "vitest";
import { ADMIN, type Barn } from "../../tests/support/barn/barn.ts";

export type Fields = Record<string, string>;

export type NewBill = {
  id: string;
  horseId: string;
  customerId: string | null;
  serviceId: string;
  date: string;
  quantity: number;
  value: number;
  location: "florida" | "long-island";
  comments: string;
};

const inserted = ["id", "horse_id", "customer_id", "service_id", "date", "quantity", "value", "location", "comments"];

/** Inserts bills in the order of the array. */
export async function addBills(barn: Pick<Barn, "rows">, bills: NewBill[]): Promise<void> {
  const fields = ["id", "horseId", "customerId", "serviceId", "date", "quantity", "value", "location", "comments"];
  await barn.rows(
    `insert into bill_items (${inserted}, created_at) select ${fields.map((name) => `value ->> '${name}'`)}, '2026-01-01' from json_each(?)`,
    [JSON.stringify(bills)],
  );
}

/** Inserts `count` bills of a new customer, by whose name alone a search finds them, and of the horses of the demo barn. */
export async function addManyBills(barn: Barn, count: number, customer: string): Promise<void> {
  await barn.rows(
    "insert into customers (id, name, emails, riders, created_at, updated_at) values (?, ?, '[]', '[]', '2026-01-01', '2026-01-01')",
    [customer, customer],
  );
  // The database ends a transaction of more than 5 seconds once another write waits.
  for (let first = 1; first <= count; first += 5_000) {
    await barn.rows(
      `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at, search_text)
      with recursive n(i) as (select cast(? as integer) union all select i + 1 from n where i < ?),
      h as (select id, row_number() over (order by seq) - 1 as place, count(*) over () as n from horses where id not like 'mark%')
      select ? || ' ' || i, ?, h.id, 'training', date('2025-01-01', '+' || (i % 300) || ' days'), 1 + i % 2,
        100 + i % 977, 'florida', '2026-01-01', ? from n join h on h.place = i % h.n`,
      [first, Math.min(count, first + 4_999), customer, customer, customer],
    );
  }
}

/** Returns the hidden fields of the export dialog, and its preselected choices. */
export function preselectedFieldsOf(page: string): Fields {
  // The list behind the dialog has forms, too.
  const dialog = page.slice(page.lastIndexOf("<dialog"));
  const inputs = dialog.match(/<input [^>]*name="(idempotencyKey|fingerprint|amounts|dates)"[^>]*>/g) ?? [];
  const sent = inputs.filter((input) => !input.includes('type="radio"') || input.includes('checked=""'));
  return Object.fromEntries(
    sent.map((input) => [input.match(/name="(\w+)"/)?.[1] ?? "", input.match(/ value="([^"]*)"/)?.[1] ?? ""]),
  );
}

/** The same, with a choice where the dialog preselects none. */
export function exportFieldsOf(page: string): Fields {
  const fields = preselectedFieldsOf(page);
  return fields.idempotencyKey ? { amounts: "quantity-x-value", dates: "line", ...fields } : fields;
}

/** Expects that a download ends after its first page if its admin signs out or is removed before the second one is read. */
export async function expectNoFurtherPage(barn: Barn, path: string, ending: string): Promise<void> {
  const email = "reader@hayloft.example";
  await barn.rows("insert into admins (email, created_at, updated_at) values (?, '', '') on conflict do nothing", [
    email,
  ]);
  const admin = { Cookie: await barn.cookieOf(ADMIN) };
  const ends: ((headers: { Cookie: string }) => Promise<unknown>)[] = [
    (headers) => barn.post("/auth/sign-out", { sign: "out" }, headers),
    () => barn.post("/accounts", { intent: "delete", id: email }, admin),
  ];
  for (const end of ends) {
    const headers = { Cookie: await barn.cookieOf({ email, name: "Reader" }) };
    barn.proxy.make({ kind: "meanwhile", request: 1, act: () => end(headers) });
    const response = await barn.get(path, headers);
    const text = await response.text().catch(() => "cut off");
    barn.proxy.make({ kind: "none" });
    const lines = text.trimEnd().split("\r\n");
    expect([path, lines.at(-1)]).toEqual([path, ending]);
    // The first page of a list has 2,000 rows, some of several lines.
    expect(lines.length).toBeLessThan(3_000);
  }
}

/** Returns the text of a page without markup. */
export const textOf = (page: string): string =>
  page
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!--.*?-->|<wbr\/?>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
