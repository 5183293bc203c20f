import type { Cents } from "#app/domain/basics/money.ts";
import type { Month } from "#app/domain/basics/months.ts";
import type { Check } from "#app/domain/exports/checks.ts";
import type { Dismissible } from "#app/domain/overview/dismissals.ts";

/** A line of what a check found. */
export type FindingRow = {
  key: string;
  /** The name of the row on its box and its button. */
  name: string;
  /** Links to where the row is fixed: one, or one for each of several similar names. */
  links: { to: string; text: string }[];
  facts: string;
  /** Links to the bills of the row, each with the amount that it should have. */
  mends?: { to: string; text: string }[];
  /** Why the row was found, if the title does not say it, and the address of what it was compared with. */
  reason?: string;
  compared?: string | null;
  amount: Cents | null;
  /** The dialog that merges two customers of similar names. */
  merge?: string | undefined;
  /** What 'It's OK' or 'Don't bill' dismisses; null if the row has no such button. */
  fine: Omit<Dismissible, "name"> | null;
  /** The bill that the row can void. */
  bill?: { id: string; seq: number };
};

/** What one check found, or the horses that were not billed for a month. `id` opens it in the address of Check. */
export type Finding = {
  id: Check | Month;
  title: string;
  /** The title with the count. */
  heading: string;
  count: number;
  /** '$153,600.00', or '' if there is none. */
  amount: string;
  why: string;
  rows: FindingRow[];
  /** The link to where all rows are fixed together. */
  action: { to: string; text: string; label: string } | null;
};
