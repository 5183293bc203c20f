import { useState } from "react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { timeInNewYork } from "#app/domain/basics/calendar.ts";
import { fillIn } from "#app/domain/entries/texts/fill-in.ts";
import type { Outbox } from "#app/offline/outbox.ts";
import { type QueuedForm, removeForm, restoreForm } from "#app/offline/outbox-store.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { useBrowserLayoutEffect } from "#app/ui/layout-effect.ts";
import { NextLinks, SuccessDialog } from "../answer/confirmation.tsx";
import { nextAfter } from "../form/prefill.ts";
import { useTexts } from "../language/use-texts.ts";
import { describeQueued, describeState, detailsOf, summarizeQueued } from "./queued-words.ts";

type KeptEntriesProps = { outbox: Outbox; today: LocalDate; onEdit: (form: QueuedForm) => void };

/** The entries that wait on this phone, in the order in which they are sent, each with its state in words. */
export function QueuedEntries({ outbox, today, onEdit }: KeptEntriesProps) {
  const texts = useTexts();
  const [removed, setRemoved] = useState<QueuedForm | null>(null);
  const { forms, isReached } = outbox;
  const remove = async (form: QueuedForm) => {
    await removeForm(form.id);
    setRemoved(form);
  };
  const restore = async (form: QueuedForm) => {
    await restoreForm(form);
    setRemoved(null);
  };
  return (
    <>
      <div role="status" className="not-empty:mt-6">
        {removed && (
          <p className="notice flex items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {fillIn(removed.isUnanswered ? texts.removedAfterSending : texts.removed, {
                entry: describeQueued(removed, today, texts),
              })}
            </span>
            <button type="button" className={`${button.secondary} shrink-0`} onClick={() => restore(removed)}>
              {texts.undo}
            </button>
          </p>
        )}
      </div>
      {forms.length > 0 && (
        <details open={forms.some(({ refusal }) => refusal !== undefined)} className="kept-entries mt-6">
          <summary data-show={texts.show} data-hide={texts.hide} className="min-h-12 font-medium">
            {summarizeQueued(forms, isReached, texts)}
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {forms.map((form) => (
              <KeptEntry key={form.id} form={form} outbox={outbox} today={today} onEdit={onEdit} onRemove={remove} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type KeptEntryProps = KeptEntriesProps & { form: QueuedForm; onRemove: (form: QueuedForm) => void };

function KeptEntry({ form, outbox, today, onEdit, onRemove }: KeptEntryProps) {
  const texts = useTexts();
  const text = describeQueued(form, today, texts);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64 wrap-anywhere">
        <p>
          <span translate="no">{text}</span>{" "}
          <span className="text-sm whitespace-nowrap text-muted">{timeInNewYork(new Date(form.madeAt))}</span>
        </p>
        {detailsOf(form).map((detail) => (
          <p key={detail} translate="no" className="text-sm whitespace-pre-line text-muted">
            {detail}
          </p>
        ))}
        <p className={`mt-1 text-sm ${form.refusal === undefined ? "text-muted" : "text-danger"}`}>
          {describeState(form, outbox, texts)}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <button type="button" className={button.secondary} onClick={() => onEdit(form)}>
          <span>{texts.edit}</span>
          <span className="sr-only">{` ${text}`}</span>
        </button>
        <button type="button" className={button.secondary} onClick={() => onRemove(form)}>
          <span>{texts.remove}</span>
          <span className="sr-only">{` ${text}`}</span>
        </button>
      </div>
    </li>
  );
}

/** The outcome of the entries in the outbox. `keptId` is the id of the entry that was submitted last. */
export function OutboxNotices({ outbox, keptId, today }: { outbox: Outbox; keptId: string | null; today: LocalDate }) {
  const kept = outbox.forms.find(({ id, refusal }) => id === keptId && refusal === undefined);
  return (
    <>
      {kept && <KeptNotice key={kept.id} form={kept} outbox={outbox} today={today} />}
      <SentNotice outbox={outbox} today={today} />
    </>
  );
}

/** Says that the device has queued an entry, not that the server has saved it, and offers the next entry like it. */
function KeptNotice({ form, outbox, today }: { form: QueuedForm; outbox: Outbox; today: LocalDate }) {
  const texts = useTexts();
  // The element that had the focus was removed with the submitted form.
  useBrowserLayoutEffect(() => document.getElementById("form-title")?.focus(), []);
  return (
    <div className="saved-entry animate-appear bg-hover">
      <div className="flex grow basis-64 gap-2">
        <Icon name="clock" className="mt-1 text-muted" />
        <div className="min-w-0 wrap-anywhere">
          <h2 className="font-semibold">{outbox.isReached ? texts.savedHereSending : texts.savedHere}</h2>
          <p translate="no">{describeQueued(form, today, texts)}</p>
        </div>
      </div>
      <p className="flex flex-wrap gap-2">
        <NextLinks {...nextAfter(form.id, form.fields)} />
      </p>
    </div>
  );
}

/** Says that queued entries are saved now. The dialog appears once for all entries that were sent together. */
function SentNotice({ outbox: { sent, sending }, today }: { outbox: Outbox; today: LocalDate }) {
  const texts = useTexts();
  const [confirmed, setConfirmed] = useState(0);
  if (sending === null && confirmed !== sent.length) setConfirmed(sent.length);
  const [last] = sent;
  if (!last) return null;
  return (
    <>
      {confirmed > 0 && <SuccessDialog key={confirmed} />}
      <p className="notice wrap-anywhere">
        {sent.length === 1
          ? fillIn(texts.sentOne, { entry: describeQueued(last, today, texts) })
          : fillIn(texts.sentMany, { count: sent.length })}
      </p>
    </>
  );
}
