import { expect, test } from "vitest";
import { addHorses } from "#lab/support/billing.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { pressInMenu } from "#tests/support/browser/rows.ts";

/* A horse gets a second owner, is billed, and its lines are edited and voided whole (docs/decisions/shares.md). */

const lists = startLists();

/** The browser reports the refused save. */
const REFUSED = /status of 400/;

test("a horse gets a second owner, and each of its lines is two bills that are edited and voided as one", async () => {
  const tag = "Shared";
  const [horse] = await addHorses(lists.barn, tag, 1);
  const [other] = await lists.barn.rows(
    "select id, name from customers where deleted_at is null and id <> ? order by name limit 1",
    [String(horse?.customer_id)],
  );
  const second = String(other?.name);
  await lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, `/horses/${horse?.id}/edit`);
      const dialog = page.getByRole("dialog", { name: "Edit Horse" });
      await dialog.getByText("Several owners").click();
      const percent = (of: string) => dialog.getByRole("textbox", { name: `Percent of ${of}` });
      await percent("Responsible Party").fill("60");
      await dialog.getByRole("combobox", { name: "Owner 2" }).selectOption({ label: second });
      await percent("owner 2").fill("30");
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      await dialog.getByText("The shares sum to 90 %. They must sum to 100 %.").waitFor();
      expect(await percent("owner 2").inputValue()).toBe("30");
      await percent("owner 2").fill("40");
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      await dialog.waitFor({ state: "hidden" });

      // The shares hold since the beginning of the month.
      await lists.barn.rows("delete from horse_changes where horse_id = ?", [String(horse?.id)]);
      await lists.goto(page, `/horses/bill?q=${tag}`);
      const run = page.getByRole("dialog", { name: "Confirm Billing" });
      await run.getByText(`60 %, ${second} 40 %`).first().waitFor();
      await run.getByRole("button", { name: "Confirm", exact: true }).click();
      await run.waitFor({ state: "hidden" });

      await lists.goto(page, `/billing?q=${tag}&sort=service`);
      const shares = page.getByRole("cell", { name: `${second} 40 %` });
      const count = await shares.count();
      expect(count).toBeGreaterThan(0);
      await pressInMenu(page, /^Actions for Boarding for /, "Edit");
      const edit = page.getByRole("dialog", { name: "Edit Bill" });
      await edit.getByText("Divided among the owners.").waitFor();
      await edit.getByRole("textbox", { name: "Value", exact: true }).fill("100.01");
      await edit.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("cell", { name: "$60.01", exact: true }).waitFor();
      await page.getByRole("cell", { name: "$40.00", exact: true }).waitFor();
      await pressInMenu(page, /^Actions for Boarding for /, "Void all 2");
      await page.getByRole("cell", { name: "$60.01", exact: true }).waitFor({ state: "detached" });
      expect(await shares.count()).toBe(count - 1);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("cell", { name: "$40.00", exact: true }).waitFor();
    },
    REFUSED,
  );
});
