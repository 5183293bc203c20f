import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import type { EngineWindow } from "#tests/support/engine.ts";
import { type Engines, engines, openIn, startEngines } from "#tests/support/engines.ts";
import { findChoices } from "#tests/support/service-entry.ts";

/* The main job of each screen. tests/browser/ has the rest of them, in Chromium. */

let barn: Barn;
let started: Engines;

const DRAWER_WIDTH = { width: 480, height: 900 };

async function expectText(window: EngineWindow, text: string | RegExp): Promise<void> {
  await expect.poll(() => window.text()).toMatch(text);
}

const expectDialogs = (window: EngineWindow, number: number) => expect.poll(() => window.count("dialog")).toBe(number);

/** Two horses of the first page of the list. */
async function someHorses(): Promise<[one: string, other: string]> {
  const [one, other] = await barn.rows(
    "select name from horses where deleted_at is null and check_out_date is null and check_in_date < date('now') order by name limit 2",
  );
  return [String(one?.name), String(other?.name)];
}

const horse = async (name: string) => (await barn.rows("select * from horses where name = ?", [name]))[0];

async function logService(window: EngineWindow): Promise<void> {
  const choices = await findChoices(barn);
  const count = async () => (await barn.rows("select count(*) as n from bill_items"))[0]?.n;
  const before = Number(await count());
  await openIn(window, barn.url);
  await window.fill("combobox", "Horse", choices.horse.name);
  await window.press("option", choices.horse.name);
  await window.choose("Service", choices.service.product_service_name);
  await window.press("button", "Submit");
  await expectText(window, "Bill item has been created successfully.");
  expect(await count()).toBe(before + 1);
}

async function find(window: EngineWindow, path: string, name: string): Promise<void> {
  await openIn(window, `${barn.url}${path}`);
  await window.fill("textbox", "Search", name);
  await expect.poll(() => window.count("rowheader")).toBe(1);
  expect(await window.count("rowheader", name)).toBe(1);
}

async function editInRow(window: EngineWindow, name: string): Promise<void> {
  const line = "getComputedStyle(document.querySelector('.row-value')).textDecorationLine";
  expect(await window.evaluate(line)).toBe("underline");
  await window.press("link", `${name}: check-out date`);
  await window.fill("date", `${name}: check-out date`, "2099-12-24");
  await window.press("button", "Save");
  await expectText(window, "12/24/2099");
  await expect.poll(() => horse(name)).toMatchObject({ check_out_date: "2099-12-24" });
  await window.press("button", "Undo");
  await expect.poll(() => horse(name)).toMatchObject({ check_out_date: null });
}

async function pressSwitch(window: EngineWindow, name: string): Promise<void> {
  await expect.poll(() => horse(name)).toMatchObject({ is_billable: 1 });
  await window.press("switch", `${name}: billable`);
  await expect.poll(() => horse(name)).toMatchObject({ is_billable: 0 });
  await window.press("button", "Undo");
  await expect.poll(() => horse(name)).toMatchObject({ is_billable: 1 });
}

async function setPrices(window: EngineWindow, names: string[]): Promise<void> {
  await openIn(window, `${barn.url}/horses`);
  for (const name of names) await window.press("checkbox", `Select ${name}`);
  await window.choose("What to set", "Boarding");
  await window.fill("textbox", "Amount", "3,100.50");
  await window.press("button", "Set");
  for (const name of names) await expect.poll(() => horse(name)).toMatchObject({ boarding: 310_050 });
  await expectText(window, "$3,100.50");
}

async function addEditAndDelete(window: EngineWindow): Promise<void> {
  const groom = async () =>
    (await barn.rows("select name, weekly_salary, deleted_at from grooms order by seq desc"))[0];
  await openIn(window, `${barn.url}/grooms`);
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
  await window.press("button", "Undo");
  await expect.poll(() => window.count("rowheader", "Ada Nowak")).toBe(1);
  expect(await groom()).toMatchObject({ deleted_at: null });
}

async function billHorses(window: EngineWindow): Promise<void> {
  await openIn(window, `${barn.url}/horses`);
  await window.press("link", "Bill ");
  await window.press("button", "Confirm");
  await expectText(window, /Billed \d+ horses: \d+ bills/);
  await expectDialogs(window, 0);
}

