import type { Locator, Page } from "playwright-core";
import { settled } from "#tests/support/browser.ts";
import { IS_HYDRATED } from "#tests/support/people.ts";
import { look } from "./seen.ts";

const PRESSABLE = ["button", "link", "menuitem", "switch", "checkbox", "radio"] as const;

/** What a press of that name may be for a person, whatever element it is. */
const pressable = (around: Page | Locator, name: string | RegExp) =>
  PRESSABLE.map((role) => around.getByRole(role, { name, exact: true }))
    .reduce((any, each) => any.or(each))
    .filter({ visible: true });

const FIELDS = ["textbox", "combobox", "spinbutton", "checkbox", "switch"] as const;

/** The control of a field. The star of a required field is not in its name. */
const fieldIn = (around: Page | Locator, name: string) =>
  FIELDS.map((role) => around.getByRole(role, { name, exact: true }))
    .reduce((any, each) => any.or(each))
    .filter({ visible: true })
    .first();

/** A person in front of a page: acts by what is written on it. */
export function personAt(page: Page, url: string, hasJavaScript: boolean) {
  const dialog = page.getByRole("dialog").filter({ hasNotText: "Success" }).last();
  const settle = async () => {
    await page.waitForLoadState("load");
    if (hasJavaScript) await settled(page);
  };
  const acting =
    <Args extends unknown[]>(act: (...args: Args) => Promise<unknown>) =>
    async (...args: Args) => {
      await act(...args);
      await settle();
    };
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name }).first();
  const cellOf = async (row: string, column: string) => {
    const headings = await page.getByRole("row").first().getByRole("columnheader").allInnerTexts();
    const cells = rowOf(row).getByRole("cell").or(rowOf(row).getByRole("rowheader"));
    return cells.nth(headings.findIndex((heading) => heading.trim() === column));
  };
  return {
    page,
    hasJavaScript,
    sees: () => look(page),
    /** Where an address leads, and the text of the page there, without a look at it. */
    async follows(path: string) {
      const answer = await page.request.get(`${url}${path}`);
      return { status: answer.status(), path: new URL(answer.url()).pathname, html: await answer.text() };
    },
    opens: acting(async (path: string) => {
      await page.goto(`${url}${path}`);
      for (let tries = 0; hasJavaScript && tries < 100 && !(await page.evaluate(IS_HYDRATED)); tries++)
        await page.waitForTimeout(50);
    }),
    presses: acting((name: string | RegExp) => pressable(page, name).first().click()),
    /** Presses a button of the open dialog. */
    answers: acting((name: string | RegExp) => pressable(dialog, name).last().click()),
    /** Presses a button of the dialog and Escape, and returns the page as it is until the server answers. */
    async waitsAfter(name: string, shown: string) {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**", async (route) => {
        if (route.request().method() === "POST") await held;
        await route.continue();
      });
      await pressable(dialog, name).last().click();
      await page.getByText(shown).first().waitFor();
      await page.keyboard.press("Escape");
      const seen = await look(page);
      answer();
      await page.unrouteAll({ behavior: "wait" });
      await settle();
      return seen;
    },
    /** Fills in the form, or the dialog if one is open, by the labels of its fields. */
    async fills(values: { [label: string]: string | boolean }) {
      const form = (await dialog.isVisible()) ? dialog : page.getByRole("main");
      for (const [label, value] of Object.entries(values)) await fill(fieldIn(form, label), value);
    },
    /** The options of a field, as they are offered. */
    async optionsOf(label: string): Promise<string[]> {
      const field = fieldIn(page, label);
      if (await field.evaluate(({ tagName }) => tagName === "SELECT")) return field.locator("option").allInnerTexts();
      await field.click();
      const texts = await page.getByRole("option").filter({ visible: true }).allInnerTexts();
      await field.press("Escape");
      return texts;
    },
    /** Follows a link to a file. */
    async downloads(name: string | RegExp) {
      const coming = page.waitForEvent("download");
      await pressable(page, name).first().click();
      const file = await coming;
      return { name: file.suggestedFilename(), path: await file.path() };
    },
    /** Types into a field and presses Enter. */
    async enters(label: string, text: string) {
      await fill(fieldIn(dialog, label), text, true);
    },
    searches: acting(async (text: string) => {
      await page.getByRole("searchbox").first().fill(text);
      await page.getByRole("searchbox").first().press("Enter");
    }),
    sortsBy: acting((column: string) =>
      pressable(page.getByRole("columnheader", { name: column }), /./)
        .first()
        .click(),
    ),
    /** Ticks or unticks a column in the menu of columns. */
    hides: acting(async (column: string) => {
      await pressable(page, "Columns").first().click();
      await page.getByRole("checkbox", { name: column, exact: true }).click();
      if (hasJavaScript) await page.keyboard.press("Escape");
      else await pressable(page, "Apply").click();
    }),
    /** Opens the menu of a row and, if it is named, presses an item in it. */
    opensMenu: acting(async (row: string, item?: string) => {
      await rowOf(row)
        .getByRole("button", { name: /^Actions/ })
        .or(rowOf(row).getByRole("link", { name: /^Actions/ }))
        .click();
      if (item) await pressable(page, item).last().click();
    }),
    /** Presses the checkbox or the switch of a row. */
    toggles: acting(async (row: string, column: string) =>
      pressable(await cellOf(row, column), /./)
        .first()
        .click(),
    ),
    /** Changes a value in its row. Without JavaScript the value leads to the dialog of the record. */
    edits: acting(async (row: string, column: string, value: string) => {
      await (await cellOf(row, column))
        .getByRole("link")
        .or((await cellOf(row, column)).getByRole("button"))
        .first()
        .click();
      const control = hasJavaScript ? page.locator(":focus") : fieldIn(dialog, column);
      await fill(control, value, hasJavaScript);
      if (!hasJavaScript) await pressable(dialog, "Save").click();
    }),
  };
}

export type Person = ReturnType<typeof personAt>;

/** Chooses or types a value; in the end, if that is asked for, presses Enter. */
async function fill(control: Locator, value: string | boolean, withEnter = false): Promise<void> {
  if (typeof value === "boolean") return control.setChecked(value);
  const [tag, role] = await control.evaluate((element) => [element.tagName, element.getAttribute("role")]);
  if (tag === "SELECT") return void (await control.selectOption({ label: value }));
  await control.fill(value);
  if (withEnter || role === "combobox") await control.press("Enter");
}
