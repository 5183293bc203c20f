import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { holdPosts, JAVASCRIPT, openBrowser } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { openNewBarn } from "#tests/support/barn/new-barn.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { coveredInFocus, DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";

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
  // With JavaScript the files are sent at once.
  if (!hasJavaScript) await page.getByRole("button", { name: "Preview" }).click();
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
      const before = page.getByRole("table", { name: /^1 horse / });
      expect(await before.getByRole("row", { name: /Bella Unknown 01\/03\/2026 \$2,900\.00/ }).count()).toBe(1);
      await page.getByText("Match 5 columns, not imported: Besitzer").click();
      await choose(page, "Besitzer", "Responsible Party", javaScriptEnabled);
      await page.getByText("not imported: Besitzer").waitFor({ state: "detached" });
      const problem = "1 horse, Boarding: It is below 0.";
      await page.getByText(`Pferde.csv, row 3: ${tag} Star, (5.00)`).waitFor();
      await page.getByRole("button", { name: "Import 2 records" }).waitFor();
      await choose(page, problem, "Use $2,900.00", javaScriptEnabled);
      await page.getByText("Boarding $2,900.00 (1)").waitFor();
      expect(await named()).toEqual([]);
      await page.getByRole("button", { name: "Import 3 records" }).click();
      await page.getByRole("heading", { name: "Imported" }).waitFor();
      expect(await page.getByRole("row", { name: /^2 horses .*Star \$6,100\.00 Totals match$/ }).count()).toBe(1);
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

test("of choices made in a hurry each is sent after the answer to the one before, and none is lost, nor the focus", () =>
  lists.asAdmin(DESK, async (page) => {
    await send(page, "Hasty");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    const answer = await holdPosts(page);
    await page.getByText("Match 5 columns, not imported: Besitzer").click();
    const owner = page.getByLabel("Besitzer");
    const boarding = page.getByLabel("1 horse, Boarding: It is below 0.");
    await owner.selectOption("Responsible Party");
    await owner.selectOption("Do not import");
    await boarding.focus();
    await boarding.selectOption("Use $2,900.00");
    expect(sent.length).toBe(1);
    await answer();
    await page.getByText("Boarding $2,900.00 (1)").waitFor();
    expect(sent.length).toBe(2);
    expect(await owner.inputValue()).toBe("");
    expect(await boarding.evaluate((select) => select === document.activeElement)).toBe(true);

    const answerAgain = await holdPosts(page);
    await owner.selectOption("Responsible Party");
    await boarding.selectOption("leave-out");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await answerAgain();
    const stored = async () => (await lists.barn.rows("select choices from imports order by at desc limit 1"))[0];
    await expect.poll(async () => String((await stored())?.choices)).toMatch(/"Besitzer":"\w.*"leave-out"/);
  }));

test.each(JAVASCRIPT)(
  "horses, owners and grooms of one workbook are in an empty barn after at most eight presses, %s",
  async (_, javaScriptEnabled) => {
    const barn = await openNewBarn(onTestFinished);
    await barn.rows(`insert into admins (email, created_at, updated_at) values ('${ADMIN.email}', '', '')`);
    await visitAs(barn, openBrowser(), ADMIN, { ...PHONE, javaScriptEnabled }, async (page) => {
      let presses = 0;
      const press = (control: Locator) => {
        presses += 1;
        return control.click();
      };
      await openPage(barn, page, "/overview", javaScriptEnabled);
      await press(page.getByRole("link", { name: "Import", exact: true }));
      const choosing = page.waitForEvent("filechooser");
      await press(page.getByLabel("Choose files, or drop them here"));
      presses += 1; // The file, in the browser's own dialog.
      await (await choosing).setFiles("tests/unit/import/cases/32-workbook/barn-2026.xlsx");
      if (!javaScriptEnabled) await press(page.getByRole("button", { name: "Preview" }));
      await press(page.getByRole("button", { name: "Import 9 records" }));
      await page.getByRole("heading", { name: "Imported" }).waitFor();
      if (javaScriptEnabled) await expectFine(page);
      await press(page.getByRole("link", { name: "Back to set-up" }));
      await page.getByRole("region", { name: "Set up your barn" }).getByText("Done: Add your grooms").waitFor();
      expect(presses).toBeLessThanOrEqual(8);
    });
    const [counts] = await barn.rows(
      "select (select count(*) from horses) as horses, (select count(*) from customers) as owners, (select count(*) from grooms) as grooms",
    );
    expect(counts).toEqual({ horses: 4, owners: 3, grooms: 2 });
  },
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
      await page.getByText("Responsible Party 'Unknown'").waitFor();
      await expectFine(page);
      for (const columns of await page.getByText(/^Match \d columns/).all()) await columns.click();
      const covered = () => coveredInFocus(page.locator("form :is(select, summary, a)"));
      expect(await covered()).toEqual([]);
      await page.locator("[name=shown]").evaluate((input: HTMLInputElement) => input.setAttribute("value", "before"));
      await page.getByRole("button", { name: "Import 2 records" }).click();
      await page.getByText("The preview has changed since. Look at it again.").waitFor();
      expect(await covered()).toEqual([]);
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
