import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOf, DESK, fillIn, type Lists, openLists, PHONE, SCREENS } from "../support/lists.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

async function faults(page: Page): Promise<string[]> {
  // What is still fading in has no contrast yet.
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    'axe.run({ resultTypes: ["violations"], preload: false })',
  )) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(SCREENS)("$title, its dialog and what is wrong in it have no fault on a phone, and fit it", (screen) =>
    lists.asAdmin(
      { ...PHONE, colorScheme },
      async (page) => {
        const isFine = async () => {
          expect(await faults(page)).toEqual([]);
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
        };
        await lists.goto(page, screen.path);
        await isFine();
        await lists.goto(page, `${screen.path}/new`);
        const dialog = page.getByRole("dialog", { name: screen.dialog });
        await dialog.waitFor();
        await isFine();
        const [first] = screen.fields;
        if (!first) throw new Error("A form without a field");
        await dialog.getByRole("button", { name: screen.submit, exact: true }).click();
        await expect.poll(() => controlOf(dialog, first).getAttribute("aria-invalid")).toBe("true");
        await isFine();
      },
      /status of 400/,
    ),
  );

  test.each(SCREENS)("$title, a record that is edited and a conflict have no fault on a desk", (screen) =>
    lists.asAdmin(
      { ...DESK, colorScheme },
      async (page) => {
        await lists.goto(page, screen.path);
        expect(await faults(page)).toEqual([]);
        const [first] = screen.fields;
        if (!screen.edit || !first) return;
        const [record] = await lists.barn.rows(`select id from ${screen.table} where deleted_at is null limit 1`);
        await lists.goto(page, `${screen.path}/${record?.id}/edit`);
        const dialog = page.getByRole("dialog", { name: screen.edit });
        await dialog.waitFor();
        expect(await faults(page)).toEqual([]);
        await lists.barn.rows(`update ${screen.table} set version = version + 1 where id = ?`, [String(record?.id)]);
        await fillIn(dialog, first, "My version");
        await dialog.getByRole("button", { name: "Save", exact: true }).click();
        await dialog.getByRole("region", { name: "Their version" }).waitFor();
        expect(await faults(page)).toEqual([]);
      },
      /status of 409/,
    ),
  );
});
