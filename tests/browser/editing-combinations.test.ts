import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inDollars } from "#app/domain/money.ts";
import { ADMIN } from "#tests/support/barn.ts";
import { addHorses, addShows } from "#tests/support/billing.ts";
import { holdPosts, JAVASCRIPT, settled } from "#tests/support/browser.ts";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";
import { boxOf, editorOf, openEditor, pressInMenu, selectionBar, valueIn } from "#tests/support/rows.ts";

/* Edits that meet: two rows one after the other, a typo and a key, a wheel and a number, a tick and Enter (docs/product.md, 'Editing in rows'). */

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const REFUSED = /status of 4\d\d/;
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;

const valuesOf = async (column: string, tag: string, table = "horses") =>
  (await lists.barn.rows(`select ${column} as value from ${table} where name like ? order by name`, [`${tag} %`])).map(
    ({ value }) => value,
  );

/** An expression: whether the page can be left without a question. */
const LEAVES_UNASKED = `dispatchEvent(new Event("beforeunload", { cancelable: true }))`;

const alertIn = (page: Page, label: string) => editorOf(page, label).locator("xpath=..").getByRole("alert");

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
      await lists.barn.rows("update horses set check_out_date = '2026-12-16' where name like ?", [`${tag} %`]);
      await lists.goto(page, `/horses?view=all&q=${tag}`);
      const [above, below] = [0, 1].map((n) => `${tag} 00${n}: check-out date`) as [string, string];
      await openEditor(page, above, "key");
      await page.keyboard.type("01012000");
      await valueIn(page, below).press("Enter");
      await alertIn(page, above).waitFor();
      expect(await editorOf(page, above).inputValue()).toBe("2000-01-01");
      const focused = () => page.evaluate("document.activeElement.ariaLabel");
      expect([await focused(), await editorOf(page, below).inputValue()]).toEqual([below, "2026-12-16"]);
      await page.keyboard.press("Escape");
      await valueIn(page, below).waitFor();
      await editorOf(page, above).press("Escape");
      await valueIn(page, above).waitFor();
      await settled(page);
      expect(await valuesOf("check_out_date", tag)).toEqual(["2026-12-16", "2026-12-16"]);
    },
    REFUSED,
  ));

test.each(["Enter", "Tab"])(
  "after a typo %s leads to no other row; the right amount then goes where it was typed",
  (key) =>
    lists.asAdmin(DESK, async (page) => {
      const tag = `Typo ${key}`;
      const horses = await addHorses(lists.barn, tag, 2);
      await lists.goto(page, `/horses?q=${tag}`);
      const label = `${tag} 000: boarding`;
      const editor = await openEditor(page, label);
      await page.keyboard.type("3o00");
      await page.keyboard.press(key);
      await alertIn(page, label).getByText("Enter an amount in dollars, such as 2,900 or 2900.50.").waitFor();
      expect([await editor.inputValue(), await page.evaluate("document.activeElement.ariaLabel")]).toEqual([
        "3o00",
        label,
      ]);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("3000");
      await page.keyboard.press(key);
      await editorOf(page, `${tag} 001: boarding`).waitFor();
      await page.keyboard.press("Escape");
      await settled(page);
      expect(await valuesOf("boarding", tag)).toEqual([300_000, horses[1]?.boarding]);
    }),
);

test("a typo stays in its editor when another row is pressed, and Escape closes it without saving", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Left";
    const horses = await addHorses(lists.barn, tag, 2);
    await lists.goto(page, `/horses?q=${tag}`);
    const [above, below] = [0, 1].map((n) => `${tag} 00${n}: boarding`) as [string, string];
    await openEditor(page, above);
    await page.keyboard.type("29OO");
    await openEditor(page, below);
    await alertIn(page, above).waitFor();
    await page.keyboard.type("3100");
    await page.keyboard.press("Enter");
    await expect.poll(() => valuesOf("boarding", tag)).toEqual([horses[0]?.boarding, 310_000]);
    expect(await editorOf(page, above).inputValue()).toBe("29OO");
    await editorOf(page, above).press("Escape");
    await valueIn(page, above).waitFor();
    await settled(page);
    expect(await valuesOf("boarding", tag)).toEqual([horses[0]?.boarding, 310_000]);
  }));

