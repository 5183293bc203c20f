import { useFetcher } from "@remix-run/react";
import { useRef } from "react";
import type { LocalDate } from "#app/domain/calendar.ts";

type RowDateProps = { id: string; field: string; date: LocalDate | null; label: string };

/**
 * A date in a row that saves at once; without script, by a button. Where a save fails, the date that is so comes back with the
 * reason.
 */
export function RowDate({ id, field, date, label }: RowDateProps) {
  const fetcher = useFetcher<{ problem?: string }>();
  const saved = useRef(date ?? "");
  const form = useRef<HTMLFormElement>(null);
  const save = (value: string) => {
    // A date that is only half typed reads as empty: it is not yet meant.
    if (value === saved.current || form.current?.querySelector("input:invalid")) return;
    saved.current = value;
    fetcher.submit(form.current);
  };
  return (
    <fetcher.Form method="post" ref={form} key={`${date} ${fetcher.data?.problem ?? ""}`}>
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="field" value={field} />
      <input
        type="date"
        name="value"
        defaultValue={date ?? ""}
        aria-label={label}
        className="row-control"
        onChange={(event) => save(event.currentTarget.value)}
      />
      <noscript>
        <button type="submit" className="link">
          Save
        </button>
      </noscript>
      {fetcher.data?.problem && (
        <p role="alert" className="text-sm text-danger">
          {fetcher.data.problem}
        </p>
      )}
    </fetcher.Form>
  );
}
