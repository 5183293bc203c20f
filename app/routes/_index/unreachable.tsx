import { formatUsDate, isLocalDate } from "#app/domain/calendar.ts";
import { button } from "#app/ui/controls/button.tsx";

/**
 * The form's place while the database is away. Without JavaScript this page is all that keeps an entry: it carries
 * every typed value on, and sends them again under the same id.
 */
export function Unreachable({ typed }: { typed: Record<string, unknown> | null | undefined }) {
  const kept = Object.entries(typed ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="page-title">Service Form</h1>
      <p role="alert" className="alert mt-8">
        The database cannot be reached.{" "}
        {typed
          ? "Your entry is not saved yet, but nothing of it is lost: try again in a moment."
          : "Try again in a moment."}
      </p>
      <form method={typed ? "post" : "get"} action={typed ? "/?index" : "/"}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {typed && (
          <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
            <dt className="text-muted">Date</dt>
            <dd>{asUsDate(String(typed.date ?? ""))}</dd>
            <dt className="text-muted">Quantity</dt>
            <dd>{String(typed.quantity ?? "")}</dd>
            <dt className="text-muted">Comments</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{String(typed.comments ?? "")}</dd>
          </dl>
        )}
        <button type="submit" className={`${button.primary} mt-8 w-full sm:w-auto`}>
          Try again
        </button>
      </form>
    </div>
  );
}

function asUsDate(typed: string): string {
  return isLocalDate(typed) ? formatUsDate(typed) : typed;
}
