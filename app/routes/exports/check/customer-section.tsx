import { Link } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { BILL_CHECKS } from "#app/domain/exports/checks.ts";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import { useListSearch } from "#app/ui/list/list-search.ts";
import { SELECTED, SELECTION_FORM } from "#app/ui/list/row/use-row-commands.tsx";
import type { BillFinding, CustomerFindings } from "../bill-findings.ts";

/** The found bills of one customer. */
export function CustomerSection({ id, name, title, rows, pageKey }: CustomerFindings & { pageKey: string }) {
  const headingId = `customer-${id || "unknown"}`;
  return (
    <section aria-labelledby={headingId} className="mt-6">
      <div className="flex flex-wrap items-baseline gap-x-3 pb-1">
        <h3 id={headingId} className="font-semibold wrap-anywhere">
          {id ? (
            <Link to={`/customers/${id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <span className="text-sm text-muted">{title}</span>
      </div>
      <ul>
        {rows.map((row) => (
          <FoundBill key={row.id} {...row} pageKey={pageKey} />
        ))}
      </ul>
    </section>
  );
}

/** A found bill with its reasons: an admin can tick it for Void, or press Edit or Fine. */
function FoundBill({ id, seq, name, date, horse, what, value, reasons, pageKey }: BillFinding & { pageKey: string }) {
  const search = useListSearch();
  return (
    <li className="finding">
      <label>
        <input
          type="checkbox"
          form={SELECTION_FORM}
          name={SELECTED}
          value={id}
          autoComplete="off"
          aria-label={`Select ${name}`}
          className="tick"
        />
      </label>
      <p className="bill">
        <span className="tabular-nums">{date}</span>
        <b>{horse}</b>
        <span>{what}</span>
      </p>
      <span className="amount">{value}</span>
      <ul className="reasons">
        {reasons.map(({ check, text, to, recordId, scope }) => (
          <li key={check}>
            {to ? (
              <Link to={to} className="link">
                {text}
              </Link>
            ) : (
              <span>{text}</span>
            )}
            <Dismiss
              {...{ kind: check, recordId, scope, name, back: `/billing/check${search}` }}
              // A bill has a separate key for each check.
              idempotencyKey={rowIdempotencyKey(pageKey, seq * BILL_CHECKS.length + BILL_CHECKS.indexOf(check))}
            />
          </li>
        ))}
      </ul>
      <Link to={`${id}/edit${search}`} aria-label={`Edit ${name}`} className="link" preventScrollReset>
        Edit
      </Link>
    </li>
  );
}
