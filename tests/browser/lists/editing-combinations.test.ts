import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { inDollars } from "#app/domain/basics/money.ts";
import { addHorses, billBoarding } from "#lab/support/billing.ts";
import { holdPosts, JAVASCRIPT, settled } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { editorOf, openEditor, pressInMenu, valueIn } from "#tests/support/browser/rows.ts";

/* Edits that meet: two rows one after the other, a typo and a key, a paste and a lost connection, a tick and Enter (docs/product.md, 'Editing in rows'). */

const lists = startLists();

const REFUSED = /status of 4\d\d/;
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const valuesOf = async (column: string, tag: string, table = "horses") =>
  (await lists.barn.rows(`select ${column} as value from ${table} where name like ? order by name`, [`${tag} %`])).map(
    ({ value }) => value,
  );

/** An expression: whether the page can be left without a question. */
const LEAVES_UNASKED = `dispatchEvent(new Event("beforeunload", { cancelable: true }))`;

const alertIn = (page: Page, label: string) => editorOf(page, label).locator("xpath=..").getByRole("alert");

const focused = (page: Page) => page.evaluate("document.activeElement.ariaLabel");

/** Adds horses, opens their list, and returns the labels of their boarding prices, and these prices. */
async function openPrices(page: Page, tag: string, count: number) {
  const horses = await addHorses(lists.barn, tag, count);
  await lists.goto(page, `/horses?q=${tag}`);
  const cells = horses.map(({ name }) => `${name}: boarding`) as [string, string, string, string, string];
  return { horses, cells, before: horses.map(({ boarding }) => boarding) };
}

const expectPrices = (tag: string, prices: (number | undefined)[]) =>
  expect.poll(() => valuesOf("boarding", tag)).toEqual(prices);

const pasteInto = (page: Page, label: string, text: string) =>
  editorOf(page, label).evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", copied);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("a check-out that the server refuses comes back, and the editor of the row below keeps its date and the focus", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "Refused";
      await addHorses(lists.barn, tag, 2);
      const date = plusDays(todayInNewYork(new Date()), 18);
      await lists.barn.rows("update horses set check_out_date = ? where name like ?", [date, `${tag} %`]);
      await lists.goto(page, `/horses?view=all&q=${tag}`);
      const [above, below] = [0, 1].map((n) => `${tag} 00${n}: check-out date`) as [string, string];
      await openEditor(page, above, "key");
      await page.keyboard.type("01012000");
      await valueIn(page, below).press("Enter");
      await alertIn(page, above).waitFor();
      expect(await editorOf(page, above).inputValue()).toBe("2000-01-01");
      expect([await focused(page), await editorOf(page, below).inputValue()]).toEqual([below, date]);
      await page.keyboard.press("Escape");
      await valueIn(page, below).waitFor();
      await editorOf(page, above).press("Escape");
      await valueIn(page, above).waitFor();
      await settled(page);
      expect(await valuesOf("check_out_date", tag)).toEqual([date, date]);
    },
    REFUSED,
  ));

test("a typo stays in its editor, and neither Enter, Tab nor a press on another row takes it along; Escape drops it", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Typo";
    const { cells, before } = await openPrices(page, tag, 5);
    for (const [n, key] of ["Enter", "Tab"].entries()) {
      const [cell = "", next = ""] = cells.slice(n);
      const editor = await openEditor(page, cell);
      await page.keyboard.type("3o00");
      await page.keyboard.press(key);
      await alertIn(page, cell).getByText("Enter an amount in dollars, such as 2,900 or 2900.50.").waitFor();
      expect([key, await editor.inputValue(), await focused(page)]).toEqual([key, "3o00", cell]);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("3000");
      await page.keyboard.press(key);
      await editorOf(page, next).waitFor();
      await page.keyboard.press("Escape");
      await valueIn(page, cell).getByText("$3,000").waitFor();
    }
    const [, , third, fourth] = cells;
    await openEditor(page, third);
    await page.keyboard.type("29OO");
    await openEditor(page, fourth);
    await alertIn(page, third).waitFor();
    await page.keyboard.type("3100");
    await page.keyboard.press("Enter");
    await expectPrices(tag, [300_000, 300_000, before[2], 310_000, before[4]]);
    expect(await editorOf(page, third).inputValue()).toBe("29OO");
    await page.keyboard.press("Escape");
    await editorOf(page, third).press("Escape");
    await valueIn(page, third).waitFor();
    await settled(page);
    expect(await valuesOf("boarding", tag)).toEqual([300_000, 300_000, before[2], 310_000, before[4]]);
  }));

