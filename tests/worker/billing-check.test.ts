import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn, returnTo } from "#tests/support/barn.ts";
import { addBills, type NewBill, textOf } from "#tests/support/exports.ts";
import { findChoices, newEntry } from "#tests/support/service-entry.ts";

/* The page 'Check' and the warnings of an export, over HTTP; tests/db/checks.test.ts has the cases of each check. */

let barn: Barn;
let admin: { Cookie: string };
let horse = { id: "", name: "" };

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
  const [found] = await barn.rows("select id, name from horses where name = 'Jasper'");
  horse = { id: String(found?.id), name: String(found?.name) };
  await barn.rows("update bill_items set deleted_at = '2026-01-01'");
});
afterAll(() => barn.close());

const bill = (comments: string, change: Partial<NewBill> = {}): NewBill => ({
  ...{ id: crypto.randomUUID(), horseId: horse.id, customerId: null, serviceId: "training", quantity: 1, value: 0 },
  ...{ date: "2020-01-02", location: "florida", comments },
  ...change,
});

async function load(path: string): Promise<string> {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** The section of a check, as HTML; undefined if it found nothing. */
const sectionOf = (page: string, check: string) =>
  page.match(new RegExp(`<section aria-labelledby="${check}".*?</section>`, "s"))?.[0];

test("each finding leads to the place where it is mended, and a check that found nothing is named", async () => {
  const [one, two] = [bill("mine"), bill("mine")];
  await addBills(barn, [one, two]);
  const page = await load("/billing/check");
  expect(textOf(page)).toContain("Checked 2 pending bills and all current records.");
  const [, href = ""] = sectionOf(page, "duplicates")?.match(/href="([^"]*)"/) ?? [];
  expect(await load(href.replaceAll("&amp;", "&"))).toContain("for Jasper");
  expect(href).toMatch(/^\/billing\?view=all&amp;q=.*&amp;horse=.*&amp;service=.*&amp;from=.*&amp;to=/);
  for (const check of ["old", "zero", "unknown"]) {
    const section = sectionOf(page, check) ?? "";
    expect([check, textOf(section)]).toEqual([check, expect.stringContaining(": 2 ")]);
    for (const { id } of [one, two]) expect(section).toContain(`href="/billing/${id}/edit"`);
  }
  expect(sectionOf(page, "future")).toBeUndefined();
  expect(textOf(sectionOf(page, "passed") ?? "")).toContain("Dated in the future");
  expect(sectionOf(page, "notBillable")).toMatch(/href="\/horses\/[^/"]+\/edit"/);
  expect(sectionOf(page, "shows")).toMatch(/href="\/shows\/[^/"]+\/edit"/);
  expect(sectionOf(page, "unbilledBoarders")).toContain('href="/horses/bill"');

  // Voided bills are in no check, and those of another search not in the warnings of an export.
  await barn.rows("update bill_items set deleted_at = '2026-01-01', voided_at = '2026-01-01' where id = ?", [two.id]);
  expect(sectionOf(await load("/billing/check"), "duplicates")).toBeUndefined();
});

test("twenty rows are shown, and the others at a press", async () => {
  await addBills(
    barn,
    Array.from({ length: 25 }, (_, i) => bill("many", { date: `2020-02-${String(i + 1).padStart(2, "0")}` })),
  );
  const rowsOf = (page: string) => sectionOf(page, "zero")?.match(/<li/g)?.length;
  const page = await load("/billing/check");
  expect(rowsOf(page)).toBe(20);
  expect(page).toContain('href="/billing/check?all=zero#zero"');
  const all = await load("/billing/check?all=zero");
  expect([rowsOf(all), sectionOf(all, "old")?.match(/<li/g)?.length]).toEqual([26, 20]);
  expect(all).not.toContain('href="/billing/check?all=zero#zero"');
  expect(rowsOf(await load("/billing/check?all=nonsense"))).toBe(20);
});

test("the dialog of an export names what the checks find about its own bills, and exports them nevertheless", async () => {
  const [service] = await barn.rows("select product_service_name as name from services where id = 'training'");
  await barn.rows(
    "insert into services (id, product_service_name, price, created_at, updated_at) values ('twin', ?, 1, '2020', '2020')",
    [`${String(service?.name).toUpperCase()} `],
  );
  await addBills(barn, [
    bill("warned", { value: 100, date: "2026-11-01" }),
    bill("warned", { value: 100, date: "2026-11-01" }),
    bill("warned", { value: 100, date: "2099-11-01" }),
    bill("warned", { value: 100, date: "2099-11-02", quantity: 900 }),
  ]);
  const page = await load("/billing/export?q=warned");
  const text = textOf(page);
  for (const sentence of [
    "1 possible duplicate. Show them",
    "2 bills are dated in the future. Show them",
    "1 bill is far above the usual. Show them",
    "1 group of names is one name for QuickBooks. Show them",
  ])
    expect(text).toContain(sentence);
  expect(text).not.toContain("days old");
  expect(page).toContain('href="/billing/check?all=future#future"');
  expect(page).toContain(">Export</button>");
  const other = textOf(await load("/billing/export?q=many"));
  expect(other).toContain("25 bills are more than 60 days old.");
  expect(other).not.toContain("possible duplicate");
});

test("the page sends one request to the database, and is for admins only", async () => {
  const before = barn.proxy.requests.length;
  await load("/billing/check");
  expect(barn.proxy.requests.length - before).toBe(1);
  for (const headers of [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }]) {
    const page = await barn.get("/billing/check", headers);
    expect([page.status, page.headers.get("Location"), await page.text()]).toEqual([
      302,
      returnTo("/billing/check"),
      "",
    ]);
    expect((await barn.get("/billing/check.data", headers)).status).toBe(403);
  }
});

// A first entry that finds nothing logged is written as one that was confirmed.
test("two devices that log the same service at once both save it, and the page shows it as a possible duplicate", async () => {
  const choices = await findChoices(barn);
  const send = () => barn.post("/?index", newEntry(choices, { date: "2026-10-05" }));
  await Promise.all([send(), send()]);
  const [logged] = await barn.rows(
    "select count(*) as bills from bill_items where horse_id = ? and service_id = ? and date = '2026-10-05' and deleted_at is null",
    [choices.horse.id, choices.service.id],
  );
  expect(logged?.bills).toBe(2);
  const section = textOf(sectionOf(await load("/billing/check"), "duplicates") ?? "");
  expect(section).toContain(`10/05/2026, ${choices.horse.name}`);
});
