import { Link } from "@remix-run/react";
import { MAX_FINDINGS } from "#app/domain/exports/checks.ts";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import type { Finding } from "../findings.ts";

/** The names or records that one check found. `keyOf` makes the idempotency key of a row. */
export function FindingSection(props: Finding & { keyOf: (row: number) => string }) {
  const { id, title, count, why, rows, hasMore, action, keyOf } = props;
  const search = useListSearch();
  return (
    <section aria-labelledby={id} className="mt-6 rounded-xl border border-line p-5">
      <h2 id={id} className="font-semibold">{`${title}: ${count.toLocaleString("en-US")}`}</h2>
      <p className="mt-1 text-sm/normal text-muted">
        <span>{why}</span>{" "}
        {action && (
          <Link to={action.to} className="link">
            {action.text}
          </Link>
        )}
      </p>
      <ul className="mt-2">
        {rows.map(({ key, links, note, fine }, row) => (
          <li key={key} className="flex items-center gap-4 border-t border-line py-1 text-[0.9375rem] first:border-t-0">
            <p className="mr-auto flex min-w-0 flex-wrap items-center gap-x-4">
              {links.map(({ to, text }) => (
                <Link
                  key={to}
                  to={to}
                  className="inline-flex min-h-11 items-center py-1.5 font-medium wrap-anywhere hover:underline"
                >
                  {text}
                </Link>
              ))}
              <span className="text-sm text-muted wrap-anywhere">{note}</span>
            </p>
            {fine && (
              <Dismiss
                {...{ kind: id === "unbilledBoard" ? "board" : id, ...fine, back: `/billing/check${search}` }}
                name={links
                  .map(({ text }) => text)
                  .join(" and ")
                  .slice(0, 450)
                  .trimEnd()}
                idempotencyKey={keyOf(row)}
              />
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Link to={`/billing/check?all=${id}#${id}`} className="link inline-flex min-h-11 items-center text-sm">
          {count > MAX_FINDINGS ? `Show the first ${MAX_FINDINGS}` : `Show all ${count}`}
        </Link>
      )}
    </section>
  );
}
