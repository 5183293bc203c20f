import { Form, useActionData } from "@remix-run/react";
import { UNKNOWN_LAST_RUN } from "#app/domain/payroll.ts";
import { button } from "#app/ui/controls/button.tsx";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog/dialog.tsx";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import type { LastRunAnswer } from "./last-run.ts";

/** Asks for the day of the last payroll run if none is on record. The generation dialog follows. */
export function LastRunDialog({ id }: { id: string }) {
  const answer = useActionData<LastRunAnswer>();
  const search = useListSearch();
  const address = useFormAddress();
  const listAddress = `/payroll${search}`;
  const problem = answer && "problem" in answer ? answer.problem : undefined;
  const field = { id: "last-run", errorId: "last-run-error", errors: problem ? [problem] : undefined };
  return (
    <Dialog title="Generate Payroll Items" onClosePath={listAddress}>
      <Form method="post" action={address} noValidate className="mt-5 grid gap-y-5">
        <p className="alert">{UNKNOWN_LAST_RUN}</p>
        <p>Say when payroll was last run: items are generated for the weeks after the one of that day.</p>
        <input type="hidden" name="idempotencyKey" value={id} />
        <Field label="Last payroll date" required field={field}>
          <input
            id={field.id}
            type="date"
            name="date"
            required
            defaultValue={answer && "date" in answer ? answer.date : ""}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? field.errorId : undefined}
            className={controlClass}
          />
        </Field>
        <DialogButtons onClosePath={listAddress}>
          <button type="submit" className={button.primary}>
            Save
          </button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
