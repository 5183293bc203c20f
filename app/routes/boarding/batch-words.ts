import { describeDifferences } from "#app/domain/barn/horse-history.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { type Month, nameOfMonth } from "#app/domain/basics/months.ts";
import { byName } from "#app/domain/basics/names.ts";
import { withVerb } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import {
  asOfWords,
  type BillingState,
  billingStateOf,
  boardOf,
  linesOf,
  whereabouts,
} from "#app/domain/boarding/boarding-month.ts";
import { boardMonths } from "#app/domain/boarding/unbilled-board.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";
import type { BatchItem, LeftOutItem } from "#app/ui/dialog/batch-dialog.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import { type DialogChoice, paramsOf } from "./horses-billing.ts";
import { type Considered, describeSkipped, skipOf } from "./skipped-words.ts";

/* The texts of the dialog 'Bill N Horses' (docs/product.md, 'Billing horses'). */

/** The horses of the dialog, by what happens to them. */
export type HorseItems = { billed: BatchItem[]; left: BatchItem[]; optional: BatchItem[]; leftOut: LeftOutItem[] };

type Opened = { rows: HorseToBill[]; unlisted: HorseToBill[] } | null;

/** The most absent horses that the dialog names. */
const MAX_ABSENT = 100;

/** The current month, the previous month, and the months with unbilled board, the earliest first. */
export function monthsOffered(
  unbilled: readonly { month: Month; horses: readonly unknown[] }[],
  chosen: Month,
  today: LocalDate,
) {
  const recent = boardMonths(today).slice(-2);
  const months = new Set([...unbilled.map(({ month }) => month), ...recent, chosen]);
  return [...months].sort().map((month) => ({
    month,
    unbilled: unbilled.find((each) => each.month === month)?.horses.length ?? 0,
  }));
}

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
    return { horse, board, state, basis: board.part.days > 0 ? factsOfMonth(horse, choice) : undefined };
  };
  const considered = (opened?.rows ?? []).sort(byName).map(consider);
  const unlisted = (opened?.unlisted ?? []).map(consider);
  const itemsOf = (isIn: (state: BillingState) => boolean) =>
    considered.filter(({ state }) => isIn(state)).map((each) => itemOf(each, names));
  const items: HorseItems = {
    billed: itemsOf(({ kind }) => kind === "billed"),
    left: itemsOf(({ why }) => why === "left"),
    optional: itemsOf(({ kind, why }) => kind === "optional" && why !== "left"),
    leftOut: [
      ...considered
        .filter(({ state }) => state.kind === "left out")
        .map(({ horse, state, basis }) => ({ ...named(horse), reason: state.reasons.join(" · "), basis })),
      ...away.slice(0, MAX_ABSENT).map((horse) => ({ ...named(horse), reason: whereabouts(horse, today) })),
      ...(away.length > MAX_ABSENT
        ? [{ id: "more", name: `and ${(away.length - MAX_ABSENT).toLocaleString("en-US")} more`, note: "", reason: "" }]
        : []),
    ],
  };
  return {
    skipped: describeSkipped(considered, unlisted, away, month),
    otherFacts: describeOtherFacts(considered, choice),
    // One JSON string, because Remix takes as long to serialize thousands of values as to render the rest of the page.
    lists: JSON.stringify(items),
  };
}

const named = ({ id, name, responsibleParty: note }: HorseRow) => ({ id, name, note });

function itemOf(considered: Considered, names: ReadonlyMap<string, string>): BatchItem {
  const { horse, board, state, basis } = considered;
  const { days, of } = board.part;
  const lines = linesOf(board, horse);
  const texts = lines.map(({ serviceId, value }) => `${names.get(serviceId) ?? serviceId} ${formatDollars(value)}`);
  const part = `${days} of ${of} days${horse.isProrated ? "" : ", billed in full"}`;
  return {
    ...named(horse),
    // The customer of the bills: the horse may have another owner today.
    note: board.facts.responsibleParty,
    lines: days < of ? [part, ...texts] : texts,
    value: totalOf(lines),
    mark: state.reasons.join(" · "),
    skip: skipOf(considered),
    basis,
  };
}

/**
 * The horse's facts of the month that differ from today's, and a link to bill by the other ones; undefined if none
 * differ.
 */
function factsOfMonth(horse: HorseToBill, choice: DialogChoice): BatchItem["basis"] {
  const past = boardOf({ ...horse, usesToday: false }, choice.month);
  const asOf = asOfWords(past, choice.month);
  const texts = describeDifferences(horse, past.facts, asOf);
  if (texts.length === 0) return undefined;
  const ids = choice.today === "all" ? [] : choice.today;
  const today = horse.usesToday ? ids.filter((id) => id !== horse.id) : [...ids, horse.id];
  return {
    text: texts.join(" · "),
    label: horse.usesToday ? `Use ${asOf}'s` : "Use today's",
    // If all horses use today's facts, only the link above the list switches back.
    params: choice.today === "all" ? null : paramsOf({ ...choice, today }),
  };
}

/**
 * The number of horses whose facts of the month differ from today's, and a link to bill all of them by the other ones.
 */
function describeOtherFacts(considered: readonly Considered[], choice: DialogChoice) {
  const count = considered.filter(({ basis, state }) => basis && state.why !== "already billed").length;
  if (count < 2) return null;
  const name = nameOfMonth(choice.month);
  const today = choice.today === "all" ? [] : ("all" as const);
  return {
    text: `${withVerb(count, "horse", "horses")} had other prices, owners or locations in ${name}.`,
    label: choice.today === "all" ? `Use ${name}'s for all` : "Use today's for all",
    params: paramsOf({ ...choice, today }),
  };
}
