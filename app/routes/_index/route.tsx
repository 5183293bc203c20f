import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import { readChangeNumber } from "#app/auth/require-admin.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateWhenOnline, sendOrReportOffline } from "#app/records/client-actions.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { EntryForm, useIdempotencyKey } from "./form.tsx";
import { saveEntry } from "./log-service.ts";
import { readFormPage } from "./options.ts";
import { type Refusal, readEntry, refusal } from "./submission.ts";
import { SuccessDialog } from "./success-dialog.tsx";
import { Unreachable } from "./unreachable.tsx";

/** The answer to a post that did not save the entry. */
type Answer = {
  result?: SubmissionResult<string[]>;
  /** The idempotency key of the next post: the submitted key, or a new one if that is used up. */
  idempotencyKey?: string | undefined;
  /** The server or the database does not answer, so the page must not revalidate. */
  unreachable?: boolean;
};

/** `no-cache` without `no-store`: the Back button restores the posted form with its key, and a second post saves nothing. */
export const headers = () => ({ "Cache-Control": "private, no-cache", Vary: "Cookie" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const savedId = new URL(request.url).searchParams.get("saved");
  try {
    const [page, changeNumber] = await Promise.all([
      readFormPage(context.db, context.now, savedId),
      readChangeNumber(context),
    ]);
    return { idempotencyKey: crypto.randomUUID(), page, changeNumber };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return data({ idempotencyKey: "", page: null, changeNumber: null }, 503);
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const isWithinRateLimit = await context.isWithinRateLimit("entry");
  const read = readEntry(await request.formData());
  const refuse = (status: number, reason: Refusal) => data<Answer>(refusal(read, reason), status);
  if (!isWithinRateLimit) return refuse(429, { form: RATE_LIMITED });
  if (!("entry" in read)) return refuse(400, {});
  try {
    const by = { actor: context.user?.email ?? "visitor", at: context.now };
    const outcome = await saveEntry(context.db, read.entry, by);
    if (outcome === "saved") return redirect(`/?saved=${read.entry.id}`, 303);
    if (outcome === "mismatch") return refuse(409, { form: KEY_REUSED, idempotencyKey: crypto.randomUUID() });
    if (outcome === "conflict") return refuse(409, { form: CONFLICT });
    return refuse(400, { fields: outcome.problems });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return refuse(503, { form: UNREACHABLE, unreachable: true });
  }
}

/** Without a connection the form keeps its values and shows a message. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction<Answer>());

/** Revalidates only after a post: a navigation does not change the options of an entry that is being typed. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.formMethod !== undefined && revalidateWhenOnline(step);

export default function ServiceForm() {
  const loaded = useLiveData<typeof loader>();
  const answer: Answer = useActionData<typeof clientAction>() ?? {};
  const page = useLastNonNull(loaded.page);
  const savedId = useLastNonNull(loaded.page?.saved ?? null);
  if (!page) return <Unreachable submitted={answer.result?.initialValue} />;
  return (
    <div className="mx-auto max-w-2xl">
      <h1 id="form-title" tabIndex={-1} className="page-title">
        Service Form
      </h1>
      <Entry
        key={`after ${savedId}`}
        initialKey={loaded.idempotencyKey}
        page={page}
        savedId={savedId}
        answer={answer}
        isDatabaseDown={loaded.page === null}
      />
    </div>
  );
}

type EntryProps = {
  initialKey: string;
  page: Awaited<ReturnType<typeof readFormPage>>;
  /** The id of the last saved entry, if there is one. */
  savedId: string | null;
  answer: Answer;
  /** The database did not answer when the page loaded its options. */
  isDatabaseDown: boolean;
};

/** The form of one entry. After the save a new, empty form replaces it, below the confirmation. */
function Entry({ initialKey, page, savedId, answer, isDatabaseDown }: EntryProps) {
  const [params] = useSearchParams();
  const idempotencyKey = useIdempotencyKey(initialKey, answer.idempotencyKey);
  const isOffline = answer.unreachable === true && !answer.result;
  return (
    <>
      <EntryForm
        idempotencyKey={idempotencyKey}
        today={page.today}
        options={page.options}
        result={answer.result}
        outage={isOffline ? NO_CONNECTION : isDatabaseDown ? UNREACHABLE : undefined}
      />
      {savedId && params.get("saved") === savedId && <SuccessDialog />}
    </>
  );
}

/** The value, or its last non-null value if it is null. */
function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

const RATE_LIMITED = "Too many entries came from here in the last minute. Wait a minute, then press Submit again.";
const KEY_REUSED =
  "This form was saved before with other details, and that entry stands. To save what is shown here as another entry, press Submit again.";
const CONFLICT = "Something in this entry was changed by somebody else a moment ago. Press Submit again.";
const UNREACHABLE =
  "The database cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again.";
const NO_CONNECTION =
  "Hayloft cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again when you are back online.";
