import { MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { type BillCheck, type Check, MAX_NAME_LENGTH } from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { FAR_ABOVE, FAR_QUANTITY, MISTYPED_FACTORS, OLD_DAYS, USUAL_BILLS } from "#app/domain/exports/judge-bills.ts";
import type { FindingKind } from "#app/domain/overview/dismissals.ts";

/* The titles and explanations of the checks before an export (docs/product.md, 'Check'). */

type Description = { title: string; why: string; action?: { to: string; text: string } };

/** 'boarding, its surcharges, training or blankets': first those of which each horse has its own amount. */
const CHARGES = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  new Set(
    MONTHLY_CHARGES.toSorted((a, b) => Number(!a.field) - Number(!b.field)).map(
      ({ name, bills = name.toLowerCase() }) => bills,
    ),
  ),
);

export const OF_BILLS: { [check in BillCheck]: Description } = {
  duplicates: {
    title: "Possible duplicates",
    why: "Bills of the same horse, service and day as another bill, exported or not. Void those that were entered twice.",
  },
  boardTwice: {
    title: "Billed twice for a month",
    why: `Bills of ${CHARGES} for a month that the horse has another such bill for, exported or not.`,
  },
  notOwner: {
    title: "Not the owner's",
    why: "Bills to a customer who did not own the horse on that day, and does not have the rider of the bill.",
  },
  unknown: { title: "Without a customer", why: `Bills without a customer, which are exported as “${UNKNOWN}”.` },
  offPrice: {
    title: "Not price × quantity",
    why: "Bills whose value is not their price times their quantity, and was not typed.",
  },
  mistyped: {
    title: "Price may be mistyped",
    why: `Bills whose price for one is exactly ${MISTYPED_FACTORS.join(", ")} times that of their service, or divided by it.`,
  },
  farAbove: {
    title: "Far above the usual",
    why: `Bills with a quantity of at least ${FAR_QUANTITY}, or a price, of more than ${FAR_ABOVE} times what nine in ten of the last ${USUAL_BILLS} bills of their service do not exceed.`,
  },
  zero: { title: "$0.00", why: "Bills without an amount." },
  future: { title: "Dated in the future", why: "Bills with a date after today." },
  old: { title: `More than ${OLD_DAYS} days old`, why: `Bills with a date more than ${OLD_DAYS} days ago.` },
};

/** The texts of each check. `action` links to where all its rows are fixed together. */
export const DESCRIPTIONS: { [check in Check]: Description } = {
  ...OF_BILLS,
  refusedNames: {
    title: "Names QuickBooks refuses",
    why: `Names with a colon, or of more than ${MAX_NAME_LENGTH} characters.`,
  },
  mergedNames: {
    title: "Names QuickBooks will merge",
    why: "Customers or services with the same name, or with names that differ only in upper and lower case, accents and spaces.",
  },
  unbilledBoard: {
    title: "Board that was not billed",
    why: "Billable horses on the property in one of the last 12 months, without a board bill for it.",
    action: { to: "/horses/bill", text: "Bill horses" },
  },
  notBillable: { title: "Not billable", why: "Horses on the property that are never billed." },
  ownerless: {
    title: "Without an owner",
    why: "Horses on the property whose responsible party is deleted or missing.",
  },
  shows: {
    title: "Past shows that are not billed",
    why: "Bill them, or mark them billed.",
    action: { to: "/shows/bill", text: "Bill shows" },
  },
  showsWithoutBill: {
    title: "Billed shows without a bill",
    why: "They had a bill, which was voided or undone. Switch Billed off to bill them.",
  },
  grooms: {
    title: "Grooms without a weekly salary",
    why: "Payroll was run for the week, and the groom was active, but has no item.",
    action: { to: "/payroll/new", text: "Add a payroll item" },
  },
};

/** The title of a check, or 'Not owed'. */
export const titleOf = (kind: FindingKind) =>
  kind === "board" || kind === "salary" ? "Not owed" : DESCRIPTIONS[kind].title;
