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

/** How a post of the form was answered when it was not saved. */
type Answer = {
  result?: SubmissionResult<string[]>;
  /** The id to send the form with next: its own, or a new one where that is used up. */
  idempotencyKey?: string | undefined;
  /** Neither the form nor its lists can be read again just now. */
  unreachable?: boolean;
};

/** The Back button brings back the form that was sent, id included, so that sending it once more changes nothing. */
export const headers = () => ({ "Cache-Control": "private, no-cache", Vary: "Cookie" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const saved = new URL(request.url).searchParams.get("saved");
  try {
    const [page, number] = await Promise.all([readFormPage(context.db, context.now, saved), readChangeNumber(context)]);
    return { idempotencyKey: crypto.randomUUID(), page, changeNumber: number };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return data({ idempotencyKey: "", page: null, changeNumber: null }, 503);
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const isWithinRateLimit = await context.isWithinRateLimit("entry");
  const read = readEntry(await request.formData());
  const refuse = (status: number, why: Refusal) => data<Answer>(refusal(read, why), status);
  if (!isWithinRateLimit) return refuse(429, { form: TOO_MANY });
  if (!("entry" in read)) return refuse(400, {});
  try {
    const by = { actor: context.user?.email ?? "visitor", at: context.now };
    const outcome = await saveEntry(context.db, read.entry, by);
    if (outcome === "saved") return redirect(`/?saved=${read.entry.id}`, 303);
    if (outcome === "differs") return refuse(409, { form: SENT_BEFORE, idempotencyKey: crypto.randomUUID() });
    if (outcome === "stale") return refuse(409, { form: CHANGED_MEANWHILE });
    return refuse(400, { fields: outcome.problems });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return refuse(503, { form: UNREACHABLE, unreachable: true });
  }
}

/** What is typed outlives a lost connection: the form stays as it is and says so. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction<Answer>());

/** The lists are read anew for the next entry, not under one that is being typed. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.formMethod !== undefined && revalidateWhenOnline(step);

export default function ServiceForm() {
  const loaded = useLiveData<typeof loader>();
  const answer: Answer = useActionData<typeof clientAction>() ?? {};
  const page = useLast(loaded.page);
  const saved = useLast(loaded.page?.saved ?? null);
  if (!page) return <Unreachable typed={answer.result?.initialValue} />;
  return (
    <div className="mx-auto max-w-2xl">
      <h1 id="form-title" tabIndex={-1} className="page-title">
        Service Form
      </h1>
      <Entry
        key={`after ${saved}`}
        made={loaded.idempotencyKey}
        page={page}
        saved={saved}
        answer={answer}
        isAway={loaded.page === null}
      />
    </div>
  );
}

type EntryProps = {
  made: string;
  page: NonNullable<Awaited<ReturnType<typeof readFormPage>>>;
  /** The entry before this one, if there was one. */
  saved: string | null;
  answer: Answer;
  /** The database could not be reached when the lists were last asked for. */
  isAway: boolean;
};

/** One entry from the empty form to its saving; the next is a new one, below the confirmation of the last. */
function Entry({ made, page, saved, answer, isAway }: EntryProps) {
  const [params] = useSearchParams();
  const idempotencyKey = useIdempotencyKey(made, answer.idempotencyKey);
  const isOffline = answer.unreachable === true && !answer.result;
  return (
    <>
      <EntryForm
        idempotencyKey={idempotencyKey}
        today={page.today}
        options={page.options}
        result={answer.result}
        obstacle={isOffline ? NO_CONNECTION : isAway ? UNREACHABLE : undefined}
      />
      {saved && params.get("saved") === saved && <SuccessDialog />}
    </>
  );
}

/** The value, or the last one that there was. */
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
const NO_CONNECTION =
  "Hayloft cannot be reached, so this entry is not saved yet. What you typed is kept: press Submit again when you are back online.";
