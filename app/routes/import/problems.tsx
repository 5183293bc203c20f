import { useLocation } from "@remix-run/react";
import { Badge } from "#app/ui/controls/badge.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import type { GroupTexts, linksToSkipped } from "./describe-problems.ts";

/** The records of a problem that are in sight at first: all of four, otherwise three. */
const inSight = ({ records, more }: GroupTexts) => (records.length + more <= 4 ? 4 : 3);

type ProblemsProps = { title: string; groups: readonly GroupTexts[]; skipped: ReturnType<typeof linksToSkipped> };

/** The problems, each with its records and, in a draft, the choice of what to do; and links to the files of the skipped records. */
export function Problems({ title, groups, skipped }: ProblemsProps) {
  const { pathname } = useLocation();
  if (groups.length + skipped.length === 0) return null;
  return (
    <div className="record-section">
      <div className="record-section-head">
        <h2 id="problems">{title}</h2>
        {skipped.map(({ collection, text }) => (
          <a key={collection} href={`${pathname}/problems?of=${collection}`} download className="link">
            {text}
          </a>
        ))}
      </div>
      <ul aria-labelledby="problems" className="import-problems">
        {groups.map((group) => (
          <li key={group.key}>
            <div className="min-w-0">
              <p>{group.text}</p>
              <RecordLines lines={group.records.slice(0, inSight(group))} />
              <MoreRecords lines={group.records.slice(inSight(group))} more={group.more} />
            </div>
            {group.options.length > 0 ? (
              <select
                key={group.choice}
                name={`choice-${group.key}`}
                defaultValue={group.choice}
                aria-label={group.text}
                className={controlClass}
              >
                {group.options.map(({ option, text }) => (
                  <option key={option} value={option}>
                    {text}
                  </option>
                ))}
              </select>
            ) : (
              group.isRefused && (
                <p>
                  <Badge color="red">Skipped</Badge>
                </p>
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const RecordLines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="text-muted wrap-anywhere">
    {lines.map((line) => (
      <li key={line} translate="no">
        {line}
      </li>
    ))}
  </ul>
);

const MoreRecords = ({ lines, more }: { lines: readonly string[]; more: number }) =>
  lines.length > 0 && (
    <details>
      <summary className="link">{`${(lines.length + more).toLocaleString("en-US")} more`}</summary>
      <RecordLines lines={lines} />
      {more > 0 && <p className="text-muted">{`and ${more.toLocaleString("en-US")} more`}</p>}
    </details>
  );
