import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { parseDollars } from "#app/domain/basics/parse.ts";
import { type CreditValues, creditForm } from "#app/domain/records/correction-form.ts";
import { formRoute, openForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { creditChoices } from "#db/queries/bills/mend-bills.ts";
import { addCredit } from "#db/queries/bills/stored-corrections.ts";
import { correctionsList } from "./list.ts";

const form = formRoute({
  path: "/billing/corrections",
  load: loadList(correctionsList),
  description: creditForm,
  rules: [
    { field: "amount", message: "Enter an amount above $0.00.", holds: ({ amount }) => amount > 0 },
    { field: "reason", message: "Reason is required.", holds: ({ reason }) => reason !== "" },
  ],
  choices: creditChoices,
  add: addCredit,
});

const description = { ...creditForm, path: "/billing/corrections" };

/** The values that a link to the form brings: `amount` in dollars. */
function presetOf(params: URLSearchParams): Partial<CreditValues> {
  const amount = parseDollars(params.get("amount") ?? "");
  const texts = ["customerId", "horseId", "serviceId", "date", "reason"].flatMap((name) => {
    const text = params.get(name);
    return text ? [[name, text]] : [];
  });
  return { ...Object.fromEntries(texts), ...("value" in amount && { amount: amount.value }) };
}

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openForm(args, form);
  return { ...opened, initial: presetOf(new URL(args.request.url).searchParams) };
}
export const handle = titledByRecord("Credit");
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'New Credit': an amount that a customer gets back without a bill being wrong (docs/product.md, 'Credits'). */
export default function CreditDialog() {
  return <RecordDialog description={description} />;
}
