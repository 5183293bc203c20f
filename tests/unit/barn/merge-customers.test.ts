import { expect, test } from "vitest";
import { differing, mergedFields } from "#app/domain/barn/merge-customers.ts";

/* What a customer has after another one was merged into it (docs/product.md, 'Merging customers'). */

const customer = (emails: string[], phone = "", riders: string[] = []) => ({ emails, phone, riders });
const BOTH = { emails: "both", phone: "remaining" } as const;

test.each([
  ["nothing", [], [], false],
  ["the other one's are missing", ["a@b.co"], [], false],
  ["the remaining one has none", [], ["a@b.co"], false],
  ["the other one's are among them", ["a@b.co", "c@d.co"], ["c@d.co"], false],
  ["another address", ["a@b.co"], ["c@d.co"], true],
  ["an address more", ["a@b.co"], ["a@b.co", "c@d.co"], true],
])("e-mail addresses are a choice only if there is something to choose: %s", (_, remaining, leaving, isChoice) => {
  expect(differing(customer(remaining), customer(leaving)).emails).toBe(isChoice);
});

test.each([
  ["", "", false, ""],
  ["1", "", false, "1"],
  ["", "2", false, "2"],
  ["1", "1", false, "1"],
  ["1", "2", true, "1"],
])("of the phones '%s' and '%s' there is a choice: %s", (remaining, leaving, isChoice, phone) => {
  const [one, other] = [customer([], remaining), customer([], leaving)];
  expect(differing(one, other).phone).toBe(isChoice);
  expect(mergedFields(one, other, BOTH).phone).toBe(phone);
  expect(mergedFields(one, other, { ...BOTH, phone: "leaving" }).phone).toBe(isChoice ? leaving : phone);
});

test.each([
  ["both", ["a@b.co", "c@d.co"]],
  ["remaining", ["a@b.co"]],
  ["leaving", ["c@d.co"]],
] as const)("the chosen e-mail addresses remain: %s", (emails, expected) => {
  expect(mergedFields(customer(["a@b.co"]), customer(["c@d.co"]), { ...BOTH, emails }).emails).toEqual(expected);
});

test.each(["remaining", "leaving"] as const)("no address is lost that nobody was asked about: %s", (emails) => {
  expect(mergedFields(customer([]), customer(["c@d.co"]), { ...BOTH, emails }).emails).toEqual(["c@d.co"]);
});

test("riders are joined, each as it is written", () => {
  const riders = (...names: string[]) => customer([], "", names);
  expect(mergedFields(riders("Ann", "Bo"), riders("bo", "Ann"), BOTH).riders).toEqual(["Ann", "Bo", "bo"]);
});
