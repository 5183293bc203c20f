import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDollars } from "#app/domain/money.ts";
import { expectFine } from "#tests/support/axe.ts";
import {
  addHorses,
  addShows,
  billBoarding,
  billsFor,
  billsOf,
  dueFor,
  type TestHorse,
} from "#tests/support/billing.ts";
import { JAVASCRIPT } from "#tests/support/browser.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

let tags = 0;

/** Three horses, the last billed this month already; or three shows, the last without its horse: two to bill. */
async function make(kind: "horses" | "shows") {
  const tag = `Drove${String.fromCharCode(97 + tags++)}`;
  const horses = await addHorses(lists.barn, tag, 3);
  const last = horses[2] as TestHorse;
  const two = horses.slice(0, 2);
  const list = `/${kind}?q=${tag}`;
  if (kind === "horses") {
    await billBoarding(lists.barn, last);
    return { kind, list, horses, last, count: 2, bills: billsFor(two), total: dueFor(two), button: "Bill 3 Horses" };
  }
  const { shows, service } = await addShows(lists.barn, tag, horses);
  await lists.barn.rows("update horses set deleted_at = '2026-01-05' where id = ?", [last.id]);
  const total = shows.slice(0, 2).reduce((sum, { quantity }) => sum + quantity * service.price, 0);
  return { kind, list, horses, last, count: 2, bills: 2, total, button: "Bill 3 Shows" };
}

type Made = Awaited<ReturnType<typeof make>>;

const dialogIn = (page: Page) => page.getByRole("dialog", { name: "Confirm Billing" });
const buttonIn = (page: Page, name: string) => dialogIn(page).getByRole("button", { name, exact: true });
const question = (count: number, kind: string) =>
  `Are you sure you want to bill ${count} ${kind}? This action cannot be undone.`;
const isModal = (page: Page) => dialogIn(page).evaluate((dialog) => dialog.matches(":modal"));

async function openDialog(page: Page, { list, button }: Made, javaScriptEnabled = true) {
  await lists.goto(page, list, javaScriptEnabled);
  await page.getByRole("link", { name: button, exact: true }).click();
  await dialogIn(page).waitFor();
  if (javaScriptEnabled) await expect.poll(() => isModal(page)).toBe(true);
}

async function expectBilledOnce({ horses, bills, total }: Made) {
  const made = await billsOf(lists.barn, horses);
  expect([made.length, made.reduce((sum, { value }) => sum + Number(value), 0)]).toEqual([bills, total]);
}

/** Lets nothing through to the database until it is told to go on. */
function hold() {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  lists.barn.proxy.make({ kind: "meanwhile", request: 0, act: () => held });
  return () => {
    lists.barn.proxy.make({ kind: "none" });
    goOn();
  };
}

