import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { holdPosts } from "#lab/support/browser.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { editorOf, openEditor } from "#tests/support/browser/rows.ts";

/* What was entered is not dropped without a question (docs/product.md, 'Dialogs'). */

const lists = startLists();

const asAdmin = (steps: (page: Page) => Promise<void>) => lists.asAdmin(DESK, steps);
const openPage = (page: Page, address: string) => lists.goto(page, address);

const question = (page: Page) => page.getByRole("dialog", { name: "Discard changes?" });
const answer = (page: Page, name: "Keep editing" | "Discard") => question(page).getByRole("button", { name }).click();
const path = (page: Page) => new URL(page.url()).pathname;

/** Counts the questions of the browser, which a reload and the end of a tab make, and leaves the page as it is. */
function countNativeQuestions(page: Page): () => number {
  let count = 0;
  page.on("dialog", async (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    count += 1;
    await dialog.dismiss();
  });
  return () => count;
}

/** Lets each `close` event come late, as from a browser that has much to do. */
const delayCloseEvents = (page: Page) =>
  page.evaluate(`addEventListener(
    "close",
    (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      const { target } = event;
      setTimeout(() => target.dispatchEvent(new Event("close")), 60);
    },
    { capture: true },
  )`);

const reload = (page: Page) => page.evaluate("location.reload()");

test("a filled dialog stays until 'Discard' is pressed, whether Back, Forward, Escape, the backdrop or a reload would drop it", () =>
  asAdmin(async (page) => {
    const asked = countNativeQuestions(page);
    await openPage(page, "/services?q=clip");
    await delayCloseEvents(page);
    await page.getByRole("link", { name: "Add Service" }).click();
    const dialog = page.getByRole("dialog", { name: "New Service" });
    const name = dialog.getByLabel("Name");
    await name.fill("Half a service");
    const expectKept = async () => {
      await question(page).waitFor({ state: "detached" });
      expect([path(page), await name.inputValue()]).toEqual(["/services/new", "Half a service"]);
    };
    const expectFocus = () => expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.goBack();
    await answer(page, "Keep editing");
    await expectKept();
    await expectFocus();
    // The second Escape: Chrome closes a dialog at it without asking the page (its `cancel` event cannot be prevented).
    for (let times = 0; times < 2; times += 1) {
      await page.keyboard.press("Escape");
      await question(page).waitFor();
      // It closes the question alone.
      await page.keyboard.press("Escape");
      await expectKept();
      await expectFocus();
    }
    await page.mouse.click(3, 200);
    await answer(page, "Keep editing");
    await expectKept();
    await reload(page);
    await expect.poll(asked).toBe(1);
    await expectKept();
    await page.goBack();
    await answer(page, "Discard");
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${lists.barn.url}/services?q=clip`);
    await page.goForward();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(asked()).toBe(1);
  }));

test("a dialog that was saved, cancelled or never changed is left without a question", () =>
  asAdmin(async (page) => {
    const asked = countNativeQuestions(page);
    const dialog = page.getByRole("dialog", { name: "New Service" });
    await openPage(page, "/services?q=clip");
    const leaveBy = async (steps: () => Promise<unknown>, typed: string) => {
      await page.getByRole("link", { name: "Add Service" }).click();
      await dialog.getByLabel("Name").fill("Typed");
      await dialog.getByLabel("Name").fill(typed);
      await steps();
      await dialog.waitFor({ state: "detached" });
      expect(await question(page).count()).toBe(0);
    };
    await leaveBy(() => page.keyboard.press("Escape"), "");
    await leaveBy(() => page.mouse.click(3, 200), "");
    await leaveBy(() => page.goBack(), "");
    await leaveBy(() => dialog.getByRole("link", { name: "Cancel" }).click(), "Typed");
    await leaveBy(async () => {
      await dialog.getByLabel("Price").fill("12");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
    }, "Whole");
    await page.getByRole("link", { name: "Grooms" }).click();
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    await reload(page);
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    expect([await question(page).count(), asked()]).toEqual([0, 0]);
  }));

test("a press on the sidebar asks before it drops a service that is typed, and Escape before it drops what was changed in other dialogs", () =>
  asAdmin(async (page) => {
    await openPage(page, "/");
    const comments = page.getByLabel("Comments");
    const leave = () => page.getByRole("link", { name: "Grooms" }).click();
    await comments.fill("Half a sentence");
    await leave();
    await answer(page, "Keep editing");
    expect([path(page), await comments.inputValue()]).toEqual(["/", "Half a sentence"]);
    await comments.fill("");
    await leave();
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    await page.goBack();
    await comments.fill("Another one");
    await leave();
    await answer(page, "Discard");
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();

    for (const [address, change] of [
      ["/accounts/settings", () => page.getByLabel("Barn Name").fill("Another barn")],
      ["/horses/bill", () => page.getByRole("dialog").getByRole("checkbox").first().click()],
    ] as const) {
      await openPage(page, address);
      await change();
      await page.keyboard.press("Escape");
      await answer(page, "Keep editing");
      await question(page).waitFor({ state: "detached" });
      expect(path(page)).toBe(address);
      await page.keyboard.press("Escape");
      await answer(page, "Discard");
      await expect.poll(() => path(page)).toBe(address.replace(/\/[a-z]+$/, ""));
    }
  }));

test("Escape asks again, however soon after 'Keep editing' it is pressed", () =>
  asAdmin(async (page) => {
    await openPage(page, "/services/new");
    await page.getByRole("dialog").getByLabel("Name").fill("Half a service");
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    await page.evaluate(async () => {
      const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
      const buttons = [...document.querySelectorAll("button")];
      buttons.find(({ textContent }) => textContent === "Keep editing")?.click();
      await Promise.resolve();
      document.querySelector("dialog form")?.dispatchEvent(key);
    });
    await answer(page, "Discard");
    await expect.poll(() => path(page)).toBe("/services");
  }));

test("a press on the sidebar waits until a value of a row is saved, and asks if the server refuses it", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const { barn } = lists;
      await barn.rows("update horses set check_out_date = null where name in ('Argentum', 'Apollo')");
      await openPage(page, "/horses?view=all&q=a");
      const typeAndLeave = async (horse: string, digits: string) => {
        await openEditor(page, `${horse}: check-out date`, "key");
        await page.keyboard.type(digits);
        const release = await holdPosts(page);
        for (const name of ["Services", "Grooms"]) await page.getByRole("link", { name }).click();
        await release();
      };
      await typeAndLeave("Argentum", "01022001");
      await answer(page, "Keep editing");
      expect(await editorOf(page, "Argentum: check-out date").inputValue()).toBe("2001-01-02");
      await editorOf(page, "Argentum: check-out date").press("Escape");
      await typeAndLeave("Apollo", "12312030");
      // The last of two presses counts.
      await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
      const saved = () => barn.rows("select check_out_date from horses where name = 'Apollo'");
      expect(await saved()).toEqual([{ check_out_date: "2030-12-31" }]);
    },
    /status of 400/,
  ));
