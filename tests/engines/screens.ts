import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addHorses } from "#lab/support/billing.ts";
import type { Barn } from "#tests/support/barn/barn.ts";
import { CUT_CELLS } from "#tests/support/browser/cut-cells.ts";
import { findChoices } from "#tests/support/browser/service-entry.ts";
import { type EngineWindow, type Visit, WINDOW_SIZE } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";

/* The main job of each screen. tests/browser/ has the rest of them, in Chromium. */

const DRAWER_WIDTH = { width: 480, height: 900 };
const SMALL_LAPTOP = { width: 1024, height: 768 };

async function expectText(window: EngineWindow, text: string | RegExp): Promise<void> {
  await expect.poll(() => window.text()).toMatch(text);
}

const expectDialogs = (window: EngineWindow, number: number) => expect.poll(() => window.count("dialog")).toBe(number);

/** Presses Undo, and waits until it is gone: the next Undo to press is that of the next command. */
async function pressUndo(window: EngineWindow): Promise<void> {
  await window.press("button", "Undo");
  await expect.poll(() => window.count("button", "Undo")).toBe(0);
}

/** Horses that a search for their tag finds: a list of a hundred rows takes an engine a second. */
export const ENGINE_TAG = "Aladdin";

/** Adds two horses that came long ago: on any day the dialog of boarding offers the last month, for which they are not billed. */
export const addEngineHorses = (barn: Barn) => addHorses(barn, ENGINE_TAG, 2, () => ({ check_in_date: "2026-01-05" }));

const [NAME, OTHER] = [`${ENGINE_TAG} 000`, `${ENGINE_TAG} 001`];
const FEW = `?q=${ENGINE_TAG}`;

const horseIn = (barn: Barn) => async (name: string) =>
  (await barn.rows("select * from horses where name = ?", [name]))[0];

export async function logServiceIn(barn: Barn, window: EngineWindow): Promise<void> {
  const choices = await findChoices(barn);
  const count = async () => (await barn.rows("select count(*) as n from bill_items"))[0]?.n;
  const before = Number(await count());
  await openIn(window, barn.url);
  await window.fill("combobox", "Horse", choices.horse.name);
  await window.press("option", choices.horse.name);
  await window.choose("Service", choices.service.product_service_name);
  await window.press("button", "Submit");
  await expectText(window, "Saved: ");
  expect(await count()).toBe(before + 1);
}

async function find(barn: Barn, window: EngineWindow, path: string, name: string): Promise<void> {
  await openIn(window, `${barn.url}${path}`);
  expect(await window.count("rowheader")).toBe(2);
  await window.fill("textbox", "Search", name);
  await expect.poll(() => window.count("rowheader")).toBe(1);
  expect(await window.count("rowheader", name)).toBe(1);
}

async function editInRow(barn: Barn, window: EngineWindow, name: string): Promise<void> {
  const horse = horseIn(barn);
  const line = "getComputedStyle(document.querySelector('.row-value')).textDecorationLine";
  expect(await window.evaluate(line)).toBe("underline");
  await window.press("link", `${name}: check-out date`);
  await window.fill("date", `${name}: check-out date`, "2099-12-24");
  // A day that a script sets counts as picked, and is saved at once; a typed one is not.
  if ((await window.count("button", "Save")) > 0) await window.press("button", "Save");
  await expectText(window, "12/24/2099");
  await expect.poll(() => horse(name)).toMatchObject({ check_out_date: "2099-12-24" });
  await pressUndo(window);
  await expect.poll(() => horse(name)).toMatchObject({ check_out_date: null });
}

async function pressSwitch(barn: Barn, window: EngineWindow, name: string): Promise<void> {
  const horse = horseIn(barn);
  await expect.poll(() => horse(name)).toMatchObject({ is_billable: 1 });
  await window.press("checkbox", `${name}: billable`);
  await expect.poll(() => horse(name)).toMatchObject({ is_billable: 0 });
  await pressUndo(window);
  await expect.poll(() => horse(name)).toMatchObject({ is_billable: 1 });
}

