import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { RELOAD } from "#app/live/protocol.ts";
import {
  type FilledForm,
  onFormsChanged,
  putForm,
  type QueuedForm,
  readForm,
  readForms,
  removeForm,
  settleForm,
  storageLimit,
  watchRoom,
} from "./outbox-store.ts";

/* The outbox: sends the forms that are queued on this device, in order (docs/decisions/offline-entries.md). */

/**
 * The outcome of sending a form: the server saved it, refused it, can save nothing at the moment, failed at this form,
 * or did not answer.
 */
export type Reply = "saved" | { refusal: unknown } | "busy" | "failed" | "no answer";

/** Sends one form. `isLate`: the form was queued before, so its entry was made some time ago. */
type Send = (form: QueuedForm, isLate: boolean) => Promise<Reply>;

export type Outbox = {
  /** The forms that wait or were refused, in order, without those whose page waits for the answer. */
  forms: QueuedForm[];
  /** The queued forms that this page has sent, the last first. */
  sent: QueuedForm[];
  /** The id of the form that is on its way. */
  sending: string | null;
  /**
   * Whether the server was reached at the last attempt; null before the first attempt of a page that did not come from
   * the server.
   */
  isReached: boolean | null;
  /** Whether this device can queue a form. */
  hasRoom: boolean;
};

/** The pause after an attempt that failed, while the page is in sight. It doubles with each failure in a row, up to the maximum. */
const RETRY_MS = 1_000;
/**
 * The longest pause, in milliseconds. It is longer for a busy server, which limits the forms of a network by the
 * minute.
 */
const MAX_RETRY_MS = { busy: 30_000, "no answer": 10_000 };

/** How long a submit waits for the answer before the page says that the form is queued, in milliseconds. */
const PATIENCE_MS = 5_000;

/** How long a tab waits for another tab that is sending, in milliseconds. A sleeping tab may never release the lock. */
const LOCK_MS = 20_000;

let outbox: Outbox | null = null;
const subscribers = new Set<() => void>();

/** The ids of the forms whose page waits for the answer, and shows it. */
const awaited = new Set<string>();

/** The ids of the awaited forms that are sent at once: the server is told no time at which they were queued. */
const fresh = new Set<string>();

/** The state of the outbox; null before the page has started it, and in browsers that do not support it. */
export const outboxNow = (): Outbox | null => outbox;

export function subscribeToOutbox(notify: () => void): () => void {
  subscribers.add(notify);
  return () => subscribers.delete(notify);
}

function update(change: Partial<Outbox>): void {
  if (!outbox) return;
  outbox = { ...outbox, ...change };
  for (const notify of subscribers) notify();
}

const noteSent = (form: QueuedForm) => update({ sent: [form, ...(outbox?.sent ?? [])] });

const showForms = async () => {
  const forms = await readForms().catch(() => null);
  if (forms) update({ forms: forms.filter(({ id }) => !awaited.has(id)) });
};

/** Whether the browser has what an outbox needs. Only secure pages have service workers and locks; Safari 15 has no time limits. */
const isSupported = () =>
  "serviceWorker" in navigator && "locks" in navigator && "indexedDB" in window && "timeout" in AbortSignal;

/** Notes whether the server was reached. When it is reached again, the page reloads its data. */
function setReached(isReached: boolean): void {
  const wasReached = outbox?.isReached;
  update({ isReached });
  if (isReached && !wasReached) dispatchEvent(new Event(RELOAD));
}

/**
 * Stores the outcome of an attempt in the form. A full phone stores nothing, and the next attempt gets the same answer.
 */
const noteOutcome = (...outcome: Parameters<typeof settleForm>) => settleForm(...outcome).catch(() => {});

/** Sends every form that was not refused, in order, until the server does not answer or can save nothing. */
async function sendForms(send: Send): Promise<"done" | "busy" | "no answer"> {
  const tried = new Set<string>();
  let result: "done" | "busy" = "done";
  try {
    for (;;) {
      const form = (await readForms()).find(({ id, refusal }) => refusal === undefined && !tried.has(id));
      if (!form) return result;
      tried.add(form.id);
      update({ sending: form.id });
      // The form is marked before it is sent, because the page may be closed, or the form removed, before the answer
      // comes.
      if (navigator.onLine && !form.isUnanswered) await noteOutcome(form, { isUnanswered: true });
      const reply = await send(form, !fresh.has(form.id));
      if (reply === "saved") {
        await settleForm(form, null);
        if (!awaited.has(form.id)) noteSent(form);
      } else if (typeof reply === "object") await noteOutcome(form, { isUnanswered: false, refusal: reply.refusal });
      else if (reply !== "failed") return reply;
      // A form that failed does not hold up the forms behind it.
      else result = "busy";
    }
  } finally {
    update({ sending: null });
  }
}

/** Runs `work` while no other tab does. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(LOCK_MS);
  let isGranted = false;
  try {
    return await navigator.locks.request("outbox", { signal }, () => {
      isGranted = true;
      return work();
    });
  } catch (error) {
    // The lock was not granted in time. Two tabs that send do no harm: the server saves each form once.
    if (isGranted) throw error;
    return work();
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** How often in a row attempts have failed with the same result. */
let failures = 0;
let lastResult = "";

/**
 * Sends the queued forms; without any, asks whether the server can be reached. Tries again while it cannot be, or forms
 * are queued.
 */
