import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { hasNextAmount, horseOn, NEXT_PRICE_FIELDS } from "#app/domain/barn/next-prices.ts";
import { OWNED_TWICE } from "#app/domain/barn/parse-shares.ts";
import { isFormula } from "#app/domain/basics/text.ts";
import { ADDITION } from "#app/domain/fields/field.ts";
import type { Share } from "#app/domain/fields/shares.ts";
import { horse, newHorseForm } from "#app/domain/records/horse.ts";
import { editableRecord, formLoader, formRoute, recordForm } from "#app/records/forms/form-route.ts";
import { saveForm } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { FormDialog, RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { CHECK_MESSAGES } from "#db/constraints.ts";
import { saveHorse } from "#db/queries/barn/horse-prices.ts";
import { addHorseAndCustomer, addOwnedHorse, horseChoices, horseRecords, newHorse } from "#db/queries/barn/horses.ts";
import { loadHorses } from "./load.ts";

const STAY = { field: "checkOutDate", message: CHECK_MESSAGES.horses_stay } as const;
const isStay = (checkIn: unknown, checkOut: unknown) => !checkOut || String(checkOut) >= String(checkIn);

const RESPONSIBLE = { field: "customerId", message: CHECK_MESSAGES.horses_responsible } as const;
const isResponsible = (customerId: unknown, shares: unknown) => !hasShares(shares) || Boolean(customerId);
const TWICE = { field: "shares", message: OWNED_TWICE } as const;
const isOwnedOnce = (customerId: unknown, shares: unknown) =>
  !hasShares(shares) || !shares.some(({ id }) => id === customerId);
const hasShares = (shares: unknown): shares is Share[] => Array.isArray(shares) && shares.length > 0;

const form = recordForm(horse, {
  load: loadHorses,
  ...editableRecord(horseRecords),
  save: saveHorse,
  asOf: horseOn,
  choices: horseChoices,
  initial: newHorse,
  // The day and its prices are merged as one.
  together: [NEXT_PRICE_FIELDS],
  rules: [
    { ...RESPONSIBLE, holds: ({ customerId, shares }) => isResponsible(customerId, shares) },
    { ...TWICE, holds: ({ customerId, shares }) => isOwnedOnce(customerId, shares) },
    { ...STAY, holds: ({ checkInDate, checkOutDate }) => isStay(checkInDate, checkOutDate) },
    {
      field: "pricesFrom",
      message: "Enter the day from which the next prices hold.",
      holds: (entered) => entered.pricesFrom !== null || !hasNextAmount(entered),
    },
    {
      field: "pricesFrom",
      message: "Enter a next price, or clear this day.",
      holds: (entered) => entered.pricesFrom === null || hasNextAmount(entered),
    },
  ],
});

/** Also adds the customer if the responsible party is a new customer. */
const added = formRoute({
  path: "/horses",
  load: loadHorses,
  description: newHorseForm,
  choices: horseChoices,
  rules: [
    { ...RESPONSIBLE, holds: ({ customerId, shares }) => isResponsible(customerId, shares) },
    { ...TWICE, holds: ({ customerId, shares }) => isOwnedOnce(customerId, shares) },
    { ...STAY, holds: ({ checkInDate, checkOutDate }) => isStay(checkInDate, checkOutDate) },
    {
      field: "newCustomer",
      message: "New Customer is required.",
      holds: ({ customerId, newCustomer }) => customerId !== ADDITION || newCustomer !== "",
    },
    {
      field: "newCustomer",
      message: "New Customer cannot begin with =, +, - or @: spreadsheets take that for a formula.",
      holds: ({ customerId, newCustomer }) => customerId !== ADDITION || !isFormula(newCustomer),
    },
  ],
  add: (id, { newCustomer, ...values }, by) =>
    values.customerId === ADDITION ? addHorseAndCustomer(id, values, newCustomer, by) : addOwnedHorse(id, values, by),
});

const OTHERS = horse.inputNames.filter((name) => !NEXT_PRICE_FIELDS.some((next) => next === name));

export const loader = formLoader(form);
export const handle = titledByRecord(horse.record);
export const action = (args: ActionFunctionArgs) => (args.params.id ? saveForm(args, form) : saveForm(args, added));

export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function HorseDialog() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return useParams().id ? (
    <RecordDialog
      description={horse}
      layout={(field) => (
        <>
          {OTHERS.map(field)}
          <details
            className="sm:col-span-2"
            open={Boolean(
              opened.found?.pricesFrom ||
                (answer && "result" in answer && NEXT_PRICE_FIELDS.some((name) => answer.result.error?.[name])),
            )}
          >
            <summary className="link w-fit text-sm">Prices from a day</summary>
            <div className="mt-5 grid gap-x-6 gap-y-5 sm:grid-cols-2">{NEXT_PRICE_FIELDS.map(field)}</div>
          </details>
        </>
      )}
    />
  ) : (
    <FormDialog path="/horses" description={newHorseForm} opened={{ ...opened, found: null }} answer={answer} />
  );
}
