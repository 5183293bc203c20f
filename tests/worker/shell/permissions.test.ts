import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";
import { NOT_AN_ADMIN, returnTo } from "#tests/support/barn/barn.ts";
import { COMMANDS } from "#tests/support/barn/presses.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* What a visitor and a user who is no admin get of the office: nothing. */

// live.test.ts covers the stream, and first-admin.test.ts the page of a barn without an admin.
const PUBLIC = /^(|auth\/.*|entries|first-admin|health|live|s\/:token\?|\*)$/;
// A route without an action answers a post with 405.
const WITHOUT_ACTION =
  /^\/(billing\/((exports|runs|corrections)\/csv|exports|exports\/:file|invoices(\/(training|filter|csv))?)|go|import\/training\/problems|overview\/income(\/csv)?|horses\/board(\/csv)?|payroll-summary(\/\w+)*|(\w+|services\/standing)\/(filter|csv)|payroll\/runs\/csv|customers\/statements\/(print|csv))$/;
const WITHOUT_PAGE = ["/columns", "/dismissals"];

const { barn, admin } = startBarn();

type Fields = Record<string, string>;

/** The headers of a visitor, and those of a user who is no admin. */
const strangers = async (): Promise<Fields[]> => [{}, { Cookie: await barn.cookieOf(NOT_AN_ADMIN) }];

function pathsOf(entries: RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    return [whole, ...pathsOf(children, whole)];
  });
}

const managementPaths = async () =>
  pathsOf(await routes)
    .filter((path) => !PUBLIC.test(path))
    .map((path) => `/${path.replace(":id", "training")}`);

async function expectNothing(path: string, headers: Fields, body: Fields, isData: boolean): Promise<void> {
  const [page, data, response] = await Promise.all([
    barn.get(path, headers),
    barn.get(`${path}.data`, headers),
    barn.post(isData ? `${path}.data` : path, { idempotencyKey: crypto.randomUUID(), ...body }, headers),
  ]);
  const to = WITHOUT_PAGE.includes(path) ? "/" : returnTo(path);
  expect([path, page.status, page.headers.get("Location"), await page.text()]).toEqual([path, 302, to, ""]);
  // A route without a page redirects every user to the service form, with 202 for data requests.
  expect([path, data.status]).toEqual([path, WITHOUT_PAGE.includes(path) ? 202 : 403]);
  expect(await data.text()).not.toMatch(/alex@|Training/);
  // A route with an action refuses the user before it looks at what the form is about.
  expect([path, response.status]).toEqual([path, WITHOUT_ACTION.test(path) ? 405 : 403]);
  expect(await response.text()).not.toMatch(/hayloft\.example|Training/);
}

test("they get no data from any management route, and cannot write", async () => {
  const paths = await managementPaths();
  expect(paths).toEqual(expect.arrayContaining(["/customers", "/services/new", "/grooms/training/edit", "/columns"]));
  const bodies: Fields[] = [
    { intent: "delete", id: "training" },
    { productServiceName: "Mane pulling", price: "45", salesDescription: "" },
    { email: "eve@example.com" },
  ];
  const users = await strangers();
  const before = await barn.lastCommit();
  for (const headers of users)
    for (const [i, path] of paths.entries()) await expectNothing(path, headers, bodies[i % 3] ?? {}, i % 2 === 1);
  expect(await barn.lastCommit()).toBe(before);
});

/** Commands of every kind whose form an admin has open. */
const OPENED =
  /^(an edit of a bill|the voiding of a bill|a correction|'Mark due|the 'Add'|the \*Don't pay|a run of statements|the Delete of horses)/;

test("a form that an admin has opened, and an export, is refused of them", async () => {
  const exporting = exportFieldsOf(await (await barn.get("/billing/export", admin)).text());
  const presses: { path: string; fields: Fields | string }[] = [{ path: "/billing/export", fields: exporting }];
  const commands = COMMANDS.filter(({ name }) => OPENED.test(name));
  expect(commands).toHaveLength(8);
  for (const { prepare } of commands) presses.push(await prepare(barn, admin));
  const users = await strangers();
  const before = await barn.lastCommit();
  for (const headers of users)
    for (const { path, fields } of presses)
      expect([path, (await barn.post(path, fields, headers)).status]).toEqual([path, 403]);
  expect(await barn.lastCommit()).toBe(before);
});
