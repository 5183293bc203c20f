import { Fragment, type ReactNode } from "react";

type BarRow = {
  key: string;
  label: ReactNode;
  /** The exact value as a text, or a link with it. */
  text: ReactNode;
  value: number;
};

/** A table with a bar below each row. The width of a bar is relative to the largest value; a value of 0 has no bar. */
export function BarTable({ title, headings, rows }: { title: string; headings: [string, string]; rows: BarRow[] }) {
  const largest = Math.max(...rows.map(({ value }) => value));
  return (
    <table className="bar-table" aria-label={title}>
      <thead className="sr-only">
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, text, value }) => (
          <Fragment key={key}>
            <tr>
              <th scope="row">{label}</th>
              <td className="amount">{text}</td>
            </tr>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in the row takes the focus. */}
            <tr aria-hidden="true">
              <td colSpan={2}>
                <svg aria-hidden="true" width="100%" height="8">
                  {value > 0 && (
                    <rect
                      width={`${((value / largest) * 100).toFixed(2)}%`}
                      height="8"
                      rx="2"
                      className="chart-kind-0"
                    />
                  )}
                </svg>
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
