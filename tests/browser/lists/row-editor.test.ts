import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { addHorses } from "#lab/support/billing.ts";
import { settled } from "#lab/support/browser.ts";
import { DESK, namesInRows, startLists } from "#tests/support/browser/lists.ts";
import { boxOf, editorOf, openEditor, selectionBar, valueIn } from "#tests/support/browser/rows.ts";

/* Editing a date in a row, and setting one value in many rows (docs/product.md, 'Editing in rows'). */

const lists = startLists();

/** Adds grooms called '<tag> 0' and so on, with a start on 01/05/2026 and the given end dates. */
async function addGrooms(tag: string, endDates: readonly (string | null)[]): Promise<void> {
  for (const [n, endDate] of endDates.entries()) {
    await lists.barn.rows(
      "insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at) values (?, ?, '2026-01-05', nullif(?, ''), 90000, 'florida', '2026', '2026')",
      [`${tag}-${n}`, `${tag} ${n}`, endDate ?? ""],
    );
  }
}

/** The stored end date of a groom, and how often it was written. */
async function stored(name: string) {
  const [row] = await lists.barn.rows("select end_date, version from grooms where name = ?", [name]);
  return { endDate: row?.end_date, writes: Number(row?.version) - 1 };
}

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
/** Leaves the editor for something that does nothing. */
const leave = (page: Page) => page.getByRole("heading", { level: 1 }).click();

type Does = (page: Page) => Promise<unknown>;
const pressed =
  (button: string): Does =>
  (page) =>
    page.locator(".row-editor").getByRole("button", { name: button, exact: true }).click();
const keys =
  (...names: string[]): Does =>
  async (page) => {
    for (const each of names) await page.keyboard.press(each);
  };
const typed =
  (digits: string, does: Does): Does =>
  async (page) => {
    await page.keyboard.type(digits);
    await does(page);
  };

const WHOLE = "12312030";
const SAVED = "2030-12-31";
const OLD = "2027-03-04";
const NO_DATE = /^Enter a date that exists/;

/**
 * What the person does after the editor has opened, and the date that is stored then, written at most once. The value has the focus
 * again, or the editor stays open and says why.
 */
type Case = [what: string, was: string | null, does: Does, becomes: string | null, then?: "focus" | RegExp];

const CASES: Case[] = [
  ["opening and leaving a date", OLD, leave, OLD],
  ["opening, and Enter", OLD, keys("Enter"), OLD, "focus"],
  ["opening, and Escape", null, keys("Escape"), null, "focus"],
  ["a whole date, and Escape", OLD, typed(WHOLE, keys("Escape")), OLD, "focus"],
  ["a whole date, and Enter", null, typed(WHOLE, keys("Enter")), SAVED, "focus"],
  ["a whole date, and leaving", OLD, typed(WHOLE, leave), SAVED],
  ["a whole date, and Tab past the buttons", null, typed(WHOLE, keys("Tab", "Tab", "Tab")), SAVED],
  ["a whole date, and 'Save'", null, typed(WHOLE, pressed("Save")), SAVED, "focus"],
  ["'Clear'", OLD, pressed("Clear"), null, "focus"],
  ["deleting all parts", OLD, keys("Backspace", "Tab", "Backspace", "Tab", "Backspace", "Enter"), null, "focus"],
  ["half a date, and Enter", null, typed("1231", keys("Enter")), null, NO_DATE],
  ["half a date, and leaving", OLD, async (page) => keys("Backspace")(page).then(() => leave(page)), OLD, NO_DATE],
  [
    "a date that the database refuses, and leaving",
    OLD,
    typed("01042026", leave),
    OLD,
    /^The end date cannot be before/,
  ],
];

