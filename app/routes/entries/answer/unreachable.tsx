import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { SAVED_UNREAD } from "./messages.ts";

type UnreachableProps = {
  submitted: Record<string, unknown> | null | undefined;
  /** The question that the next post answers: see `Answer`. */
  question: string | undefined;
  /** The id of the entry that was saved before the database stopped answering. */
  savedId: string | null;
};

/**
 * The page in place of the form while the database does not answer. Without JavaScript it preserves the entry: hidden
 * fields repeat the submitted texts, and 'Try again' posts them with the same idempotency key. After a save it links to
 * the confirmation.
 */
export function UnreachableNotice({ submitted, question, savedId }: UnreachableProps) {
  const isSaved = !submitted && savedId !== null;
  const kept = Object.entries(submitted ? { ...submitted, confirmed: question } : { saved: savedId }).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="page-title">Service Form</h1>
      <p role="alert" className={`${isSaved ? "notice" : "alert"} mt-8`}>
        {`${isSaved ? SAVED_UNREAD : "The database cannot be reached."} ${
          submitted ? "Your entry is not saved yet, but nothing of it is lost: try" : "Try"
        } again in a moment.`}
      </p>
      <form method={submitted ? "post" : "get"} action={submitted ? "/?index" : "/"}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {submitted && (
          <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
            <dt className="text-muted">Date</dt>
            <dd>{displayDate(String(submitted.date ?? ""))}</dd>
            <dt className="text-muted">Quantity</dt>
            <dd>{String(submitted.quantity ?? "")}</dd>
            <dt className="text-muted">Comments</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{String(submitted.comments ?? "")}</dd>
          </dl>
        )}
        <button type="submit" className={`${button.primary} mt-8 w-full sm:w-auto`}>
          Try again
        </button>
      </form>
    </div>
  );
}

/** A submitted date as displayed; an invalid text stays as it is. */
function displayDate(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatUsDate(text) : text;
}
