import type { Cents } from "#app/domain/basics/money.ts";
import { ownShare, type Share, splitCents, WHOLE, withShare } from "#app/domain/fields/shares.ts";

/*
 * The owners of a horse by percent (docs/decisions/shares.md). The responsible party is the first of them and has what the shares of the
 * others leave.
 */

/** An owner of a horse with the name; `share` is null if the horse has no other owner. */
export type Owner = { customerId: string | null; responsibleParty: string; share: number | null };

type Owned = { customerId: string | null; responsibleParty: string; shares?: readonly Share[] | null | undefined };

/** The owners of a horse, the responsible party first. */
export function ownersOf({ customerId, responsibleParty, shares }: Owned): Owner[] {
  if (!shares || shares.length === 0) return [{ customerId, responsibleParty, share: null }];
  return [
    { customerId, responsibleParty, share: ownShare(shares) },
    ...shares.map(({ id, name = "Unknown", share }) => ({ customerId: id, responsibleParty: name, share })),
  ];
}

/** 'Ann Lee', or 'Ann Lee 60 %, Ben Cole 40 %' */
export const ownersInWords = (owned: Owned): string =>
  ownersOf(owned)
    .map(({ responsibleParty, share }) => withShare(responsibleParty, share))
    .join(", ");

/** What tells apart who owns a horse: other owners, or other shares of the same ones, are another key. */
export const ownersKey = ({ customerId, shares }: Pick<Owned, "customerId" | "shares">): string =>
  [customerId ?? "", ...(shares ?? []).flatMap(({ id, share }) => [id, share])].join(" ");

/** What a bill is of a split: its place among the bills of the line, from 0, and the share of its customer. */
export type SplitPart = { place: number; share: number };

/** A line as one bill an owner, with the owner's cents. `whole` is the value of the line; `split` is null if there is one owner. */
export function splitLine<Line extends { value: Cents }>(line: Line, owned: Owned) {
  const owners = ownersOf(owned);
  const values = splitCents(
    line.value,
    owners.map(({ share }) => share ?? WHOLE),
  );
  return owners.map(({ share, ...owner }, place) => ({
    ...line,
    ...owner,
    whole: line.value,
    value: values[place] ?? 0,
    split: share === null ? null : ({ place, share } satisfies SplitPart),
  }));
}
