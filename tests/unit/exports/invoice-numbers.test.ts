import { expect, test } from "vitest";
import {
  NO_LAST_INVOICE,
  noteOnLast,
  parseLastInvoice,
  parseNextInvoice,
  whyNotLast,
  whyUsed,
} from "#app/domain/exports/invoice-numbers.ts";
import { NO_INVOICE_NUMBER } from "#app/domain/fields/field-checks.ts";

const REFUSED = ["-1", "2,574", "12.5", "#2574", "INV-2574", "1e3", "2574 2575", "1234567890123456"];

test.each<[text: string, value: number | null | undefined]>([
  ["", null],
  ["  ", null],
  ["1", 1],
  [" 02574 ", 2_574],
  ["999999999999999", 999_999_999_999_999],
  ["0", undefined],
  ["000", undefined],
  ...REFUSED.map((text): [string, undefined] => [text, undefined]),
])("'%s' as the next invoice number is %j", (text, value) => {
  expect(parseNextInvoice(text)).toEqual(value === undefined ? { problem: NO_INVOICE_NUMBER } : { value });
});

test.each<[text: string, value: number | string]>([
  ["", NO_LAST_INVOICE],
  [" ", NO_LAST_INVOICE],
  ["0", 0],
  [" 02573 ", 2_573],
  ["99999999999999", 99_999_999_999_999],
  ["999999999999999", NO_INVOICE_NUMBER],
  ...REFUSED.map((text): [string, string] => [text, NO_INVOICE_NUMBER]),
])("'%s' as QuickBooks' last invoice number is %j", (text, value) => {
  expect(parseLastInvoice(text)).toEqual(typeof value === "number" ? { value } : { problem: value });
});

test.each<[next: number | null, used: number, problem: string | undefined]>([
  [null, 2_573, undefined],
  [1, 0, undefined],
  [2_574, 2_573, undefined],
  [9_000, 2_573, undefined],
  [2_573, 2_573, "Invoice 2573 exists: the next is 2574 or higher."],
  [1, 2_573, "Invoice 2573 exists: the next is 2574 or higher."],
])("the next invoice number %j, while %i is used, is refused with %j", (next, used, problem) => {
  expect(whyUsed(next, used)).toBe(problem);
});

test.each<[last: number, used: number, problem: string | undefined]>([
  [0, 0, undefined],
  [2_573, 2_573, undefined],
  [2_572, 2_573, "Invoice 2573 exists: enter 2573 or higher."],
])("QuickBooks' last invoice number %i, while %i is used, is refused with %j", (last, used, problem) => {
  expect(whyNotLast(last, used)).toBe(problem);
});

test("the question for QuickBooks' last invoice number says what a barn without one enters, and Hayloft's own last one", () => {
  expect(noteOnLast({ firstInvoice: 1_001, usedInvoice: 0 })).toBe("No invoices in QuickBooks yet? Enter 1000.");
  expect(noteOnLast({ firstInvoice: 2_574, usedInvoice: 2_573 })).toBe("Hayloft's last invoice is 2573.");
});
