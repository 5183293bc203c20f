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
import { commitNewDevice } from "#app/auth/device.ts";
import { readChangeNumber } from "#app/auth/require-admin.ts";
import { markSession } from "#app/auth/session.ts";
import { returnPath } from "#app/auth/sign-in.ts";
import { asksForLanguage, languageOf, rememberLanguage } from "#app/domain/entries/texts/language.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { outboxNow } from "#app/offline/outbox.ts";
import { revalidateWhenOnline, sendOrReportOffline } from "#app/records/sending.ts";
import { placeAt } from "#app/registry/places.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { Confirmation, DeviceEntries, UndoEntryForm, UndoneNotice } from "./answer/confirmation.tsx";
import { SignedInNotice } from "./answer/signed-in-notice.tsx";
import { UnreachableNotice } from "./answer/unreachable.tsx";
import { EditedEntry, NewEntry } from "./form/entry.tsx";
import { REPLACES, typedIn, UNDO } from "./form/entry-fields.ts";
import { MissingNotice } from "./form/missing-notice.tsx";
import { readFormPage } from "./form/options.ts";
import { useStable } from "./form/recent.ts";
import { useLastNonNull } from "./form/use-last-non-null.ts";
import { keepAskedLanguage } from "./language/kept-language.ts";
import { LanguageSwitch } from "./language/language-switch.tsx";
import { ConnectionNotice, FormTitle } from "./outbox/connection.tsx";
import { OutboxNotices, QueuedEntries } from "./outbox/queued-entries.tsx";
import { queueEntry } from "./outbox/send-entry.ts";
import { useEdited, useFormDay, useOutbox } from "./outbox/use-outbox.ts";
import { answerEntry, type EntryAnswer, readUser } from "./saving/answer-entry.ts";
import { undoLogged } from "./saving/undo-entry.ts";

/**
 * `no-cache` without `no-store`: Back restores the posted form with its idempotency key, so a second post saves nothing.
 * A page that varies with cookies is restored only with the same ones. So a visitor's first page, which sets the device's
 * cookie, does not vary with them.
 */
export const headers = ({ loaderHeaders }: HeadersArgs) => ({
  "Cache-Control": "private, no-cache",
  Vary: loaderHeaders.get("Vary") ?? "",
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now, device, deviceCookie, session, sessionCookie } = context;
  const { searchParams } = new URL(request.url);
  keepAskedLanguage(request, context);
  const wanted = placeAt(returnPath(searchParams.get("to")).split("?")[0] ?? "")?.title ?? null;
  const isCopy = searchParams.has("offline");
  const texts = textsIn(languageOf(request));
  const visit = { device, savedId: searchParams.get("saved"), undoneId: searchParams.get("undone"), texts };
  if (isCopy && session) throw redirect("/"); // The copy has a visitor's data.
  const marks = session ? await markSession(request, sessionCookie) : [];
  const headers = new Headers([...rememberLanguage(request), ...marks]);
  const fixed = { title: texts.form.title, texts: texts.form, wanted, isCopy };
  headers.set("Vary", device || session ? "Accept-Language, Cookie" : "Accept-Language");
  if (!device) headers.append("Set-Cookie", await commitNewDevice(deviceCookie));
  try {
    const person = readUser(context);
    const [read, changeNumber] = await Promise.all([readFormPage(db, now, person, visit), readChangeNumber(context)]);
    // Without today's entries: the copy may be opened on another day.
    const page = isCopy ? { ...read, entries: [] } : read;
    return data({ idempotencyKey: crypto.randomUUID(), page, changeNumber, ...fixed }, { headers });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return data({ idempotencyKey: "", page: null, changeNumber: null, ...fixed }, { status: 503, headers });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  if (asksForLanguage(request)) return data<EntryAnswer>({ result: { initialValue: typedIn(form) } });
  if (form.has(UNDO)) return undoLogged(form, request, context);
  const logged = await answerEntry(form, request, context);
  if ("saved" in logged) return redirect(`/?saved=${logged.saved}`, 303);
  return data<EntryAnswer>(logged.answer, logged.status);
}

/** An entry goes through the outbox. Where the browser has none, the form keeps its values and shows a message. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<EntryAnswer> {
  if (asksForLanguage(request)) return {};
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
  const outbox = useOutbox(loaded);
  const [edited, answerToEdit, edit] = useEdited(actionData);
  const saved = useLastNonNull(loaded.page?.saved ?? null);
  // A saved or queued entry and 'Log another' open a new form. Nothing else, such as an Undo, empties the form.
  const savedId = params.get("saved");
  const isConfirmed = saved !== null && savedId === saved.id;
  const opened = useLastNonNull(savedId ?? params.get("kept") ?? (params.has("after") ? params.toString() : null));
  const recent = useStable(page?.recent);
  const today = useFormDay(page?.today, outbox, loaded.isCopy);
  if (!page) return <UnreachableNotice answer={answer} savedId={savedId} />;
  const offered = { today, options: page.options, recent };
  return (
    <div className="entry-page mx-auto max-w-2xl pt-5 sm:pt-8">
      <SignedInNotice wanted={loaded.wanted} />
      <FormTitle outbox={outbox} isCopy={loaded.isCopy} readAt={page.readAt} today={today} />
      <MissingNotice options={page.options} />
      <ConnectionNotice outbox={outbox} readAt={page.readAt} today={today} />
      <div role="status" className="relative space-y-3 not-empty:mt-6">
        {isConfirmed && !answer.result && <Confirmation key={saved.id} saved={saved} />}
        {savedId && !isConfirmed && !loaded.page && <p className="notice">{loaded.texts.savedUnread}</p>}
        {page.undone && params.get("undone") === page.undone.id && <UndoneNotice text={page.undone.text} />}
        {outbox && <OutboxNotices outbox={outbox} keptId={params.get("kept")} today={today} />}
      </div>
      <UndoEntryForm answer={answer} />
      <div hidden={edited !== null}>{outbox && <QueuedEntries outbox={outbox} today={today} onEdit={edit} />}</div>
      {edited && (
        <EditedEntry key={edited.id} kept={edited} {...offered} answer={answerToEdit} onCancel={() => edit(null)} />
      )}
      <div hidden={edited !== null} className="relative">
        <NewEntry
          key={opened}
          initialKey={loaded.idempotencyKey}
          {...offered}
          answer={answer}
          isCopy={loaded.isCopy}
          isDatabaseDown={loaded.page === null && !savedId}
        />
        {outbox?.isReached !== false && <LanguageSwitch />}
      </div>
      <DeviceEntries entries={page.entries} />
    </div>
  );
}
