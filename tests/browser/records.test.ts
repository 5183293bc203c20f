import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { JAVASCRIPT } from "#tests/support/browser.ts";
import {
  contentOf,
  controlOf,
  DESK,
  fillIn,
  headings,
  type Lists,
  nameField,
  names,
  openLists,
  SCREENS,
  type Screen,
} from "#tests/support/lists.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

/** The fields of a screen's form, one of them with `name`, which nothing else has. */
function namedFields(screen: Screen, tag: string) {
  const field = nameField(screen);
  const name = screen.path === "/accounts" ? `${tag.toLowerCase()}.${field.typed}` : `${tag} ${field.typed}`;
  return { name, fields: screen.fields.map((each) => (each === field ? { ...each, typed: name } : each)) };
}

async function choose(page: Page, name: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.locator(".menu:popover-open").getByText(item, { exact: true }).click();
}

describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
  const options = { ...DESK, javaScriptEnabled };
  const tag = javaScriptEnabled ? "Script" : "Plain";
  const riders = javaScriptEnabled ? "Type a name and press Enter" : "One rider on each line";

  test.each(SCREENS)("a record of $path is refused, added, edited, deleted and brought back", (screen) =>
    lists.asAdmin(
      options,
      async (page) => {
        const { name, fields } = namedFields(screen, tag);
        const { deleted, menu } = screen.named ?? { deleted: (typed: string) => typed, menu: (typed: string) => typed };
        const shown = (typed: string) =>
          screen.named
            ? page.getByRole("cell", { name: typed, exact: true })
            : page.getByRole("rowheader", { name: typed, exact: true });
        const button = (label: string) => dialog.getByRole("button", { name: label, exact: true });
        // Among a few: what is behind the dialog is looked through at every step.
        await lists.goto(page, `${screen.path}?q=${encodeURIComponent(screen.few)}`, javaScriptEnabled);
        await page.getByRole("link", { name: screen.add, exact: true }).click();
        let dialog = page.getByRole("dialog", { name: screen.dialog, exact: true });
        await dialog.waitFor();

        // Its texts and what is in it at first.
        expect(await dialog.locator("label").allInnerTexts()).toEqual(fields.map(({ label }) => label));
        expect(await dialog.getByRole("link", { name: "Cancel", exact: true }).count()).toBe(1);
        expect(await button(screen.submit).count()).toBe(1);
        for (const field of fields) {
          const atFirst = field.atFirst === "today" ? todayInNewYork(new Date()) : (field.atFirst ?? "");
          const placeholder = field.label === "Riders" ? riders : (field.placeholder ?? null);
          expect([field.label, await contentOf(dialog, field)]).toEqual([field.label, atFirst]);
          expect(await controlOf(dialog, field).getAttribute("placeholder")).toBe(placeholder);
        }

        // What is wrong is told at its field, and everything typed stays.
        const { wrong } = screen;
        for (const field of fields) {
          const typed = field.label.replace("*", "") === wrong.label ? wrong.typed : field.typed;
          await fillIn(dialog, field, typed);
        }
        await button(screen.submit).click();
        await dialog.getByText(wrong.message, { exact: true }).waitFor();
        for (const field of fields) {
          const isWrong = field.label.replace("*", "") === wrong.label;
          const control = controlOf(dialog, field);
          expect([field.label, await contentOf(dialog, field)]).toEqual([
            field.label,
            isWrong ? wrong.typed : field.typed,
          ]);
          expect([field.label, await control.getAttribute("aria-invalid")]).toEqual([
            field.label,
            isWrong ? "true" : null,
          ]);
          if (isWrong) await fillIn(dialog, field);
        }
        await button(screen.submit).click();
        await dialog.waitFor({ state: "detached" });

        // It is found, and shown as the spec says.
        const box = page.getByRole("searchbox");
        await box.fill(name);
        if (!javaScriptEnabled) await box.press("Enter");
        await shown(name).waitFor();
        await page.getByText("1 in all", { exact: true }).waitFor();
        const row = page.getByRole("row").filter({ has: shown(name) });
        const cells = await row.getByRole("cell").allInnerTexts();
        expect(cells).toEqual(expect.arrayContaining(screen.shown.map((text) => expect.stringContaining(text))));

        // The dialog opens with it, and saves what is changed.
        let last = name;
        if (screen.edit) {
          last = `${name} again`;
          await choose(page, menu(name), "Edit");
          dialog = page.getByRole("dialog", { name: screen.edit, exact: true });
          await dialog.waitFor();
          for (const field of fields) {
            expect([field.label, await contentOf(dialog, field)]).toEqual([field.label, field.saved ?? field.typed]);
          }
          expect(await dialog.getByRole("link", { name: "Cancel", exact: true }).count()).toBe(1);
          await fillIn(dialog, nameField(screen), last);
          await button("Save").click();
          await dialog.waitFor({ state: "detached" });
        }

        await shown(last).waitFor();
        await choose(page, menu(last), "Delete");
        await page.getByText(`${deleted(last)} was deleted.`).waitFor();
        await expect.poll(() => names(page)).toEqual([]);
        await page.getByRole("button", { name: "Undo" }).click();
        await shown(last).waitFor();
        expect(await page.getByText(`${deleted(last)} was deleted.`).count()).toBe(0);
      },
      /status of 400/,
    ),
  );
});

// With JavaScript, keyboard.test.ts does the same.
test.each(SCREENS)(
  "without JavaScript $title is sorted by a heading, both ways, and shows the columns that are ticked",
  (screen) =>
    lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
      const last = screen.columns.at(-2) ?? "";
      await lists.goto(page, screen.path, false);
      const heading = page.getByRole("columnheader", { name: last, exact: true });
      for (const order of ["ascending", "descending"]) {
        await heading.getByRole("link").click();
        await expect.poll(() => heading.getAttribute("aria-sort")).toBe(order);
      }
      expect(await page.locator("th[aria-sort]").count()).toBe(1);
      const others = screen.columns.filter((label) => label !== last);
      for (const shown of [others, screen.columns]) {
        await page.getByRole("button", { name: "Columns" }).click();
        const menu = page.locator("#columns");
        expect(await menu.locator("label").allInnerTexts()).toEqual([...screen.columns.slice(0, -1), ...screen.hidden]);
        await menu.getByLabel(last, { exact: true }).click();
        await menu.getByRole("button", { name: "Apply" }).click();
        await expect.poll(() => headings(page)).toEqual(shown);
      }
      expect(new URL(page.url()).searchParams.get("sort")).toMatch(/^-/);
    }),
);
