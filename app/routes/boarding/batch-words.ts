import { ownersInWords } from "#app/domain/barn/horse-owners.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES } from "#app/domain/basics/locations.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { byName } from "#app/domain/basics/names.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { daysInWords } from "#app/domain/boarding/board-parts.ts";
import {
  type BilledPart,
  type BillingState,
  type Board,
  billedPartsOf,
  billingStateOf,
  boardOf,
  isPartlyBilled,
  ownerNamesOf,
  ownersOfBoard,
  whereabouts,
} from "#app/domain/boarding/boarding-month.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import type { BatchItem, FoldedItems, LeftOutItem } from "#app/ui/dialog/batch-dialog.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import { choicesForAll, horseChoicesOf } from "./choice-words.ts";
import type { DialogChoice } from "./horses-billing.ts";
import { loggedChoices } from "./logged-words.ts";
import { type Considered, describeSkipped, skipOf } from "./skipped-words.ts";
import { describeDifference, foldUsual } from "./usual-words.ts";

/* The texts of the dialog 'Bill N Horses' (docs/product.md, 'Billing horses'). */

/** The horses of the dialog, by what happens to them. */
export type HorseItems = { [list in "unusual" | "left" | "deleted" | "optional"]: BatchItem[] } & {
  usual: FoldedItems;
  leftOut: LeftOutItem[];
};

type Opened = { rows: HorseToBill[]; unlisted: HorseToBill[] } | null;

/** The most absent horses that the dialog names. */
const MAX_ABSENT = 100;

/** The lists and the counts of the dialog. `away`: the horses of the list that were not on the property in the month. */
export function describeBatch(
  opened: Opened,
  away: readonly HorseRow[],
  choice: DialogChoice,
  today: LocalDate,
  names: ReadonlyMap<string, string>,
) {
  const { month } = choice;
  const consider = (horse: HorseToBill): Considered => {
    const board = boardOf(horse, month);
    const state = billingStateOf(horse, board, month, today);
    const isThere = board.part.days > 0;
    const choices = isThere ? horseChoicesOf(horse, choice) : undefined;
    return { horse, board, state, choices, logged: isThere ? loggedChoices(horse, choice) : [] };
  };
  const considered = (opened?.rows ?? [])
    .sort(byName)
    .map(consider)
    .filter(({ horse, state }) => horse.deletedAt === null || state.kind !== "left out");
  const unlisted = (opened?.unlisted ?? []).map(consider);
  const itemsOf = (isIn: (state: BillingState) => boolean) =>
    considered.filter(({ state }) => isIn(state)).map((each) => itemOf(each, names));
  const items: HorseItems = {
    ...foldUsual(itemsOf(({ kind }) => kind === "billed")),
    left: itemsOf(({ why }) => why === "left"),
    deleted: itemsOf(({ why }) => why === "deleted"),
    optional: itemsOf(({ kind, why }) => kind === "optional" && why !== "left" && why !== "deleted"),
    leftOut: [
      ...considered
        .filter(({ state }) => state.kind === "left out")
        .map((each) => ({ ...named(each.horse), reason: each.state.reasons.join(" · "), basis: basisOf(each) })),
      ...away.slice(0, MAX_ABSENT).map((horse) => ({ ...named(horse), reason: whereabouts(horse, today) })),
      ...(away.length > MAX_ABSENT
        ? [{ id: "more", name: `and ${(away.length - MAX_ABSENT).toLocaleString("en-US")} more`, note: "", reason: "" }]
        : []),
    ],
  };
  return {
    skipped: describeSkipped(considered, unlisted, away, month),
    forAll: choicesForAll(
      considered.flatMap(({ choices, state }) => (choices && state.why !== "already billed" ? choices : [])),
      choice,
      month < monthOf(today),
    ),
    // One JSON string, because Remix takes as long to serialize thousands of values as to render the rest of the page.
    lists: JSON.stringify(items),
  };
}

const basisOf = ({ choices, logged }: Considered) =>
  [choices?.today, choices?.prices, choices?.owner, ...logged].filter((each) => each != null);

const named = ({ id, name, responsibleParty: note }: HorseRow) => ({ id, name, note });

function itemOf(considered: Considered, names: ReadonlyMap<string, string>): BatchItem {
  const { horse, board, state } = considered;
  const parts = billedPartsOf(board, horse);
  const [only, other] = parts;
  const isOne = only && !other && (only.days === null || !isPartlyBilled(board));
  return {
    ...named(horse),
    // The customers of the bills: the horse may have another owner today.
    note: ownerNamesOf(board),
    lines: isOne ? describeLines(only, board, names) : [],
    parts: isOne ? undefined : parts.map((part) => describePart(part, board, names)),
    value: totalOf(parts.flatMap(({ lines }) => lines)),
    mark: state.reasons.join(" · "),
    difference: describeDifference(board, horse),
    skip: skipOf(considered),
    basis: basisOf(considered),
  };
}

/** The amounts of a part, and its days unless it is a whole month: '10 of 30 days', 'Boarding $966.67'. */
function describeLines({ share, lines }: BilledPart, board: Board, names: ReadonlyMap<string, string>) {
  const { days, of } = share;
  const month = board.part.of;
  const texts = lines.map(({ serviceId, value }) => `${names.get(serviceId) ?? serviceId} ${formatDollars(value)}`);
  if (days === month) return texts;
  if (days === of) return [`${days} of ${month} days, billed in full`, ...texts];
  const kind = board.unbillable.length > 0 ? "billable days" : "days on the property";
  return [`${days} of ${of} ${of < month ? kind : "days"}`, ...texts];
}

/** A part among several: its days, its owner and location if they are not those of all parts, its sum and its amounts. */
function describePart(billed: BilledPart, board: Board, names: ReadonlyMap<string, string>) {
  const { part, lines } = billed;
  const { location } = part.facts;
  const places = new Set(board.toBill.map(({ facts }) => facts.location));
  const heading = [
    daysInWords(part),
    ownersOfBoard(board).length > 1 && ownersInWords(part.facts),
    places.size > 1 && LOCATION_NAMES[location],
  ];
  return {
    heading: heading.filter(Boolean).join(" · "),
    value: totalOf(lines),
    lines: describeLines(billed, board, names),
  };
}
