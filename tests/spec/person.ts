import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { holdPosts, settled } from "#lab/support/browser.ts";
import { openPage } from "#tests/support/browser/people.ts";
import { look, type Seen } from "./seen.ts";

const PRESSABLE = ["button", "link", "menuitem", "switch", "checkbox", "radio"] as const;
const FIELDS = ["textbox", "combobox", "checkbox", "switch"] as const;

/** What is visible under that name, in any of the roles: a statement does not say which element a control is. */
const anyOf = (
  around: Page | Locator,
  roles: readonly (typeof PRESSABLE | typeof FIELDS)[number][],
  name: string | RegExp,
) =>
  roles
    .map((role) => around.getByRole(role, { name, exact: true }))
    .reduce((any, each) => any.or(each))
    .filter({ visible: true });
const pressable = (around: Page | Locator, name: string | RegExp) => anyOf(around, PRESSABLE, name);
/** The control of a field. The star of a required field is not in its name. */
const fieldIn = (around: Page | Locator, name: string) => anyOf(around, FIELDS, name).first();

/** An expression: resolves when the page has nothing left to run. After some presses Chromium calls no page idle before the limit. */
const IDLE = "new Promise((resolve) => requestIdleCallback(resolve, { timeout: 250 }))";

/** Remix handles a press at once, and is busy until the answer has come: on a slow machine its request may be sent much later. */
const ANSWERED = `(({ navigation, revalidation, fetchers }) =>
  [navigation, ...fetchers.values(), { state: revalidation }].every(({ state }) => state === "idle"))(window.__remixRouter.state)`;

/** Chooses or types a value; in the end, if that is asked for, presses Enter. */
async function fill(control: Locator, value: string | boolean, withEnter = false): Promise<void> {
  if (typeof value === "boolean") return control.setChecked(value);
  const [tag, role] = await control.evaluate((element) => [element.tagName, element.getAttribute("role")]);
  if (tag === "SELECT") return void (await control.selectOption({ label: value }));
  const isPicked = (await control.getAttribute("type")) === "date";
  await control.fill(value);
  if ((withEnter && !isPicked) || role === "combobox") await control.press("Enter");
}

/** A person in front of a page, who acts by what is written on it, and then waits until all has come. */
export class SpecPerson {
  private readonly dialog: Locator;

  constructor(
    readonly page: Page,
    private readonly barn: { url: string },
    readonly hasJavaScript: boolean,
  ) {
    this.dialog = page.getByRole("dialog").filter({ hasNotText: "Success" }).last();
  }

  sees = (): Promise<Seen> => look(this.page);

  private async settles(): Promise<void> {
    await this.page.waitForLoadState("load");
    if (!this.hasJavaScript) return;
    // A press is handled before the page is idle, and what has come is rendered. A page that is being left answers nothing.
    const isIdle = () => this.page.evaluate(IDLE).catch(() => {});
    // `waitForFunction` would evaluate in the page, whose policy refuses it.
    while (!(await this.page.evaluate(ANSWERED).catch(() => true))) await sleep(20);
    await isIdle();
    await settled(this.page, 2);
    await isIdle();
  }

  async opens(path: string): Promise<void> {
    await openPage(this.barn, this.page, path, this.hasJavaScript);
    await this.settles();
  }

  /** Where an address leads, and the page there, without a look at it. */
  async follows(path: string) {
    const answer = await this.page.request.get(`${this.barn.url}${path}`);
    return { status: answer.status(), path: new URL(answer.url()).pathname, html: await answer.text() };
  }

  async presses(name: string | RegExp): Promise<void> {
    await pressable(this.page, name).first().click();
    await this.settles();
  }

  /** Presses a button of the open dialog. */
  async answers(name: string | RegExp): Promise<void> {
    await pressable(this.dialog, name).last().click();
    await this.settles();
  }

