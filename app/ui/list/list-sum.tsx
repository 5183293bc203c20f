import { formatDollars } from "#app/domain/money.ts";
import type { ListRow, ShownList } from "./types.ts";

type ListSumProps = Pick<ShownList<ListRow>, "total" | "summary"> & {
  /** What the rows are: 'bills'. */
  plural: string;
};

/** The sum of the values of the rows shown, over all pages, if their number is exact. */
export function ListSum({ total, summary, plural }: ListSumProps) {
  if (total === 0) return null;
  return (
    <p className="text-sm/normal text-muted">
      {summary ? (
        <>
          {`Total of the ${plural} shown `}
          <output className="ml-2 text-base/normal font-semibold text-ink tabular-nums">
            {formatDollars(summary.value ?? 0)}
          </output>
        </>
      ) : (
        `More than ${total.toLocaleString("en-US")} ${plural} are shown: search for fewer to see their total.`
      )}
    </p>
  );
}
