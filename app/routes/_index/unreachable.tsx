import { formatUsDate } from "#app/domain/calendar.ts";

/**
 * The form's place while the database is away. Without JavaScript this page is all that keeps an entry: it carries
 * every typed value on, and sends them again under the same id.
 */
export function Unreachable({ typed }: { typed: Record<string, unknown> | null | undefined }) {
  const kept = Object.entries(typed ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return (
    <>
      <h1>Service Form</h1>
      <p role="alert">
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
          <dl>
            <dt>Date</dt>
            <dd>{formatUsDate(String(typed.date ?? ""))}</dd>
            <dt>Quantity</dt>
            <dd>{String(typed.quantity ?? "")}</dd>
            <dt>Comments</dt>
            <dd>{String(typed.comments ?? "")}</dd>
          </dl>
        )}
        <button type="submit">Try again</button>
      </form>
    </>
  );
}
