import type { Outbox } from "#app/offline/outbox.ts";

type ConnectionProps = {
  outbox: Outbox | null;
  isCopy: boolean;
  /** '11/21/2026, 6:40 AM' */
  readAt: string;
};

/**
 * The title, and beside it whether Hayloft can be reached, which a page without the outbox does not know. An offline
 * copy shows how old its data are.
 */
export function FormTitle({ outbox, isCopy, readAt }: ConnectionProps) {
  const isReached = outbox?.isReached;
  const state = isReached === false ? "Offline" : isCopy ? `As of ${readAt}` : isReached && "Online";
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h1 id="form-title" tabIndex={-1} className="page-title">
        Service Form
      </h1>
      <p role="status" className="connection" data-state={state === "Online" ? "online" : "offline"}>
        {state}
      </p>
    </div>
  );
}

/** Warns before the next entry is typed: there is no connection, or the phone cannot queue entries. */
export function ConnectionNotice({ outbox, readAt }: Omit<ConnectionProps, "isCopy">) {
  if (outbox?.hasRoom === false) {
    return (
      <p className="alert mt-6">
        This phone cannot keep entries: its storage is full or blocked. Submit only while you are online.
      </p>
    );
  }
  if (outbox?.isReached !== false) return null;
  return (
    <p className="mt-2 text-sm text-pretty text-muted">
      {`Entries are saved on this phone and sent when you’re online. Horses and services as of ${readAt}.`}
    </p>
  );
}
