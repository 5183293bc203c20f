import { useEffect, useState, useSyncExternalStore } from "react";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { keepFormCopy } from "#app/offline/form-copy.ts";
import { type Outbox, outboxNow, startOutbox, subscribeToOutbox } from "#app/offline/outbox.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";
import { sendEntry } from "./send-entry.ts";

/**
 * The outbox of this phone; null on the server, before the page runs, and in browsers without one. `isCopy`: the page was opened
 * from the copy. `offered` is what the form offers: when it changes, the copy for the next time is replaced.
 */
export function useOutbox(isCopy: boolean, offered: { options: object; recent: object } | null) {
  const { options, recent } = offered ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outbox starts once, although `isCopy` changes when a copy becomes a page of the server.
  useEffect(() => startOutbox(sendEntry, isCopy), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the copy is replaced when `recent` changes, because it shows what this device logged last.
  useEffect(() => {
    if (options && !isCopy) void keepFormCopy();
  }, [options, recent, isCopy]);
  return useSyncExternalStore(subscribeToOutbox, outboxNow, () => null);
}

/**
 * The day that a new entry begins with. The server's day is used while the page is of today, since the clock of the phone may be
 * wrong; the phone's day is used in a copy, without a connection, and once the phone's day is another than when the page came.
 * `serverDay` is the day in the data of the page; undefined if they are missing.
 */
export function useFormDay(serverDay: LocalDate | undefined, outbox: Outbox | null, isCopy: boolean): LocalDate {
  const phoneDay = todayInNewYork(new Date());
  const [arrival, setArrival] = useState({ serverDay, phoneDay });
  if (arrival.serverDay !== serverDay) setArrival({ serverDay, phoneDay });
  const isOld = isCopy || outbox?.isReached === false || arrival.phoneDay !== phoneDay;
  return serverDay === undefined || (outbox && isOld) ? phoneDay : serverDay;
}

/**
 * The kept entry that is being edited, until an answer says that it was saved or waits again; the answer to its last Submit; and
 * the function that begins an edit, or ends it with null.
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
