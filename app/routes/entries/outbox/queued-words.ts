import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { describeEntry } from "#app/domain/entries/logged-entry.ts";
import type { Outbox } from "#app/offline/outbox.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";

/* The texts about the entries that are queued on the phone (docs/product.md, 'Without a connection'). */

const NOT_CHOSEN = "?";

/** '2 x Bandage for Bella, 11/21, groom Ana'. */
export const describeQueued = ({ fields, labels }: QueuedForm, today: LocalDate) =>
  describeEntry(
    {
      quantity: Number(fields.quantity),
      service: labels.serviceId ?? NOT_CHOSEN,
      horse: labels.horseId ?? NOT_CHOSEN,
      date: fields.date ?? "",
      groom: labels.groomId,
    },
    today,
  );

/** The rider and the comments of an entry, those that it has. */
export const detailsOf = ({ fields, labels }: QueuedForm): string[] =>
  [labels.rider, fields.comments].flatMap((text) => text || []);

/** '1 entry was not saved, 3 wait for a connection'. */
export function summarizeQueued(forms: readonly QueuedForm[], isReached: boolean | null): string {
  const refused = forms.filter(({ refusal }) => refusal !== undefined).length;
  const waiting = forms.length - refused;
  const entries = (count: number, one: string, many: string) =>
    count === 1 ? `1 entry ${one}` : `${count} entries ${many}`;
  const reason = isReached ? "to be sent" : "for a connection";
  if (refused === 0) return `${entries(waiting, "waits", "wait")} ${reason}`;
  const said = entries(refused, "was not saved", "were not saved");
  return waiting === 0 ? said : `${said}, ${waiting} ${waiting === 1 ? "waits" : "wait"} ${reason}`;
}

/** The state of a queued entry in words. */
export function describeState({ id, isUnanswered, refusal }: QueuedForm, { sending, isReached }: Outbox): string {
  if (sending === id) return "Being sent…";
  if (refusal !== undefined) return reasonsIn(refusal as EntryAnswer);
  if (isUnanswered) return "Sent, but not confirmed. It is sent again by itself, and saved once.";
  return isReached ? "Waits to be sent." : "Waits for a connection.";
}

const reasonsIn = ({ result }: EntryAnswer) =>
  Object.values(result?.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(" ") || "Hayloft did not save this entry.";
