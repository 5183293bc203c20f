import { Link } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { BILL_CHECKS, MAX_FINDINGS } from "#app/domain/exports/checks.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import { SELECTED, SELECTION_FORM } from "#app/ui/list/row/use-row-commands.tsx";
import type { Finding, FindingRow } from "../finding.ts";

type SectionProps = Finding & {
  isOpen: boolean;
  /** The number of the section, and the key of the page: each button has an idempotency key of its own. */
  place: number;
  pageKey: string;
};

const CHECKS_OF_BILLS: readonly string[] = BILL_CHECKS;

/** What one check found, in one line that opens. */
export function FindingSection(props: SectionProps) {
  const { id, heading, amount, count, why, rows, action, isOpen, place, pageKey } = props;
  return (
    <li>
      <details id={id} open={isOpen}>
        <summary>
          <h2>{heading}</h2>
          <span className="amount">{amount}</span>
        </summary>
        <p className="why">{why}</p>
        <ul>
          {rows.map(({ key, ...row }, n) => (
            <FoundRow
              key={key}
              {...row}
              back={`/billing/check?all=${id}`}
              idempotencyKey={rowIdempotencyKey(pageKey, numberOf(row, id, place * 1_000 + n))}
            />
          ))}
        </ul>
        {rows.length < count && (
          <p className="why">
            {isOpen ? (
              `These are the first ${MAX_FINDINGS}. The others follow once these are dealt with.`
            ) : (
              <Link to={`/billing/check?all=${id}#${id}`} className="link" preventScrollReset>
                {count > MAX_FINDINGS ? `Show the first ${MAX_FINDINGS}` : `Show all ${count}`}
              </Link>
            )}
          </p>
        )}
      </details>
      {action && (
        <Link to={action.to} aria-label={action.label} className={button.secondary}>
          {action.text}
        </Link>
      )}
    </li>
  );
}

/** The number of a row's button on the page. A bill has one for each check, which stays the same when other rows go. */
function numberOf({ bill }: Pick<FindingRow, "bill">, id: string, row: number) {
  if (!bill) return 2 ** 44 + row;
  return bill.seq * BILL_CHECKS.length + CHECKS_OF_BILLS.indexOf(id);
}

/** A bill, a name or a record that was found. A bill can be ticked for Void. */
function FoundRow(props: Omit<FindingRow, "key"> & { back: string; idempotencyKey: string }) {
  const { name, links, facts, mends, reason, compared, amount, fine, bill, merge, back, idempotencyKey } = props;
  return (
    <li className="finding">
      {bill && (
        <label>
          <input
            type="checkbox"
            form={SELECTION_FORM}
            name={SELECTED}
            value={bill.id}
            autoComplete="off"
            aria-label={`Select ${name}`}
            className="tick"
          />
        </label>
      )}
      <p className="found">
        {links.map(({ to, text }) => (
          <Link key={to} to={to} aria-label={bill && `Edit ${name}`} preventScrollReset>
            {text}
          </Link>
        ))}
      </p>
      <p className="about">
        <span>{facts}</span>
        {merge && (
          <Link to={merge} aria-label={`Merge ${name}`} className="link">
            Merge
          </Link>
        )}
        {reason && (compared ? <Link to={compared}>{reason}</Link> : <span>{reason}</span>)}
        {mends?.map(({ to, text }) => (
          <Link key={to} to={to} className="mend" preventScrollReset>
            {text}
          </Link>
        ))}
      </p>
      <span className="amount">{amount !== null && formatDollars(amount)}</span>
      {fine && <Dismiss {...fine} name={name.slice(0, 450).trimEnd()} {...{ back, idempotencyKey }} />}
    </li>
  );
}
