import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatDollars } from "#app/domain/basics/money.ts";
import type { SumTable } from "#app/domain/basics/tables.ts";

type AmountTableProps = {
  /** The heading of the rows' names, and the id of the heading of the table. */
  heading: string;
  labelledBy: string;
  table: SumTable;
  /** Whether the table has a column with the total of each row. */
  hasTotals: boolean;
  /** The page of a row. */
  hrefOf?: (id: string) => string;
  /** A further column: its heading, the amount of each row, and its sum. */
  beside?: { heading: string; of: (id: string) => number; total: number };
  /** Sums of the same columns above the grand total. */
  parts?: SumTable;
};

/** Amounts by two facts, with the total of each. */
export function AmountTable({ heading, labelledBy, table, hasTotals, hrefOf, beside, parts }: AmountTableProps) {
  const { columns, rows, total } = table;
  const headings = [
    ...(hasTotals ? ["Total"] : []),
    ...(beside ? [beside.heading] : []),
    ...columns.map(({ label }) => label),
  ];
  const line = (name: ReactNode, of: { sums: number[]; total: number }, more: number | undefined) => (
    <>
      <th scope="row">{name}</th>
      <Amounts values={[...(hasTotals ? [of.total] : []), ...(beside ? [more] : []), ...of.sums]} headings={headings} />
    </>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-labelledby={labelledBy} tabIndex={0} className="table-scroll">
      <table className={`data-table summary${hasTotals ? " wide" : ""}`} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {headings.map((each) => (
              <th key={each} scope="col" className="end">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, note, ...of }) => (
            <tr key={id}>
              {line(
                <>
                  {hrefOf ? (
                    <Link to={hrefOf(id)} className="row-name">
                      {name}
                    </Link>
                  ) : (
                    <span>{name}</span>
                  )}
                  {note && <span className="row-note">{` ${note}`}</span>}
                </>,
                of,
                beside?.of(id),
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {parts?.rows.map(({ id, name, ...of }) => (
            <tr key={id}>{line(name, of, undefined)}</tr>
          ))}
          <tr>{line("Grand Total", { sums: columns.map((column) => column.total), total }, beside?.total)}</tr>
        </tfoot>
      </table>
    </section>
  );
}

const Amounts = ({ values, headings }: { values: (number | undefined)[]; headings: string[] }) =>
  values.map((value, n) => (
    <td key={headings[n]} className="end">
      {value === undefined ? "" : formatDollars(value)}
    </td>
  ));
