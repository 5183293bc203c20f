import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { revalidateWhenReachable, sendOrStay } from "#app/connection.ts";
import { DatabaseUnavailable } from "#db/errors.ts";
import { EntryForm } from "./form.tsx";
import { saveEntry } from "./log-service.ts";
import { readFormPage } from "./options.ts";
import { serviceEntrySchema } from "./schema.ts";
import { SuccessDialog } from "./success-dialog.tsx";
import { Unreachable } from "./unreachable.tsx";

/** How a post of the form was answered when it was not saved. */
type Answer = {
  result?: SubmissionResult<string[]>;
  /** A new id for the form, where its own is used up. */
  formId?: string | undefined;
  /** Neither the form nor its lists can be read again just now. */
  unreachable?: boolean;
};

export const meta: MetaFunction = () => [{ title: "Service Form – Hayloft" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const saved = new URL(request.url).searchParams.get("saved");
  try {
    return { formId: crypto.randomUUID(), page: await readFormPage(context.db, context.now, saved) };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return data({ formId: "", page: null }, 503);
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: serviceEntrySchema });
  if (!(await context.mayEnter())) return refused(submission, 429, { form: TOO_MANY });
  if (submission.status !== "success") return refused(submission, 400, {});
  const entry = submission.value;
  try {
    const outcome = await saveEntry(context.db, entry, { actor: context.user?.email ?? "visitor", at: context.now });
    if (outcome === "saved") return redirect(`/?saved=${entry.id}`, 303);
    if (outcome === "differs") return refused(submission, 409, { form: SENT_BEFORE, formId: crypto.randomUUID() });
    if (outcome === "stale") return refused(submission, 409, { form: CHANGED_MEANWHILE });
    return refused(submission, 400, { fields: outcome.problems });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return refused(submission, 503, { form: UNREACHABLE, unreachable: true });
  }
}

/** What is typed outlives a lost connection: the form stays as it is and says so. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<Answer>());

export const shouldRevalidate = revalidateWhenReachable;

export default function ServiceForm() {
  const { formId, page } = useLoaderData<typeof loader>();
  const answer: Answer = useActionData<typeof clientAction>() ?? {};
  const savedLast = useLast(page?.saved ?? null);
  if (!page) return <Unreachable typed={answer.result?.initialValue} />;
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="page-title">Service Form</h1>
      <EntryForm
        key={`after ${savedLast}`}
        formId={answer.formId ?? formId}
        today={page.today}
        options={page.options}
        result={answer.result}
        offline={answer.unreachable === true && !answer.result}
      />
      {page.saved && <SuccessDialog key={page.saved} />}
    </div>
  );
}

/** The last value that was not null: a form stays the same one while its confirmation goes. */
function useLast<T>(value: T | null): T | null {
  const [last, remember] = useState(value);
  if (value !== null && value !== last) remember(value);
  return value ?? last;
}

const TOO_MANY = "Too many entries came from here in the last minute. Wait a minute, then press Submit again.";
const SENT_BEFORE =
  "This form was saved before with other details, and that entry stands. To save what is shown here as another entry, press Submit again.";
const CHANGED_MEANWHILE = "Something in this entry was changed by somebody else a moment ago. Press Submit again.";
const UNREACHABLE =
  "The database cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again.";

type Refusal = { form?: string; fields?: Record<string, string>; formId?: string; unreachable?: boolean };

function refused(
  submission: Submission<unknown>,
  status: number,
  { form, fields = {}, formId, unreachable = false }: Refusal,
) {
  const result = submission.reply({
    ...(form ? { formErrors: [form] } : {}),
    fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, [problem]])),
  });
  return data<Answer>({ result, formId, unreachable }, status);
}
