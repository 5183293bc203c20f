import type { Cents } from "#app/domain/basics/money.ts";

/* Shares of a whole, in hundredths of a percent, and parts of an amount (docs/decisions/shares.md). */

/** 100 %, in hundredths of a percent. */
export const WHOLE = 10_000;

/** The share of a record beside a first one, in hundredths of a percent: 4000 is 40 %. The name is read, not stored. */
export type Share = { id: string; share: number; name?: string };

/** What the shares leave of the whole: the share of the first one. */
export const ownShare = (shares: readonly Share[]) => shares.reduce((rest, { share }) => rest - share, WHOLE);

/** '60 %' */
export const formatShare = (share: number): string => `${share / 100} %`;

/** 'Ann Lee 60 %': a name with a share, if there is one. */
export const withShare = (name: string, share: number | null | undefined): string =>
  share == null ? name : `${name} ${formatShare(share)}`;

/**
 * The parts of an amount in cents, one for each share of the sum of the shares, which together are the amount: each is rounded down, and
 * the cents that are left go to the largest remainders, of equal ones to the first.
 */
export function splitCents(amount: Cents, shares: readonly number[]): Cents[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const parts = shares.map((share) => Math.floor((amount * share) / whole));
  const left = parts.reduce((rest, part) => rest - part, amount);
  const byRemainder = shares
    .map((share, place) => ({ place, remainder: (amount * share) % whole }))
    .sort((one, other) => other.remainder - one.remainder || one.place - other.place);
  for (const { place } of byRemainder.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}

/** What a record has of an amount, in cents; null if it has an equal part. The first part is of a record that another field names. */
export type AmountPart = { id: string; value: Cents | null };

/** The parts of an amount as they are typed, or else equal ones, to the cent. */
export function partsOf(amount: Cents, parts: readonly Pick<AmountPart, "value">[]): Cents[] {
  const typed = parts.flatMap(({ value }) => value ?? []);
  return typed.length === parts.length ? typed : splitCents(amount, Array(parts.length).fill(1));
}

/** The texts of the controls of shares: the percent of the first record, then the id and percent of each other one. */
export const shareTexts = (shares: readonly Share[]): string[] =>
  shares.length === 0
    ? []
    : [String(ownShare(shares) / 100), ...shares.flatMap(({ id, share }) => [id, String(share / 100)])];

/** Rows for other owners that are empty, and at least so many rows. */
const [EMPTY_ROWS, FEWEST_ROWS] = [2, 3];

/** The texts of `shareTexts` with those of the empty controls after them, which a form has for other owners. */
export function shareControls(texts: readonly string[]): string[] {
  const taken = Math.ceil(texts.findLastIndex(Boolean) / 2);
  const rows = Math.max(FEWEST_ROWS, taken + EMPTY_ROWS);
  return Array.from({ length: 1 + 2 * rows }, (_, place) => texts[place] ?? "");
}
