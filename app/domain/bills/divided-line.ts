import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { withShare } from "#app/domain/fields/shares.ts";
import { type BillStatus, whyNotMended } from "./mend-bill.ts";

/* A line that was divided among the owners of a horse: one bill for each, on which every act is one on all (docs/decisions/shares.md). */

/** The bill of an owner, of a line that was divided among several; `value` in cents. */
export type LinePart = {
  id: string;
  version: number;
  customer: string;
  /** In hundredths of a percent. */
  share: number;
  value: Cents;
  status: BillStatus;
};

/** 'Ann Lee 60 %: $114.00', of each bill of a divided line. */
export const partsInWords = (parts: readonly LinePart[]): string[] =>
  parts.map(({ customer, share, value, status }) => {
    const state = status === "pending" ? "" : `, ${status}`;
    return `${withShare(customer, share)}: ${formatDollars(value)}${state}`;
  });

/** Why the bills of a divided line cannot be edited or voided; undefined if they can. */
export const whyNotMendedWhole = (status: BillStatus, parts: readonly LinePart[]): string | undefined =>
  whyNotMended(status) ?? (parts.some((part) => part.status !== "pending") ? PARTLY_EXPORTED : undefined);

export const PARTLY_EXPORTED =
  "Other owners' bills of this line are exported, so it stays as it is. Use Correct on one of those: it changes all of them.";
