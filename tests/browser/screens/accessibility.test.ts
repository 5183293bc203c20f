import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { dialogsOf, pageRoutesOf, SCREENS } from "#app/registry/screens.ts";
import { ADMIN, addPastExport, recordIds, withId } from "#tests/support/barn/barn.ts";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { menuButton, selectionBar } from "#tests/support/browser/rows.ts";
import { chooseHorse, findChoices, horsePicker, newEntry } from "#tests/support/browser/service-entry.ts";

/*
 * Each screen and each of its states, once: axe finds no fault, and the page fits the window. States that take a story to reach are
 * looked at where that is told: entries without a connection, the end of a session, the first admin, an import, a run of statements.
 */

const lists = startLists();
let ids: Record<string, string>;

beforeAll(async () => {
  await addPastExport(lists.barn);
  await addCorrections(lists.barn.rows);
  ids = await recordIds(lists.barn);
  await addSharedLink(lists.barn.rows);
  await lists.barn.rows("update customers set name = 'O''Brien' || replace(hex(zeroblob(40)), '0', 'o') where id = ?", [
    ids.customers ?? "",
  ]);
});

const NOISE = /status of (400|404|409|410|503)/;

const asAdmin = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
  lists.asAdmin(options, steps, NOISE);

async function look(page: Page, path: string, inDark = false): Promise<void> {
  await lists.goto(page, withId(path, ids));
  await expectFine(page, inDark);
}

/** A search with few hits: axe takes in the whole page, and finds the same in fifty rows. */
const FEW: Record<string, string> = {
  "/horses": "rumba",
  "/customers": "o'brien",
  "/services": "braiding",
  "/grooms": "luz",
  "/shows": "opener",
  "/payroll": "body",
  "/billing": "apollo",
  "/activity": "apollo",
};

/** The statements of few customers. */
const A_DAY = "?from=2026-10-12&to=2026-10-12";

/** Lists share the code of dialogs with the same file: the first of each is enough. */
const DIALOGS = new Map<string, string>(
  SCREENS.flatMap((screen) =>
    dialogsOf(screen).map(({ file, path }) => [file ?? path, `${screen.path}/${path}`] as const),
  ).toReversed(),
);

const ADDRESSES = SCREENS.map((screen) => {
  const search = FEW[screen.path];
  const few = search ? `?q=${encodeURIComponent(search)}` : "";
  const dialogs = dialogsOf(screen).map(({ path }) => `${screen.path}/${path}`);
  return {
    path: screen.path,
    addresses: [
      screen.path + few,
      ...dialogs.filter((path) => [...DIALOGS.values()].includes(path)).map((path) => path + few),
      ...pageRoutesOf(screen).map(({ path }) => `${screen.path}/${path}${path.startsWith("statements") ? A_DAY : ""}`),
    ],
  };
});

/** Lists with the colors of other lists. */
const LIKE_OTHERS = ["/customers", "/services", "/grooms", "/shows", "/accounts"];

test.each(ADDRESSES)(
  "on a phone $path, its pages and its kinds of dialog are accessible and fit",
  ({ path, addresses }) =>
    asAdmin(PHONE, async (page) => {
      // Their dialogs and pages have the colors of the screen.
      for (const [n, address] of addresses.entries()) await look(page, address, n === 0 && !LIKE_OTHERS.includes(path));
    }),
);

test("on a large screen a list with menus, a selection and the notice of a change, and what opens over it, are accessible", () =>
  asAdmin(DESK, async (page) => {
    await look(page, "/payroll-summary?year=2025");
    await look(page, "/billing/check?all=old", true);
    await lists.goto(page, "/horses?q=bella");
    const menu = page.locator(".menu:popover-open");
    for (const opener of [page.getByRole("button", { name: "More options" }), menuButton(page, /^Actions for Bella/)]) {
      await opener.first().click();
      await menu.waitFor();
      await expectFine(page, false);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
    }
    const ofBella = (name: RegExp) => page.getByRole("checkbox", { name }).first();
    await ofBella(/Bella: billable/i).click();
    await page.getByRole("status").getByText("Saved: Billable of Bella").waitFor();
    await ofBella(/^Select Bella/).check();
    await selectionBar(page).waitFor();
    await expectFine(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFine(page, false);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectFine(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to anything" }).getByRole("link", { name: "Add horse" }).waitFor();
    await expectFine(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: ADMIN.email }).click();
    await expectFine(page, false);
  }));

test("a form with messages, chips, a merge, a conflict, a refusal and the question before entries are dropped is accessible", () =>
  asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/shows/new");
    const dialog = page.getByRole("dialog").first();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.locator("[aria-invalid=true]").first().waitFor();
    await expectFine(page);
    const two =
      "select id from customers where deleted_at is null and phone <> '' and emails <> '[]' order by seq limit 2";
    const [leaving, remaining] = await lists.barn.rows(two);
    await lists.goto(page, `/customers/${leaving?.id}/merge?into=${remaining?.id}`);
    await dialog.getByRole("group", { name: "Phone" }).waitFor();
    await expectFine(page);
    await lists.goto(page, `/payroll/${ids.payroll}/edit`);
    const theirs = "update payroll set version = version + 1, item = 'Theirs' where id = ?";
    await lists.barn.rows(theirs, [ids.payroll ?? ""]);
    await dialog.getByRole("textbox", { name: "Item" }).fill("My version");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByRole("radio", { name: "Mine: My version" }).waitFor();
    await expectFine(page);
    await lists.goto(page, "/customers/new");
    await dialog.getByLabel("Riders").fill("Ana");
    await dialog.getByLabel("Riders").press("Enter");
    await dialog.getByRole("listitem").filter({ hasText: "Ana" }).waitFor();
    await expectFine(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Discard changes?" }).waitFor();
    await expectFine(page);
    await page.getByRole("button", { name: "Discard" }).click();
    await lists.goto(page, "/horses/bill");
    lists.barn.proxy.make({ kind: "refuse" });
    await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
    await dialog.getByRole("alert").waitFor();
    await expectFine(page, false);
    lists.barn.proxy.make({ kind: "none" });
  }));

