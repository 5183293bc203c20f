import { expect, test } from "vitest";
import { type FoundHits, findNamed, invoiceNumber, isShort, rank } from "#app/domain/shell/hits.ts";
import { findActions, findScreens, groupsOf } from "#app/registry/go-to.ts";
import { SCREENS } from "#app/registry/screens.ts";

const textsOf = (hits: { text: string }[]) => hits.map(({ text }) => text);

test("an empty query shows every screen of the registry but the search itself, and the pages that need no record", () => {
  const found = findScreens(" ").map(({ to }) => to);
  const pages = ["statements", "statements/print", "links"]
    .map((page) => `/customers/${page}`)
    .concat("/payroll-summary/year", "/overview/income", "/horses/board");
  expect(found.filter((path) => !pages.includes(path))).toEqual(
    SCREENS.map(({ path }) => path).filter((path) => path !== "/go"),
  );
  expect(found).toEqual(expect.arrayContaining(pages));
  expect(textsOf(findActions(""))).toContain("Add horse");
});

test.each([
  ["runs", ["Billing runs", "Payroll runs"]],
  ["RUNS pay", ["Payroll runs"]],
  ["shows", ["Horse Shows"]],
  ["statements", ["Statements", "Print statements"]],
  ["questions", ["Questions"]],
  ["links", ["Active links"]],
  ["service form", ["Input Form"]],
  ["zzzz", []],
  ["x".repeat(10_000), []],
])("'%s' finds the screens %j", (q, texts) => expect(textsOf(findScreens(q))).toEqual(texts));

test.each([
  ["add h", ["Add horse", "Add standing charge", "Add show"]],
  ["horse add", ["Add horse"]],
  ["bill", ["Bill horses", "Bill shows", "Export bills"]],
  ["filter", []],
])("'%s' finds the actions %j", (q, texts) => expect(textsOf(findActions(q))).toEqual(texts));

test("a text that begins with the query is first, then one with a word that does", () => {
  const hits = ["Joanna", "Mary Ann", "Élan", "Anna"].map((text) => ({ to: "", text, note: "" }));
  expect(textsOf(rank(hits, "ANN"))).toEqual(["Anna", "Mary Ann", "Joanna", "Élan"]);
  expect(textsOf(rank(hits, "elan"))[0]).toBe("Élan");
});

test("the kind whose best hit fits best is first, and a hit of another text than its own says which", () => {
  const customer = { to: "/customers/1", text: "Christopher", note: "", beside: "Isabel Ruiz\nisa@example.com\n555" };
  const customers = findNamed([customer], "bel");
  expect(customers).toEqual([{ to: "/customers/1", text: "Christopher", note: "Isabel Ruiz" }]);
  expect(findNamed([customer], "christ")).toEqual([{ to: "/customers/1", text: "Christopher", note: "" }]);
  expect(findNamed([{ ...customer, note: "Ann" }], "chris isa")[0]?.note).toBe("Ann · Isabel Ruiz · isa@example.com");
  const horses = [{ to: "/horses/1", text: "Bella", note: "" }];
  const none: FoundHits = { recent: [], customers: [], horses: [], grooms: [], invoices: [], shows: [], standing: [] };
  expect(groupsOf({ ...none, customers, horses }, "bel").map(({ title }) => title)).toEqual(["Horses", "Customers"]);
});

test("a record of exactly that name is first, and a customer before a horse of the same name", () => {
  const hits = (...texts: string[]) => texts.map((text) => ({ to: "/horses/1", text, note: "" }));
  const none: FoundHits = { recent: [], customers: [], horses: [], grooms: [], invoices: [], shows: [], standing: [] };
  const titlesOf = (found: Partial<FoundHits>) => groupsOf({ ...none, ...found }, "Anna").map(({ title }) => title);
  expect(titlesOf({ horses: hits("Anna"), customers: hits("Anna") })).toEqual(["Customers", "Horses"]);
  expect(titlesOf({ horses: hits("Annabelle", "Anna"), customers: hits("Anna Bell") })).toEqual([
    "Horses",
    "Customers",
  ]);
  expect(textsOf(rank(hits("Annabelle", "Anna"), "anna"))).toEqual(["Anna", "Annabelle"]);
  expect(groupsOf({ ...none, recent: hits("Anna") }, "")[0]).toEqual({
    title: "Recent",
    hits: [{ to: "/horses/1", text: "Anna", note: "", icon: "horseshoe" }],
  });
});

test.each([
  ["2900", 2900],
  [" #2900 ", 2900],
  ["Invoice 12", 12],
  ["invoice #12", 12],
  ["$2900", null],
  ["29.00", null],
  ["1234567890", null],
  ["", null],
])("'%s' asks for the invoice %j", (q, number) => expect(invoiceNumber(q)).toBe(number));

test.each([
  ["", false],
  ["--", false],
  ["be", true],
  ["be bella", false],
])("'%s' is short: %j", (q, short) => expect(isShort(q)).toBe(short));
