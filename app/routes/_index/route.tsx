import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import { commitNewDevice } from "#app/auth/device.ts";
import { readChangeNumber } from "#app/auth/require-admin.ts";
import { returnPath } from "#app/auth/sign-in.ts";
import { titleAt } from "#app/domain/screens.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateWhenOnline, sendOrReportOffline } from "#app/records/client-actions.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { Confirmation, DeviceEntries, UndoForm, UndoProblem } from "./confirmation.tsx";
import { EntryForm, useIdempotencyKey } from "./form.tsx";
import { type Answer, logEntry } from "./log-entry.ts";
import { NO_CONNECTION, UNREACHABLE } from "./messages.ts";
import { readFormPage } from "./options.ts";
import { readPrefill } from "./prefill.ts";
import { SignedInNotice } from "./signed-in-notice.tsx";
import { UNDO, undoLogged } from "./undo-entry.ts";
import { Unreachable } from "./unreachable.tsx";

/**
 * `no-cache` without `no-store`: the Back button restores the posted form with its key, and a second post saves nothing. It does
 * so while the page varies with the cookies, too, unless these change: the first page of a visitor, which brings the device's
 * cookie, must not vary.
 */
export const headers = ({ loaderHeaders }: HeadersArgs) => ({
  "Cache-Control": "private, no-cache",
  ...(loaderHeaders.has("Vary") && { Vary: "Cookie" }),
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now, device, deviceCookie, session } = context;
  const { searchParams } = new URL(request.url);
  const wanted = titleAt(returnPath(searchParams.get("to")).split("?")[0] ?? "") ?? null;
  const visit = { device, savedId: searchParams.get("saved"), undoneId: searchParams.get("undone") };
  const headers = {
    ...((device || session) && { Vary: "Cookie" }),
    ...(!device && { "Set-Cookie": await commitNewDevice(deviceCookie) }),
  };
  try {
    const [page, changeNumber] = await Promise.all([readFormPage(db, now, visit), readChangeNumber(context)]);
    return data({ idempotencyKey: crypto.randomUUID(), page, changeNumber, wanted }, { headers });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return data({ idempotencyKey: "", page: null, changeNumber: null, wanted }, 503);
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return form.has(UNDO) ? undoLogged(form, context) : logEntry(form, context);
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
  const [params] = useSearchParams();
  const page = useLastNonNull(loaded.page);
  const saved = useLastNonNull(loaded.page?.saved ?? null);
  // Each saved entry, and each 'Log another', opens another form. Nothing else empties one, such as an Undo.
  const isConfirmed = saved !== null && params.get("saved") === saved.id;
  const opened = useLastNonNull(isConfirmed ? saved.id : params.has("after") ? params.toString() : null);
  if (!page) return <Unreachable submitted={answer.result?.initialValue} question={answer.question} />;
  return (
    <div className="entry-page mx-auto max-w-2xl">
      <SignedInNotice wanted={loaded.wanted} />
      <h1 id="form-title" tabIndex={-1} className="page-title">
        Service Form
      </h1>
      <div role="status" className="not-empty:mt-6">
        {isConfirmed && !answer.result && <Confirmation key={saved.id} saved={saved} />}
        {page.undone && params.get("undone") === page.undone.id && <p className="notice">Undone: {page.undone.text}</p>}
      </div>
      <UndoProblem answer={answer} />
      <Entry
        key={opened}
        initialKey={loaded.idempotencyKey}
        page={page}
        answer={answer}
        isDatabaseDown={loaded.page === null}
      />
      <DeviceEntries entries={page.entries} />
      <UndoForm />
    </div>
  );
}

type EntryProps = {
  initialKey: string;
  page: Awaited<ReturnType<typeof readFormPage>>;
  answer: Answer;
  /** The database did not answer when the page loaded its options. */
  isDatabaseDown: boolean;
};

/** The form of one entry. After the save a new, empty form replaces it, below the confirmation. */
function Entry({ initialKey, page, answer, isDatabaseDown }: EntryProps) {
  const [params] = useSearchParams();
  // Kept, because an Undo and a refused post change the address.
  const [prefill] = useState(() => readPrefill(params));
  const idempotencyKey = useIdempotencyKey(initialKey, answer.idempotencyKey);
  const isOffline = answer.unreachable === true && !answer.result && !answer.undoProblem;
  return (
    <EntryForm
      idempotencyKey={idempotencyKey}
      today={page.today}
      options={page.options}
      prefill={prefill}
      result={answer.result}
      question={answer.question}
      isRepetition={answer.isRepetition}
      outage={isOffline ? NO_CONNECTION : isDatabaseDown ? UNREACHABLE : undefined}
    />
  );
}

/** The value, or its last non-null value if it is null. */
function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
