import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { describeEntry } from "#app/domain/entries/logged-entry.ts";
import type { PageTexts } from "#app/domain/entries/texts/english.ts";
import { fillIn } from "#app/domain/entries/texts/fill-in.ts";
import type { FormTexts } from "#app/domain/entries/texts/texts.ts";
import type { Outbox } from "#app/offline/outbox.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import { sayAll } from "#app/ui/controls/fields/form-field.tsx";
import type { EntryAnswer } from "../saving/answer-entry.ts";

/* The texts about the entries that are queued on the phone (docs/product.md, 'Without a connection'). */

const NOT_CHOSEN = "?";

/** '2 x Bandage for Bella, 11/21, groom Ana'. */
export const describeQueued = ({ fields, labels }: QueuedForm, today: LocalDate, texts: PageTexts) =>
  describeEntry(
    {
      quantity: Number(fields.quantity),
      service: labels.serviceId ?? NOT_CHOSEN,
      horse: labels.horseId ?? NOT_CHOSEN,
      date: fields.date ?? "",
      groom: labels.groomId,
    },
    today,
    texts,
  );

/** The rider and the comments of an entry, those that it has. */
export const detailsOf = ({ fields, labels }: QueuedForm): string[] =>
  [labels.rider, fields.comments].flatMap((text) => text || []);

/** '1 entry was not saved, 3 wait for a connection'. */
export function summarizeQueued(forms: readonly QueuedForm[], isReached: boolean | null, texts: PageTexts): string {
  const refused = forms.filter(({ refusal }) => refusal !== undefined).length;
  const count = forms.length - refused;
  const reason = isReached ? texts.toBeSent : texts.forConnection;
  if (refused === 0) return fillIn(count === 1 ? texts.oneWaits : texts.manyWait, { count, reason });
  const said = fillIn(refused === 1 ? texts.oneRefused : texts.manyRefused, { count: refused });
  return count === 0
    ? said
    : fillIn(count === 1 ? texts.oneAlsoWaits : texts.manyAlsoWait, { refused: said, count, reason });
}

/** The state of a queued entry in words. */
export function describeState(
  { id, isUnanswered, refusal }: QueuedForm,
  { sending, isReached }: Outbox,
  texts: FormTexts,
): string {
  if (sending === id) return texts.beingSent;
  if (refusal !== undefined) return reasonsIn(refusal as EntryAnswer, texts) || texts.notSaved;
  if (isUnanswered) return texts.unanswered;
  return isReached ? texts.waitsToBeSent : texts.waitsForConnection;
}

const reasonsIn = ({ result }: EntryAnswer, { messages }: FormTexts) =>
  sayAll(
    Object.values(result?.error ?? {}).flatMap((reasons) => reasons ?? []),
    messages,
  );
