import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useTexts } from "../language/use-texts.ts";
import type { EntryAnswer } from "../saving/answer-entry.ts";

type UnreachableProps = {
  answer: EntryAnswer;
  /** The id of the entry that was saved before the database stopped answering. */
  savedId: string | null;
};

/**
 * The page in place of the form while the database does not answer. Without JavaScript it preserves the entry: hidden
 * fields repeat the submitted texts, and 'Try again' posts them with the same idempotency key. After a save it links to
 * the confirmation.
 */
export function UnreachableNotice({ answer: { result, question }, savedId }: UnreachableProps) {
  const submitted = result?.initialValue;
  const texts = useTexts();
  const isSaved = !submitted && savedId !== null;
  const kept = Object.entries(submitted ? { ...submitted, confirmed: question } : { saved: savedId }).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="page-title">{texts.title}</h1>
      <p role="alert" className={`${isSaved ? "notice" : "alert"} mt-8`}>
        {`${isSaved ? texts.savedUnread : texts.noDatabase} ${submitted ? texts.nothingLost : texts.tryAgainSoon}`}
      </p>
      <form method={submitted ? "post" : "get"} action={submitted ? "/?index" : "/"}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {submitted && (
          <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
            <dt className="text-muted">{texts.date}</dt>
            <dd>{displayDate(String(submitted.date ?? ""))}</dd>
            <dt className="text-muted">{texts.quantity}</dt>
            <dd>{String(submitted.quantity ?? "")}</dd>
            <dt className="text-muted">{texts.comments}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{String(submitted.comments ?? "")}</dd>
          </dl>
        )}
        <button type="submit" className={`${button.primary} mt-8 w-full sm:w-auto`}>
          {texts.tryAgain}
        </button>
      </form>
    </div>
  );
}

/** A submitted date as displayed; an invalid text stays as it is. */
function displayDate(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatUsDate(text) : text;
}
