import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { monthBefore, monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";

/** A figure of the overview, which leads to its list. */
export type OverviewFigure = { label: string; value: string; note: string; to: string };

type FiguresOf = {
  today: LocalDate;
  /** The amounts billed in the last and in the current month. */
  billed: readonly [last: Cents, current: Cents];
  /** Whether `billed` counts the months that bills are for, instead of the months of their dates. */
  isBilledFor: boolean;
  pending: { count: number; sum: Cents };
  paymentsDue: { count: number; sum: Cents };
  nextPayment: { date: LocalDate; sum: Cents } | null;
  /** The horses on the property today, by location. */
  florida: number;
  longIsland: number;
};

/** The figures at the top of the Overview (docs/product.md, 'Overview'). */
export function figuresOf({
  today,
  billed,
  isBilledFor,
  pending,
  paymentsDue,
  nextPayment,
  florida,
  longIsland,
}: FiguresOf): OverviewFigure[] {
  const [last, current] = billed;
  const month = monthOf(today);
  const inOrFor = isBilledFor ? "for" : "in";
  return [
    {
      label: `Billed ${inOrFor} ${nameOfMonth(month)}`,
      value: formatDollars(current),
      note: `${formatDollars(last)} ${inOrFor} ${nameOfMonth(monthBefore(month))}`,
      to: `/billing?${isBilledFor ? "billedFor" : "month"}=${month}&view=all`,
    },
    { label: "Pending", value: formatDollars(pending.sum), note: pluralize(pending.count, "bill"), to: "/billing" },
    {
      label: "Payroll due",
      value: formatDollars(paymentsDue.sum),
      note:
        paymentsDue.count === 0 && nextPayment
          ? `${formatDollars(nextPayment.sum)} on ${formatUsDate(nextPayment.date)}`
          : pluralize(paymentsDue.count, "payment"),
      to: `/payroll?paymentTo=${today}`,
    },
    {
      label: "Horses on the property",
      value: (florida + longIsland).toLocaleString("en-US"),
      note: `${florida} in Florida · ${longIsland} on Long Island`,
      to: "/horses",
    },
  ];
}