async function synchronize(send: Send): Promise<void> {
  clearTimeout(timer);
  const sentBefore = outbox?.sent.length;
  const result = await sendOrAsk(send);
  setReached(result !== "no answer");
  const hasSent = outbox?.sent.length !== sentBefore;
  if (hasSent) dispatchEvent(new Event(RELOAD));
  clearTimeout(timer);
  failures = result !== lastResult || hasSent ? 0 : failures + 1;
  lastResult = result;
  if (result === "done" || !outbox || document.hidden) return;
  timer = setTimeout(() => synchronize(send), Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS[result]));
}

async function sendOrAsk(send: Send) {
  let result: "done" | "busy" = "done";
  try {
    const waits = (await readForms()).some(({ refusal }) => refusal === undefined);
    if (waits) return await alone(() => sendForms(send));
  } catch {
    // The storage failed, or did not answer.
    result = "busy";
  }
  return (await isServerThere()) ? result : "no answer";
}

/**
 * Whether the server answers a request for a small file, which costs the worker nothing. The login page of a guest
 * network lacks the header.
 */
async function isServerThere(): Promise<boolean> {
  try {
    const { headers } = await fetch("/robots.txt", {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    return headers.has("X-Robots-Tag");
  } catch {
    return false;
  }
}

/** What became of a form that was submitted. 'reused': another queued form has its id, and that form stays as it is. */
export type QueueOutcome = "saved" | "kept" | "reused" | { refusal: unknown };

/**
 * Queues a form, sends all queued forms, and returns the outcome: a form that got no answer within some seconds is
 * 'kept'. The caller shows why a form was refused; the outbox holds on to it only if it replaces a queued form.
 * @throws if the device cannot queue the form, or does not answer within some seconds
 */
export function queueAndSend(form: FilledForm, send: Send, replaces?: string): Promise<QueueOutcome> {
  const { id } = form;
  const fields = JSON.stringify(form.fields);
  const running = submissions.get(id);
  // A second press gets the answer to the first one.
  if (running?.fields === fields) return running.outcome;
  const outcome = Promise.resolve(running?.outcome.catch(() => {})).then(() => submit(form, send, replaces));
  submissions.set(id, { fields, outcome });
  const end = () => {
    if (submissions.get(id)?.outcome === outcome) submissions.delete(id);
  };
  outcome.then(end, end);
  return outcome;
}

/** The forms that are being submitted, by their ids. */
const submissions = new Map<string, { fields: string; outcome: Promise<QueueOutcome> }>();

async function submit(form: FilledForm, send: Send, replaces: string | undefined): Promise<QueueOutcome> {
  const { id } = form;
  try {
    const outcome = await keepAndWait(form, send, replaces);
    awaited.delete(id);
    await showForms();
    return outcome;
  } catch (error) {
    awaited.delete(id);
    void showForms();
    void watchRoom((hasRoom) => update({ hasRoom }));
    throw error;
  } finally {
    fresh.delete(id);
  }
}

async function keepAndWait(form: FilledForm, send: Send, replaces: string | undefined): Promise<QueueOutcome> {
  const { id } = form;
  const limit = storageLimit();
  // After a refusal the form may already have taken the place of the one that it replaces, under its new id.
  const before = (replaces && (await readForm(replaces, limit))) || (await readForm(id, limit));
  if (before && !replaces && JSON.stringify(before.fields) !== JSON.stringify(form.fields)) return "reused";
  awaited.add(id);
  if (!before) fresh.add(id);
  await putForm(form, replaces, limit);
  await Promise.race([synchronize(send), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
  const left = await readForm(id);
  if (!left) {
    if (before && replaces) noteSent({ ...before, ...form });
    return "saved";
  }
  if (left.refusal === undefined) {
    // Otherwise the browser may delete the form when the phone runs out of space.
    void ifAllowed(() => navigator.storage.persist());
    return "kept";
  }
  if (!replaces) await settleForm(left, null);
  return { refusal: left.refusal };
}

/** Removes a form that the page has sent without the outbox. It has no time limit, for a storage that answers late. */
export const dropForm = (id: string) => void removeForm(id, new AbortController().signal).catch(() => {});

/**
 * Starts the outbox of a page. `isCopy`: the page did not come from the server. Returns a function that stops the
 * outbox.
 */
export function startOutbox(send: Send, isCopy: boolean): () => void {
  if (!isSupported()) return () => {};
  const isReached = navigator.onLine && (isCopy ? null : true);
  outbox = { forms: [], sent: [], sending: null, isReached, hasRoom: true };
  const goOn = () => {
    if (!document.hidden) void synchronize(send);
  };
  const goOffline = () => setReached(false);
  const goOnAfterBack = ({ persisted }: PageTransitionEvent) => persisted && goOn();
  const end = new AbortController();
  onFormsChanged(showForms, end);
  addEventListener("online", goOn, end);
  addEventListener("pageshow", goOnAfterBack, end);
  addEventListener("offline", goOffline, end);
  document.addEventListener("visibilitychange", goOn, end);
  const begin = () =>
    showForms().then(() => {
      if (!outbox?.isReached || outbox.forms.length > 0) goOn();
    });
  void begin();
  void watchRoom((hasRoom) => {
    // The storage answered after its time limit.
    if (hasRoom && !outbox?.hasRoom) void begin();
    update({ hasRoom });
  });
  return () => {
    clearTimeout(timer);
    end.abort();
    outbox = null;
  };
}
