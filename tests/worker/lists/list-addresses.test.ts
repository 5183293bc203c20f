import { beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { doneIn, listAfter } from "#lab/support/forms.ts";
import { recordIds } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin } = startBarn();
let ids: Record<string, string>;

beforeAll(async () => {
  ids = await recordIds(barn);
});
/** 12 kB of parameters that no list knows, each named after the list's own or after nothing. */
const JUNK = Array.from({ length: 300 }, (_, i) => `junk${i}=${"x".repeat(30)}`).join("&");
const JUNK_VALUES = `&view=junk&sort=junk${"y".repeat(1_000)}&after=junk&done=<junk>&merged=<junk>`;

const pages = (): string[] => [
  ..."/horses /customers /services /grooms /shows /billing /payroll /accounts /billing/exports /payroll-summary".split(
    " ",
  ),
  ..."/ /horses/new /customers/new /services/new /grooms/new /shows/new /shows/bill /billing/export".split(" "),
  ..."/payroll/new /payroll/generate /accounts/new".split(" "),
  ...[`/horses/${ids.horses}/edit`, `/horses/bill?month=${monthOf(todayInNewYork(new Date()))}`],
];

const bodyOf = async (response: Response) => ({ status: response.status, page: await response.text() });

test("a page repeats no unknown parameter, and 12 kB of them make it no larger", async () => {
  for (const [n, path] of pages().entries()) {
    const junk = await bodyOf(await barn.get(`${path}${path.includes("?") ? "&" : "?"}${JUNK}${JUNK_VALUES}`, admin));
    expect([path, junk.status]).toEqual([path, 200]);
    expect([path, junk.page.match(/.{0,80}junk.{0,20}/)?.[0]]).toEqual([path, undefined]);
    if (n % 3) continue;
    const plain = await bodyOf(await barn.get(path, admin));
    expect([path, junk.page.length < plain.page.length * 1.02 + 200]).toEqual([path, true]);
  }
});

test("the address without a month leads to that of the month with the parameters that are known", async () => {
  const response = await barn.get(`/horses/bill?q=bella&${JUNK}${JUNK_VALUES}`, admin);
  expect(response.headers.get("Location")).toMatch(/^\/horses\/bill\?q=bella&month=\d{4}-\d\d$/);
});

test("a page that refuses a form repeats no unknown parameter", async () => {
  for (const path of ["/horses/new", `/horses/${ids.horses}/edit`, "/horses/bill", "/accounts/new", "/horses"]) {
    const { status, page } = await bodyOf(await barn.post(`${path}?${JUNK}${JUNK_VALUES}`, "name=", admin));
    expect([path, status]).toEqual([path, 400]);
    expect([path, page.match(/.{0,80}junk.{0,20}/)?.[0]]).toEqual([path, undefined]);
  }
});

test("the redirect after a command or a save has the known parameters, and no others", async () => {
  const list = `view=all&q=a&sort=-name&${JUNK}&page=2`;
  const kept = "?view=all&q=a&sort=-name&page=2";
  const horse = ids.horses ?? "";
  const deleted = await barn.post(`/horses?${list}`, { intent: "delete", id: horse }, admin);
  const change = doneIn(deleted);
  expect(deleted.headers.get("Location")).toBe(`/horses${kept}&done=${change}`);
  const restored = await barn.post(`/horses?${list}&done=${change}`, { intent: "undo", change }, admin);
  expect(restored.headers.get("Location")).toBe(`/horses${kept}&done=undo+${change}`);
  const groom = { idempotencyKey: crypto.randomUUID(), name: "Ida", weeklySalary: "1", location: "florida" };
  expect(listAfter(await barn.post(`/grooms/new?${list}`, groom, admin))).toBe(`/grooms${kept}`);
  const invited = { idempotencyKey: crypto.randomUUID(), email: "ida@example.com" };
  const accounts = `q=a&sort=-email&${JUNK}`;
  expect(listAfter(await barn.post(`/accounts/new?${accounts}`, invited, admin))).toBe("/accounts?q=a&sort=-email");
});

test("the links of a list keep its view, search, order, page and notice", async () => {
  const search = "view=all&q=a&sort=-name";
  const change = doneIn(await barn.post("/horses", { intent: "delete", id: ids.horses ?? "" }, admin));
  const page = await (await barn.get(`/horses?${search}&done=${change}&junk=1`, admin)).text();
  const address = `${search.replaceAll("&", "&amp;")}&amp;done=${change}"`;
  expect(page).toContain(`href="/horses/new?${address}`);
  expect(page).toMatch(new RegExp(`href="/horses/[\\w-]+/edit\\?${address}`));
  expect(page).toContain(`action="/horses?${address}`);
  expect(page).toContain(`name="to" value="/horses?${address}`);
  const dialog = await (await barn.get(`/horses/new?${search}&done=${change}&junk=1`, admin)).text();
  expect(dialog).toContain(`action="/horses/new?${search.replaceAll("&", "&amp;")}`);
  expect(dialog.split(`action="/horses/new`)).toHaveLength(2);
  expect(dialog).toContain(`action="/horses?${address}`);
  expect(dialog).toMatch(new RegExp(`href="/horses\\?${search.replaceAll("&", "&amp;")}[^"]*"[^>]*>Cancel`));
});
