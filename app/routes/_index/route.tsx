import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import { readChangeNumber } from "#app/auth/require-admin.ts";
import { returnPath } from "#app/auth/sign-in.ts";
import { titleAt } from "#app/domain/screens.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateWhenOnline, sendOrReportOffline } from "#app/records/client-actions.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { EntryForm, useIdempotencyKey } from "./form.tsx";
import { type Answer, logEntry } from "./log-entry.ts";
import { NO_CONNECTION, UNREACHABLE } from "./messages.ts";
import { readFormPage } from "./options.ts";
import { SuccessDialog } from "./success-dialog.tsx";
import { Unreachable } from "./unreachable.tsx";

/** `no-cache` without `no-store`: the Back button restores the posted form with its key, and a second post saves nothing. */
export const headers = () => ({ "Cache-Control": "private, no-cache", Vary: "Cookie" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const savedId = searchParams.get("saved");
  const wanted = titleAt(returnPath(searchParams.get("to")).split("?")[0] ?? "") ?? null;
  try {
    const [page, changeNumber] = await Promise.all([
      readFormPage(context.db, context.now, savedId),
      readChangeNumber(context),
    ]);
    return { idempotencyKey: crypto.randomUUID(), page, changeNumber, wanted };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return data({ idempotencyKey: "", page: null, changeNumber: null, wanted }, 503);
  }
}

export const action = (args: ActionFunctionArgs) => logEntry(args);

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
  if (!page) return <Unreachable submitted={answer.result?.initialValue} question={answer.question} />;
  return (
    <div className="mx-auto max-w-2xl">
      {loaded.wanted && (
        <p role="status" className="notice mb-6">
          Sign in with an admin's account to open {loaded.wanted}
        </p>
      )}
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
        question={answer.question}
        isRepetition={answer.isRepetition}
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
