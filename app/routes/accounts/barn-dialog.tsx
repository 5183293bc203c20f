import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { DEFAULT_BARN_NAME } from "#app/domain/barn-details.ts";
import { controlClass, Field } from "#app/ui/controls/field.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog/dialog.tsx";
import { findBarnDetails } from "#db/queries/barn-details.ts";
import { type BarnAnswer, pageBehind, saveBarn } from "./barn-details.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, findBarnDetails()));
  const barn = read?.[0][0] ?? { name: DEFAULT_BARN_NAME, address: "" };
  const url = new URL(request.url);
  return { id: context.newKey(), barn, back: pageBehind(request), action: url.pathname + url.search };
}

export const action = (args: ActionFunctionArgs) => saveBarn(args);

export { sendForm as clientAction } from "#app/records/client-actions.ts";

/** The dialog keeps its key, and what it opened with, after each answer. */
export const shouldRevalidate = () => false;

/** The barn's name and address on statements. */
export default function BarnDialog() {
  const { id, barn, back, action: address } = useLoaderData<typeof loader>();
  const answer = useActionData<BarnAnswer | { unreachable: true; problem: string }>();
  const { errors, entered } = { errors: {}, entered: barn, ...answer } as Pick<BarnAnswer, "errors" | "entered">;
  const fieldOf = (name: "name" | "address") => ({
    id: `barn-${name}`,
    errorId: `barn-${name}-error`,
    errors: errors[name] ? [errors[name]] : undefined,
  });
  const controlOf = (name: "name" | "address") => ({
    id: `barn-${name}`,
    name,
    defaultValue: entered[name],
    "aria-invalid": errors[name] ? true : undefined,
    "aria-describedby": errors[name] ? `barn-${name}-error` : undefined,
    className: controlClass,
  });
  return (
    <Dialog title="Barn Details" onClosePath={back}>
      <Form method="post" action={address} noValidate preventScrollReset className="mt-5 grid gap-y-5">
        <p>The name and the address at the head of statements.</p>
        <input type="hidden" name="idempotencyKey" value={id} />
        <input type="hidden" name="nameBefore" value={barn.name} />
        <input type="hidden" name="addressBefore" value={barn.address} />
        <Field label="Name" required field={fieldOf("name")}>
          <input {...controlOf("name")} required />
        </Field>
        <Field label="Address" field={fieldOf("address")}>
          <textarea {...controlOf("address")} rows={4} />
        </Field>
        <DialogFoot onClosePath={back} label="Save" problem={answer?.problem} />
      </Form>
    </Dialog>
  );
}
