import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addSharedLink, type TestLink } from "#tests/support/barn/shared-links.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { openLivePage } from "#tests/support/browser/live.ts";

/* Questions about lines of shared statements (docs/product.md, 'Questions'). */

const lists = startLists();

/** Visits the shared page as its reader, on a phone. */
const asReader = async (link: TestLink, steps: (page: Page) => Promise<void>) =>
  lists.asVisitor(PHONE, async (page) => {
    await page.goto(lists.barn.url + link.path);
    await steps(page);
  });

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("link", { name: "Ask about Training of 10/12/2026" }).click();
  await page.getByLabel("Your question").fill(question);
  await page.getByRole("button", { name: "Send question" }).click();
  await page.getByRole("status").getByText("Your question was sent to ").waitFor();
}

test("a question shows on the open page at once, leads to its bill, is a to-do, and its reply shows on the shared page", async () => {
  const link = await addSharedLink(lists.barn.rows);
  await lists.asAdmin(DESK, async (page) => {
    await openLivePage(lists.barn, page, "/customers/questions");
    await asReader(link, (reader) => ask(reader, "Why twice?"));
    const card = page.getByRole("list", { name: "Open questions" }).getByRole("listitem");
    await card.getByText("Why twice?").waitFor();
    await card.getByRole("link", { name: "Edit the bill" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Bill" });
    await dialog.getByText("Question: Why twice?").waitFor();
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await card.getByLabel("Reply").fill("You rode twice.");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Discard" }).click();
    const todo = page.getByRole("listitem").filter({ hasText: "about statements" });
    expect(await todo.textContent()).toContain(`${link.customer}.`);
    await todo.getByRole("link", { name: "Answer" }).click();
    await card.getByLabel("Reply").fill("You rode twice.");
    await card.getByRole("button", { name: "Answer" }).click();
    await page.getByText("No open questions.").waitFor();
    expect(await page.getByRole("region", { name: "Answered" }).textContent()).toContain("You rode twice.");
  });
  await asReader(link, async (page) => {
    const questions = await page.getByRole("region", { name: "Questions" }).textContent();
    expect(questions).toMatch(/Why twice\?.+You rode twice\./);
  });
});

test("a reply that is being typed survives somebody else's answer", async () => {
  const link = await addSharedLink(lists.barn.rows);
  await asReader(link, (reader) => ask(reader, "And this?"));
  await lists.asAdmin(
    DESK,
    async (page) => {
      await openLivePage(lists.barn, page, "/customers/questions");
      const card = page.getByRole("list", { name: "Open questions" }).getByRole("listitem");
      await card.getByLabel("Reply").fill("My reply");
      const other = await page.context().newPage();
      await lists.goto(other, "/customers/questions");
      await other.getByLabel("Reply").fill("Their reply");
      await other.getByRole("button", { name: "Answer" }).click();
      await other.getByText("No open questions.").waitFor();
      await page.bringToFront();
      await card.getByText("alex@hayloft.example has answered this question.").waitFor();
      expect(await card.getByLabel("Reply").inputValue()).toBe("My reply");
      await card.getByRole("button", { name: "Answer" }).click();
      await card.getByText("Somebody else answered this question, so your reply was not sent.").waitFor();
      expect(await card.getByLabel("Reply").inputValue()).toBe("My reply");
      await page.getByText("Reply: Their reply").waitFor();
      await page.getByRole("link", { name: "Customers" }).first().click();
      await page.getByRole("heading", { name: "Customers", exact: true }).waitFor();
      await page.goBack();
      await page.getByText("No open questions.").waitFor();
    },
    /status of 409/,
  );
});
