import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";
import { inDollars } from "#app/domain/basics/money.ts";
import { whyNotMendedWhole } from "#app/domain/bills/divided-line.ts";
import { describePay, valueToSave } from "#app/domain/bills/mend-bill.ts";
import { type BillToEdit, billForm } from "#app/domain/records/bill-form.ts";
import { formRoute, openForm } from "#app/records/forms/form-route.ts";
import { saveForm } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { FormDialog } from "#app/ui/dialog/record-dialog.tsx";
import { billChoices, editBill, findBillToEdit } from "#db/queries/bills/mend-bills.ts";
import { LineParts } from "./line-parts.tsx";
import { loadBills } from "./load.ts";
import { OpenQuestions } from "./open-questions.tsx";
import { pageBehind, suggestedMend, suggestedValues } from "./page-behind.ts";
import { readOpenQuestions } from "./read-questions.ts";

const form = formRoute({
  path: "/billing",
  load: loadBills,
  description: billForm,
  find: findBillToEdit,
  choices: billChoices,
  saveKnown: editBill,
  together: [["quantity", "value", "follows"]],
  complete: (entered, opened) => ({ ...entered, value: valueToSave(opened, entered) }),
  whyFixed: ({ status, parts }: BillToEdit) => whyNotMendedWhole(status, parts),
});

export async function loader(args: LoaderFunctionArgs) {
  const [opened, questions] = await Promise.all([openForm(args, form), readOpenQuestions(args)]);
  const { found } = opened;
  return {
    opened,
    questions,
    pay: found && describePay(found.pay, found),
    problem: found && whyNotMendedWhole(found.status, found.parts),
  };
}

export const handle = titledByRecord("Bill");

export function action(args: ActionFunctionArgs) {
  const path = pageBehind(new URL(args.request.url).pathname);
  // Check reads all pending bills, which is too slow to wait for in a save. Questions loads after its redirect.
  const load = path === form.path ? loadBills : null;
  const saveKnown: typeof editBill = (edited, entered, by, bill) =>
    editBill(edited, entered, by, bill, suggestedMend(args.request.url, entered.value)?.days);
  return saveForm(args, { ...form, path, load, saveKnown });
}

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Edit Bill' (docs/product.md, 'Editing a bill'). */
export default function EditBill() {
  const { opened, questions, pay, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { found } = opened;
  const { pathname, search } = useLocation();
  return (
    // The events of the form's controls bubble up to this element.
    <div className="contents" onInput={(event) => found && follow(event, found)}>
      <FormDialog
        path={pageBehind(pathname)}
        address={pathname + search}
        description={found?.parts.length ? OF_LINE : billForm}
        opened={opened}
        answer={answer}
        obstacle={problem}
        suggested={suggestedValues(search, "value", found?.comments)}
        note={
          found && (
            <>
              <div>
                <p className="font-semibold">{`${found.service} for ${found.horse}`}</p>
                {found.parts.length > 0 && <LineParts {...found} />}
                {pay && <p className="mt-2 text-sm text-muted">{pay}</p>}
              </div>
              <OpenQuestions questions={questions} isLinked={pageBehind(pathname) !== "/customers/questions"} />
            </>
          )
        }
      />
    </div>
  );
}

/** The form of a divided line: its bills keep their customers. */
const OF_LINE = { fields: billForm.fields.filter(({ name }) => name !== "customerId") };

/** The value follows price times quantity until it is typed. Without JavaScript, the server does that: see `valueToSave`. */
function follow({ target }: FormEvent, { quantity, value }: BillToEdit) {
  const { name, form: fields } = target as HTMLInputElement;
  const control = (each: string) => fields?.elements.namedItem(each) as HTMLInputElement;
  if (name === "value") control("follows").checked = false;
  const number = Number(control("quantity").value);
  if (name === "value" || !control("follows").checked || value % quantity !== 0 || !(number >= 1)) return;
  if (name === "quantity" || name === "follows") {
    control("value").value = inDollars((value / quantity) * number);
  }
}
