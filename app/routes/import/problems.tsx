import { useLocation } from "@remix-run/react";
import { Badge } from "#app/ui/controls/badge.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import type { DraftTexts } from "./describe-draft.ts";

/** Links to the files of skipped records. */
export function SkippedFiles({ skipped }: Pick<DraftTexts, "skipped">) {
  const { pathname } = useLocation();
  return skipped.map(({ collection, text }) => (
    <a key={collection} href={`${pathname}/problems?of=${collection}`} download className="link">
      {text}
    </a>
  ));
}

/** The problems, each with its records and the choice of what to do. */
export function Problems({ groups, skipped }: Pick<DraftTexts, "groups" | "skipped">) {
  if (groups.length === 0) return null;
  return (
    <div className="record-section">
      <div className="record-section-head">
        <h2 id="problems">Problems</h2>
        <SkippedFiles skipped={skipped} />
      </div>
      <ul aria-labelledby="problems" className="import-problems">
        {groups.map(({ key, text, isRefused, choice, options, records, more }) => (
          <li key={key}>
            <details className="min-w-0">
              <summary>
                {isRefused && <Badge color="red">Skipped</Badge>} <span>{text}</span>
              </summary>
              <ul className="my-2 grid gap-1 text-sm text-muted">
                {records.map((record) => (
                  <li key={record} className="wrap-anywhere">
                    {record}
                  </li>
                ))}
                {more && <li>{more}</li>}
              </ul>
            </details>
            {options.length > 1 ? (
              <select
                key={choice}
                name={`choice-${key}`}
                defaultValue={choice}
                aria-label={text}
                className={controlClass}
              >
                {options.map(({ option, text: label }) => (
                  <option key={option} value={option}>
                    {label}
                  </option>
                ))}
              </select>
            ) : (
              <small className="text-muted">{options[0]?.text}</small>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