describe.each(["horses", "shows"] as const)("of %s", (kind) => {
  describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
    test("the dialog asks, Cancel bills nothing, Confirm bills once, and the notice says what", async () => {
      const all = await make(kind);
      await lists.asAdmin({ ...DESK, javaScriptEnabled }, async (page) => {
        await openDialog(page, all, javaScriptEnabled);
        const dialog = dialogIn(page);
        await dialog.getByText(question(2, kind), { exact: true }).waitFor();
        await dialog.getByText(formatDollars(all.total), { exact: true }).waitFor();
        await dialog.getByRole("link", { name: "Cancel", exact: true }).click();
        await dialog.waitFor({ state: "detached" });
        expect(page.url()).toBe(lists.barn.url + all.list);
        expect(await billsOf(lists.barn, all.horses)).toEqual([]);
        await openDialog(page, all, javaScriptEnabled);
        await buttonIn(page, "Confirm").click();
        await page
          .getByText(`Billed 2 ${kind}: ${all.bills} bills, ${formatDollars(all.total)}.`, { exact: true })
          .waitFor();
        expect(await dialog.count()).toBe(0);
        await page.reload();
        await page.getByText("Billed 2 ").waitFor();
        await expectBilledOnce(all);
        await page.getByRole("link", { name: "See the bills" }).click();
        await page.getByRole("heading", { name: "Billing" }).waitFor();
      });
    });

    test("with the database away the dialog stays, and Confirm bills once when it is back", async () => {
      const all = await make(kind);
      await lists.asAdmin(
        { ...DESK, javaScriptEnabled },
        async (page) => {
          await openDialog(page, all, javaScriptEnabled);
          if (kind === "horses") await dialogIn(page).getByRole("checkbox").check();
          // Horses are billed, and the answer is lost; shows are not.
          lists.barn.proxy.make(kind === "horses" ? { kind: "lose answer", request: 1 } : { kind: "refuse" });
          await buttonIn(page, "Confirm").click();
          await dialogIn(page).getByRole("alert").waitFor();
          lists.barn.proxy.make({ kind: "none" });
          if (javaScriptEnabled && kind === "horses") {
            expect(await dialogIn(page).getByRole("checkbox").isChecked()).toBe(true);
          }
          await buttonIn(page, "Confirm").click();
          await page.getByText(`Billed ${kind === "horses" ? 3 : 2} ${kind}: `).waitFor();
          const billed = kind === "horses" ? billsFor(all.horses) : 2;
          expect(await billsOf(lists.barn, all.horses)).toHaveLength(billed);
        },
        /status of 503/,
      );
    });

    const isReading = /_routes=routes/;

    test("what was billed in another tab meanwhile is asked again, and billed once", async () => {
      const all = await make(kind);
      await lists.asAdmin(
        { ...DESK, javaScriptEnabled },
        async (page) => {
          const other = await page.context().newPage();
          await openDialog(page, all, javaScriptEnabled);
          await openDialog(other, all, javaScriptEnabled);
          // As if nobody told the other tab.
          await other.route(isReading, () => {});
          await buttonIn(page, "Confirm").click();
          await page.getByText("Billed 2 ").waitFor();
          await buttonIn(other, "Confirm").click();
          await other.unroute(isReading);
          await dialogIn(other).getByRole("alert").getByText("Nothing was billed").waitFor();
          await dialogIn(other).getByText(question(0, kind), { exact: true }).waitFor();
          if (kind === "horses")
            expect(
              await dialogIn(other)
                .getByText(/^already billed \d/)
                .count(),
            ).toBe(3);
          await expectBilledOnce(all);
        },
        /status of 409/,
      );
    });
  });

  test("while the billing runs it says so, cannot be pressed again or closed, and then the focus is back", async () => {
    const all = await make(kind);
    await lists.asAdmin(DESK, async (page) => {
      await openDialog(page, all);
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
      const goOn = hold();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const billing = buttonIn(page, "Billing...");
      await billing.waitFor();
      expect(await billing.getAttribute("aria-disabled")).toBe("true");
      const inList = page.locator(".list a").filter({ hasText: "Billing..." });
      expect(await inList.getAttribute("aria-disabled")).toBe("true");
      const cancel = dialogIn(page).getByText("Cancel", { exact: true });
      expect(await cancel.getAttribute("aria-disabled")).toBe("true");
      for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
      await cancel.click({ force: true });
      await billing.click({ force: true });
      await page.keyboard.press("Enter");
      expect(await isModal(page)).toBe(true);
      expect(await buttonIn(page, "Billing...").count()).toBe(1);
      expect(new URL(page.url()).pathname).toBe(`/${kind}/bill`);
      goOn();
      await page.getByText("Billed 2 ").waitFor();
      await expectBilledOnce(all);
      const focused = () => page.evaluate("document.activeElement.textContent");
      await expect.poll(focused).toBe(kind === "horses" ? "Bill 3 Horses" : "Bill 1 Shows");
    });
  });

  test("Confirm that is pressed twice bills once; Escape closes the dialog and gives the focus back", async () => {
    const all = await make(kind);
    await lists.asAdmin(DESK, async (page) => {
      await openDialog(page, all);
      await page.keyboard.press("Escape");
      await dialogIn(page).waitFor({ state: "detached" });
      await page.waitForURL(lists.barn.url + all.list);
      expect(await page.evaluate("document.activeElement.textContent")).toBe(all.button);
      await page.keyboard.press("Enter");
      await expect.poll(() => isModal(page)).toBe(true);
      // And again before the list is there.
      const goOn = hold();
      const { length } = lists.barn.proxy.requests;
      await page.keyboard.press("Escape");
      await expect.poll(() => lists.barn.proxy.requests.length).toBeGreaterThan(length);
      await page.keyboard.press("Enter");
      await expect.poll(() => isModal(page)).toBe(true);
      goOn();
      await buttonIn(page, "Confirm").dblclick();
      await page.getByText("Billed 2 ").waitFor();
      await expectBilledOnce(all);
    });
  });

  test("where there is nothing to bill the button is off", async () => {
    await lists.asAdmin(DESK, async (page) => {
      await lists.goto(page, `/${kind}?q=nothingatall`);
      const off = page.getByRole("link", { name: kind === "horses" ? "Bill 0 Horses" : "Bill 0 Shows", exact: true });
      expect([await off.getAttribute("aria-disabled"), await off.getAttribute("href")]).toEqual(["true", null]);
    });
  });

  test.each([
    ["a phone", PHONE],
    ["a desk", DESK],
  ] as const)("the dialog has no fault on %s, and fits", async (_, device) => {
    const all = await make(kind);
    await lists.asAdmin(
      device,
      async (page) => {
        await lists.goto(page, all.list);
        await expectFine(page);
        await openDialog(page, all);
        await expectFine(page);
        await page.context().setOffline(true);
        await buttonIn(page, "Confirm").click();
        await dialogIn(page).getByRole("alert").waitFor();
        await expectFine(page);
      },
      /ERR_INTERNET_DISCONNECTED/,
    );
  });
});

test("the number and the total follow the ticks, and what was ticked is billed", async () => {
  const all = await make("horses");
  await lists.asAdmin(DESK, async (page) => {
    await openDialog(page, all);
    const box = dialogIn(page).getByRole("checkbox", { name: /already billed \d\d\/\d\d\/\d{4}/ });
    const total = (horses: TestHorse[]) =>
      dialogIn(page)
        .getByText(formatDollars(dueFor(horses)), { exact: true })
        .waitFor();
    await box.check();
    await dialogIn(page).getByText(question(3, "horses"), { exact: true }).waitFor();
    await total(all.horses);
    await box.uncheck();
    await dialogIn(page).getByText(question(2, "horses"), { exact: true }).waitFor();
    await total(all.horses.slice(0, 2));
    await box.focus();
    await page.keyboard.press("Space");
    await buttonIn(page, "Confirm").click();
    await page.getByText(`Billed 3 horses: ${billsFor(all.horses)} bills, `).waitFor();
    expect(await billsOf(lists.barn, all.horses)).toHaveLength(billsFor(all.horses));
  });
});

test("500 horses are scrolled through inside the dialog, whose buttons stay in sight", async () => {
  await addHorses(lists.barn, "Multitude", 500);
  await lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/horses/bill?q=multitude");
    const bills = dialogIn(page).getByRole("region", { name: "Bills" });
    expect(await bills.getByRole("listitem").count()).toBe(500);
    expect(await bills.evaluate((region) => region.scrollHeight > 20 * region.clientHeight)).toBe(true);
    for (const name of ["Confirm", "Cancel"]) {
      const box = await dialogIn(page).getByText(name, { exact: true }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 1_000)).toBeLessThanOrEqual(844);
    }
  });
});