async function setPrices(barn: Barn, window: EngineWindow, names: string[]): Promise<void> {
  const horse = horseIn(barn);
  await openIn(window, `${barn.url}/horses${FEW}`);
  for (const name of names) await window.press("checkbox", `Select ${name}`);
  await window.choose("What to set", "Boarding");
  await window.fill("textbox", "Amount", "3,100.50");
  await window.press("button", "Set");
  for (const name of names) await expect.poll(() => horse(name)).toMatchObject({ boarding: 310_050 });
  await expectText(window, "$3,100.50");
}

export async function addEditAndDelete(barn: Barn, window: EngineWindow): Promise<void> {
  const groom = async () =>
    (await barn.rows("select name, weekly_salary, deleted_at from grooms order by seq desc"))[0];
  await openIn(window, `${barn.url}/grooms?q=ada`);
  await window.press("link", "Add Groom");
  await window.fill("textbox", "Name", "Ada Novak");
  await window.fill("textbox", "Weekly Salary", "1,050");
  await window.press("button", "Add");
  await expectDialogs(window, 0);
  await expect.poll(groom).toEqual({ name: "Ada Novak", weekly_salary: 105_000, deleted_at: null });

  await window.press("button", "Actions for Ada Novak");
  // A menu that is placed beside its button may not stop at the beginning of its transition.
  await expect.poll(() => window.evaluate("getComputedStyle(document.querySelector('.row-menu')).opacity")).toBe("1");
  await window.press("link", "Edit");
  await window.fill("textbox", "Name", "Ada Nowak");
  await window.press("button", "Save");
  await expectDialogs(window, 0);
  await expect.poll(groom).toMatchObject({ name: "Ada Nowak" });

  await window.press("button", "Actions for Ada Nowak");
  await window.press("button", "Delete");
  await expectText(window, "Ada Nowak was deleted.");
  expect((await groom())?.deleted_at).not.toBeNull();
  await pressUndo(window);
  await expect.poll(() => window.count("rowheader", "Ada Nowak")).toBe(1);
  expect(await groom()).toMatchObject({ deleted_at: null });
}

async function billHorses(barn: Barn, window: EngineWindow): Promise<void> {
  await openIn(window, `${barn.url}/horses${FEW}`);
  await window.press("link", "Bill ");
  await window.press("button", "Confirm");
  await expectText(window, /Billed \d+ horses: \d+ bills/);
  await expectDialogs(window, 0);
}

async function generatePayroll(barn: Barn, window: EngineWindow): Promise<void> {
  const monday = mondayOf(todayInNewYork(new Date()));
  await barn.rows("delete from payroll where week >= ?", [monday]);
  await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
  await openIn(window, `${barn.url}/payroll?q=body`);
  await window.press("link", "Add Payroll Items");
  await window.press("button", "Confirm");
  await expectText(window, /Ran payroll: /);
  expect(await barn.rows("select 1 from payroll where week = ? limit 1", [monday])).toHaveLength(1);
}

/** The widest lists cut no number, date or state in a window of any width. */
export async function cutNothing(barn: Barn, window: EngineWindow): Promise<void> {
  for (const path of ["/horses?view=all", "/billing?view=all", "/shows?view=all"]) {
    await window.goto(`${barn.url}${path}`);
    for (const width of [320, 360, 640, 720, 1024, 1180, 1280]) {
      await window.resize({ width, height: 900 });
      expect([path, width, await window.evaluate(CUT_CELLS)]).toEqual([path, width, []]);
    }
  }
  await window.resize(WINDOW_SIZE);
}

/**
 * On a small laptop the widest lists fit their own frame, the names of the rows stay in sight, and so does the foot with the
 * pages, beside scrollbars that take room as those of Firefox do here. Chromium hides its own in tests.
 */
