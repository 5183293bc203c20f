import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { HORSE_TWICE } from "#app/domain/barn/parse-shares.ts";
import { billValue, formatDollars, MAX_AMOUNT } from "#app/domain/basics/money.ts";
import { type AmountPart, partsOf } from "#app/domain/fields/shares.ts";
import { newShowForm, show } from "#app/domain/records/show.ts";
import { formLoader, formRoute, recordForm } from "#app/records/forms/form-route.ts";
import { saveForm } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { FormDialog, RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { addDividedShow, saveShow, showChoices, showRecords } from "#db/queries/barn/shows.ts";
import { findRecord } from "#db/write/records.ts";
import { loadShows } from "./load.ts";

const form = recordForm(show, {
  load: loadShows,
  find: (id) => findRecord(showRecords, id),
  choices: showChoices,
  save: saveShow,
});

type Cost = { horseId: string; price: number | null; quantity: number; parts: readonly AmountPart[] };
const costOf = ({ price, quantity }: Cost) => billValue(price ?? 0, quantity);
const dividedCost = (cost: Cost) => partsOf(costOf(cost), cost.parts);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Adds a show of each horse, if several horses divide the cost. */
const added = formRoute({
  path: "/shows",
  load: loadShows,
  description: newShowForm,
  choices: showChoices,
  rules: [
    {
      field: "parts",
      message: HORSE_TWICE,
      holds: ({ horseId, parts }: Cost) => parts.every(({ id }) => id !== horseId),
    },
    {
      field: "price",
      message: "Enter the price that the horses divide.",
      holds: ({ price, parts }) => parts.length === 0 || price !== null,
    },
    {
      field: "parts",
      message: (cost) =>
        `The parts sum to ${formatDollars(sumOf(dividedCost(cost)))}. They must sum to ${formatDollars(costOf(cost))}.`,
      holds: (cost) => cost.parts.length === 0 || cost.price === null || sumOf(dividedCost(cost)) === costOf(cost),
    },
    {
      field: "parts",
      message: `A part can be at most ${formatDollars(MAX_AMOUNT)}.`,
      holds: (cost) => dividedCost(cost).every((part) => part <= MAX_AMOUNT),
    },
  ],
  add: (id, values, by) => ({
    ...addDividedShow(id, values, by),
    ...(values.parts.length > 0 && {
      field: "parts",
      problem: "A horse has no responsible party, or something chosen here was deleted just now.",
    }),
  }),
});

export const loader = formLoader(form);
export const handle = titledByRecord(show.record);
export const action = (args: ActionFunctionArgs) => (args.params.id ? saveForm(args, form) : saveForm(args, added));
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function ShowDialog() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return useParams().id ? (
    <RecordDialog description={show} />
  ) : (
    <FormDialog path="/shows" description={newShowForm} opened={{ ...opened, found: null }} answer={answer} />
  );
}
