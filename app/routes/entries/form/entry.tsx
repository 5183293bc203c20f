import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type LocalDate, timeInNewYork } from "#app/domain/basics/calendar.ts";
import { fillIn } from "#app/domain/entries/texts/fill-in.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import { useTexts } from "../language/use-texts.ts";
import { wasSubmitted } from "../outbox/send-entry.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";
import { EntryForm } from "./form.tsx";
import type { EntryOptions } from "./options.ts";
import { readPrefill } from "./prefill.ts";
import type { Recent } from "./recent.ts";

type NewEntryProps = {
  initialKey: string;
  today: LocalDate;
  options: EntryOptions;
  recent: Recent;
  answer: EntryAnswer;
  /** The page is a copy, which may be opened many times, so its key is used up. */
  isCopy: boolean;
  /** The database did not answer when the page loaded its options. */
  isDatabaseDown: boolean;
};

/** The form of one entry. After the save a new, empty form replaces it, below the confirmation. */
export function NewEntry({ initialKey, today, options, recent, answer, isCopy, isDatabaseDown }: NewEntryProps) {
  const { noConnection, unreachable } = useTexts();
  const [params] = useSearchParams();
  // As state, because an Undo and a refused post change the address.
  const [prefill] = useState(() => readPrefill(params));
  const idempotencyKey = useIdempotencyKey(initialKey, answer.idempotencyKey, isCopy);
  const isOffline = answer.unreachable === true && !answer.result && !answer.undoProblem;
  return (
    <EntryForm
      id="service"
      idempotencyKey={idempotencyKey}
      today={today}
      options={options}
      recent={recent}
      prefill={prefill}
      result={answer.result}
      question={answer.question}
      outage={isOffline ? noConnection : isDatabaseDown ? unreachable : undefined}
    />
  );
}

/**
 * The idempotency key of the form: the key that the form opened with, until an answer replaces it. A live update, which
 * loads another key, does not change it. `isUsedUp`: an earlier form may have used the key of the page. The form then
 * has no key, and cannot be submitted, until JavaScript makes one.
 */
function useIdempotencyKey(initial: string, answered: string | undefined, isUsedUp: boolean): string {
  const [key, setKey] = useState(() => answered ?? (isUsedUp || wasSubmitted(initial) ? "" : initial));
  if (answered && answered !== key) setKey(answered);
  // Only once: with a later key a repeated post would be a new entry.
  useEffect(() => setKey((key) => key || crypto.randomUUID()), []);
  return answered ?? key;
}

type EditedEntryProps = {
  kept: QueuedForm;
  today: LocalDate;
  options: EntryOptions;
  recent: Recent;
  answer: EntryAnswer;
  onCancel: () => void;
};

/** The form of an entry that is queued on this phone, with the reason why the server refused it. */
export function EditedEntry({ kept, today, options, recent, answer, onCancel }: EditedEntryProps) {
  const { id, fields, labels, madeAt } = kept;
  const said = answer.replaces === id ? answer : ((kept.refusal ?? {}) as EntryAnswer);
  const { entryOfTime } = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-labelledby="edited-title" className="mt-8">
      <h2 id="edited-title" ref={title} tabIndex={-1} className="text-lg font-semibold tracking-tight">
        {fillIn(entryOfTime, { time: timeInNewYork(new Date(madeAt)) })}
      </h2>
      <EntryForm
        id="kept"
        replaces={id}
        onCancel={onCancel}
        idempotencyKey={said.idempotencyKey ?? id}
        today={today}
        options={options}
        recent={recent}
        labels={labels}
        prefill={fields}
        result={said.result}
        question={said.question ?? fields.confirmed}
        outage={undefined}
      />
    </section>
  );
}
