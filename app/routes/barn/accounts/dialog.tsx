import { getInputProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { readAsAdmin, readOrNullAfterPost, requireAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { EMAIL, NO_EMAIL, parseEmail } from "#app/domain/basics/parse.ts";
import type { CheckedField } from "#app/domain/fields/field-checks.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { admin } from "#app/domain/records/admin.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { parsed } from "#app/records/forms/record-schema.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { leadTo, writeAndLead } from "#app/records/write-and-lead.ts";
import { type FormAnswer, useCheckedForm } from "#app/ui/controls/fields/checked-form.ts";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import { addAdmin, findAdmin } from "#db/queries/barn/admins.ts";
import { loadAccounts } from "./load.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await readOrNullAfterPost(context, requireAdmin(request, context));
  return { idempotencyKey: crypto.randomUUID() };
}

const schema = z.object({ email: z.string({ error: NO_EMAIL }).pipe(parsed(parseEmail)) });

export const handle = titled("Invite User");

export async function action({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "email"]);
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  fields.delete("idempotencyKey");
  const submission = parseWithZod(fields, { schema });
  const refuse = (status: number, message?: string) => {
    const result = submission.reply(message ? { fieldErrors: { email: [message] } } : {});
    return data<FormAnswer>({ result, unreachable: status === 503 }, status);
  };
  const email = submission.status === "success" ? submission.value.email : "";
  try {
    const [[existing]] = await readAsAdmin(request, context, findAdmin(email));
    if (problem || !isUuid(idempotencyKey)) return refuse(400, problem ?? OUT_OF_DATE);
    if (!email) return refuse(400);
    if (existing) return refuse(409, `${email} is already an admin.`);
    const to = `/accounts${withNotice(searchOf(request, admin), { done: idempotencyKey })}`;
    const change = addAdmin({ ...byOf(context), id: idempotencyKey, email });
    const { written } = await writeAndLead({ request, context }, change, to, { path: "/accounts", load: loadAccounts });
    return leadTo({ context }, to, written);
  } catch (error) {
    const refusal = refusalOf(error);
    return refuse(refusal.status, refusal.problem);
  }
}

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

const LABEL = "Email Address";
const FIELDS: CheckedField[] = [
  { name: "email", label: LABEL, control: "email", required: true, pattern: EMAIL, problem: NO_EMAIL },
];

export default function InviteDialog() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const [idempotencyKey] = useState(loaded.idempotencyKey);
  const search = useListSearch();
  const address = useFormAddress();
  const path = `/accounts${search}`;
  const { fieldset, formProps, focused } = useCheckedForm<{ email: string }>({
    id: "invite",
    fields: FIELDS,
    lastResult: answer?.result,
    defaultValue: {},
  });
  return (
    <Dialog onClosePath={path}>
      <p className="mt-2 text-muted">
        This user will join as an admin and have full access to the account. They will be able to invite other users.
      </p>
      <Form {...formProps} method="post" action={address} preventScrollReset className="mt-6 grid gap-y-5">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <FormField label={LABEL} field={fieldset.email}>
          <input
            {...getInputProps(fieldset.email, { type: "text" })}
            inputMode="email"
            {...{ autoFocus: focused !== undefined }}
            autoComplete="off"
            className={controlClass}
          />
        </FormField>
        <DialogFoot onClosePath={path} problem={answer?.problem} label="Invite" />
      </Form>
    </Dialog>
  );
}
