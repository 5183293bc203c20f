import type { Outbox } from "#app/offline/outbox.ts";

type ConnectionProps = { outbox: Outbox | null; isCopy: boolean };

/** The title and, beside it, whether Hayloft can be reached. A page without the outbox does not know. */
export function FormTitle({ outbox, isCopy }: ConnectionProps) {
  const isReached = outbox ? outbox.isReached : !isCopy;
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h1 id="form-title" tabIndex={-1} className="page-title">
        Service Form
      </h1>
      <p role="status" className="connection" data-state={isReached ? "online" : "offline"}>
        {(outbox || isCopy) && (isReached ? "Online" : "Offline")}
      </p>
    </div>
  );
}

type NoticeProps = ConnectionProps & {
  /** '11/21/2026, 6:40 AM' */
  readAt: string;
};

/** What a missing connection, or a phone that can keep nothing, means for the next entry: said before it is typed. */
export function ConnectionNotice({ outbox, isCopy, readAt }: NoticeProps) {
  if (outbox?.hasRoom === false) {
    return (
      <p className="alert mt-6">
        This phone cannot keep entries: its storage is full, or forbidden as in a private window. Submit only while you
        are online.
      </p>
    );
  }
  if (outbox ? outbox.isReached : !isCopy) return null;
  return (
    <p className="mt-2 text-sm text-pretty text-muted">
      Entries are kept on this phone and sent when the connection is back. Lists from {readAt}.
    </p>
  );
}
