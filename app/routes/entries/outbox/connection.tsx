import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { inThisYear } from "#app/domain/entries/logged-before.ts";
import { fillIn } from "#app/domain/entries/texts/fill-in.ts";
import type { Outbox } from "#app/offline/outbox.ts";
import { useTexts } from "../language/use-texts.ts";

type ConnectionProps = {
  outbox: Outbox | null;
  /** '11/21/2026, 6:40 AM' */
  readAt: string;
  today: LocalDate;
};

/** '6:40 AM', with the day if that is not today. */
function whenRead({ readAt, today }: ConnectionProps): string {
  const [day = "", time = ""] = readAt.split(", ");
  return day === formatUsDate(today) ? time : `${inThisYear(day, today)}, ${time}`;
}

/**
 * The title, and beside it whether Hayloft can be reached, which a page without the outbox does not know. An offline
 * copy shows how old its data are.
 */
export function FormTitle({ isCopy, ...props }: ConnectionProps & { isCopy: boolean }) {
  const { title, online, offline, asOf } = useTexts();
  const isReached = props.outbox?.isReached;
  const state = isReached === false ? offline : isCopy ? fillIn(asOf, { time: whenRead(props) }) : isReached && online;
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h1 id="form-title" tabIndex={-1} className="page-title">
        {title}
      </h1>
      <p role="status" className="connection" data-state={state === online ? "online" : "offline"}>
        {state}
      </p>
    </div>
  );
}

/** Warns before the next entry is typed: there is no connection, or the phone cannot queue entries. */
export function ConnectionNotice(props: ConnectionProps) {
  const { noRoom, canQueue, listsAsOf } = useTexts();
  const { outbox } = props;
  if (outbox?.hasRoom === false) return <p className="alert mt-6">{noRoom}</p>;
  if (outbox?.isReached !== false) return null;
  return (
    <div className="mt-2 text-sm text-pretty text-muted">
      {/* Each queued entry says where it is. */}
      {outbox.forms.length === 0 && <p>{canQueue}</p>}
      <p>{fillIn(listsAsOf, { time: whenRead(props) })}</p>
    </div>
  );
}
