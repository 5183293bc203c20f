import { useEffect, useState, useSyncExternalStore } from "react";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { FormTexts } from "#app/domain/entries/texts/texts.ts";
import { keepFormCopy } from "#app/offline/form-copy.ts";
import { type Outbox, outboxNow, startOutbox, subscribeToOutbox } from "#app/offline/outbox.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";
import { sendEntry } from "./send-entry.ts";

type Loaded = { page: { options: object; recent: object } | null; texts: FormTexts; isCopy: boolean };

/**
 * The outbox of this phone; null on the server, before hydration, and in browsers that do not support it. `isCopy`: the
 * page was opened from the offline copy. When the options or the language of the page change, the offline copy is
 * replaced.
 */
export function useOutbox({ page, texts, isCopy }: Loaded) {
  const { options, recent } = page ?? {};
  const { language } = texts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outbox starts once, although `isCopy` changes when a copy becomes a page of the server.
  useEffect(() => startOutbox(sendEntry, isCopy), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the copy is replaced when `recent` changes, because it shows what this device logged last.
  useEffect(() => {
    if (options && !isCopy) void keepFormCopy(language);
  }, [options, recent, isCopy, language]);
  return useSyncExternalStore(subscribeToOutbox, outboxNow, () => null);
}

/**
 * The initial date of a new entry. The server's day, because the clock of the phone may be wrong. The phone's day in an
 * offline copy, without a connection, and once the phone's day has changed since the page was loaded. `serverDay` is
 * the day in the page's data; undefined without data.
 */
export function useFormDay(serverDay: LocalDate | undefined, outbox: Outbox | null, isCopy: boolean): LocalDate {
  const phoneDay = todayInNewYork(new Date());
  const [arrival, setArrival] = useState({ serverDay, phoneDay });
  if (arrival.serverDay !== serverDay) setArrival({ serverDay, phoneDay });
  const isOld = isCopy || outbox?.isReached === false || arrival.phoneDay !== phoneDay;
  return serverDay === undefined || (outbox && isOld) ? phoneDay : serverDay;
}

/**
 * The queued entry that is being edited, until an answer says that it was saved or queued again; the answer to its last
 * Submit; and the function that begins an edit, or with null ends it.
 */
export function useEdited(
  answer: EntryAnswer | undefined,
): [QueuedForm | null, EntryAnswer, (form: QueuedForm | null) => void] {
  const [edited, setEdited] = useState<{ form: QueuedForm; answerBefore: EntryAnswer | undefined } | null>(null);
  const answerToEdit = answer === edited?.answerBefore ? {} : (answer ?? {});
  return [
    answerToEdit.settled ? null : (edited?.form ?? null),
    answerToEdit,
    (form) => setEdited(form && { form, answerBefore: answer }),
  ];
}