test("charts as tables, what a deleted horse leaves, a link to a statement, long names, and lists without rows are accessible", () =>
  asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/overview");
    for (const summary of await page.getByRole("main").locator("summary").all()) await summary.click();
    await expectFine(page);
    const [horse] = await lists.barn.rows(
      "select horse_id as id from bill_items where export_id is null and horse_id is not null limit 1",
    );
    const headers = { Cookie: await lists.barn.cookieOf(ADMIN) };
    const deleted = await lists.barn.post("/horses", { intent: "delete", id: String(horse?.id) }, headers);
    await look(page, String(deleted.headers.get("Location")));
    await lists.goto(page, `/customers/${ids.customers}/statement?from=2026-01-01&to=2026-12-31`);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: "Create link" }).waitFor();
    await expectFine(page);
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByLabel(/^Link to the statement for/).waitFor();
    await expectFine(page, false);
    await look(page, "/customers/statements?from=2000-01-01&to=2099-12-31");
    await look(page, "/customers/statements?from=2001-01-01&to=2001-01-31");
    await look(page, "/customers?q=nobody");
    await lists.barn.rows("update settings set last_payroll = null");
    await look(page, "/payroll/generate?q=body");
  }));

test("what a reader of a shared statement sees is accessible: with a question, and after its end", async () => {
  const [link, ended] = [await addSharedLink(lists.barn.rows), await addSharedLink(lists.barn.rows, "2026-01-01")];
  const read = async (page: Page) => {
    await page.goto(lists.barn.url + link.path);
    await expectFine(page);
    await page.getByRole("link", { name: "Ask about Training of 10/12/2026" }).click();
    await page.getByLabel("Your question").fill("Why twice?");
    await page.getByRole("button", { name: "Send question" }).click();
    await page.getByRole("status").getByText("Your question was sent to ").waitFor();
    await expectFine(page, false);
    await page.goto(lists.barn.url + ended.path);
    await expectFine(page);
  };
  await lists.asVisitor(PHONE, read, NOISE);
  await asAdmin(PHONE, (page) => look(page, "/customers/questions"));
});

/** Buttons, links of the navigation and fields that are too small for a finger. */
async function smallTargets(page: Page): Promise<string[]> {
  const targets = page.locator("button:visible, nav a:visible, .control:visible");
  return targets.evaluateAll((all) =>
    all
      .filter((each) => Math.min(each.getBoundingClientRect().height, each.getBoundingClientRect().width) < 44)
      .map((each) => each.outerHTML),
  );
}

test("on a phone the service form is accessible: refused, repeated, with its drawer, its list, and in an outage; every target is at least 44 px", () =>
  lists.asVisitor(
    PHONE,
    async (page) => {
      await lists.goto(page, "/?sign-in=failed");
      const expectEasy = async () => {
        await expectFine(page);
        expect(await smallTargets(page)).toEqual([]);
      };
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByText("Horse is required.").waitFor();
      await expectEasy();
      await page.getByRole("button", { name: "Open navigation" }).click();
      await page.getByRole("link", { name: "Input Form" }).waitFor();
      await expectEasy();
      await page.getByRole("button", { name: "Close navigation" }).click();
      const choices = await findChoices(lists.barn);
      await lists.barn.post("/?index", newEntry(choices));
      await chooseHorse(page, choices.horse.name);
      await page.getByLabel("Service", { exact: false }).and(page.locator("select")).selectOption(choices.service.id);
      await page.getByRole("button", { name: "Submit" }).click();
      await page
        .getByText(/^Also logged today at /)
        .first()
        .waitFor();
      await expectFine(page);
      await horsePicker(page).tap();
      await page.getByRole("option").first().waitFor();
      await expectFine(page);
      lists.barn.proxy.make({ kind: "refuse" });
      await lists.goto(page, "/");
      await page.getByRole("alert").waitFor();
      lists.barn.proxy.make({ kind: "none" });
      await expectEasy();
    },
    NOISE,
  ));

test("the page of an unknown address, and the summary of a barn without payroll and grooms, are accessible", () =>
  asAdmin(DESK, async (page) => {
    await look(page, "/nowhere");
    await page.getByRole("link", { name: "Go to the Service Form" }).click();
    await page.getByRole("heading", { name: "Service Form" }).waitFor();
    await lists.barn.rows("delete from payroll");
    await lists.barn.rows("update grooms set deleted_at = '2026-01-05T12:00:00.000Z'");
    await look(page, "/payroll-summary");
    expect(await page.getByRole("switch").count()).toBe(1);
  }));
