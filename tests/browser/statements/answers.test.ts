import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailProvider, startMailProvider } from "#lab/support/mail-provider.ts";
import { startApp } from "#tests/support/barn/app.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { importAsExported } from "#tests/support/barn/corrections.ts";
import { addQuestion, addSharedLink, type TestLink } from "#tests/support/barn/shared-links.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { openPage, visitAs } from "#tests/support/browser/people.ts";

/* How the office answers questions, and how many presses that takes (docs/product.md, 'Questions'). */

const OWNER = "claire@customer.example";

const lists = startLists();
let provider: MailProvider;
/** A worker that e-mails, on the same database. */
let app: Awaited<ReturnType<typeof startApp>>;
let link: TestLink;

beforeAll(async () => {
  provider = await startMailProvider();
  const { proxy, authToken } = lists.barn;
  app = await startApp({ url: proxy.url, authToken }, provider.env, {}, { maxBatchTimeout: 0 });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});
beforeEach(async () => {
  await lists.barn.rows("delete from statement_questions");
  provider.sent = [];
  link = await addSharedLink(lists.barn.rows);
  await setAddresses(OWNER);
});

const setAddresses = (...emails: string[]) =>
  lists.barn.rows("update customers set emails = ? where id = ?", [JSON.stringify(emails), link.customerId]);

const cards = (page: Page) => page.getByRole("list", { name: "Open questions" }).getByRole("listitem");
const answered = (page: Page) => page.getByRole("region", { name: "Answered" }).getByRole("listitem");

/** Visits the office of the barn that e-mails. */
const asOffice = (steps: (page: Page) => Promise<void>) => visitAs(lists.barn, lists.browser, ADMIN, DESK, steps);

/** Opens Questions with a new one. */
async function openWith(page: Page, question: string): Promise<void> {
  await addQuestion(lists.barn.rows, link, question);
  await openPage(app, page, "/customers/questions");
}

async function answer(page: Page, reply: string): Promise<void> {
  await cards(page).getByLabel("Reply").fill(reply);
  await cards(page).getByRole("button", { name: "Answer" }).click();
  await page.getByText("No open questions.").waitFor();
}

/** Counts the presses on links and buttons, and those that put the cursor into a field. */
function countPresses() {
  const counted = { presses: 0 };
  const press = async (target: Locator) => {
    counted.presses += 1;
    await target.click();
  };
  const type = async (field: Locator, text: string) => {
    if (!(await field.evaluate((element) => element === document.activeElement))) await press(field);
    await field.fill(text);
  };
  return { counted, press, type };
}

// Only a script puts the cursor into the amount of the dialog.
test.each([
  ["with JavaScript", true, 6],
  ["without JavaScript", false, 7],
] as const)(
  "%s a question on Overview is answered by 3 presses, and by at most 7 with a correction, which leads back and says what to enter",
  (_, javaScriptEnabled, most) =>
    lists.asAdmin({ ...DESK, javaScriptEnabled }, async (page) => {
      const { counted, press, type } = countPresses();
      const start = async () => {
        await addQuestion(lists.barn.rows, link, "Why twice?");
        await lists.goto(page, "/overview", javaScriptEnabled);
        counted.presses = 0;
        const todo = page.getByRole("listitem").filter({ hasText: "about statements" });
        await press(todo.getByRole("link", { name: "Answer" }));
      };
      const reply = async () => {
        await type(cards(page).getByLabel("Reply"), "You rode twice.");
        await press(cards(page).getByRole("button", { name: "Answer" }));
        await page.getByText("No open questions.").waitFor();
      };
      await start();
      await reply();
      expect(counted.presses).toBe(3);

      await lists.barn.rows("update bill_items set value = 50027 where id = ?", [link.billId]);
      await importAsExported(lists.barn.rows, [link.billId]);
      await start();
      await press(cards(page).getByRole("link", { name: "Correct the bill" }));
      const dialog = page.getByRole("dialog", { name: "Correct Bill" });
      await type(dialog.getByLabel("Amount"), "250.00");
      await type(dialog.getByLabel("Reason"), "Once only");
      await press(dialog.getByRole("button", { name: "Save correction" }));
      await cards(page).getByRole("link", { name: "Credit of $250.27 to enter" }).waitFor();
      await reply();
      expect(counted.presses).toBe(most);
    }),
);

test("an answer is e-mailed once though it is pressed twice, which shows without another press, and the owner asks again", () =>
  asOffice(async (page) => {
    await openWith(page, "Why twice?");
    await cards(page).getByText(`A reply is e-mailed to ${OWNER}`).waitFor();
    await cards(page).getByLabel("Reply").fill("You rode twice.");
    await cards(page).getByRole("button", { name: "Answer" }).dblclick();
    await answered(page).getByText(`E-mailed to ${OWNER}`).waitFor();
    expect(provider.sent.map(({ to }) => to)).toEqual([[OWNER]]);
    await lists.asVisitor(PHONE, async (reader) => {
      await reader.goto(app.url + link.path);
      const questions = reader.getByRole("region", { name: "Questions" });
      await questions.getByText("You rode twice.").waitFor();
      await reader.getByRole("link", { name: "Ask about Training of 10/12/2026" }).click();
      await reader.getByText("The barn answers on this page, and by e-mail.").waitFor();
      await reader.getByLabel("Your question").fill("On which days?");
      await reader.getByRole("button", { name: "Send question" }).click();
      await questions.getByText("Your question was sent to ").waitFor();
      // The latest question first.
      expect(await questions.textContent()).toMatch(/On which days\?Not answered yet\..*Why twice\?.*You rode twice\./);
    });
    await cards(page).getByText("On which days?").waitFor();
    await answer(page, "On Monday and Friday.");
    await answered(page).first().getByText("Reply: On Monday and Friday.").waitFor();
    await expect.poll(() => provider.sent.length).toBe(2);
    expect(provider.sent[1]?.text).toContain("On which days?\n\nOur answer:\nOn Monday and Friday.");
  }));

test("before a reply the office reads that it is not e-mailed, because there is no address, or that the owner does not see it, because the link has ended", () =>
  asOffice(async (page) => {
    await setAddresses();
    await openWith(page, "Why twice?");
    await cards(page).getByText("No e-mail address: the reply is on the owner’s page").waitFor();
    await answer(page, "You rode twice.");
    await answered(page).getByText("No e-mail address", { exact: true }).waitFor();
    await setAddresses(OWNER);
    await lists.barn.rows("update statement_links set stopped_at = '2026', stopped_by = 'ann' where id = ?", [link.id]);
    await openWith(page, "And this?");
    await cards(page).getByText("The link no longer works, so the owner will not see a reply.").waitFor();
    await answer(page, "That, too.");
    await answered(page).getByText("Not e-mailed. The link was turned off.").waitFor();
    expect(provider.sent).toEqual([]);
  }));