test("a press on another row saves the value and is not lost, though a message goes away and the editor closes; a composed word stays", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Pressed";
    const { before, cells } = await openPrices(page, tag, 4);
    const [first, second, third] = cells;
    await openEditor(page, first);
    await editorOf(page, first).fill("3o00");
    await page.keyboard.press("Enter");
    await alertIn(page, first).waitFor();
    await editorOf(page, first).fill("3333");
    await valueIn(page, second).click();
    const editor = editorOf(page, second);
    await editor.waitFor();
    await valueIn(page, first).getByText("$3,333").waitFor();

    await editor.fill("3300");
    for (const key of ["Enter", "Escape"])
      await editor.dispatchEvent("keydown", { key, isComposing: true, bubbles: true, cancelable: true });
    expect(await editor.inputValue()).toBe("3300");

    // The editor closes when the press that leaves it is over, so that the press hits what it is on.
    const { x, y, width, height } = (await valueIn(page, third).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    expect(await editor.inputValue()).toBe("3300");
    await page.mouse.up();
    await editorOf(page, third).waitFor();
    await valueIn(page, second).getByText("$3,300").waitFor();
    await settled(page);
    expect(await valuesOf("boarding", tag)).toEqual([333_300, 330_000, before[2], before[3]]);
  }));

test("without a connection values wait in their editors, typed or pasted, the next row's editor stays as it is, and Enter sends again", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "Offline";
      const { cells, before } = await openPrices(page, tag, 4);
      const [first, second, third, fourth] = cells;
      await openEditor(page, first);
      await page.context().setOffline(true);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("3200");
      await page.keyboard.press("Enter");
      await alertIn(page, first).waitFor();
      const next = editorOf(page, second);
      expect([await next.inputValue(), await focused(page)]).toEqual([inDollars(before[1] ?? 0), second]);
      expect(await alertIn(page, second).count()).toBe(0);
      await page.keyboard.press("Escape");

      await openEditor(page, third);
      await pasteInto(page, third, "3,001\n3,002\n3,003");
      await alertIn(page, fourth).waitFor();
      expect(await Promise.all([third, fourth].map((cell) => editorOf(page, cell).inputValue()))).toEqual([
        "3,001",
        "3,002",
      ]);
      expect(await page.evaluate(LEAVES_UNASKED)).toBe(false);
      await page.context().setOffline(false);
      for (const cell of [first, third, fourth]) {
        await editorOf(page, cell).press("Enter");
        await valueIn(page, cell).waitFor();
      }
      await expectPrices(tag, [320_000, before[1], 300_100, 300_200]);
      await settled(page);
      expect(await page.evaluate(LEAVES_UNASKED)).toBe(true);
    },
    OFFLINE,
  ));

test("a paste with a wrong line saves nothing; one with a blank line leaves that row, says how many lines had no row, and one Undo takes it back", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "Pasted";
      const { cells, before } = await openPrices(page, tag, 3);
      await openEditor(page, cells[0]);
      await pasteInto(page, cells[0], "3,001\n3oo2\n3,003");
      await page.getByText('Nothing was pasted. Value 2, "3oo2": Enter an amount in dollars').waitFor();
      await settled(page);
      expect(await valuesOf("boarding", tag)).toEqual(before);
      expect(await page.locator(".row-editor").count()).toBe(0);
      await openEditor(page, cells[0]);
      await pasteInto(page, cells[0], "\r\n3,001\r\n3,002\r\n3,003\r\n3,004\r\n");
      await page.getByText("Saved: Boarding of 2 horses. 2 more lines had no row.").waitFor();
      expect(await valuesOf("boarding", tag)).toEqual([before[0], 300_100, 300_200]);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expectPrices(tag, before);
      await settled(page);
    },
    REFUSED,
  ));