test("without a connection a row's value waits in its editor, the next row's editor stays as it is, and Enter sends again", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "Offline";
      const horses = await addHorses(lists.barn, tag, 2);
      await lists.goto(page, `/horses?q=${tag}`);
      const [above, below] = [0, 1].map((n) => `${tag} 00${n}: boarding`) as [string, string];
      await openEditor(page, above);
      await page.context().setOffline(true);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("3200");
      await page.keyboard.press("Enter");
      await alertIn(page, above).waitFor();
      const next = editorOf(page, below);
      expect([await next.inputValue(), await page.evaluate("document.activeElement.ariaLabel")]).toEqual([
        inDollars(horses[1]?.boarding ?? 0),
        below,
      ]);
      expect(await alertIn(page, below).count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.context().setOffline(false);
      await editorOf(page, above).press("Enter");
      await expect.poll(() => valuesOf("boarding", tag)).toEqual([320_000, horses[1]?.boarding]);
      await settled(page);
    },
    OFFLINE,
  ));

test("a word that is being composed is neither saved by Enter nor dropped by Escape", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Composed";
    await addHorses(lists.barn, tag, 1);
    await lists.goto(page, `/horses?q=${tag}`);
    const editor = await openEditor(page, `${tag} 000: boarding`);
    await editor.fill("3300");
    for (const key of ["Enter", "Escape"]) {
      await editor.dispatchEvent("keydown", { key, isComposing: true, bubbles: true, cancelable: true });
    }
    expect(await editor.inputValue()).toBe("3300");
    await editor.press("Enter");
    await expect.poll(() => valuesOf("boarding", tag)).toEqual([330_000]);
    await settled(page);
  }));

test("the mouse wheel changes no quantity: in a row of shows, in the dialog of a bill, in the service form", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Wheel";
    const horses = await addHorses(lists.barn, tag, 1);
    await addShows(lists.barn, tag, horses);
    const turn = async () => {
      for (const way of [-120, -120, 120, -120]) await page.mouse.wheel(0, way);
    };
    await lists.goto(page, `/shows?view=all&q=${tag}`);
    const inRow = await openEditor(page, /^Wheel.*: quantity/);
    const before = await inRow.inputValue();
    await inRow.hover();
    await turn();
    expect(await inRow.inputValue()).toBe(before);
    await page.keyboard.press("Escape");
    const [bill] = await lists.barn.rows(
      "select id from bill_items where export_id is null and deleted_at is null limit 1",
    );
    for (const address of [`/billing/${bill?.id}/edit`, "/shows/new", "/"]) {
      await lists.goto(page, address);
      const quantity = page.getByRole("textbox", { name: /^Quantity/ });
      await quantity.fill("3");
      await quantity.hover();
      await turn();
      expect([address, await quantity.inputValue()]).toEqual([address, "3"]);
    }
    await settled(page);
  }));

/** Short, long, and no list. */
const SELECTED_LISTS = ["/horses", "/billing", "/billing/check"];

for (const [how, javaScriptEnabled] of JAVASCRIPT) {
  test(`Enter on the box of a row does nothing to the rows, ${how}`, () =>
    lists.asAdmin({ ...DESK, javaScriptEnabled }, async (page) => {
      const posts: string[] = [];
      page.on("request", (request) => request.method() === "POST" && posts.push(request.postData() ?? ""));
      for (const path of SELECTED_LISTS) {
        await lists.goto(page, path, javaScriptEnabled);
        const box = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
        await box.check();
        const address = page.url();
        await box.press("Enter");
        await settled(page);
        expect([path, posts.filter((post) => !post.includes("columns"))]).toEqual([path, []]);
        expect([path, page.url(), await box.isChecked()]).toEqual([path, address, true]);
      }
    }));

  test(`Enter on a box or a choice of a dialog that bills or exports confirms nothing, ${how}`, () =>
    lists.asAdmin({ ...DESK, javaScriptEnabled }, async (page) => {
      const tag = `Confirm ${how}`;
      await addHorses(lists.barn, tag, 1);
      const posts: string[] = [];
      page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
      for (const path of [`/horses/bill?q=${encodeURIComponent(tag)}`, "/billing/export", "/customers/statements"]) {
        await lists.goto(page, path, javaScriptEnabled);
        const choices = page.locator(
          "main form :is([type=checkbox], [type=radio]), dialog form :is([type=checkbox], [type=radio])",
        );
        for (const choice of (await choices.all()).slice(0, 3)) await choice.press("Enter");
        await settled(page);
        expect([path, posts]).toEqual([path, []]);
      }
    }));
}