async function generatePayroll(window: EngineWindow): Promise<void> {
  const monday = mondayOf(todayInNewYork(new Date()));
  await barn.rows("delete from payroll where week >= ?", [monday]);
  await barn.rows("update settings set last_payroll = ?", [`${plusDays(monday, -7)}T17:00:00.000Z`]);
  await openIn(window, `${barn.url}/payroll`);
  await window.press("link", "Add Payroll Items");
  await window.press("button", "Confirm");
  await expectText(window, /Generated \d+ items/);
  expect(await barn.rows("select 1 from payroll where week = ? limit 1", [monday])).toHaveLength(1);
}

for (const { engine, title, isMissing } of engines()) {
  describe(title, () => {
    beforeAll(async () => {
      if (isMissing) return;
      started = startEngines();
      barn = await openBarn({ accounts: [{ ...ADMIN, emailVerified: true }] });
    });
    afterAll(async () => {
      if (isMissing) return;
      await started.close();
      await barn.close();
    });

    test.skipIf(isMissing)("a visitor logs a service, signs in, and signs out", () =>
      started.visit(engine, async ({ window, popup }) => {
        await logService(window);
        await window.press("button", "Sign in");
        await (await popup()).press("button", ADMIN.email);
        await expect.poll(() => window.count("link", "Payroll Summary")).toBe(1);
        await window.press("button", ADMIN.email);
        await window.press("button", "Sign out");
        await expect.poll(() => window.count("button", "Sign in")).toBe(1);
        expect(await window.count("link", "Payroll")).toBe(0);
      }),
    );

    test.skipIf(isMissing)("an admin finds a horse, edits its row, and sets the price of selected horses", () =>
      started.visitAs(engine, barn, ADMIN, async ({ window }) => {
        const [name, other] = await someHorses();
        await find(window, "/horses", name);
        await editInRow(window, name);
        await pressSwitch(window, name);
        await setPrices(window, [name, other]);
      }),
    );

    test.skipIf(isMissing)("an admin adds, edits and deletes a groom, and undoes the deletion", () =>
      started.visitAs(engine, barn, ADMIN, ({ window }) => addEditAndDelete(window)),
    );

    test.skipIf(isMissing)(
      "an admin bills horses, exports the bills and receives the file, and generates payroll",
      () =>
        started.visitAs(engine, barn, ADMIN, async ({ window }) => {
          await billHorses(window);
          await openIn(window, `${barn.url}/billing`);
          await window.press("link", "Export to QB");
          await window.press("radio", "The bill’s value");
          await window.press("button", "Export");
          await expectText(window, /Exported [\d,]+ bills/);
          const [exported] = await barn.rows("select bill_count from exports order by at desc limit 1");
          expect(parse(await started.receivedFile(engine))).toHaveLength(Number(exported?.bill_count) + 1);
          await generatePayroll(window);
        }),
    );

    test.skipIf(isMissing)(
      "a change in one window shows in another, in the drawer a link leads on, and Back leads back",
      () =>
        started.visitAs(engine, barn, ADMIN, async ({ window, openWindow }) => {
          const other = await openWindow();
          await openIn(other, `${barn.url}/horses`);
          await expectText(other, /\bLive\b/);
          const [name] = await someHorses();
          const isBillable = `document.querySelector('[aria-label="${name}: billable"]').ariaChecked`;
          expect(await other.evaluate(isBillable)).toBe("true");
          await window.resize(DRAWER_WIDTH);
          await openIn(window, `${barn.url}/customers`);
          await window.press("button", "Open navigation");
          await window.press("link", "Horses");
          await expect.poll(() => window.count("heading", "Horses")).toBe(1);
          await expect.poll(() => window.count("button", "Close navigation")).toBe(0);
          await window.press("switch", `${name}: billable`);
          await expect.poll(() => other.evaluate(isBillable)).toBe("false");

          // In a small window the notice lies over the heading.
          await window.press("checkbox", "Dismiss");
          await window.press("link", "Add Horse");
          await expectDialogs(window, 1);
          await window.back();
          await expectDialogs(window, 0);
          await window.back();
          await expect.poll(() => window.count("heading", "Customers")).toBe(1);
        }),
    );

    test.skipIf(isMissing)("in a browser without popovers, what is closed cannot be pressed", () =>
      started.visitAs(engine, barn, ADMIN, async ({ window }) => {
        await window.resize(DRAWER_WIDTH);
        await window.goto(`${barn.url}/horses`);
        const pressable = `[...document.querySelectorAll("[popover]")].filter((element) => {
          element.removeAttribute("popover");
          return element.checkVisibility({ visibilityProperty: true });
        }).map(({ id }) => id)`;
        expect(await window.evaluate(pressable)).toEqual([]);
      }),
    );
  });
}
