import { pluralize } from "#app/domain/basics/pluralize.ts";
import { MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { MOST_HORSES } from "#app/domain/boarding/unbilled-board.ts";
import { type Check, MAX_NAME_LENGTH } from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { MAX_CHECKED, MISTYPED_FACTORS, OLD_DAYS } from "#app/domain/exports/judge-bills.ts";
import type { FindingKind } from "#app/domain/overview/dismissals.ts";

/* The titles and explanations of the checks before an export (docs/product.md, 'Check'). */

/** `noun`: what the check finds, if not bills; `action` links to where all its rows are fixed together. */
type Description = { title: string; why: string; noun?: string; action?: { to: string; text: string } };

/** 'boarding, its surcharges, training or blankets': first those of which each horse has its own amount. */
const CHARGES = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  new Set(
    MONTHLY_CHARGES.toSorted((a, b) => Number(!a.field) - Number(!b.field)).map(
      ({ name, bills = name.toLowerCase() }) => bills,
    ),
  ),
);

/** The texts of each check. */
export const DESCRIPTIONS: { [check in Check]: Description } = {
  daysNotHere: {
    title: "Billed for days not here",
    why: "Horses that left, or came later, after their boarding was billed. A link opens the bill with the right amount.",
  },
  boardChanged: {
    title: "Changed after billing",
    why: "Horses with another owner, place, lower price or standing charge since their boarding was billed. A link opens the bill with the right amount.",
  },
  duplicates: {
    title: "Possible duplicates",
    why: "Bills of the same horse, service and day as another bill, exported or not. Void those that were entered twice.",
  },
  boardTwice: {
    title: "Billed twice for a month",
    why: `Bills of ${CHARGES} for a month that the horse has another such bill for, exported or not.`,
  },
  notOwner: {
    title: "Billed to a former owner",
    why: "Bills to a customer who did not own the horse on that day, and does not have the rider of the bill.",
  },
  unknown: { title: "Without a customer", why: `Bills exported as “${UNKNOWN}”.` },
  offPrice: {
    title: "Not price × quantity",
    why: "Bills whose value is not their price times their quantity, and was not typed.",
  },
  mistyped: {
    title: "Price may be mistyped",
    why: `Bills whose price for one is exactly ${MISTYPED_FACTORS.join(", ")} times that of their service, or divided by it.`,
  },
  farAbove: {
    title: "Unusually high",
    why: "Bills with a quantity or a price much higher than usual for this service, or a quantity for this horse.",
  },
  notHere: {
    title: "Horse not here that day",
    why: "Services on a day when the horse was not on the property, by its check-in and check-out dates.",
  },
  zero: { title: "$0.00", why: "Bills without an amount." },
  future: { title: "Dated in the future", why: "Bills with a date after today." },
  old: { title: `More than ${OLD_DAYS} days old`, why: `Bills with a date more than ${OLD_DAYS} days ago.` },
  refusedNames: {
    title: "Names QuickBooks refuses",
    noun: "name",
    why: `Names with a colon, or of more than ${MAX_NAME_LENGTH} characters.`,
  },
  mergedNames: {
    title: "Names QuickBooks will merge",
    noun: "group",
    why: "Customers or services with the same name, or with names that differ only in upper and lower case, accents and spaces.",
  },
  similarNames: {
    title: "Similar names",
    noun: "group",
    why: "Customers or services whose names differ only in punctuation, apostrophes or the order of words. They may be one.",
  },
  groomNames: {
    title: "Customer and groom with one name",
    noun: "group",
    why: "QuickBooks takes each name once and refuses the second. Add a middle name or a letter to one of them.",
  },
  lostCharacters: {
    title: "Characters QuickBooks Desktop loses",
    noun: "name",
    why: "Names with characters that an import into QuickBooks Desktop replaces or drops. QuickBooks Online accepts them.",
  },
  unbilledBoard: {
    title: "Boarding not billed",
    why: "Billable horses that were on the property in the month, with charges that no bill is for.",
  },
  loggedBoard: {
    title: "Boarding logged by hand",
    why: "Bills of boarding from the form or of shows, in a month whose boarding is not billed. The month is billed beside them, unless they count for it.",
  },
  notBillable: { title: "Not billable", noun: "horse", why: "Horses on the property that are never billed." },
  ownerless: {
    title: "Without an owner",
    noun: "horse",
    why: "Horses on the property whose responsible party is deleted or missing.",
  },
  shows: {
    title: "Shows not billed",
    noun: "show",
    why: "Shows up to today. Bill them, or mark them billed.",
    action: { to: "/shows/bill", text: "Bill" },
  },
  showsWithoutBill: {
    title: "Billed shows without a bill",
    noun: "show",
    why: "Their bill was voided or undone. Switch Billed off to bill them.",
  },
  grooms: {
    title: "Grooms without a weekly salary",
    noun: "week",
    why: "Payroll was run for the week, and the groom was active, but has no item.",
    action: { to: "/payroll/new", text: "Add" },
  },
};

const TITLES: { [kind: string]: string | undefined } = { board: "Boarding", salary: "Salary" };

/** What was marked OK, or not to be paid or billed; '' for a check of an earlier version. */
export const titleOf = (kind: FindingKind) =>
  TITLES[kind] ?? (Object.hasOwn(DESCRIPTIONS, kind) ? DESCRIPTIONS[kind as Check].title : "");

/** How much was checked. `checked`: the number of pending bills that were read. */
export function summaryOf(checked: number, isBoardCut: boolean): string {
  const summary =
    checked > MAX_CHECKED
      ? `Checked ${MAX_CHECKED.toLocaleString("en-US")} of the pending bills.`
      : `Checked ${pluralize(checked, "pending bill")} and all current records.`;
  return isBoardCut ? `${summary} Boarding was checked for ${MOST_HORSES} only.` : summary;
}
