import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { BarTable } from "#app/ui/charts/bar-table.tsx";
import type { PendingCustomer } from "#db/queries/overview/overview-totals.ts";

type PendingProps = { customers: PendingCustomer[]; others: { count: number; sum: number }; total: number };

/** The customers with the highest pending amounts, and the pending sum of all others. */
export function PendingByCustomer({ customers, others, total }: PendingProps) {
  const rows = customers.map(({ id, name, sum }) => ({
    key: id,
    label: id ? (
      <Link to={`/customers/${id}`} className="link">
        {name}
      </Link>
    ) : (
      name
    ),
    text: id ? (
      <Link to={`/billing?customer=${id}`} className="link">
        {formatDollars(sum)}
      </Link>
    ) : (
      formatDollars(sum)
    ),
    value: sum,
  }));
  // The sum of all others has no bar, because it would dwarf the bars of single customers.
  const rest = { key: "others", label: "All others", text: formatDollars(others.sum), value: 0 };
  return (
    <section aria-labelledby="pending" className="chart">
      <div className="chart-head">
        <h2 id="pending">Pending by customer</h2>
        {customers.length > 0 && <p className="text-sm/normal text-muted">{`${formatDollars(total)} total`}</p>}
      </div>
      {customers.length > 0 ? (
        <BarTable
          title="Pending by customer"
          headings={["Customer", "Pending"]}
          rows={others.count > 0 ? [...rows, rest] : rows}
        />
      ) : (
        <p className="chart-empty">No bill is pending.</p>
      )}
    </section>
  );
}
