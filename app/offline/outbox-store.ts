import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import { ifAllowed } from "#app/live/browser/if-allowed.ts";

/** A form that this device queues until the server has saved it. */
export type QueuedForm = {
  /** The idempotency key of the form. */
  id: string;
  /** Forms are sent in the order of their places. */
  place: number;
  /** New after each edit, so that the answer to an earlier text of the form is not taken for an answer to this one. */
  revision: string;
  /** When the form was first submitted, by the clock of the device, in UTC (ISO 8601). */
  madeAt: string;
  fields: Record<string, string>;
  /** The text of the option that each select had, since the option may be gone later. */
  labels: Record<string, string>;
  /** Whether the form was sent and no answer came, so the server may have saved it. */
  isUnanswered: boolean;
  /** Why the server refused the form; undefined if it did not. */
  refusal?: unknown;
};

export type FilledForm = Pick<QueuedForm, "id" | "fields" | "labels">;

interface Schema extends DBSchema {
  forms: { key: string; value: QueuedForm };
  probe: { key: number; value: string };
}

const CHANNEL = "outbox";

/** Every version of the app reads the forms that an older version has queued: add fields, and never change one. */
const VERSION = 1;

let channel: BroadcastChannel | undefined;

const listeners = new Set<() => void>();

let opening: Promise<IDBPDatabase<Schema>> | undefined;

const forget = () => {
  opening = undefined;
};

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>("hayloft", VERSION, {
    upgrade(database) {
      database.createObjectStore("forms", { keyPath: "id" });
      database.createObjectStore("probe");
    },
    blocking(_, __, { target }) {
      (target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<Schema, ["forms"], "forms", Mode>;

/**
 * The time limit of the storage, in milliseconds. If the browser has lost the storage, or a sleeping tab has locked it,
 * it never answers.
 */
const PATIENCE_MS = 2_000;

/** The time limit of a storage access that a user waits for. */
export const storageLimit = () => AbortSignal.timeout(PATIENCE_MS);

/**
 * The result of a storage access, unless the limit is reached first. After a failure the next access opens the storage
 * anew.
 */
const within = <Result>(limit: AbortSignal, access: Promise<Result>): Promise<Result> =>
  Promise.race([
    access,
    new Promise<never>((_, reject) => {
      if (limit.aborted) reject();
      else limit.onabort = reject;
    }),
  ]).catch((error) => {
    forget();
    throw error;
  });

/**
 * Runs one transaction, and aborts it once the limit is reached. `strict`: a form is on the disk before the page says
 * that it is queued. The second attempt is for a page that was in the background: iOS may close its database without a
 * word, https://bugs.webkit.org/show_bug.cgi?id=197050
 */
function transact<T, Mode extends "readonly" | "readwrite">(
  mode: Mode,
  work: (store: Store<Mode>) => Promise<T>,
  limit = storageLimit(),
): Promise<T> {
  const attempt = async () => {
    const database = await open();
    limit.throwIfAborted();
    const transaction = database.transaction("forms", mode, { durability: "strict" });
    // `abort` throws if the transaction has ended, or is being committed.
    limit.addEventListener("abort", () => ifAllowed(() => transaction.abort()));
    const [result] = await Promise.all([work(transaction.store), transaction.done]);
    return result;
  };
  const retried = attempt().catch(() => {
    forget();
    return attempt();
  });
  return within(limit, retried);
}

/** Changes the forms, and tells all tabs. */
async function change(work: (store: Store<"readwrite">) => Promise<unknown>, limit?: AbortSignal): Promise<void> {
  await transact("readwrite", work, limit);
  for (const notify of listeners) notify();
  channel?.postMessage(null);
}

const inOrder = (forms: QueuedForm[]) => forms.sort((a, b) => a.place - b.place);

export const readForms = async () => inOrder(await transact("readonly", (store) => store.getAll()));

export const readForm = (id: string, limit?: AbortSignal) => transact("readonly", (store) => store.get(id), limit);

/**
 * Queues a form behind all others, or in its own place if it is queued already. `replaces` is the id of the form whose
 * place it takes.
 * @throws if the storage is full, forbidden, or does not answer
 */
export const putForm = ({ id, fields, labels }: FilledForm, replaces = id, limit?: AbortSignal) =>
  change(async (store) => {
    const all = inOrder(await store.getAll());
    const before = all.find((form) => form.id === replaces) ?? all.find((form) => form.id === id);
    await store.put({
      id,
      place: before?.place ?? (all.at(-1)?.place ?? 0) + 1,
      revision: crypto.randomUUID(),
      madeAt: before?.madeAt ?? new Date().toISOString(),
      fields,
      labels,
      isUnanswered: before?.isUnanswered ?? false,
    });
    // The replaced form is deleted last: if a full phone cannot store the new form, the old one stays.
    if (before && before.id !== id) await store.delete(before.id);
  }, limit);

/** Notes what the server said of a form, unless the form was edited or removed since. Null: it is saved, and goes. */
export const settleForm = (
  { id, revision }: QueuedForm,
  outcome: Pick<QueuedForm, "isUnanswered" | "refusal"> | null,
) =>
  change(async (store) => {
    const form = await store.get(id);
    if (form?.revision !== revision) return;
    if (outcome) await store.put({ ...form, ...outcome });
    else await store.delete(id);
  });

export const removeForm = (id: string, limit?: AbortSignal) => change((store) => store.delete(id), limit);

/** Puts a removed form back into its place. */
export const restoreForm = (form: QueuedForm) => change((store) => store.put(form));

/** The size of about a hundred forms, in characters. Browsers do not report truthfully how much room is left. */
const PROBE = "-".repeat(100_000);

/**
 * Reports whether a form can be queued: a private window may forbid it, and the storage may be full, or not answer. A
 * late answer is reported, too.
 */
export async function watchRoom(notify: (hasRoom: boolean) => void): Promise<void> {
  const probe = async () => {
    const database = await open();
    await database.put("probe", PROBE, 0);
    await database.delete("probe", 0);
    return true;
  };
  const hasRoom = probe().catch(() => false);
  notify(await within(storageLimit(), hasRoom).catch(() => false));
  if (await hasRoom) notify(true);
}

/** Calls `notify` after each change of the forms, by this tab or another, until `signal` aborts. */
export function onFormsChanged(notify: () => void, { signal }: AbortController): void {
  listeners.add(notify);
  signal.onabort = () => listeners.delete(notify);
  channel ??= ifAllowed(() => new BroadcastChannel(CHANNEL));
  channel?.addEventListener("message", notify, { signal });
}
