import { useEffect, useState, useSyncExternalStore } from "react";
import { keepFormCopy } from "#app/offline/form-copy.ts";
import { outboxNow, startOutbox, subscribeToOutbox } from "#app/offline/outbox.ts";
import type { KeptForm } from "#app/offline/outbox-store.ts";
import type { Answer } from "./log-entry.ts";
import { sendEntry } from "./send-entry.ts";

/**
 * The outbox of this phone; null on the server, before the page runs, and in browsers without one. `isCopy`: the page was opened
 * without a connection. `options` are what the form offers: when they change, the copy for the next time is replaced.
 */
export function useOutbox(isCopy: boolean, options: object | undefined) {
  // Not again when a copy becomes a page of the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page decides.
  useEffect(() => startOutbox(sendEntry, !isCopy), []);
  useEffect(() => {
    if (options && !isCopy) void keepFormCopy();
  }, [options, isCopy]);
  return useSyncExternalStore(subscribeToOutbox, outboxNow, () => null);
}

/** The kept entry that is being edited, until an answer says that it was saved or waits again. */
export function useEdited(answer: Answer | undefined): [KeptForm | null, (form: KeptForm | null) => void] {
  const [edited, setEdited] = useState<{ form: KeptForm; answerBefore: Answer | undefined } | null>(null);
  const isSettled = answer?.settled !== undefined && answer !== edited?.answerBefore;
  return [isSettled ? null : (edited?.form ?? null), (form) => setEdited(form && { form, answerBefore: answer })];
}