test("a cell is saved while the page asks for a dialog's route, is opened again while it is saved, and follows another admin if nothing was typed", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Saving";
    const { horses, cells, before } = await openPrices(page, tag, 3);
    const [cell, other, followed] = cells;
    await settled(page);
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.route("**/__manifest?*", async (route) => {
      await answered;
      await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
      await route.continue();
    });
    await openEditor(page, cell);
    await editorOf(page, cell).fill("3333");
    await pressInMenu(page, `${tag} 001`, "Edit");
    await page.getByRole("dialog", { name: "Edit Horse" }).waitFor();
    await page.keyboard.press("Escape");
    await valueIn(page, cell).getByText("$3,333").waitFor();
    await settled(page);
    await expectPrices(tag, [333_300, before[1], before[2]]);
    expect(await page.locator("[data-unsent]").count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });

    // What was typed is in the editor that opens again, and leaving it saves nothing else.
    await openEditor(page, other);
    const release = await holdPosts(page);
    await editorOf(page, other).fill("4444");
    await page.keyboard.press("Enter");
    await valueIn(page, other).click();
    expect(await editorOf(page, other).inputValue()).toBe("4444");
    await release();
    await page.getByText(`Saved: Boarding of ${tag} 001`).waitFor();
    await settled(page);
    expect(await editorOf(page, other).inputValue()).toBe("4444");
    await page.getByRole("heading", { level: 1 }).click();
    await valueIn(page, other).getByText("$4,444").waitFor();

    await openEditor(page, followed);
    const admin = { Cookie: await lists.barn.cookieOf(ADMIN) };
    await lists.barn.post("/horses", { row: `set ${horses[2]?.id} boarding 5555` }, admin);
    await expect.poll(() => editorOf(page, followed).inputValue()).toBe("5555");
    await page.getByRole("heading", { level: 1 }).click();
    await valueIn(page, followed).getByText("$5,555").waitFor();
    await settled(page);
    expect(await valuesOf("boarding", tag)).toEqual([333_300, 444_400, 555_500]);

    await openEditor(page, followed);
    await editorOf(page, followed).fill("6666");
    await lists.barn.post("/horses", { row: `set ${horses[2]?.id} boarding 7777` }, admin);
    await lists.barn.post("/horses", { row: `set ${horses[0]?.id} boarding 8888` }, admin);
    await valueIn(page, cell).getByText("$8,888").waitFor();
    expect(await editorOf(page, followed).inputValue()).toBe("6666");
    await page.keyboard.press("Escape");
    await valueIn(page, followed).getByText("$7,777").waitFor();
  }));

/** A list, a page of another kind, and what asks before many bills are made or shared. */
const WITH_BOXES = [
  "/horses",
  "/billing/check?all=old",
  "/horses/bill?q=boxes",
  "/billing/export",
  "/customers/statements",
];

test.each(JAVASCRIPT)("Enter on a box or a choice of a page or a dialog sends nothing, %s", (how, javaScriptEnabled) =>
  lists.asAdmin({ ...DESK, javaScriptEnabled }, async (page) => {
    // A horse that is billed already has a box in the dialog.
    for (const horse of await addHorses(lists.barn, `Boxes ${how}`, 1)) await billBoarding(lists.barn, horse);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    for (const path of WITH_BOXES) {
      await lists.goto(page, path, javaScriptEnabled);
      const dialog = page.getByRole("dialog");
      const isOver = (await dialog.count()) > 0;
      const choice = (isOver ? dialog : page.getByRole("main")).locator(
        "input:is([type=checkbox], [type=radio]):visible",
      );
      const isChecked = await choice.first().isChecked();
      const address = page.url();
      await choice.first().press("Enter");
      // Without JavaScript a dialog closes.
      if (javaScriptEnabled || !isOver) expect([path, await choice.first().isChecked()]).toEqual([path, isChecked]);
      await settled(page);
      expect([path, page.url(), posts]).toEqual([path, address, []]);
    }
  }),
);

test("if the editor's code does not load, as in a tab from before a deployment, no dialog takes what is typed next", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "OldTab";
      const [horse] = await addHorses(lists.barn, tag, 1);
      await page.route(/\/row-[\w-]+\.js$/, (route) => route.abort());
      await lists.goto(page, `/horses?q=${tag}`);
      await valueIn(page, `${tag} 000: boarding`).click();
      await page.keyboard.type("3000");
      await page.getByText("The editor did not load.").waitFor();
      expect(page.url()).toContain(`/horses?q=${tag}`);
      expect(await page.getByRole("dialog").count()).toBe(0);
      // The menu is a page of its own then; its Edit keeps the list.
      await page.getByRole("button", { name: `Actions for ${tag} 000` }).click();
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await page.getByRole("dialog", { name: "Edit Horse" }).waitFor();
      expect(new URL(page.url()).searchParams.get("q")).toBe(tag);
      expect(await valuesOf("boarding", tag)).toEqual([horse?.boarding]);
    },
    /ERR_FAILED|Failed to (fetch|load)|dynamically imported/,
  ));

test("half a date in an empty cell, and in an empty field of a dialog, is asked for before it is lost", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/grooms/new");
    await page.getByRole("dialog").getByLabel("Start Date").focus();
    await page.keyboard.type("1231");
    await expect.poll(() => page.evaluate(LEAVES_UNASKED)).toBe(false);
    await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).focus();
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    await addHorses(lists.barn, "Half", 1);
    await lists.goto(page, "/horses?q=Half");
    await openEditor(page, "Half 000: check-out date", "key");
    await page.keyboard.type("1231");
    await expect.poll(() => page.evaluate(LEAVES_UNASKED)).toBe(false);
  }));
