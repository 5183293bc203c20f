import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatUsDate } from "#app/domain/calendar.ts";
import { addHorses } from "#tests/support/billing.ts";
import { settled } from "#tests/support/browser.ts";
import { DESK, type Lists, names, openLists } from "#tests/support/lists.ts";
import { boxOf, editorOf, openEditor, selectionBar, valueIn } from "#tests/support/rows.ts";

/* Editing a date in a row, and setting one value in many rows (docs/product.md, 'Editing in rows'). */

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

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
const pressIn = (page: Page, button: string) =>
  page.locator(".row-editor").getByRole("button", { name: button, exact: true }).click();
const type = (page: Page, digits: string) => page.keyboard.type(digits);
const key = (page: Page, ...keys: string[]) =>
  keys.reduce((before, each) => before.then(() => page.keyboard.press(each)), Promise.resolve());

type Case = {
  what: string;
  was: string | null;
  /** What the person does after the editor has opened. */
  does: (page: Page) => Promise<unknown>;
  /** The date that is stored then; it was written at most once. */
  becomes: string | null;
  /** The editor stays open, and says this. */
  says?: RegExp;
  /** The value has the focus again. */
  isFocused?: boolean;
};

const WHOLE = "12312030";
const SAVED = "2030-12-31";
const OLD = "2027-03-04";

const CASES: Case[] = [
  { what: "opening and leaving an empty date", was: null, does: leave, becomes: null },
  { what: "opening and leaving a date", was: OLD, does: leave, becomes: OLD },
  { what: "opening, and Enter", was: OLD, does: (page) => key(page, "Enter"), becomes: OLD, isFocused: true },
  { what: "opening, and Escape", was: null, does: (page) => key(page, "Escape"), becomes: null, isFocused: true },
  {
    what: "a whole date, and Escape",
    was: OLD,
    does: (page) => type(page, WHOLE).then(() => key(page, "Escape")),
    becomes: OLD,
    isFocused: true,
  },
  {
    what: "a whole date, and Enter",
    was: null,
    does: (page) => type(page, WHOLE).then(() => key(page, "Enter")),
    becomes: SAVED,
    isFocused: true,
  },
  {
    what: "a whole date, and leaving",
    was: OLD,
    does: (page) => type(page, WHOLE).then(() => leave(page)),
    becomes: SAVED,
  },
  {
    what: "a whole date, and Tab past the buttons",
    was: null,
    does: (page) => type(page, WHOLE).then(() => key(page, "Tab", "Tab", "Tab")),
    becomes: SAVED,
  },
  {
    what: "a whole date, and 'Save'",
    was: null,
    does: (page) => type(page, WHOLE).then(() => pressIn(page, "Save")),
    becomes: SAVED,
    isFocused: true,
  },
  {
    what: "'Clear'",
    was: OLD,
    does: (page) => pressIn(page, "Clear"),
    becomes: null,
    isFocused: true,
  },
  {
    what: "deleting all parts by keyboard, and Enter",
    was: OLD,
    does: (page) => key(page, "Backspace", "Tab", "Backspace", "Tab", "Backspace", "Enter"),
    becomes: null,
    isFocused: true,
  },
  {
    what: "half a date, and Enter",
    was: null,
    does: (page) => type(page, "1231").then(() => key(page, "Enter")),
    becomes: null,
    says: /^Enter a date that exists/,
  },
  {
    what: "half a date, and leaving",
    was: OLD,
    does: (page) => key(page, "Backspace").then(() => leave(page)),
    becomes: OLD,
    says: /^Enter a date that exists/,
  },
  {
    what: "a date out of bounds",
    was: null,
    does: (page) => type(page, "01011999").then(() => key(page, "Enter")),
    becomes: null,
    says: /^Enter a date that exists/,
  },
  {
    what: "a date that the database refuses, and leaving",
    was: OLD,
    does: (page) => type(page, "01042026").then(() => leave(page)),
    becomes: OLD,
    says: /^The end date cannot be before the start date/,
  },
];

test("a date in a row is saved once when it is left or Enter is pressed; a refused one stays with the reason until Escape", () =>
  lists.asAdmin(
    // The notices cover none of the rows.
    { viewport: { width: 1440, height: 1300 } },
    async (page) => {
      await addGrooms(
        "Case",
        CASES.map(({ was }) => was),
      );
      await lists.goto(page, "/grooms?view=all&q=case");
      for (const [n, { what, was, does, becomes, says, ...expected }] of CASES.entries()) {
        const [name, label] = [`Case ${n}`, `Case ${n}: end date`];
        const editor = await openEditor(page, label, "key");
        expect([what, await isFocused(editor)]).toEqual([what, true]);
        await does(page);
        if (says) {
          const problem = editor.locator("xpath=..").getByRole("alert");
          await expect
            .poll(async () => [what, await problem.textContent()])
            .toEqual([what, expect.stringMatching(says)]);
          await editor.press("Escape");
        }
        const value = valueIn(page, `${label} `);
        const shown = becomes ? formatUsDate(becomes) : "Add";
        await expect.poll(async () => [what, await value.textContent()]).toEqual([what, shown]);
        if (expected.isFocused || says) await expect.poll(() => isFocused(value)).toBe(true);
        const writes = becomes === was ? 0 : 1;
        await expect.poll(async () => [what, await stored(name)]).toEqual([what, { endDate: becomes, writes }]);
      }
      // What was not to be saved was not saved later, either.
      await settled(page);
      for (const [n, { what, was, becomes }] of CASES.entries()) {
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
    await type(page, WHOLE);
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
    await key(page, "ArrowRight", "Enter");
    await expect.poll(async () => (await stored("Mouse 0")).writes).toBe(1);
    const second = await openEditor(page, "Mouse 1: end date", "key");
    await key(page, "1", "2");
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
    await pressIn(page, "Save");
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

test("after a search ten horses get a boarding price in seven presses, and one Undo takes it back", async () => {
  const tag = "Bulk";
  const horses = await addHorses(lists.barn, tag, 10);
  const boardings = async () =>
    (await lists.barn.rows("select boarding from horses where name like ? order by name", [`${tag} %`])).map(
      ({ boarding }) => boarding,
    );
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, `/horses?q=${tag}`);
    expect(await selectionBar(page).isVisible()).toBe(false);
    let presses = 0;
    const press = async (control: Locator) => {
      presses += 1;
      await control.click();
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
    await page.keyboard.type("3,150");
    await press(set);
    await page.getByText("Saved: Boarding of 10 horses").waitFor();
    expect(presses).toBeLessThanOrEqual(7);
    expect(await boardings()).toEqual(Array(10).fill(315_000));
    await expect.poll(() => bar.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(boardings).toEqual(horses.map(({ boarding }) => boarding));
    expect(await names(page)).toHaveLength(10);
  });
});

test("ten horses get ten different boarding prices in at most 22 presses", async () => {
  const tag = "Tenfold";
  await addHorses(lists.barn, tag, 10);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, `/horses?q=${tag}`);
    const named = (n: number) => `${tag} 00${n}: boarding`;
    let presses = 1;
    await openEditor(page, named(0));
    for (let n = 0; n < 10; n += 1) {
      await editorOf(page, named(n)).waitFor();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(`3,1${n}0`);
      await page.keyboard.press("Enter");
      presses += 2;
    }
    await expect
      .poll(() => lists.barn.rows("select boarding from horses where name like ? order by name", [`${tag} %`]))
      .toEqual(Array.from({ length: 10 }, (_, n) => ({ boarding: 310_000 + n * 1_000 })));
    expect(presses).toBeLessThanOrEqual(22);
    await settled(page);
  });
});
