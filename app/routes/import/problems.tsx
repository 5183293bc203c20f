import { useLocation } from "@remix-run/react";
import type { Credit } from "#app/domain/import/import-plan.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { ChoiceSelect } from "./choices.tsx";
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
              <ChoiceSelect name={`choice-${group.key}`} chosen={group.choice} aria-label={group.text}>
                {group.options.map(({ option, text }) => (
                  <option key={option} value={option}>
                    {text}
                  </option>
                ))}
              </ChoiceSelect>
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

type CreditsProps = { title: string; more: number; credits: readonly (Omit<Credit, "cents"> & { amount: string })[] };

/** The negative bills of the old system, which are not imported. */
export const Credits = ({ title, more, credits }: CreditsProps) =>
  credits.length > 0 && (
    <div className="record-section">
      <div className="record-section-head">
        <h2 id="credits">Credits to enter in QuickBooks</h2>
        <small className="text-muted">{`${title}; bills below 0 stay out of Hayloft`}</small>
      </div>
      <details open={credits.length <= 10} className="text-sm">
        <summary className="link">Show them</summary>
        <table aria-labelledby="credits" className="record-table mt-2">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Customer</th>
              <th scope="col">Horse and service</th>
              <th scope="col" className="end">
                Credit
              </th>
            </tr>
          </thead>
          <tbody>
            {credits.map(({ id, date, customer, horse, service, amount }) => (
              <tr key={id}>
                <th scope="row">{date}</th>
                <td>{customer}</td>
                <td>{`${horse}, ${service}`}</td>
                <td className="end">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 && <p className="mt-2 text-muted">{`and ${more.toLocaleString("en-US")} more`}</p>}
      </details>
    </div>
  );