test("a date in a row is saved once when it is left or Enter is pressed; a refused one stays with the reason until Escape", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      // The notices cover none of the rows.
      await page.setViewportSize({ width: 1440, height: 1300 });
      await addGrooms(
        "Case",
        CASES.map(([, was]) => was),
      );
      await lists.goto(page, "/grooms?view=all&q=case");
      for (const [n, [what, was, does, becomes, then]] of CASES.entries()) {
        const [name, label] = [`Case ${n}`, `Case ${n}: end date`];
        const editor = await openEditor(page, label, "key");
        expect([what, await isFocused(editor)]).toEqual([what, true]);
        await does(page);
        if (then instanceof RegExp) {
          const problem = editor.locator("xpath=..").getByRole("alert");
          await expect
            .poll(async () => [what, await problem.textContent()])
            .toEqual([what, expect.stringMatching(then)]);
          await editor.press("Escape");
        }
        const value = valueIn(page, `${label} `);
        const shown = becomes ? formatUsDate(becomes) : "Add";
        await expect.poll(async () => [what, await value.textContent()]).toEqual([what, shown]);
        if (then) await expect.poll(() => isFocused(value)).toBe(true);
        const writes = becomes === was ? 0 : 1;
        await expect.poll(async () => [what, await stored(name)]).toEqual([what, { endDate: becomes, writes }]);
      }
      // What was not to be saved was not saved later, either.
      await settled(page);
      for (const [n, [what, was, , becomes]] of CASES.entries()) {
        const writes = becomes === was ? 0 : 1;
        expect([what, await stored(`Case ${n}`)]).toEqual([what, { endDate: becomes, writes }]);
      }
    },
    /status of 400/,
  ));

test("a date in a row takes one stop of Tab, is not saved while it is typed, and Undo undoes what was saved", () =>
  lists.asAdmin(DESK, async (page) => {
    await addGrooms("Stops", [null]);
    await lists.goto(page, "/grooms?view=all&q=stops");
    const stops: unknown[] = [];
    await page.getByRole("link", { name: "Stops 0", exact: true }).focus();
    for (let n = 0; n < 4; n += 1) {
      await page.keyboard.press("Tab");
      stops.push(await page.evaluate("document.activeElement.ariaLabel"));
    }
    expect(stops).toEqual([
      "Stops 0: start date 01/05/2026",
      "Stops 0: end date add",
      "Stops 0: weekly salary $900.00",
      "Actions for Stops 0",
    ]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await editorOf(page, "Stops 0: end date").waitFor();
    const [button, column] = [
      page.getByRole("button", { name: "Save" }),
      page.getByRole("columnheader", { name: "End Date" }),
    ];
    const [right, end] = await Promise.all(
      [button, column].map((each) => each.evaluate((element) => element.getBoundingClientRect().right)),
    );
    expect(right, "The editor covers no cell beside it").toBeLessThanOrEqual(Number(end));
    await page.keyboard.type(WHOLE);
    await settled(page);
    expect(await stored("Stops 0")).toEqual({ endDate: null, writes: 0 });
    await page.keyboard.press("Enter");
    const notice = page.getByRole("status").filter({ hasText: "Saved: End Date of Stops 0" });
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => stored("Stops 0")).toEqual({ endDate: null, writes: 2 });
    await expect.poll(() => valueIn(page, "Stops 0: end date").textContent()).toBe("Add");
    await notice.waitFor({ state: "detached" });
  }));

