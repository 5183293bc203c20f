import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import { commitNewDevice } from "#app/auth/device.ts";
import { readChangeNumber } from "#app/auth/require-admin.ts";
import { markSession } from "#app/auth/session.ts";
import { returnPath } from "#app/auth/sign-in.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { outboxNow } from "#app/offline/outbox.ts";
import { revalidateWhenOnline, sendOrReportOffline } from "#app/records/sending.ts";
import { placeAt } from "#app/registry/places.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { Confirmation, DeviceEntries, UndoEntryForm, UndoneNotice, UndoProblem } from "./answer/confirmation.tsx";
import { SAVED_UNREAD } from "./answer/messages.ts";
import { SignedInNotice } from "./answer/signed-in-notice.tsx";
import { UnreachableNotice } from "./answer/unreachable.tsx";
import { EditedEntry, NewEntry } from "./form/entry.tsx";
import { REPLACES, UNDO } from "./form/entry-fields.ts";
import { MissingNotice } from "./form/missing-notice.tsx";
import { readFormPage } from "./form/options.ts";
import { ConnectionNotice, FormTitle } from "./outbox/connection.tsx";
import { OutboxNotices, QueuedEntries } from "./outbox/queued-entries.tsx";
import { queueEntry } from "./outbox/send-entry.ts";
import { useEdited, useFormDay, useOutbox } from "./outbox/use-outbox.ts";
import { answerEntry, type EntryAnswer, readUser } from "./saving/answer-entry.ts";
import { undoLogged } from "./saving/undo-entry.ts";

/**
 * `no-cache` without `no-store`: the Back button restores the posted form with its idempotency key, so that a second
 * post saves nothing. A page that varies with cookies is restored only if they are the same. So the first page of a
 * visitor must not vary: it sets the device's cookie.
 */
export const headers = ({ loaderHeaders }: HeadersArgs) => ({
  "Cache-Control": "private, no-cache",
  ...(loaderHeaders.has("Vary") && { Vary: "Cookie" }),
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now, device, deviceCookie, session, sessionCookie } = context;
  const { searchParams } = new URL(request.url);
  const wanted = placeAt(returnPath(searchParams.get("to")).split("?")[0] ?? "")?.title ?? null;
  const isCopy = searchParams.has("offline");
  const visit = { device, savedId: searchParams.get("saved"), undoneId: searchParams.get("undone") };
  // The offline copy has a visitor's data, so it is not for a signed-in user.
  if (isCopy && session) throw redirect("/");
  const headers = new Headers(session ? await markSession(request, sessionCookie) : []);
  if (device || session) headers.set("Vary", "Cookie");
  if (!device) headers.append("Set-Cookie", await commitNewDevice(deviceCookie));
  try {
    const person = readUser(context);
    const [read, changeNumber] = await Promise.all([readFormPage(db, now, person, visit), readChangeNumber(context)]);
    // Without today's entries: the copy may be opened on another day.
    const page = isCopy ? { ...read, entries: [] } : read;
    return data({ idempotencyKey: crypto.randomUUID(), page, changeNumber, wanted, isCopy }, { headers });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return data({ idempotencyKey: "", page: null, changeNumber: null, wanted, isCopy }, 503);
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  if (form.has(UNDO)) return undoLogged(form, context);
  const logged = await answerEntry(form, context);
  if ("saved" in logged) return redirect(`/?saved=${logged.saved}`, 303);
  return data<EntryAnswer>(logged.answer, logged.status);
}

/** An entry goes through the outbox. Where the browser has none, the form keeps its values and shows a message. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<EntryAnswer> {
  const form = await request.clone().formData();
  const send = () => sendOrReportOffline(() => serverAction<EntryAnswer>());
  // The edit of a queued entry needs the outbox, even on a phone without room.
  const needsOutbox = outboxNow()?.hasRoom || form.has(REPLACES);
  return form.has(UNDO) || !needsOutbox ? send() : queueEntry(form, send);
}

/** Revalidates only after a post: a navigation must not change the options while the user fills in the form. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.formMethod !== undefined && revalidateWhenOnline(step);

export default function ServiceForm() {
  const loaded = useLiveData<typeof loader>();
  const actionData: EntryAnswer | undefined = useActionData<typeof clientAction>();
  const answer = actionData?.replaces ? {} : (actionData ?? {});
  const [params] = useSearchParams();
  const page = useLastNonNull(loaded.page);
  const { isCopy } = loaded;
  const outbox = useOutbox(isCopy, loaded.page);
  const [edited, answerToEdit, edit] = useEdited(actionData);
  const saved = useLastNonNull(loaded.page?.saved ?? null);
  // A saved or queued entry and 'Log another' open a new form. Nothing else, such as an Undo, empties the form.
  const savedId = params.get("saved");
  const isConfirmed = saved !== null && savedId === saved.id;
  const opened = useLastNonNull(savedId ?? params.get("kept") ?? (params.has("after") ? params.toString() : null));
  const today = useFormDay(page?.today, outbox, isCopy);
  const submitted = answer.result?.initialValue;
  if (!page) return <UnreachableNotice submitted={submitted} question={answer.question} savedId={savedId} />;
  const offered = { today, options: page.options, recent: page.recent };
  return (
    <div className="entry-page mx-auto max-w-2xl pt-5 sm:pt-8">
      <SignedInNotice wanted={loaded.wanted} />
      <FormTitle outbox={outbox} isCopy={isCopy} readAt={page.readAt} />
      <MissingNotice options={page.options} />
      <ConnectionNotice outbox={outbox} readAt={page.readAt} />
      <div role="status" className="relative space-y-3 not-empty:mt-6">
        {isConfirmed && !answer.result && <Confirmation key={saved.id} saved={saved} />}
        {savedId && !isConfirmed && !loaded.page && <p className="notice">{SAVED_UNREAD}</p>}
        {page.undone && params.get("undone") === page.undone.id && <UndoneNotice text={page.undone.text} />}
        {outbox && <OutboxNotices outbox={outbox} keptId={params.get("kept")} today={today} />}
      </div>
      <UndoProblem answer={answer} />
      <div hidden={edited !== null}>{outbox && <QueuedEntries outbox={outbox} today={today} onEdit={edit} />}</div>
      {edited && (
        <EditedEntry key={edited.id} kept={edited} {...offered} answer={answerToEdit} onCancel={() => edit(null)} />
      )}
      <div hidden={edited !== null}>
        <NewEntry
          key={opened}
          initialKey={loaded.idempotencyKey}
          {...offered}
          answer={answer}
          isCopy={isCopy}
          isDatabaseDown={loaded.page === null && !savedId}
        />
      </div>
      <DeviceEntries entries={page.entries} />
      <UndoEntryForm />
    </div>
  );
}

function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
