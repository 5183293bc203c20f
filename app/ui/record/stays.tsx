import type { Stay } from "#app/domain/barn/horse-history.ts";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { Section } from "./record-page.tsx";

type StaysProps = {
  stays: readonly Stay[];
  /** The labels of the first and the last day. */
  labels: readonly [first: string, last: string];
};

/** The stays of a horse or a groom, the latest first, if there are several. A stay without a first day has '' there. */
export function Stays({ stays, labels: [first, last] }: StaysProps) {
  if (stays.length < 2) return null;
  return (
    <Section
      id="stays"
      title="Stays"
      none=""
      head={[
        [first, "date"],
        [last, "date"],
      ]}
      rows={stays.map(({ checkInDate, checkOutDate }) => ({
        key: checkInDate,
        cells: [checkInDate ? formatUsDate(checkInDate) : "-", checkOutDate ? formatUsDate(checkOutDate) : "-"],
      }))}
    />
  );
}
