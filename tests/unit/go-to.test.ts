import { expect, test } from "vitest";
import { findActions, findScreens, invoiceNumber, isShort, rank } from "#app/domain/go-to.ts";
import { SCREENS } from "#app/domain/screens.ts";

const textsOf = (hits: { text: string }[]) => hits.map(({ text }) => text);

test("an empty query shows every screen of the registry but the search itself", () => {
  expect(findScreens(" ").map(({ to }) => to)).toEqual(
    SCREENS.map(({ path }) => path).filter((path) => path !== "/go"),
  );
  expect(textsOf(findActions(""))).toContain("Add horse");
});

test.each([
  ["past", ["Past exports", "Past billing runs", "Past payroll runs"]],
  ["RUNS past", ["Past billing runs", "Past payroll runs"]],
  ["shows", ["Horse Shows"]],
  ["service form", ["Input Form"]],
  ["zzzz", []],
  ["x".repeat(10_000), []],
])("'%s' finds the screens %j", (q, texts) => expect(textsOf(findScreens(q))).toEqual(texts));

test.each([
  ["add h", ["Add horse", "Add show"]],
  ["horse add", ["Add horse"]],
  ["bill", ["Bill horses", "Bill shows", "Export bills"]],
  ["filter", []],
])("'%s' finds the actions %j", (q, texts) => expect(textsOf(findActions(q))).toEqual(texts));

test("a text that begins with the query is first, then one with a word that does", () => {
  const hits = ["Joanna", "Mary Ann", "Élan", "Anna"].map((text) => ({ to: "", text, note: "" }));
  expect(textsOf(rank(hits, "ANN"))).toEqual(["Anna", "Mary Ann", "Joanna", "Élan"]);
  expect(textsOf(rank(hits, "elan"))[0]).toBe("Élan");
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
