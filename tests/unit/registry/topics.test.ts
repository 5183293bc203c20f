import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { TOPICS } from "#app/domain/basics/topics.ts";
import { isAdminPath, placeAt } from "#app/registry/places.ts";
import { SCREENS } from "#app/registry/screens.ts";
import * as schema from "#db/schema.ts";

/** Tables that no screen shows. */
const UNSEEN = [
  ...["activity", "activity_entries", "activity_records", "column_choices", "import_files", "import_rows"],
  ...["sessions", "totals"],
];

test("a write to any table but those that no screen shows notifies a topic", () => {
  const tables = Object.values(schema).flatMap((each) => (is(each, SQLiteTable) ? [getTableName(each)] : []));
  const known = [...Object.keys(schema.TOPIC_OF_TABLE), ...UNSEEN];
  expect(known.sort()).toEqual(tables.sort());
});

test("every topic has a table that notifies it and a screen that follows it", () => {
  const followed = new Set<string>(SCREENS.flatMap(({ topics }) => topics));
  expect([...followed].sort()).toEqual([...TOPICS]);
  expect([...new Set(Object.values(schema.TOPIC_OF_TABLE))].sort()).toEqual([...TOPICS]);
});

test.each([
  ["/", ["horses", "customers", "services", "grooms", "bills", "payroll"]],
  ["/grooms", ["grooms"]],
  ["/grooms/", ["grooms"]],
  ["/grooms/new", []],
  ["/grooms/some-id", ["grooms", "payroll"]],
  ["/grooms/some-id/edit", []],
  ["/horses/bill", ["horses", "customers", "services", "grooms", "bills", "dismissals", "settings", "standing"]],
  ["/shows/bill", ["shows", "horses", "services", "bills", "customers"]],
  ["/billing/exports", ["exports"]],
  ["/nowhere", []],
])("the page at %s follows the topics %j", (address, topics) => expect(placeAt(address)?.topics ?? []).toEqual(topics));

test.each([
  ["/", "Service Form", false],
  ["/horses", "Horses", true],
  ["/horses/some-id/edit", "Horses", true],
  ["/horses/new", "Horses", true],
  ["/horses/some-id", "Horse", true],
  ["/customers/some-id/statement", "Statement", true],
  ["/customers/some-id", "Customer", true],
  ["/customers/statements", "Statements", true],
  ["/customers/statements/print", "Print statements", true],
  ["/customers/links", "Active links", true],
  ["/billing/invoices/1088", "Invoice", true],
  ["/billing/invoices/", "Invoices", true],
  ["/billing/exports", "Exports", true],
  ["/payroll-summary", "Payroll Summary", true],
  ["/horsesx", undefined, false],
])("the page at %s has the title '%s'", (address, title, isAdmin) => {
  expect([placeAt(address)?.title, isAdminPath(address)]).toEqual([title, isAdmin]);
});

test("no two screens have the same letter", () => {
  const letters = SCREENS.flatMap((screen) => ("nav" in screen ? [screen.nav.letter] : []));
  expect(new Set(letters).size).toBe(letters.length);
});

test("every screen is in the sidebar, or below the address of a screen that is", () => {
  const inSidebar = SCREENS.filter((screen) => "nav" in screen).map(({ path }) => path);
  // The button 'Go to…' leads to '/go' from every page, and the menu of Accounts to '/import'.
  const isReached = (path: string) =>
    ["/go", "/import"].includes(path) || inSidebar.some((each) => path === each || path.startsWith(`${each}/`));
  expect(SCREENS.map(({ path }) => path).filter((path) => !isReached(path))).toEqual([]);
});
