import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { SharedLine, SharedStatement } from "#app/domain/statements/shared-statement.ts";
import { addQuestion, addSharedLink } from "#tests/support/barn/shared-links.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { PAGE_FAULTS } from "#tests/support/browser/page-faults.ts";

/* How the page of a shared statement looks to old eyes and on paper (docs/product.md, 'Shared statements'). */

const LONG = "Bartholomewsdottirvonhohenzollernsigmaringenundzuwolkenstein";
const BARN = { name: "Palm Farm", address: "1 Palm Road", phone: "(561) 555-0199", email: "office@palm-farm.example" };
const BASE = { version: 1 as const, barn: BARN, customer: "Claire", period: "November 2026", asOf: "2026-11-27" };

const line = (key: string, text: string, more: Partial<SharedLine> = {}): SharedLine => ({
  ...{ key, text, date: "2026-11-12", quantity: 1, rider: "", comments: "", invoice: "-", amount: 290_000 },
  ...more,
});
const LINES = [
  line("1", "Boarding, November", { invoice: "2525, due 12/06/2026" }),
  line("2", "Correction: Boarding, November", { quantity: null, amount: -25_027 }),
  line("3", "Credit: Long Island Surcharge", { quantity: null, amount: -123_456_789, isCredit: true }),
];
const horse = (name: string, lines: SharedLine[]) => ({ name, total: -123_456_789, lines });

/** A statement with all that a statement can have, and one of many lines and long names. */
const FULL: SharedStatement = {
  ...BASE,
  horses: [horse("Bella", LINES)],
  late: [
    { key: "9", horse: "Bella", date: "2026-10-28", text: "Lesson", amount: 13_000, invoice: "2526, due 12/16/2026" },
  ],
  lateNote: "Entered after the statement of their month.",
  sums: [
    ["Earlier, not invoiced", 20_000],
    ["Since your last statement", 13_000],
    ["Billed in November", -25_027],
    ["Total", 123_456_789, true],
    ["Already invoiced", 580_000],
    ["Credit to come", -25_027],
  ],
};
const MANY: SharedStatement = {
  ...BASE,
  customer: LONG,
  horses: [
    horse(
      LONG,
      Array.from({ length: 120 }, (_, n) => line(`${n + 4}`, "Training", n ? {} : { rider: LONG })),
    ),
  ],
  sums: [["Billed in November", 123_456_789, true]],
};
const NONE: SharedStatement = { ...BASE, horses: [], sums: [["Billed in November", 0, true]] };

const lists = startLists();
const addresses: Record<string, string> = {};

beforeAll(async () => {
  for (const [name, shown] of Object.entries({ FULL, MANY, NONE })) {
    const link = await addSharedLink(lists.barn.rows);
    await lists.barn.rows("update statement_links set frozen = ? where id = ?", [JSON.stringify(shown), link.id]);
    await addQuestion(lists.barn.rows, link, LONG);
    addresses[name] = lists.barn.url + link.path;
  }
});

test.each([320, 390, 1440])(
  "at %i px, with text of the usual and of twice the size, nothing is small, broken or wider than the window",
  (width) =>
    lists.asVisitor({ viewport: { width, height: 800 } }, async (page) => {
      for (const [name, address] of Object.entries(addresses)) {
        await page.goto(address);
        for (const size of ["100%", "200%"]) {
          await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
          expect([name, size, await page.evaluate(PAGE_FAULTS)]).toEqual([name, size, []]);
        }
      }
    }),
);

test("what was billed stands above the lines, before payments, and after it the total with earlier amounts", () =>
  lists.asVisitor({ viewport: { width: 320, height: 640 } }, async (page) => {
    await page.goto(addresses.FULL ?? "");
    const head = page.getByRole("banner").or(page.locator("main > header"));
    expect(await head.textContent()).toMatch(
      /Billed in November-\$250\.27 before payments.*With earlier amounts \$1,234,567\.89$/,
    );
    const box = await page.getByText("before payments").boundingBox();
    expect(box?.y).toBeLessThan(500);
  }));

const print = async (page: Page, address = "") => {
  await page.goto(address);
  return (await page.pdf({ format: "Letter" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
};

test("on paper each sum stands in one line with its amount, on one page or on several, without what is to be pressed", () =>
  lists.asVisitor(DESK, async (page) => {
    expect([await print(page, addresses.NONE), await print(page, addresses.MANY)]).toEqual([1, 4]);
    expect(await print(page, addresses.FULL)).toBe(1);
    // The width of Letter between its margins.
    await page.setViewportSize({ width: 710, height: 900 });
    await page.emulateMedia({ media: "print" });
    const rows = await page.locator("main tr:visible").evaluateAll((all) => all.map((row) => row.getClientRects()[0]));
    const heights = rows.map((each) => Math.round(each?.height ?? 0));
    // Only the late entry has a second line, for its invoice.
    expect(heights.filter((height) => height > Math.min(...heights) + 4)).toHaveLength(1);
    expect(await page.getByRole("link", { name: /^Ask/ }).count()).toBe(0);
    expect(await page.getByRole("region", { name: "Questions" }).count()).toBe(0);
    await page.emulateMedia({ media: null });
  }));
