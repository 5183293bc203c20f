import { formatDollars } from "#app/domain/basics/money.ts";
import type { SharedStatement } from "#app/domain/statements/shared-statement.ts";

/** The sums of a statement, each with its label. */
export function StatementSums({ sums }: Pick<SharedStatement, "sums">) {
  return (
    <table className="record-table statement-sums" aria-label="Sums">
      <tbody>
        {sums.map(([label, amount, isStrong]) => (
          <tr key={label} className={isStrong ? "strong" : undefined}>
            <th scope="row">{label}</th>
            <td className="end">{formatDollars(amount)}</td>
          </tr>
        ))}
      </tbody>
      <caption className="caption-bottom pt-3 text-left text-muted">Does not include payments received.</caption>
    </table>
  );
}
