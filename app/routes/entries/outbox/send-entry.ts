import { redirect } from "@remix-run/react";
import type { FormTexts } from "#app/domain/entries/texts/texts.ts";
import { dropForm, queueAndSend, type Reply } from "#app/offline/outbox.ts";
import type { QueuedForm } from "#app/offline/outbox-store.ts";
import { routerState } from "#app/remix/router.ts";
import { QUEUED_SECONDS, REPLACES } from "../form/entry-fields.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";

/** The time limit of one attempt: a dead connection that looks alive would hang for minutes. */
const TIMEOUT_MS = 10_000;

/** Sends an entry of the outbox, and tells what became of it. An answer without Hayloft's header is that of a network in between. */
export async function sendEntry(form: QueuedForm, isLate: boolean): Promise<Reply> {
  const body = new URLSearchParams(form.fields);
  if (isLate) body.set(QUEUED_SECONDS, String(secondsSince(form.madeAt)));
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch("/entries", { method: "POST", body, redirect: "error", signal });
    const text = await response.text();
    if (!response.headers.has("X-Request-Id")) return "no answer";
    if (response.status === 429 || response.status === 503) return "busy";
    // After a rollback the server may run a version without this address.
    if (response.status >= 500 || response.status === 404 || response.status === 405) return "failed";
    if (response.ok) return "saved";
    return { refusal: readAnswer(text) };
  } catch {
    return "no answer";
  }
}

/** The seconds since an instant, capped at what the server accepts, for a phone whose clock was wrong by decades. */
const secondsSince = (instant: string) =>
  Math.min(999_999_999, Math.max(0, Math.round((Date.now() - Date.parse(instant)) / 1_000)));

/** The answer to a refused entry; the guard in front of the form answers in plain text. */
function readAnswer(text: string): EntryAnswer {
  try {
    return JSON.parse(text) as EntryAnswer;
  } catch {
    return { result: { status: "error", error: { "": [text] } } };
  }
}

/** The texts of the page, for an action of the browser. */
const textsNow = () => (routerState().loaderData["/"] as { texts: FormTexts }).texts;

const submitted = new Set<string>();

/** Whether the form with this id was submitted from this page. Offline the page gets no id for the next form. */
export const wasSubmitted = (id: string) => submitted.has(id);

/**
 * The client action of the form: queues the entry, sends it after the entries queued before, and shows the answer. A
 * queued entry that was edited leaves the page as it is, with the text typed for the next entry. `sendAtOnce` sends an
 * entry that the device cannot queue. An edit that the device cannot queue is refused, and the queued entry stays
 * unchanged.
 * @throws a redirect
 */
export async function queueEntry(form: FormData, sendAtOnce: () => Promise<EntryAnswer>): Promise<EntryAnswer> {
  const { [REPLACES]: replaces, ...fields } = Object.fromEntries([...form].map(([name, text]) => [name, String(text)]));
  const { id = "" } = fields;
  submitted.add(id);
  const outcome = await queueAndSend({ id, fields, labels: labelsOf(id) }, sendEntry, replaces).catch(() => null);
  if (!outcome && replaces) {
    return {
      result: { status: "error", initialValue: fields, error: { "": [textsNow().cannotQueue] } },
      unreachable: true,
      replaces,
    };
  }
  if (!outcome) return sendAlone(id, sendAtOnce);
  if (outcome === "reused") {
    const result = { status: "error" as const, initialValue: fields, error: { "": [textsNow().queuedBefore] } };
    return { result, idempotencyKey: crypto.randomUUID(), unreachable: true };
  }
  if (typeof outcome === "object") return { ...(outcome.refusal as EntryAnswer), ...(replaces && { replaces }) };
  if (replaces) return { replaces, settled: outcome, unreachable: outcome === "kept" };
  throw redirect(`/?${new URLSearchParams({ [outcome]: id })}`);
}

/** Sends an entry without the outbox, which drops it with the answer: the storage may have queued it, or answer late. */
function sendAlone(id: string, sendAtOnce: () => Promise<EntryAnswer>): Promise<EntryAnswer> {
  const sent = sendAtOnce();
  sent.then(
    ({ unreachable }) => unreachable || dropForm(id),
    // A saved entry answers with a redirect, which is thrown.
    (answer) => answer instanceof Response && dropForm(id),
  );
  return sent;
}

const formOf = (id: string) =>
  document.querySelector<HTMLInputElement>(`input[name="id"][value="${CSS.escape(id)}"]`)?.form;

/** The options that are chosen in the form of the entry. A groom counts only while the service needs one. */
const chosenIn = (id: string) =>
  [...(formOf(id)?.querySelectorAll("select") ?? [])].flatMap(({ name, parentElement, selectedOptions: [option] }) =>
    option?.value && parentElement?.getClientRects().length ? [{ name, option }] : [],
  );

/** The names of the chosen options, without their notes, which change from day to day. */
const labelsOf = (id: string) =>
  Object.fromEntries(chosenIn(id).map(({ name, option }) => [name, option.dataset.name ?? option.text]));
