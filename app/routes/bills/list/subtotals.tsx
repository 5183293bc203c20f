import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { type ListState, listHref } from "#app/domain/fields/list-state.ts";

type Group = { key: string; name: string; rows: number; sum: number };

type SubtotalsProps = {
  path: string;
  state: ListState;
  defaultSort: string;
  groups: readonly Group[];
};

const HEADINGS: Readonly<Record<string, string>> = {
  customer: "Customer",
  horse: "Horse",
  service: "Service",
  month: "Month",
  billedFor: "Month Billed For",
};

/** The bills shown, by customer, horse, service or month: each group is a link to its bills. */
export function Subtotals({ path, state, defaultSort, groups }: SubtotalsProps) {
  const { group = "", ...filters } = state.filters;
  if (groups.length === 0) return <p className="empty">No matches.</p>;
  const hrefOf = (key: string) =>
    listHref(path, { ...state, filters: { ...filters, [group]: key || "none" } }, defaultSort, {});
  return (
    <div className="table-scroll">
      <table className="data-table" aria-labelledby="list-title">
        <thead>
          <tr>
            <th scope="col" className="lg:w-1/2">
              {HEADINGS[group]}
            </th>
            <th scope="col" className="end">
              Bills
            </th>
            <th scope="col" className="end">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, name, rows, sum }) => (
            <tr key={key}>
              <th scope="row" className="p-title">
                <Link to={hrefOf(key)} className="row-name">
                  {name}
                </Link>
              </th>
              <td className="end p-fact">
                <span>{rows.toLocaleString("en-US")}</span>
                <span className="sm:hidden">{rows === 1 ? " bill" : " bills"}</span>
              </td>
              <td className="end p-end">{formatDollars(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
