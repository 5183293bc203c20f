import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import { askAboutPay } from "#app/domain/bills/mend-bill.ts";
import { type BillToCorrect, correctionForm } from "#app/domain/records/correction-form.ts";
import { formRoute, openForm } from "#app/records/forms/form-route.ts";
import { saveForm } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { FormDialog } from "#app/ui/dialog/record-dialog.tsx";
import { billChoices } from "#db/queries/bills/mend-bills.ts";
import { correctBill, findBillToCorrect } from "#db/queries/bills/stored-corrections.ts";
import { LineParts } from "./line-parts.tsx";
import { loadBills } from "./load.ts";
import { OpenQuestions } from "./open-questions.tsx";
import { pageBehind, suggestedMend, suggestedValues } from "./page-behind.ts";
import { readOpenQuestions } from "./read-questions.ts";

const NOT_EXPORTED =
  "This bill is not exported, so there is nothing to correct in QuickBooks. Edit it in the list of bills.";

const form = formRoute({
  path: "/billing",
  load: loadBills,
  description: correctionForm,
  rules: [{ field: "reason", message: "Reason is required.", holds: ({ reason }) => reason !== "" }],
  find: findBillToCorrect,
  choices: billChoices,
  saveKnown: correctBill,
  // A correction is of the whole charge: customer, service and amount together make the accountant's entries.
  together: [["customerId", "serviceId", "amount"]],
  whyFixed: ({ line }: BillToCorrect) => (line ? undefined : NOT_EXPORTED),
});

export async function loader(args: LoaderFunctionArgs) {
  const [opened, questions] = await Promise.all([openForm(args, form), readOpenQuestions(args)]);
  return { opened, questions, pay: askAboutPay(opened.found?.payItem ?? null) };
}
export const handle = titledByRecord("Bill", "Correct");

export function action(args: ActionFunctionArgs) {
  const path = pageBehind(new URL(args.request.url).pathname);
  // Check reads all pending bills, which is too slow to wait for in a save. Questions loads after its redirect.
  const load = path === form.path ? loadBills : null;
  const saveKnown: typeof correctBill = (edited, entered, by, bill) =>
    correctBill(edited, entered, by, bill, suggestedMend(args.request.url, entered.amount));
  return saveForm(args, { ...form, path, load, saveKnown });
}

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Correct Bill': what an exported bill should be (docs/product.md, 'Correcting a bill'). */
export default function CorrectBill() {
  const { opened, questions, pay } = useLoaderData<typeof loader>();
  const { found } = opened;
  const { pathname, search } = useLocation();
  return (
    <FormDialog
      verb="Save correction"
      path={pageBehind(pathname)}
      address={pathname + search}
      description={{ fields: fieldsWith(pay.question, found?.parts.length ? ["customerId"] : []) }}
      order={ORDER}
      opened={opened}
      answer={useActionData<typeof action>()}
      obstacle={found && !found.line ? NOT_EXPORTED : null}
      suggested={suggestedValues(search, "amount")}
      note={
        found && (
          <>
            <Before {...found} payNote={pay.note} />
            {found.parts.length > 0 && <LineParts {...found} />}
            <OpenQuestions questions={questions} isLinked={pageBehind(pathname) !== "/customers/questions"} />
          </>
        )
      }
    />
  );
}

/** The amount, which most corrections change, is first, so that the dialog opens with the cursor in it. */
const ORDER = ["amount", "customerId", "serviceId", "pay", "reason"];

/** The fields of the form, with the question about the groom's payroll item if there is one. */
const fieldsWith = (question: string | undefined, without: readonly string[]) =>
  correctionForm.fields.flatMap((field) => {
    if (without.includes(field.name)) return [];
    if (field.name !== "pay" || !field.input) return field;
    return question ? { ...field, label: question, input: { ...field.input, required: true } } : [];
  });

/** The exported line, what earlier corrections made of it, and what a correction does. */
function Before({ line, customer, service, horse, payNote, ...bill }: BillToCorrect & { payNote: string | undefined }) {
  if (!line) return null;
  const { amount } = bill.parts.find(({ id }) => id === bill.id) ?? bill;
  const isImported = line.invoiceNumber === IMPORTED_INVOICE;
  const invoice = isImported ? "Before Hayloft" : `Invoice ${line.invoiceNumber}, ${line.customer}`;
  const isCorrected = amount !== line.amount || service !== line.item || (!isImported && customer !== line.customer);
  return (
    <div className="grid gap-3 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">On the invoice</dt>
        <dd className="wrap-anywhere">{`${invoice}: ${line.quantity}\u00a0×\u00a0${line.item} for ${horse}, ${formatDollars(line.amount)}`}</dd>
        {isCorrected && (
          <>
            <dt className="text-muted">After corrections</dt>
            <dd className="wrap-anywhere">{`${customer}: ${service}, ${formatDollars(amount)}`}</dd>
          </>
        )}
      </dl>
      {payNote && <p className="text-muted">{payNote}</p>}
      <p>
        <b className="font-semibold">Should be</b>{" "}
        <span className="text-muted">
          The bill changes at once. Corrections lists what to credit or add in QuickBooks.
        </span>
      </p>
    </div>
  );
}
