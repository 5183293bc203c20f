import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { holdPosts, settled } from "#lab/support/browser.ts";
import { DESK, namesInRows, startLists } from "#tests/support/browser/lists.ts";
import { boxOf, openEditor, pressInMenuByKeyboard as press } from "#tests/support/browser/rows.ts";

// A navigation that starts while a row action is being sent neither aborts the action nor hides what it did.

const lists = startLists();

const NOW = "2026-01-01T00:00:00.000Z";

async function addService(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await lists.barn.rows(
    "insert into services (id, product_service_name, price, created_at, updated_at) values (?, ?, 4500, ?, ?)",
    [id, name, NOW, NOW],
  );
  return id;
}

const isDeleted = async (id: string) =>
  (await lists.barn.rows("select deleted_at is not null as gone from services where id = ?", [id]))[0]?.gone === 1;

/** Holds the next form post of the page. `release` sends it and waits for its response. */
async function holdNextPost(page: Page) {
  const send = await holdPosts(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  return {
    sent,
    async release() {
      await sent;
      await send();
      await settled(page);
    },
  };
}

const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

describe("a deleted row", () => {
  test("disappears and can be restored, although a dialog closes before the response to the deletion", () =>
    lists.asAdmin(DESK, async (page) => {
      const id = await addService("Overtaken by a dialog");
      await lists.goto(page, "/services?q=Overtaken+by+a+dialog");
      await boxOf(page, "Overtaken by a dialog").check();
      await press(page, "Overtaken by a dialog", "Edit");
      await page.getByRole("dialog", { name: "Edit Service" }).waitFor();
      const posts = await holdNextPost(page);
      // The close event comes in the next frame, which may be after Delete in a busy browser.
      await page.evaluate(`{
        document.querySelector("dialog").close();
        document.querySelector("#selection button[value=delete]").click();
      }`);
      await expect.poll(() => new URL(page.url()).pathname).toBe("/services");
      await posts.release();
      await undo(page).waitFor();
      expect(await namesInRows(page)).toEqual([]);
      expect(await isDeleted(id)).toBe(true);
      await undo(page).click();
      await expect.poll(() => namesInRows(page)).toEqual(["Overtaken by a dialog"]);
      expect(await undo(page).count()).toBe(0);
    }));

  test("disappears and can be restored, although a typed search completes before the deletion, and stays, with a message, if that is refused", () =>
    lists.asAdmin(
      DESK,
      async (page) => {
        const id = await addService("Overtaken by a search");
        await lists.goto(page, "/services?q=Overtaken+by+a");
        const search = page.getByRole("searchbox");
        const searched = () => new URL(page.url()).searchParams.get("q");
        const deleteAfterSearch = async () => {
          const posts = await holdNextPost(page);
          await search.press("End");
          await page.keyboard.type(" search");
          await press(page, "Overtaken by a search", "Delete");
          // The search finds the row before the server receives the deletion.
          await expect.poll(searched).toBe("Overtaken by a search");
          return posts;
        };
        const refused = await deleteAfterSearch();
        lists.barn.proxy.make({ kind: "refuse" });
        await refused.release();
        await page.getByRole("alert").getByText("The database cannot be reached, so this is not saved.").waitFor();
        lists.barn.proxy.make({ kind: "none" });
        expect([await namesInRows(page), await isDeleted(id)]).toEqual([["Overtaken by a search"], false]);
        // The next navigation removes the message.
        await search.fill("Overtaken by a");
        await expect.poll(() => page.getByRole("alert").count()).toBe(0);

        const posts = await deleteAfterSearch();
        await posts.release();
        await undo(page).waitFor();
        expect([await namesInRows(page), await isDeleted(id), searched()]).toEqual([[], true, "Overtaken by a search"]);
        expect(await search.inputValue()).toBe("Overtaken by a search");
      },
      /status of 503/,
    ));

  test("disappears behind a dialog that was opened in the meantime, which keeps its typed text", () =>
    lists.asAdmin(DESK, async (page) => {
      const id = await addService("Behind a dialog");
      await lists.goto(page, "/services?q=Behind+a+dialog");
      const posts = await holdNextPost(page);
      await press(page, "Behind a dialog", "Delete");
      await page.getByRole("link", { name: "Add Service" }).click();
      const dialog = page.getByRole("dialog", { name: "New Service" });
      await dialog.getByLabel("Name").fill("Half typed");
      await posts.release();
      await expect.poll(() => new URL(page.url()).searchParams.has("done")).toBe(true);
      expect(await isDeleted(id)).toBe(true);
      expect(await dialog.getByLabel("Name").inputValue()).toBe("Half typed");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
      await dialog.waitFor({ state: "detached" });
      await undo(page).waitFor();
      expect(await namesInRows(page)).toEqual([]);
    }));
});

describe("leaving a list at once does not abort", () => {
  /** Follows a link while the last post of the page is held. */
  async function leave(page: Page, posts: Awaited<ReturnType<typeof holdNextPost>>) {
    await posts.sent;
    await page.getByRole("link", { name: "Grooms" }).first().click();
    await page.getByRole("heading", { name: "Grooms", level: 1 }).waitFor();
    await posts.release();
    expect(new URL(page.url()).pathname).toBe("/grooms");
  }

  test("Mark Date Paid, and its Undo", () =>
    lists.asAdmin(DESK, async (page) => {
      await lists.barn.rows(
        "insert into payroll (id, groom_id, item, date, value, created_at, updated_at) select ?, id, 'Left alone', '2031-05-07', 100, '', '' from grooms order by seq limit 1",
        [crypto.randomUUID()],
      );
      const paid = async () => (await lists.barn.rows("select paid from payroll where date = '2031-05-07'"))[0]?.paid;
      const mark = () => press(page, /^Actions for Left alone/, "Mark Date Paid");
      await lists.goto(page, "/payroll?q=Left+alone");
      const posts = await holdNextPost(page);
      await mark();
      await leave(page, posts);
      await expect.poll(paid).toBe(1);

      await lists.barn.rows("update payroll set paid = 0 where date = '2031-05-07'");
      await lists.goto(page, "/payroll?q=Left+alone");
      await mark();
      await undo(page).waitFor();
      await settled(page);
      expect(await paid()).toBe(1);
      const next = await holdNextPost(page);
      await undo(page).click();
      await leave(page, next);
      await expect.poll(paid).toBe(0);
    }));
});

test("a deletion offers Undo although the notice of an earlier deletion was dismissed", () =>
  lists.asAdmin(DESK, async (page) => {
    await addService("Dismissed first");
    await addService("Dismissed second");
    await lists.goto(page, "/services?q=Dismissed");
    await press(page, "Dismissed first", "Delete");
    await page.getByText("Dismissed first was deleted.").waitFor();
    await page.getByRole("checkbox", { name: "Dismiss", exact: true }).click();
    expect(await undo(page).isVisible()).toBe(false);
    await press(page, "Dismissed second", "Delete");
    await page.getByText("Dismissed second was deleted.").waitFor();
    expect(await undo(page).isVisible()).toBe(true);
  }));

/** Renderings that wait for their turn in the browser's queue go on waiting while `isBusy` is true, as in a slow browser. */
const BUSY_BROWSER = `{
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...message) {
    const send = () => (globalThis.isBusy ? setTimeout(send, 10) : post.apply(this, message));
    send();
  };
}`;

test("a command that is answered before the page could show that it was sent leaves nothing to ask about", () =>
  lists.asAdmin(DESK, async (page) => {
    const id = await addService("Answered early");
    await page.addInitScript(BUSY_BROWSER);
    await lists.goto(page, "/services?q=Answered+early");
    await press(page, "Answered early", "Delete");
    await undo(page).waitFor();
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.evaluate("globalThis.isBusy = true");
    await undo(page).click();
    await answered;
    await settled(page);
    expect(await isDeleted(id)).toBe(false);
    await page.evaluate("globalThis.isBusy = false");
    await expect.poll(() => namesInRows(page)).toEqual(["Answered early"]);
    await expect.poll(() => page.locator("[data-unsent]").count()).toBe(0);
  }));

test("a command is not taken for the choice of columns that failed before it", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await addService("After a choice");
      await lists.goto(page, "/services?q=After+a+choice");
      lists.barn.proxy.make({ kind: "refuse" });
      await page.getByRole("button", { name: "Columns" }).click();
      const failed = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("form", { name: "Columns" }).getByRole("checkbox").first().click();
      await failed;
      await page.getByText("cannot be reached").waitFor();
      await page.keyboard.press("Escape");
      lists.barn.proxy.make({ kind: "none" });
      await press(page, "After a choice", "Delete");
      await undo(page).waitFor();
      await settled(page);
      expect(await page.getByRole("alert").allTextContents()).toEqual([]);
    },
    /status of 503/,
  ));

test("what was refused in a row goes with the row when it is deleted, and leaving asks for nothing", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.barn.rows(
      "insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('gone', 'Gil Gone', 65000, 'florida', ?1, ?1)",
      [NOW],
    );
    await lists.goto(page, "/grooms?view=all&q=gil+gone");
    const salary = await openEditor(page, "Gil Gone: weekly salary");
    await salary.fill("much");
    await salary.press("Enter");
    await page.getByText("Enter an amount in dollars").waitFor();
    await press(page, "Gil Gone", "Delete");
    await undo(page).waitFor();
    await page.getByRole("link", { name: "Customers" }).first().click();
    await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
  }));
