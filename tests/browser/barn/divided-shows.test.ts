import { expect, test } from "vitest";
import { addHorses } from "#lab/support/billing.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";

/* A new show whose cost three horses divide (docs/product.md, 'Shows'). */

const lists = startLists();

/** The browser reports the refused save. */
const REFUSED = /status of 400/;

test("horses divide the cost of a new show: each box says its equal part, typed parts must sum, and Undo removes all", async () => {
  const tag = "Hauled";
  const [first, second, third] = await addHorses(lists.barn, tag, 3);
  await lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, `/shows?q=${tag}`);
      await page.getByRole("link", { name: "Add Show" }).click();
      const dialog = page.getByRole("dialog", { name: "New Show" });
      await dialog.getByRole("textbox", { name: "Show Name" }).fill(`${tag} trailer`);
      await dialog.getByLabel("Date").fill("2026-11-20");
      await dialog.getByRole("combobox", { name: "Horse", exact: true }).selectOption(String(first?.id));
      await dialog.getByRole("combobox", { name: "Service" }).selectOption({ index: 1 });
      await dialog.getByRole("textbox", { name: "Own Price" }).fill("1,234.57");
      await dialog.getByText("Several horses").click();
      const rows = dialog.getByRole("combobox", { name: /^Horse \d/ });
      expect(await rows.count()).toBe(3);
      await rows.nth(0).selectOption(String(second?.id));
      await rows.nth(1).selectOption(String(third?.id));
      await expect.poll(() => rows.count()).toBe(4);
      const parts = dialog.getByRole("textbox", { name: /^Part of/ });
      const equal = () => parts.evaluateAll((all) => all.map((each) => each.getAttribute("placeholder") ?? ""));
      await expect.poll(equal).toEqual(["411.53", "411.52", "411.52", "", ""]);
      for (const [n, part] of ["1,000", "200", "34.56"].entries()) await parts.nth(n).fill(part);
      await expect.poll(equal).toEqual(["", "", "", "", ""]);
      const add = dialog.getByRole("button", { name: "Add", exact: true });
      await add.click();
      await dialog.getByText("The parts sum to $1,234.56. They must sum to $1,234.57.").waitFor();
      await parts.nth(2).fill("34.57");
      await add.click();
      await dialog.waitFor({ state: "hidden" });
      const stored = () =>
        lists.barn.rows("select price from shows where name = ? and deleted_at is null order by seq", [
          `${tag} trailer`,
        ]);
      expect((await stored()).map(({ price }) => price)).toEqual([100_000, 20_000, 3_457]);
      await page.getByText("3 shows added").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("3 shows removed.").waitFor();
      expect(await stored()).toEqual([]);
    },
    REFUSED,
  );
});
