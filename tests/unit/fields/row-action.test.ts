import { expect, test } from "vitest";
import { addressAfter } from "#app/ui/list/row/address-after.ts";

const follow = (from: string, to: string, goesTo: string) => {
  const { pathname, search } = new URL(goesTo, "http://hayloft.example");
  const next = addressAfter({ from: `http://hayloft.example${from}`, to }, { pathname, search });
  return next && `${next.pathname}?${new URLSearchParams(next.search)}`;
};

test.each([
  ["the unchanged list", "/horses?q=a", "/horses?q=a&deleted=1", "/horses?q=a", "/horses?q=a&deleted=1"],
  ["another search", "/horses?q=a", "/horses?q=a&deleted=1", "/horses?q=ab", "/horses?q=ab&deleted=1"],
  ["a dialog over the list", "/horses", "/horses?deleted=1", "/horses/new", "/horses/new?deleted=1"],
  ["the list with the notice of an earlier action", "/shows?deleted=1", "/shows", "/shows?deleted=1", "/shows?"],
  ["another screen", "/horses", "/horses?deleted=1", "/grooms?q=a", null],
  ["a screen whose path begins like that of the list", "/payroll", "/payroll?deleted=1", "/payroll-summary", null],
  ["a screen that the user may no longer see", "/accounts?q=a", "/", "/accounts?q=ab", "/?"],
])("addressAfter merges the redirect of a row action into the URL of %s", (_, from, to, goesTo, next) => {
  expect(follow(from, to, goesTo)).toBe(next);
});
