import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFine } from "#tests/support/axe.ts";
import {
  controlOf,
  DESK,
  fillIn,
  type Lists,
  nameField,
  openLists,
  PHONE,
  SCREENS,
  type Screen,
} from "#tests/support/lists.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

/** A search with few hits. Axe reports the same violations for fifty rows, but takes ten times as long. */
const searchFor = ({ few }: Screen) => `?q=${encodeURIComponent(few)}`;

/** Their rows and forms have every kind of control. */
const ON_PHONE = SCREENS.filter(({ path }) => ["/customers", "/shows"].includes(path));

test.each(ON_PHONE)("on a phone $path and its dialog with messages are accessible and fit the screen", (screen) =>
  lists.asAdmin(
    PHONE,
    async (page) => {
      const search = searchFor(screen);
      await lists.goto(page, screen.path + search);
      expect(await page.getByRole("rowheader").count()).toBeGreaterThan(0);
      await expectFine(page);
      await lists.goto(page, `${screen.path}/new${search}`);
      const dialog = page.getByRole("dialog", { name: screen.dialog });
      await dialog.waitFor();
      const [first] = screen.fields;
      if (!first) throw new Error("The form has no field");
      await dialog.getByRole("button", { name: screen.submit, exact: true }).click();
      await expect.poll(() => controlOf(dialog, first).getAttribute("aria-invalid")).toBe("true");
      await expectFine(page);
    },
    /status of 400/,
  ),
);

const EDITED = SCREENS.filter(({ path }) => path === "/payroll");

test.each(EDITED)("on a large screen the edit dialog of $path with a conflict is accessible", (screen) =>
  lists.asAdmin(
    DESK,
    async (page) => {
      const search = searchFor(screen);
      const [record] = await lists.barn.rows(`select id from ${screen.table} where deleted_at is null limit 1`);
      await lists.goto(page, `${screen.path}/${record?.id}/edit${search}`);
      const dialog = page.getByRole("dialog", { name: screen.edit ?? "" });
      await dialog.waitFor();
      await lists.barn.rows(`update ${screen.table} set version = version + 1, item = 'Theirs' where id = ?`, [
        String(record?.id),
      ]);
      await fillIn(dialog, nameField(screen), "My version");
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      await dialog.getByRole("radio", { name: "Mine: My version" }).waitFor();
      await expectFine(page);
    },
    /status of 409/,
  ),
);

test.each([
  ["a large screen", DESK],
  ["a phone", PHONE],
])("on %s the menus of a list and of a row, and the notice of a change, are accessible", (_, options) =>
  lists.asAdmin(options, async (page) => {
    await lists.goto(page, "/horses?q=bella");
    const menu = page.locator(".menu:popover-open");
    for (const opener of ["More options", /^Actions for Bella/, /^Filter/] as const) {
      const role = opener instanceof RegExp && opener.source === "^Filter" ? "link" : "button";
      await page.getByRole(role, { name: opener }).first().click();
      await menu.waitFor();
      await expectFine(page);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
    }
    await page
      .getByRole("checkbox", { name: /Bella: billable/i })
      .first()
      .click();
    await page.getByRole("status").getByText("Saved: Billable of Bella").waitFor();
    await expectFine(page);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("status").getByText("Saved: Billable of Bella").waitFor({ state: "detached" });
  }),
);
