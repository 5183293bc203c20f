import { formatDollars } from "#app/domain/basics/money.ts";
import type { ListRow, ShownList } from "./types.ts";

/** '$814,836.81 total', the sum of the values of the rows, over all pages; null if their number is not exact. */
export const totalValue = ({ total, summary }: Pick<ShownList<ListRow>, "total" | "summary">) =>
  summary && total > 0 ? `${formatDollars(summary.value ?? 0)} total` : null;
