import { decode } from "turbo-stream";
import { beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import type { Topic } from "#app/domain/basics/topics.ts";
import { type DialogRoute, pageRoutesOf, SCREENS } from "#app/registry/screens.ts";
import { TOPIC_OF_TABLE } from "#db/schema.ts";
import { withId as addressWithId, recordIds } from "#tests/support/barn/barn.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin: headers } = startBarn();
let ids: Record<string, string>;

beforeAll(async () => {
  // The menu of an exported bill differs from that of a pending one.
  await exportOldest(barn.rows, 1);
  ids = await recordIds(barn);
});

/** Every screen, dialog and page of a record that is kept live. */
const LIVE: [address: string, topics: readonly Topic[]][] = SCREENS.flatMap((screen) => {
  const { path, topics, dialogs } = screen;
  return [
    [path, topics],
    ...dialogs.flatMap((dialog: DialogRoute): [string, readonly Topic[]][] =>
      dialog.topics ? [[`${path}/${dialog.path}`, dialog.topics]] : [],
    ),
    ...pageRoutesOf(screen).map((page): [string, readonly Topic[]] => [`${path}/${page.path}`, page.topics]),
  ];
});

const MONTH = monthOf(todayInNewYork(new Date()));

/** An address with the id of a record of the demo barn. */
const withId = (address: string) => addressWithId(address, ids);

/** Requests the data of the last matched route of an address, as a live update does. */
async function load(address: string): Promise<{ data: Record<string, unknown>; tables: Set<string> }> {
  const routes = address === "/" ? "/" : undefined;
  barn.proxy.requests.length = 0;
  const path = address === "/" ? "/_root" : address;
  const query = routes ? `?_routes=${routes}` : address === "/horses/bill" ? `?month=${MONTH}` : "";
  const response = await barn.get(`${path}.data${query}`, headers);
  expect(response.status).toBe(200);
  if (!response.body) throw new Error("There is no body");
  const { value, done } = await decode(response.body);
  await done;
  const results = Object.entries(value as Record<string, { data?: Record<string, unknown> }>);
  const data = results.filter(([id]) => id !== "root").at(-1)?.[1].data ?? {};
  // The shell reads when payroll was last run, on every page: a notice follows at the next navigation.
  const ofPage = barn.proxy.requests.flat().filter((sql) => !/^select "last_payroll" from "settings"$/.test(sql));
  const text = ofPage.join("\n");
  const tables = new Set([...text.matchAll(/(?:from|join)\s+"?([a-z_]+)"?/gi)].map(([, table]) => table ?? ""));
  return { data, tables };
}

test.each(LIVE)(
  "the data of %s have a change number, and the page follows every table that it reads",
  async (address, topics) => {
    const { data, tables } = await load(withId(address));
    expect(data.changeNumber).toEqual(expect.any(Number));
    expect([...tables]).toEqual(expect.arrayContaining(["activity", "admins"]));
    // Every request reads the admins, to check the rights.
    if (address !== "/accounts") tables.delete("admins");
    const read = new Set([...tables].flatMap((table) => TOPIC_OF_TABLE[table] ?? []));
    expect([...read].filter((topic) => !topics.includes(topic))).toEqual([]);
  },
);

test("every screen of the sidebar has its title and its entry", async () => {
  const page = await (await barn.get("/horses", headers)).text();
  for (const screen of SCREENS) {
    if ("nav" in screen) expect(page).toContain(`href="${screen.path}"`);
    const html = await (await barn.get(screen.path, headers)).text();
    expect(html).toContain(`<title>${screen.title} – Hayloft</title>`);
  }
});

const DIALOGS = SCREENS.flatMap(({ path, dialogs }) => dialogs.map((dialog: DialogRoute) => `${path}/${dialog.path}`));

test.each(DIALOGS)("the tab of the dialog at %s has the title of the dialog", async (path) => {
  const query = path === "/horses/bill" ? `?month=${MONTH}` : "";
  const html = await (await barn.get(withId(path) + query, headers)).text();
  const [, title] = /<dialog.*?<h2[^>]*>([^<]+)</s.exec(html) ?? [];
  expect(title).toMatch(path.endsWith("/new") ? /^(New|Invite) / : /^[A-Z]/);
  expect(html).toContain(`<title>${title} – Hayloft</title>`);
});

/** A dialog that another address leads to in a case that the demo barn does not have, and a page that pages of customers lead to. */
const LINKED_ELSEWHERE = [
  "/last-run",
  "/invoices/:id",
  "/check/:id/correct",
  "/questions/:id/edit",
  "/questions/:id/correct",
];

test.each(SCREENS)(
  "the page at $path, or the page of its record, links to each of its dialogs and pages",
  async (screen) => {
    const { path, dialogs } = screen;
    const pages = pageRoutesOf(screen);
    const addresses = [
      path,
      `${path}?view=all`,
      `${path}?view=all&last=`,
      ...pages.map((page) => withId(`${path}/${page.path}`)),
    ];
    const views = await Promise.all(addresses.map((address) => barn.get(address, headers)));
    const page = (await Promise.all(views.map((view) => view.text()))).join();
    for (const dialog of [...dialogs, ...pages]) {
      if (LINKED_ELSEWHERE.some((each) => `${path}/${dialog.path}`.endsWith(each))) continue;
      expect(page).toMatch(new RegExp(`href="${path}/${dialog.path.replace(":id", '[^/?"]+')}["?]`));
    }
  },
);

const LISTS = SCREENS.filter(({ dialogs }) => dialogs.some(({ path }) => path === "new"));

test.each(LISTS)("the list at $path says why it refuses a command", async ({ path }) => {
  const response = await barn.post(path, { intent: "nonsense", id: "none" }, headers);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("This list cannot do that.")]);
});