test("a press of the mouse on an empty cell opens the picker, and the day that is picked there is saved, also after a typed part", () =>
  lists.asAdmin(DESK, async (page) => {
    await addGrooms("Mouse", [null, OLD]);
    await lists.goto(page, "/grooms?view=all&q=mouse");
    const cell = await valueIn(page, "Mouse 0: end date").locator("xpath=..").boundingBox();
    if (!cell) throw new Error("The cell is not shown");
    await page.mouse.click(cell.x + cell.width - 8, cell.y + 8);
    await editorOf(page, "Mouse 0: end date").waitFor();
    // Its picker has the keys: it begins with today.
    await keys("ArrowRight", "Enter")(page);
    await expect.poll(async () => (await stored("Mouse 0")).writes).toBe(1);
    const second = await openEditor(page, "Mouse 1: end date", "key");
    await keys("1", "2")(page);
    expect(await stored("Mouse 1")).toEqual({ endDate: OLD, writes: 0 });
    await second.evaluate((element) => element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
    await second.fill(SAVED);
    await expect.poll(() => stored("Mouse 1")).toEqual({ endDate: SAVED, writes: 1 });
    await valueIn(page, "Mouse 1: end date").waitFor();
  }));

test("on iOS the date of today that the picker sets by itself is not saved when the date is left, but a picked one is", () =>
  lists.asAdmin(DESK, async (page) => {
    await addGrooms("Picker", [null, null]);
    await page.addInitScript(() => {
      const { supports } = CSS;
      CSS.supports = (...args: [string]) => args[0] === "-webkit-touch-callout" || supports.apply(CSS, args);
    });
    await lists.goto(page, "/grooms?view=all&q=picker");
    const today = await page.evaluate<string>("new Date().toLocaleDateString('en-CA')");
    const first = await openEditor(page, "Picker 0: end date");
    await first.fill(today);
    await leave(page);
    await page.getByText(`${formatUsDate(today)} is not saved yet: press Save, or Escape to leave it empty.`).waitFor();
    expect(await stored("Picker 0")).toEqual({ endDate: null, writes: 0 });
    await pressed("Save")(page);
    await expect.poll(() => stored("Picker 0")).toEqual({ endDate: today, writes: 1 });
    const second = await openEditor(page, "Picker 1: end date");
    for (const picked of [today, SAVED]) await second.fill(picked);
    await expect.poll(() => stored("Picker 1")).toEqual({ endDate: SAVED, writes: 1 });
    await settled(page);
  }));

/** The words of the page as a screen reader gets them: the count of the selected rows is a counter of the stylesheet. */
async function spokenWords(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes
    .flatMap(({ role, name }) => (role?.value === "StaticText" ? name?.value : []))
    .join("")
    .replace(/\s+/g, " ");
}

test("ten horses get a boarding price together in seven presses, which one Undo takes back, and ten different ones in at most 22", async () => {
  const tag = "Bulk";
  const horses = await addHorses(lists.barn, tag, 10);
  const expectPrices = (prices: number[]) =>
    expect
      .poll(async () => {
        const rows = await lists.barn.rows("select boarding from horses where name like ? order by name", [`${tag} %`]);
        return rows.map(({ boarding }) => boarding);
      })
      .toEqual(prices);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, `/horses?q=${tag}`);
    expect(await selectionBar(page).isVisible()).toBe(false);
    let presses = 0;
    const press = async (control: Locator) => {
      presses += 1;
      await control.click();
    };
    const enter = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      presses += 1;
    };
    await press(page.getByRole("checkbox", { name: "Select all rows of this page" }));
    await expect.poll(() => boxOf(page, `${tag} 009`).isChecked()).toBe(true);
    await expect.poll(() => spokenWords(page)).toContain("10 horses selected");
    const bar = selectionBar(page);
    const [field, amount] = [bar.getByLabel("What to set"), bar.getByLabel("Amount")];
    const set = bar.getByRole("button", { name: /^Set/ });
    // So that no price goes where it was not meant.
    expect([await field.inputValue(), await amount.isVisible(), await set.isVisible()]).toEqual(["", false, false]);
    await press(field);
    await field.selectOption("Boarding");
    await press(amount);
    expect(await set.isVisible()).toBe(true);
    await enter("3,150");
    await page.getByText("Saved: Boarding of 10 horses").waitFor();
    expect(presses).toBeLessThanOrEqual(7);
    await expectPrices(Array(10).fill(315_000));
    await expect.poll(() => bar.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expectPrices(horses.map(({ boarding }) => boarding));
    expect(await namesInRows(page)).toHaveLength(10);

    presses = 1;
    await openEditor(page, `${tag} 000: boarding`);
    for (let n = 0; n < 10; n += 1) {
      await editorOf(page, `${tag} 00${n}: boarding`).waitFor();
      await page.keyboard.press("Control+a");
      presses += 1;
      await enter(`3,1${n}0`);
    }
    await expectPrices(Array.from({ length: 10 }, (_, n) => 310_000 + n * 1_000));
    expect(presses).toBeLessThanOrEqual(22);
    await settled(page);
  });
});
