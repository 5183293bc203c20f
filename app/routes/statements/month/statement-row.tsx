import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import type { StatementRow } from "./describe-statements.ts";

/** Whether a statement can be shared: its customer is not deleted, and it is not too long. */
export const canBeShared = ({ amount, isDeleted }: StatementRow) => amount !== null && !isDeleted;

/** A statement in the list. Its name leads to the statement, with its link to send if there is one. */
export function StatementInRow({ row, period }: { row: StatementRow; period: string }) {
  const { id, name, amount, state, problem, shared, by, opened, linkId, isDeleted } = row;
  const link = linkId && !isDeleted ? `&shared=${linkId}` : "";
  return (
    <tr>
      <td className="select">
        {/* The key replaces the box when the state changes, so that a shared statement is not ticked any more. */}
        <label key={state}>
          <input
            type="checkbox"
            name="selected"
            value={id}
            defaultChecked={row.isToSend}
            disabled={!canBeShared(row)}
            aria-label={`Select ${name}`}
            className="tick"
          />
        </label>
      </td>
      <th scope="row" className="p-title" translate="no">
        <Link to={`/customers/${id}/statement?${period}${link}`} title={name}>
          {name}
        </Link>
      </th>
      <td className="end p-end">{amount === null ? "Too many bills" : formatDollars(amount)}</td>
      <td className="p-fact">
        <StateBadge state={state} />
        {problem && (
          <span title={problem} className="text-muted">
            {` ${problem}`}
          </span>
        )}
      </td>
      <td className="date p-state" title={by && `by ${by}`}>
        {shared}
      </td>
      <td className="date">{opened}</td>
    </tr>
  );
}