test("Enter in the amount of the bar sets it for the selected rows", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "BarEnter";
    await addHorses(lists.barn, tag, 2);
    await lists.goto(page, `/horses?q=${tag}`);
    await boxOf(page, `${tag} 000`).check();
    const bar = selectionBar(page);
    await bar.getByLabel("What to set").selectOption("Boarding");
    await bar.getByLabel("Amount").fill("3,450");
    await page.keyboard.press("Enter");
    await page.getByText(`Saved: Boarding of ${tag} 000`).waitFor();
    expect((await valuesOf("boarding", tag))[0]).toBe(345_000);
    await settled(page);
  }));

test("a paste leaves the row of a blank line as it is, says how many lines had no row, and one Undo takes it back", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Longer";
    const before = (await addHorses(lists.barn, tag, 3)).map(({ boarding }) => boarding);
    await lists.goto(page, `/horses?q=${tag}`);
    await openEditor(page, `${tag} 000: boarding`);
    await pasteInto(page, `${tag} 000: boarding`, "\r\n3,001\r\n3,002\r\n3,003\r\n3,004\r\n");
    await page.getByText("Saved: Boarding of 2 horses. 2 more lines had no row.").waitFor();
    expect(await valuesOf("boarding", tag)).toEqual([before[0], 300_100, 300_200]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => valuesOf("boarding", tag)).toEqual(before);
    await settled(page);
  }));

test("a paste with a wrong line saves nothing, and names the line", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "WrongLine";
      const before = (await addHorses(lists.barn, tag, 3)).map(({ boarding }) => boarding);
      await lists.goto(page, `/horses?q=${tag}`);
      await openEditor(page, `${tag} 000: boarding`);
      await pasteInto(page, `${tag} 000: boarding`, "3,001\n3oo2\n3,003");
      await page.getByText('Nothing was pasted. Value 2, "3oo2": Enter an amount in dollars').waitFor();
      await settled(page);
      expect(await valuesOf("boarding", tag)).toEqual(before);
      expect(await page.locator(".row-editor").count()).toBe(0);
    },
    REFUSED,
  ));

test("without a connection the values of a paste stay in their cells, and are saved one by one", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const tag = "PastedOffline";
      await addHorses(lists.barn, tag, 2);
      await lists.goto(page, `/horses?q=${tag}`);
      const [first, second] = [0, 1].map((n) => `${tag} 00${n}: boarding`) as [string, string];
      await openEditor(page, first);
      await page.context().setOffline(true);
      await pasteInto(page, first, "3,001\n3,002\n3,003");
      await alertIn(page, second).waitFor();
      expect([await editorOf(page, first).inputValue(), await editorOf(page, second).inputValue()]).toEqual([
        "3,001",
        "3,002",
      ]);
      expect(await page.evaluate(LEAVES_UNASKED)).toBe(false);
      await page.context().setOffline(false);
      await editorOf(page, first).press("Enter");
      await valueIn(page, first).waitFor();
      await editorOf(page, second).press("Enter");
      await expect.poll(() => valuesOf("boarding", tag)).toEqual([300_100, 300_200]);
      await settled(page);
      expect(await page.evaluate(LEAVES_UNASKED)).toBe(true);
    },
    OFFLINE,
  ));

