import { expect, test } from "vitest";
import {
  askAboutPay,
  describePay,
  followsBill,
  isTypedValue,
  priceOfOne,
  valueToSave,
  whyNotMended,
  whyNotPayChoice,
} from "#app/domain/bills/mend-bill.ts";

/* The rules of docs/product.md, 'Editing a bill'. */

test.each([
  [1, 6500, 6500],
  [2, 13_000, 6500],
  [3, 10_000, null],
  [1, 0, 0],
  [1000, 0, 0],
  [3, 1, null],
])("the price of one of %i for %i cents is %s", (quantity, value, price) => {
  expect(priceOfOne({ quantity, value })).toBe(price);
});

test.each([
  ["the quantity rises", [2, 13_000], [3, 13_000, true], 19_500],
  ["the quantity falls", [2, 13_000], [1, 13_000, true], 6500],
  ["the quantity falls, and the form does not follow", [2, 13_000], [1, 13_000, false], 13_000],
  ["the form has followed already", [2, 13_000], [3, 19_500, true], 19_500],
  ["the value was typed", [2, 13_000], [3, 12_000, true], 12_000],
  ["the quantity stays", [2, 13_000], [2, 13_000, true], 13_000],
  ["only the value changes", [2, 13_000], [2, 12_000, true], 12_000],
  ["the value is no multiple of a price", [3, 10_000], [2, 10_000, true], 10_000],
  ["the bill is free", [2, 0], [5, 0, true], 0],
] as const)("the value that is saved if %s", (_, [quantity, value], [entered, typed, follows], saved) => {
  expect(valueToSave({ quantity, value }, { quantity: entered, value: typed, follows })).toBe(saved);
});

test.each([
  ["nothing changed", [2, 13_000], [2, 13_000, true], false],
  ["the value followed the quantity", [2, 13_000], [3, 19_500, true], false],
  ["the quantity changed alone", [2, 13_000], [3, 13_000, false], false],
  ["the value changed alone", [2, 13_000], [2, 12_000, true], true],
  ["both changed, and the value did not follow", [2, 13_000], [3, 19_500, false], true],
  ["both changed, and the value is another", [2, 13_000], [3, 19_400, true], true],
  ["the value was no multiple of a price", [3, 10_000], [2, 6_000, true], true],
] as const)("the value was typed or not if %s", (_, [quantity, value], [saved, typed, follows], isTyped) => {
  expect(isTypedValue({ quantity, value }, { quantity: saved, value: typed, follows })).toBe(isTyped);
});

const bill = { date: "2026-06-02", value: 6500 };
const item = {
  id: "i",
  groom: "Luz",
  item: "Clip",
  date: "2026-06-02",
  paymentDate: "2026-06-15",
  value: 6500,
  paid: false,
  paidOn: null,
};

test.each([
  ["as it was made", {}, true],
  ["paid", { paid: true }, false],
  ["with another date", { date: "2026-06-03" }, false],
  ["with another value", { value: 6000 }, false],
  ["with another payment date", { paymentDate: "2026-07-06" }, false],
  ["without a payment date", { paymentDate: null }, false],
])("whether a payroll item %s follows its bill", (_, change, follows) => {
  expect(followsBill({ ...item, ...change }, bill)).toBe(follows);
});

const NAMED = "Luz's payroll item of $65.00, dated 06/02/2026,";
const PAID = `${NAMED} was paid on 06/15/2026 and is not changed.`;
const paid = { ...item, paid: true, paidOn: "2026-06-15" };

test.each([
  ["none", null, null, {}],
  ["an unpaid one", item, `${NAMED} is unpaid: its date, payment date and value follow this bill.`, "$65.00 unpaid"],
  [
    "one that was edited by hand",
    { ...item, date: "2026-06-03" },
    /edited by hand and stays as it is\.$/,
    "$65.00 unpaid",
  ],
  ["a paid one", paid, PAID, { note: PAID }],
  ["one that was paid on an unknown day", { ...paid, paidOn: null }, `${NAMED} was paid and is not changed.`, null],
] as const)(
  "what the forms of an edit and of a correction say of the payroll item: %s",
  (_, of, ofEdit, ofCorrection) => {
    const said = describePay(of, bill);
    if (ofEdit instanceof RegExp) expect(said).toMatch(ofEdit);
    else expect(said).toBe(ofEdit);
    const asked = askAboutPay(of);
    if (typeof ofCorrection === "string") expect(asked).toEqual({ question: `Luz's payroll item, ${ofCorrection}` });
    else expect(asked).toEqual(ofCorrection ?? { note: `${NAMED} was paid and is not changed.` });
  },
);

test("the item of a standing charge follows the days of its bill, not its date", () => {
  const said = describePay(item, { ...bill, date: "2026-07-01", doneBy: item.date });
  expect(said).toBe(`${NAMED} is unpaid: its value and last day follow this bill.`);
});

test.each([
  [null, ["", "change", "leave"]],
  [item, ["change", "leave"]],
  [paid, ["", "leave"]],
] as const)("of the payroll item %j, a correction can do %j", (of, can) => {
  const all = ["", "change", "leave"] as const;
  expect(all.filter((each) => whyNotPayChoice(of, each) === undefined)).toEqual(can);
});

test("an exported or voided bill is not mended, and says why", () => {
  expect(whyNotMended("pending")).toBeUndefined();
  expect(whyNotMended("exported")).toContain("exported");
  expect(whyNotMended("voided")).toContain("voided");
});