  /** Presses a button of the dialog, then Escape, and returns the page as it is until the server answers. */
  async waitsAfter(name: string, shown: string): Promise<Seen> {
    const release = await holdPosts(this.page);
    await pressable(this.dialog, name).last().click();
    await this.page.getByText(shown).first().waitFor();
    await this.page.keyboard.press("Escape");
    const seen = await this.sees();
    await release();
    await this.settles();
    return seen;
  }

  /** Fills in the form, or the dialog if one is open, by the labels of its fields. */
  async fills(values: { [label: string]: string | boolean }): Promise<void> {
    const form = (await this.dialog.isVisible()) ? this.dialog : this.page.getByRole("main");
    for (const [label, value] of Object.entries(values)) await fill(fieldIn(form, label), value);
  }

  /** Types into a field of the dialog and presses Enter. */
  enters = (label: string, text: string): Promise<void> => fill(fieldIn(this.dialog, label), text, true);

  /** The options of a field, as they are offered. */
  async optionsOf(label: string): Promise<string[]> {
    const field = fieldIn(this.page, label);
    if (await field.evaluate(({ tagName }) => tagName === "SELECT")) return field.locator("option").allInnerTexts();
    await field.click();
    // The inner text of an option is empty until the browser lays it out, because of `content-visibility`.
    const texts = await this.page.getByRole("option").filter({ visible: true }).allTextContents();
    await field.press("Escape");
    return texts;
  }

  /** Follows a link to a file. */
  async downloads(name: string | RegExp) {
    const [file] = await Promise.all([this.page.waitForEvent("download"), pressable(this.page, name).first().click()]);
    return { name: file.suggestedFilename(), path: await file.path() };
  }

  async searches(text: string): Promise<void> {
    const box = this.page.getByRole("searchbox").first();
    await box.fill(text);
    await box.press("Enter");
    await this.settles();
  }

  async sortsBy(column: string): Promise<void> {
    await pressable(this.page.getByRole("columnheader", { name: column }), /./)
      .first()
      .click();
    await this.settles();
  }

  /** Ticks or unticks a column in the menu of columns. */
  async hides(column: string): Promise<void> {
    await pressable(this.page, "Columns").click();
    await this.page.getByRole("checkbox", { name: column, exact: true }).click();
    if (this.hasJavaScript) await this.page.keyboard.press("Escape");
    else await pressable(this.page, "Apply").click();
    await this.settles();
  }

  private row = (name: string): Locator => this.page.getByRole("row").filter({ hasText: name }).first();

  private async cell(row: string, column: string): Promise<Locator> {
    const headings = await this.page.getByRole("row").first().getByRole("columnheader").allInnerTexts();
    const cells = this.row(row).getByRole("cell").or(this.row(row).getByRole("rowheader"));
    return cells.nth(headings.findIndex((heading) => heading.trim() === column));
  }

  /** Opens the menu of a row and, if it is named, presses an item in it. */
  async opensMenu(row: string, item?: string): Promise<void> {
    await pressable(this.row(row), /^Actions/).click();
    if (item) await pressable(this.page, item).last().click();
    await this.settles();
  }

  /** Presses the checkbox or the switch of a row. */
  async toggles(row: string, column: string): Promise<void> {
    await pressable(await this.cell(row, column), /./)
      .first()
      .click();
    await this.settles();
  }

  /** Changes a value in its row. Without JavaScript the value leads to the dialog of the record. */
  async edits(row: string, column: string, value: string): Promise<void> {
    await pressable(await this.cell(row, column), /./)
      .first()
      .click();
    // The press moves the focus to the link, and its editor takes the focus as soon as it has loaded.
    const control = this.hasJavaScript
      ? this.page.locator(":is(input, select, textarea):focus")
      : fieldIn(this.dialog, column);
    await fill(control, value, this.hasJavaScript);
    if (!this.hasJavaScript) await pressable(this.dialog, "Save").click();
    await this.settles();
  }
}
