import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { JAVASCRIPT } from "#lab/support/browser.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";

/* A person with a spreadsheet brings it in, in the browser only (docs/product.md, 'Import'). */

const lists = startLists();

/** Files as Excel saves them in Germany. */
const filesOf = (tag: string) =>
  Object.entries({
    "Pferde.csv": `Name;Besitzer;Check-in Date;Boarding;Location\r\n${tag} Bella;${tag} Ann;1/3/26;$2,900;FL\r\n${tag} Star;${tag} Ann;1/3/26;(5.00);FL\r\n;;;;\r\n`,
    "customers.csv": `\ufeffName;Riders\r\n${tag} Ann;Zoé\r\n`,
  }).map(([name, content]) => ({ name, mimeType: "text/csv", buffer: Buffer.from(content) }));

async function send(page: Page, tag: string, hasJavaScript = true) {
  await lists.goto(page, "/import", hasJavaScript);
  await page.getByLabel("Choose files, or drop them here").setInputFiles(filesOf(tag));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { name: "Preview" }).waitFor();
}

/** Chooses, and has the page take the choice: at once with JavaScript, by a button without. */
async function choose(page: Page, label: string, option: string, hasJavaScript: boolean) {
  await page.getByLabel(label).first().selectOption({ label: option });
  if (!hasJavaScript) await page.getByRole("button", { name: "Update" }).click();
}

test.each(JAVASCRIPT)(
  "a spreadsheet comes in with its columns mapped, a default chosen, and is undone, %s",
  (_, javaScriptEnabled) =>
    lists.asAdmin({ ...DESK, javaScriptEnabled }, async (page) => {
      const tag = `Import${javaScriptEnabled}`;
      await send(page, tag, javaScriptEnabled);
      const named = () =>
        lists.barn.rows("select name, boarding from horses where name like ? and deleted_at is null", [`${tag}%`]);
      await page.getByText("Match 5 columns, 1 not imported").waitFor();
      await page.getByText("01/03/2026").waitFor();
      await choose(page, "Besitzer", "Responsible Party", javaScriptEnabled);
      await page.getByText("Match 5 columns", { exact: true }).waitFor();
      const problem = "1 horse, Boarding: It is below 0.";
      await page.getByText(problem).waitFor();
      await page.getByRole("button", { name: "Import 2 records" }).waitFor();
      await choose(page, problem, "Use $2,900.00", javaScriptEnabled);
      await page.getByText("1 horse without Boarding: $2,900.00").waitFor();
      expect(await named()).toEqual([]);
      await page.getByRole("button", { name: "Import 3 records" }).click();
      await page.getByRole("heading", { name: "Imported" }).waitFor();
      expect(await page.getByRole("row", { name: /^horses 2 \$6,100\.00 Totals match$/ }).count()).toBe(1);
      expect(await named()).toEqual([
        { name: `${tag} Bella`, boarding: 290_000 },
        { name: `${tag} Star`, boarding: 290_000 },
      ]);
      await page.getByText("Undo this import").click();
      await page.getByRole("button", { name: "Undo import" }).click();
      await page.getByText(/^Undone .* by alex@hayloft\.example\.$/).waitFor();
      expect(await named()).toEqual([]);
      await lists.goto(page, "/import", javaScriptEnabled);
      expect(
        await page
          .getByRole("row", { name: /Pferde\.csv/ })
          .first()
          .textContent(),
      ).toContain("Undone");
    }),
);

test("a draft has its problems as a file and stays until it is discarded; an import with an edited record says why it cannot be undone", () =>
  lists.asAdmin(
    PHONE,
    async (page) => {
      await send(page, "Draft");
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download 1 skipped horse" }).click();
      expect(readFileSync(await (await downloading).path(), "utf8")).toBe(
        '\ufeffName,Check-in Date,Boarding,Location,Row,Problem\r\nDraft Star,1/3/26,(5.00),FL,"Pferde.csv, row 3",Boarding: It is below 0.\r\n',
      );
      await lists.goto(page, "/import");
      const rows = page.getByRole("row", { name: /Pferde\.csv.*Draft/ });
      const drafts = await rows.count();
      await rows.first().getByRole("link").click();
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("button", { name: "Preview" }).waitFor();
      expect(await rows.count()).toBe(drafts - 1);

      await send(page, "Kept");
      await page.getByText("1 horse without Responsible Party: 'Unknown'").waitFor();
      await expectFine(page);
      await page.getByRole("button", { name: "Import 2 records" }).click();
      await page.getByRole("heading", { name: "Imported" }).waitFor();
      await lists.barn.rows("update horses set version = 2 where name = 'Kept Bella'");
      await page.getByText("Undo this import").click();
      await page.getByRole("button", { name: "Undo import" }).click();
      await page.getByRole("alert").getByText("Nothing was undone: since the import").waitFor();
      await page.reload();
      await page.getByText("This import cannot be undone. Edited, billed or exported since: 1 horse.").waitFor();
    },
    /409 \(Conflict\)/,
  ));
