import { expect, test } from "vitest";
import { moveColumn, readColumnChoice } from "#app/domain/fields/column-choice.ts";

const formOf = (extra: [string, string][] = []) => {
  const form = new FormData();
  for (const id of ["name", "phone", "riders", "emails"]) form.append("column", id);
  for (const [name, value] of [["shown", "name"], ["shown", "riders"], ...extra] as [string, string][])
    form.append(name, value);
  return form;
};

test.each([
  ["a tick alone keeps the order of the description", [], []],
  ["a tick keeps an order that was chosen before", [["ordered", ""]], ["name", "phone", "riders", "emails"]],
  ["up", [["up", "riders"]], ["name", "riders", "phone", "emails"]],
  ["down", [["down", "phone"]], ["name", "riders", "phone", "emails"]],
  ["nothing passes the first column", [["up", "phone"]], ["name", "phone", "riders", "emails"]],
  ["the first column stays", [["down", "name"]], ["name", "phone", "riders", "emails"]],
  ["the last column stays", [["down", "emails"]], ["name", "phone", "riders", "emails"]],
  ["an unknown column changes nothing", [["up", "other"]], ["name", "phone", "riders", "emails"]],
] as [string, [string, string][], string[]][])("%s", (_, extra, order) => {
  expect(readColumnChoice(formOf(extra))).toEqual({ hidden: ["phone", "emails"], order });
});

test("a column is moved to the place of another, in either direction", () => {
  expect(moveColumn(["a", "b", "c", "d"], "b", 3)).toEqual(["a", "c", "d", "b"]);
  expect(moveColumn(["a", "b", "c", "d"], "d", 1)).toEqual(["a", "d", "b", "c"]);
});
