import { getInputProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { isSameCode, isWithoutAdmin } from "#app/auth/first-admin.ts";
import { failure, findUser, isOutage } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { type CheckedField, isRequired } from "#app/domain/fields/field-checks.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { FIRST_SCREEN } from "#app/registry/screens.ts";
import { button } from "#app/ui/controls/button.tsx";
import { type FormAnswer, useCheckedForm } from "#app/ui/controls/fields/checked-form.ts";
import { controlClass, FormField } from "#app/ui/controls/fields/form-field.tsx";
import { ConflictError, NotAuthorizedError } from "#db/errors.ts";
import { addFirstAdmin } from "#db/queries/barn/admins.ts";

const TITLE = "First Admin";

/** The page of a signed-in user in a barn without an admin; redirects everyone else to `/` (docs/product.md, 'The first admin'). */
export async function loader({ context }: LoaderFunctionArgs) {
  // After a post the page with the typed code stays, even if the database does not answer.
  const reads = Promise.all([findUser(context), isWithoutAdmin(context)]);
  const [user, isOpen] = await reads.catch((error: unknown) => {
    if (!isOutage(error)) throw error;
    if (!context.isPost) throw failure(context, 503);
    return [context.session?.user, true] as const;
  });
  if (!user || !isOpen) throw redirect("/");
  return { title: TITLE, email: user.email, idempotencyKey: crypto.randomUUID() };
}

const LABEL = "Code from the terminal";
const WRONG = "This is not the code. The terminal that runs Hayloft shows it.";
const TOO_MANY = "Too many codes were tried. Wait a minute, then try again.";
const FIELDS: CheckedField[] = [{ name: "code", label: LABEL, control: "text", required: true, maxLength: 40 }];

const schema = z.object({ code: z.string({ error: isRequired(LABEL) }) });

/** Makes the signed-in user an admin if the code is right and the database has no admin. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { session, firstAdminCode } = context;
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "code"]);
  if (!session || !firstAdminCode) return redirect("/", 303);
  const id = String(fields.get("idempotencyKey") ?? "");
  fields.delete("idempotencyKey");
  const submission = parseWithZod(fields, { schema });
  const refuse = (status: number, message?: string) => {
    context.log.fail("Refused to make the first admin");
    const result = submission.reply(message ? { fieldErrors: { code: [message] } } : {});
    return data<FormAnswer>({ result, unreachable: status === 503 }, status);
  };
  if (!(await context.isWithinRateLimit("first admin"))) return refuse(429, TOO_MANY);
  if (problem || !isUuid(id)) return refuse(400, problem ?? OUT_OF_DATE);
  if (submission.status !== "success") return refuse(400);
  if (!(await isSameCode(submission.value.code, firstAdminCode))) return refuse(400, WRONG);
  try {
    await context.db.write(addFirstAdmin({ ...byOf(context), id, email: session.user.email }, session.id));
  } catch (error) {
    if (error instanceof ConflictError || error instanceof NotAuthorizedError) return redirect("/", 303);
    const refusal = refusalOf(error);
    return refuse(refusal.status, refusal.problem);
  }
  return redirect(FIRST_SCREEN, 303);
}

export { sendForm as clientAction } from "#app/records/client-actions.ts";

/** Without a reload the form has the same key and typed code after each answer. */
export const shouldRevalidate = () => false;

export default function FirstAdmin() {
  const { email, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const isSaving = useNavigation().state === "submitting";
  const { fieldset, formProps } = useCheckedForm<{ code: string }>({
    id: "first-admin",
    fields: FIELDS,
    lastResult: answer?.result,
    defaultValue: {},
  });
  return (
    <div className="mx-auto max-w-md pt-5 sm:pt-8">
      <h1 className="page-title">{TITLE}</h1>
      <p className="mt-2 wrap-anywhere text-muted">
        {`This barn has no admin yet. The code makes ${email} its first admin, with full access. Admins can invite others.`}
      </p>
      <Form {...formProps} method="post" className="mt-6 grid gap-y-5">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <FormField label={LABEL} required field={fieldset.code}>
          <input
            {...getInputProps(fieldset.code, { type: "text" })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the page has this field alone, and was opened to fill it.
            autoFocus
            className={`${controlClass} tracking-widest uppercase`}
          />
        </FormField>
        {answer?.problem && (
          <p role="alert" className="alert">
            {answer.problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Link to="/" className={button.secondary}>
            Cancel
          </Link>
          <button type="submit" aria-disabled={isSaving} className={button.primary}>
            {isSaving ? "Saving..." : "Become an admin"}
          </button>
        </div>
      </Form>
    </div>
  );
}
