import { expect, test } from "vitest";
import { addressAfter } from "#app/ui/list/row-action-form.tsx";

const follow = (from: string, to: string, goesTo: string) => {
  const { pathname, search } = new URL(goesTo, "http://hayloft.example");
  const next = addressAfter({ from: `http://hayloft.example${from}`, to }, { pathname, search });
  return next && `${next.pathname}?${new URLSearchParams(next.search)}`;
};

test.each([
  ["the list as it was", "/horses?q=a", "/horses?q=a&deleted=1", "/horses?q=a", "/horses?q=a&deleted=1"],
  ["another search", "/horses?q=a", "/horses?q=a&deleted=1", "/horses?q=ab", "/horses?q=ab&deleted=1"],
  ["a dialog over the list", "/horses", "/horses?deleted=1", "/horses/new", "/horses/new?deleted=1"],
  ["the list, told of what was done before", "/shows?deleted=1", "/shows", "/shows?deleted=1", "/shows?"],
  ["another screen", "/horses", "/horses?deleted=1", "/grooms?q=a", null],
  ["a screen whose path begins like that of the list", "/payroll", "/payroll?deleted=1", "/payroll-summary", null],
  ["what the person may see no more", "/accounts?q=a", "/", "/accounts?q=ab", "/?"],
])("after a redirect the page that has gone to %s shows what was done", (_, from, to, goesTo, next) => {
  expect(follow(from, to, goesTo)).toBe(next);
});