export async function fitSmallLaptop(barn: Barn, window: EngineWindow): Promise<void> {
  await window.resize(SMALL_LAPTOP);
  for (const path of ["/horses?view=all", "/billing?view=all"]) {
    await window.goto(`${barn.url}${path}`);
    const beyond = `(() => {
      const [rows, foot] = [document.querySelector(".table-scroll"), document.querySelector(".list-foot").lastElementChild];
      rows.scrollLeft = rows.scrollWidth;
      const name = rows.querySelector("tbody [scope=row]").getBoundingClientRect();
      return [
        document.documentElement.scrollWidth - innerWidth,
        Math.max(0, Math.round(rows.getBoundingClientRect().left - name.left)),
        Math.max(0, foot.getBoundingClientRect().bottom - innerHeight),
      ];
    })()`;
    expect([path, await window.evaluate(beyond)]).toEqual([path, [0, 0, 0]]);
  }
  await window.resize(WINDOW_SIZE);
}

/** Finds a horse, edits its row, and sets the price of two selected horses. */
export async function editHorses(barn: Barn, window: EngineWindow): Promise<void> {
  await find(barn, window, `/horses${FEW}`, NAME);
  await editInRow(barn, window, NAME);
  await pressSwitch(barn, window, NAME);
  await setPrices(barn, window, [NAME, OTHER]);
}

/** Bills horses, exports the bills and receives the file, and generates payroll. */
export async function billExportAndPay(
  barn: Barn,
  window: EngineWindow,
  receivedFile: () => Promise<string>,
): Promise<void> {
  await billHorses(barn, window);
  // So that the dialog asks what the amount is for, and for nothing else.
  await barn.rows("update bill_items set quantity = 2 where horse_id in (select id from horses where name = ?)", [
    NAME,
  ]);
  await barn.rows("update settings set is_dates_chosen = 1");
  await openIn(window, `${barn.url}/billing${FEW}`);
  await window.press("link", "Export to QB");
  await window.press("radio", "for both");
  await window.press("button", "Export");
  await expectText(window, /Exported [\d,]+ bills/);
  const [exported] = await barn.rows("select bill_count from exports order by at desc limit 1");
  expect(parse(await receivedFile())).toHaveLength(Number(exported?.bill_count) + 1);
  await generatePayroll(barn, window);
}

/** A change in one window shows in another. In the drawer a link leads on, and Back leads back. */
export async function changeInAnotherWindow(barn: Barn, { window, openWindow }: Visit): Promise<void> {
  const other = await openWindow();
  await openIn(other, `${barn.url}/horses${FEW}`);
  await expectText(other, /\bLive\b/);
  const isBillable = `document.querySelector('[aria-label="${NAME}: billable"]').ariaChecked`;
  expect(await other.evaluate(isBillable)).toBe("true");
  await window.resize(DRAWER_WIDTH);
  await openIn(window, `${barn.url}/customers?q=o'brien`);
  await window.press("button", "Open navigation");
  await window.press("link", "Horses");
  await expect.poll(() => window.count("heading", "Horses")).toBe(1);
  await expect.poll(() => window.count("button", "Close navigation")).toBe(0);
  // A row of a phone is one link.
  await window.resize(WINDOW_SIZE);
  await window.press("checkbox", `${NAME}: billable`);
  await expect.poll(() => other.evaluate(isBillable)).toBe("false");
  await window.resize(DRAWER_WIDTH);

  // In a small window the notice lies over the heading.
  await window.press("checkbox", "Dismiss");
  await window.press("link", "Add Horse");
  await expectDialogs(window, 1);
  await window.back();
  await expectDialogs(window, 0);
  await window.back();
  await expect.poll(() => window.count("heading", "Customers")).toBe(1);
}

/** In a browser without popovers, what is closed cannot be pressed. */
export async function expectClosedWithoutPopovers(barn: Barn, window: EngineWindow): Promise<void> {
  await window.resize(DRAWER_WIDTH);
  await window.goto(`${barn.url}/horses${FEW}`);
  const pressable = `[...document.querySelectorAll("[popover]")].filter((element) => {
    element.removeAttribute("popover");
    return element.checkVisibility({ visibilityProperty: true });
  }).map(({ id }) => id)`;
  expect(await window.evaluate(pressable)).toEqual([]);
}
