import { describeDifferences } from "#app/domain/barn/horse-history.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { nameOfMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { type ChangedPrice, dayAndMonth, factsToday, isAtFirstPrices } from "#app/domain/boarding/board-parts.ts";
import {
  asOfWords,
  type Board,
  boardOf,
  describeBillable,
  isPartlyBilled,
  linesOf,
  ownersOfBoard,
} from "#app/domain/boarding/boarding-month.ts";
import { MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import type { BatchChoice } from "#app/ui/dialog/batch-dialog.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import { type DialogChoice, paramsOf } from "./horses-billing.ts";

/* The texts of the dialog 'Bill N Horses' about what a month is billed by, with links to other choices. */

/** What the board of a horse depends on, and the links to other choices. */
export type HorseChoices = { [about in "today" | "owner" | "prices"]: BatchChoice | null };

export function horseChoicesOf(horse: HorseToBill, choice: DialogChoice): HorseChoices {
  const byDays = boardOf({ ...horse, usesToday: false, payer: null }, choice.month);
  return {
    today: todayChoice(horse, byDays, choice),
    owner: ownerChoice(horse, byDays, choice),
    prices: priceChoice(horse, choice),
  };
}

/** The facts of the month that differ from today's, and a link to bill by the other ones; null if none differ. */
function todayChoice(horse: HorseToBill, byDays: Board, choice: DialogChoice): BatchChoice | null {
  const [asOf, billable] = [asOfWords(byDays, choice.month), horse.isBillable ? describeBillable(byDays) : []];
  const texts = [...billable, ...describeDifferences(factsToday(horse), byDays.facts, asOf)];
  if (texts.length === 0) return null;
  const text = texts.join(" · ");
  // If all horses use today's facts, only the link above the list switches back.
  if (choice.today === "all") return { text, links: [] };
  const others = choice.today.filter((id) => id !== horse.id);
  const today = horse.usesToday ? others : [...others, horse.id];
  const label = horse.usesToday ? `Use ${asOf}'s` : "Use today's";
  return { text, links: [{ label, params: paramsOf({ ...choice, today }) }] };
}

/** Who pays if the horse had several owners, and links to bill another one, or by days; null if it had one. */
function ownerChoice(horse: HorseToBill, byDays: Board, choice: DialogChoice): BatchChoice | null {
  const owners = ownersOfBoard(byDays);
  if (owners.length < 2 || horse.usesToday) return null;
  const labelOf = (name: string) => `${isPartlyBilled(byDays) ? "The rest" : "Whole month"} to ${name}`;
  const paying = ownersOfBoard(boardOf(horse, choice.month));
  const [only, other] = paying;
  const text = only && !other ? labelOf(only.names) : "Owner changed: billed by days";
  // If one choice holds for all horses, only the links above the list change it.
  if (typeof choice.payer === "string") return { text, links: [] };
  const { [horse.id]: _, ...others } = choice.payer;
  const isByDays = paying.length > 1;
  const links = owners.flatMap(({ key, customerId, names }) =>
    customerId === null || (!isByDays && key === only?.key)
      ? []
      : [
          {
            label: labelOf(names),
            params: paramsOf({ ...choice, payer: { ...others, [horse.id]: key } }),
          },
        ],
  );
  return {
    text,
    links: isByDays ? links : [...links, { label: "By days", params: paramsOf({ ...choice, payer: others }) }],
  };
}

/** The prices that changed within the month, and a link to bill at the other ones; null if none changed. */
function priceChoice(horse: HorseToBill, choice: DialogChoice): BatchChoice | null {
  const board = boardOf(horse, choice.month);
  if (board.changedPrices.length === 0) return null;
  const text = board.changedPrices.map(describePrice).join(" · ");
  const other = boardOf({ ...horse, usesOtherPrices: !horse.usesOtherPrices }, choice.month);
  const isSame = totalOf(linesOf(board, horse)) === totalOf(linesOf(other, horse));
  if (choice.otherPrices === "all" || isSame) return { text, links: [] };
  const others = choice.otherPrices.filter((id) => id !== horse.id);
  const otherPrices = horse.usesOtherPrices ? others : [...others, horse.id];
  const label = `Use the ${isAtFirstPrices(horse, choice.month) ? "later" : "first"} prices`;
  return { text, links: [{ label, params: paramsOf({ ...choice, otherPrices }) }] };
}

/** 'Boarding $2,900.00 until 11/27, $3,500.00 since 11/28' */
function describePrice({ field, amounts }: ChangedPrice): string {
  const name = MONTHLY_CHARGES.find((charge) => charge.field === field)?.name;
  const texts = amounts.map(({ from, to, value }, place) =>
    place < amounts.length - 1
      ? `${formatDollars(value)} until ${dayAndMonth(to)}`
      : `${formatDollars(value)} since ${dayAndMonth(from)}`,
  );
  return `${name} ${texts.join(", ")}`;
}

/** The choices for all horses that have the same one: today's facts, the prices, and who pays if the owner changed. */
export function choicesForAll(horses: readonly HorseChoices[], choice: DialogChoice, isOver: boolean): BatchChoice[] {
  const name = nameOfMonth(choice.month);
  const { today, otherPrices, payer } = choice;
  const atFirst = isAtFirstPrices({ isOver, usesOtherPrices: otherPrices === "all" }, choice.month);
  const payers: { to: DialogChoice["payer"]; label: string }[] = [
    { to: {}, label: "By days for all" },
    { to: "first", label: "Whole month to the first owner" },
    { to: "last", label: "Whole month to the last owner" },
  ];
  const isChosen = (to: DialogChoice["payer"]) => JSON.stringify(to) === JSON.stringify(payer);
  const choices = [
    {
      about: "today" as const,
      text: `had other prices, owners or locations in ${name}`,
      links: [
        {
          label: today === "all" ? `Use ${name}'s for all` : "Use today's for all",
          to: { today: today === "all" ? [] : ("all" as const) },
        },
      ],
    },
    {
      about: "prices" as const,
      text: `had a change of price in ${name}`,
      links: [
        {
          label: `Use the ${atFirst ? "later" : "first"} prices for all`,
          to: { otherPrices: otherPrices === "all" ? [] : ("all" as const) },
        },
      ],
    },
    {
      about: "owner" as const,
      text: `changed owners in ${name}`,
      links: payers.filter(({ to }) => !isChosen(to)).map(({ to, label }) => ({ label, to: { payer: to } })),
    },
  ];
  return choices.flatMap(({ about, text, links }) => {
    const count = horses.filter((horse) => horse[about]).length;
    if (count < 2) return [];
    return [
      {
        text: `${pluralize(count, "horse")} ${text}`,
        links: links.map(({ label, to }) => ({ label, params: paramsOf({ ...choice, ...to }) })),
      },
    ];
  });
}
