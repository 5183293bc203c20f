import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";
import { openPage } from "#tests/support/people.ts";
import { pressInMenu } from "#tests/support/rows.ts";

let lists: Lists;
beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

test("a change is found from its record, and undone", () =>
  lists.asAdmin(DESK, async (page) => {
    const [horse] = await lists.barn.rows(
      "select id, name from horses where deleted_at is null and is_billable limit 1",
    );
    await lists.barn.rows("update horses set boarding = 290000 where id = ?", [String(horse?.id)]);
    await openPage(lists.barn, page, `/horses/${horse?.id}/edit`);
    const dialog = page.getByRole("dialog", { name: "Edit Horse" });
    await dialog.getByRole("textbox", { name: /^Boarding(?! Sur)/ }).fill("3050");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await openPage(lists.barn, page, `/horses/${horse?.id}`);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("Boarding: $2,900.00 → $3,050.00").first().waitFor();
    await pressInMenu(page, /^Actions for Edit horse/, "Undo");
    await page.getByText(`Undo edit horse: ${horse?.name}`, { exact: true }).waitFor();
    await page.getByText("Boarding: $3,050.00 → $2,900.00").first().waitFor();
    expect(await lists.barn.rows("select boarding from horses where id = ?", [String(horse?.id)])).toEqual([
      { boarding: 290_000 },
    ]);
  }));
