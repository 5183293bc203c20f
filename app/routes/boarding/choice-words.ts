import { describeDifferences } from "#app/domain/barn/horse-history.ts";
import { nameOfMonth } from "#app/domain/basics/months.ts";
import { withVerb } from "#app/domain/basics/pluralize.ts";
import { asOfWords, type Board, boardOf, isPartlyBilled, ownersOfBoard } from "#app/domain/boarding/boarding-month.ts";
import type { BatchChoice } from "#app/ui/dialog/batch-dialog.tsx";
import type { HorseToBill } from "#db/queries/bills/billing-runs.ts";
import { type DialogChoice, paramsOf } from "./horses-billing.ts";

/* The texts of the dialog 'Bill N Horses' about what a month is billed by, with links to other choices. */

/** What the board of a horse depends on, and the links to other choices. */
export type HorseChoices = { today: BatchChoice | null; owner: BatchChoice | null };

export function horseChoicesOf(horse: HorseToBill, choice: DialogChoice): HorseChoices {
  const byDays = boardOf({ ...horse, usesToday: false, payer: null }, choice.month);
  return { today: todayChoice(horse, byDays, choice), owner: ownerChoice(horse, byDays, choice) };
}

/** The facts of the month that differ from today's, and a link to bill by the other ones; null if none differ. */
function todayChoice(horse: HorseToBill, byDays: Board, choice: DialogChoice): BatchChoice | null {
  const asOf = asOfWords(byDays, choice.month);
  const texts = describeDifferences(horse, byDays.facts, asOf);
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
  const days = isPartlyBilled(byDays) ? "The rest" : "Whole month";
  const labelOf = (name: string) => `${days} to ${name}`;
  const paying = ownersOfBoard(boardOf(horse, choice.month));
  const [only, other] = paying;
  const text = only && !other ? labelOf(only.responsibleParty) : "Owner changed: billed by days";
  // If one choice holds for all horses, only the links above the list change it.
  if (typeof choice.payer === "string") return { text, links: [] };
  const { [horse.id]: _, ...others } = choice.payer;
  const isByDays = paying.length > 1;
  const links = owners.flatMap(({ customerId, responsibleParty }) =>
    customerId === null || (!isByDays && customerId === only?.customerId)
      ? []
      : [
          {
            label: labelOf(responsibleParty),
            params: paramsOf({ ...choice, payer: { ...others, [horse.id]: customerId } }),
          },
        ],
  );
  return {
    text,
    links: isByDays ? links : [...links, { label: "By days", params: paramsOf({ ...choice, payer: others }) }],
  };
}

/** The choices for all horses that have the same one: today's facts, and who pays if the owner changed. */
export function choicesForAll(horses: readonly HorseChoices[], choice: DialogChoice): BatchChoice[] {
  const name = nameOfMonth(choice.month);
  const differ = horses.filter(({ today }) => today).length;
  const sold = horses.filter(({ owner }) => owner).length;
  const isToday = choice.today === "all";
  const payers = [
    { payer: {}, label: "By days for all" },
    { payer: "first" as const, label: "Whole month to the first owner" },
    { payer: "last" as const, label: "Whole month to the last owner" },
  ];
  const isChosen = (payer: DialogChoice["payer"]) =>
    typeof payer === "string"
      ? payer === choice.payer
      : Object.keys(choice.payer).length === 0 && choice.payer !== "first" && choice.payer !== "last";
  return [
    ...(differ < 2
      ? []
      : [
          {
            text: `${withVerb(differ, "horse", "horses")} had other prices, owners or locations in ${name}`,
            links: [
              {
                label: isToday ? `Use ${name}'s for all` : "Use today's for all",
                params: paramsOf({ ...choice, today: isToday ? [] : "all" }),
              },
            ],
          },
        ]),
    ...(sold < 2
      ? []
      : [
          {
            text: `${withVerb(sold, "horse", "horses")} changed owners in ${name}`,
            links: payers
              .filter(({ payer }) => !isChosen(payer))
              .map(({ payer, label }) => ({ label, params: paramsOf({ ...choice, payer }) })),
          },
        ]),
  ];
}
