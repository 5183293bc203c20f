import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { readAsAdmin, readOrNullAfterPost, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { parseEmail } from "#app/domain/parse.ts";
import { admin } from "#app/domain/records/admin.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/form-fields.ts";
import { searchOf } from "#app/records/list-route.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { useFormAddress, useListSearch } from "#app/ui/list/list-search.ts";
import { addAdmin, findAdmin } from "#db/queries/admins.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await readOrNullAfterPost(context, requireAdmin(request, context));
  return { idempotencyKey: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "email"]);
  const submitted = String(fields.get("email") ?? "");
  const parsed = parseEmail(submitted);
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const refuse = (status: number, message: string) =>
    data({ problem: message, typed: submitted, unreachable: status === 503 }, status);
  try {
    const email = "value" in parsed ? parsed.value : "";
    const [[existing]] = await readAsAdmin(request, context, findAdmin(email));
    if (problem || !isUuid(idempotencyKey)) return refuse(400, problem ?? OUT_OF_DATE);
    if ("problem" in parsed) return refuse(400, parsed.problem);
    if (existing) return refuse(409, `${email} is an admin already.`);
    await writeAsAdmin(request, context, addAdmin({ ...byOf(context), id: idempotencyKey, email }));
  } catch (error) {
    const refusal = refusalOf(error);
    return refuse(refusal.status, refusal.problem);
  }
  return redirect(`/accounts${searchOf(request, admin)}`, 303);
}

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";

export default function InviteDialog() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [idempotencyKey] = useState(loaded.idempotencyKey);
  const search = useListSearch();
  const address = useFormAddress();
  const path = `/accounts${search}`;
  const errors = answer ? [answer.problem] : undefined;
  return (
    <Dialog title="Invite User" onClosePath={path}>
      <p className="mt-2 text-muted">
        This user will join as an admin and have full access to the account. They will be able to invite other users.
      </p>
      <Form method="post" action={address} noValidate preventScrollReset className="mt-6 grid gap-y-5">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Field label="Email Address" field={{ id: "email", errorId: "email-error", errors }}>
          <input
            id="email"
            type="email"
            name="email"
            autoComplete="off"
            defaultValue={answer?.typed ?? ""}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? "email-error" : undefined}
            className={controlClass}
          />
        </Field>
        <DialogFoot onClosePath={path} label="Invite" />
      </Form>
    </Dialog>
  );
}
