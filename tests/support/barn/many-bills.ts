import { expect } from "vitest";
import { ADMIN, type Barn } from "./barn.ts";

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