const PAGES = SCREENS.flatMap((screen) =>
  pageRoutesOf(screen).map((page) => ({ path: `${screen.path}/${page.path}` })),
);
/** Those of one record. An import has no name and is not deleted. */
const RECORD_PAGES = PAGES.filter(({ path }) => path.includes("/:") && path !== "/import/:id");

test.each(RECORD_PAGES)(
  "the page at $path has the name of its record as title, and status 404 if there is no such record",
  async ({ path }) => {
    const table = path.split("/")[1] ?? "";
    const isInvoice = table === "billing";
    if (!isInvoice) await barn.rows(`update ${table} set name = 'Ada Novak' where id = ?`, [ids[table] ?? ""]);
    const page = await barn.get(withId(path), headers);
    const name = isInvoice ? `Invoice ${ids["billing/invoices"]}` : "Ada Novak";
    const title = path.endsWith("statement") ? `Statement of ${name}` : name;
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(`<title>${title} – Hayloft</title>`),
    ]);
    const missing = await barn.get(path.replace(":id", "nobody"), headers);
    const text = await missing.text();
    expect([missing.status, text]).toEqual([404, expect.stringContaining("Page not found")]);
    expect(text).toContain('href="/billing"');
  },
);

test.each(RECORD_PAGES)(
  "the page at $path is of a deleted record or a voided export, too, and costs one request to the database",
  async ({ path }) => {
    const table = path.split("/")[1] ?? "";
    const isInvoice = table === "billing";
    const mark = async (instant: string) =>
      isInvoice
        ? barn.rows(`update exports set voided_at = ${instant} where first_invoice = ?`, [
            ids["billing/invoices"] ?? "",
          ])
        : barn.rows(`update ${table} set deleted_at = ${instant} where id = ?`, [ids[table] ?? ""]);
    await mark("'2026-11-22T12:00:00.000Z'");
    const before = barn.proxy.requests.length;
    const page = await barn.get(withId(path), headers);
    expect([page.status, barn.proxy.requests.length - before]).toEqual([200, 1]);
    if (!path.endsWith("statement"))
      expect(await page.text()).toContain(isInvoice ? "<s>Voided</s>" : "Deleted</span>");
    await mark("null");
  },
);