test("a cell is saved while the page asks for the route of a dialog", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Quick";
    await addHorses(lists.barn, tag, 2);
    await lists.goto(page, `/horses?q=${tag}`);
    await settled(page);
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.route("**/__manifest?*", async (route) => {
      await answered;
      await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
      await route.continue();
    });
    const cell = `${tag} 000: boarding`;
    await openEditor(page, cell);
    await editorOf(page, cell).fill("3333");
    await pressInMenu(page, `${tag} 001`, "Edit");
    await page.getByRole("dialog", { name: "Edit Horse" }).waitFor();
    await page.keyboard.press("Escape");
    await valueIn(page, cell).getByText("$3,333").waitFor();
    await settled(page);
    expect((await valuesOf("boarding", tag))[0]).toBe(333_300);
    expect(await page.locator("[data-unsent]").count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });
  }));

test("a press on another row is not lost when the message about a typo goes away", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Moved";
    await addHorses(lists.barn, tag, 3);
    await lists.goto(page, `/horses?q=${tag}`);
    const [first, second] = [0, 1].map((n) => `${tag} 00${n}: boarding`) as [string, string];
    await openEditor(page, first);
    await editorOf(page, first).fill("3o00");
    await page.keyboard.press("Enter");
    await alertIn(page, first).waitFor();
    await editorOf(page, first).fill("3333");
    await valueIn(page, second).click();
    await editorOf(page, second).waitFor();
    await valueIn(page, first).getByText("$3,333").waitFor();
    await settled(page);
    expect((await valuesOf("boarding", tag))[0]).toBe(333_300);
  }));

test("an editor closes when the press that leaves it is over, so that the press hits what it is on", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Pressed";
    await addHorses(lists.barn, tag, 2);
    await lists.goto(page, `/horses?q=${tag}`);
    const [first, second] = [0, 1].map((n) => `${tag} 00${n}: boarding`) as [string, string];
    await openEditor(page, first);
    await editorOf(page, first).fill("3333");
    const { x, y, width, height } = (await valueIn(page, second).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    expect(await editorOf(page, first).inputValue()).toBe("3333");
    await page.mouse.up();
    await editorOf(page, second).waitFor();
    await valueIn(page, first).getByText("$3,333").waitFor();
    await settled(page);
    expect((await valuesOf("boarding", tag))[0]).toBe(333_300);
  }));

test("a cell that is opened again while it is being saved holds what was typed, and leaving it saves nothing else", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Again";
    await addHorses(lists.barn, tag, 2);
    await lists.goto(page, `/horses?q=${tag}`);
    const cell = `${tag} 000: boarding`;
    await openEditor(page, cell);
    const release = await holdPosts(page);
    await editorOf(page, cell).fill("3333");
    await page.keyboard.press("Enter");
    await valueIn(page, cell).click();
    expect(await editorOf(page, cell).inputValue()).toBe("3333");
    await release();
    await page.getByText(`Saved: Boarding of ${tag} 000`).waitFor();
    await settled(page);
    expect(await editorOf(page, cell).inputValue()).toBe("3333");
    await page.getByRole("heading", { level: 1 }).click();
    await valueIn(page, cell).getByText("$3,333").waitFor();
    await settled(page);
    expect((await valuesOf("boarding", tag))[0]).toBe(333_300);
  }));

test("an editor in which nothing was typed follows what another admin saves", () =>
  lists.asAdmin(DESK, async (page) => {
    const tag = "Followed";
    const [horse] = await addHorses(lists.barn, tag, 1);
    await lists.goto(page, `/horses?q=${tag}`);
    const cell = `${tag} 000: boarding`;
    await openEditor(page, cell);
    await lists.barn.post(
      "/horses",
      { row: `set ${horse?.id} boarding 4444` },
      { Cookie: await lists.barn.cookieOf(ADMIN) },
    );
    await expect.poll(() => editorOf(page, cell).inputValue()).toBe("4444");
    await page.getByRole("heading", { level: 1 }).click();
    await valueIn(page, cell).getByText("$4,444").waitFor();
    await settled(page);
    expect(await valuesOf("boarding", tag)).toEqual([444_400]);
  }));

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
