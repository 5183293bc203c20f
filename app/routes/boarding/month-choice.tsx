import { Link } from "@remix-run/react";
import type { Month } from "#app/domain/basics/months.ts";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { useListSearch, withParams } from "#app/ui/list/list-search.ts";

type MonthChoiceProps = {
  /** The months to choose from, each with its name and its number of unbilled horses. */
  months: readonly { month: Month; name: string; unbilled: number }[];
  month: Month;
  /** Whether the month has not begun. */
  isAhead: boolean;
  isProrated: boolean;
  /** The page that the dialog leads back to, if that is not Horses. */
  back: string | null;
};

/** The month that 'Bill N Horses' bills for, and whether partial months are prorated: links, so that both work without JavaScript. */
export function MonthChoice({ months, month, isAhead, isProrated, back }: MonthChoiceProps) {
  const search = useListSearch();
  const hrefOf = (chosen: Month, prorate: boolean) =>
    withParams(
      `/horses/bill${search}`,
      `month=${chosen}&prorate=${prorate ? "on" : "off"}${back ? `&back=${back}` : ""}`,
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav
        aria-label="Month"
        className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line text-sm"
      >
        {months.map(({ month: each, name, unbilled }) => (
          <Link
            key={each}
            to={hrefOf(each, isProrated)}
            replace
            preventScrollReset
            aria-current={each === month || undefined}
            className="grow bg-surface px-3.5 py-2.5 text-muted hover:bg-hover aria-current:bg-accent-soft aria-current:font-medium forced-colors:aria-current:underline aria-current:text-ink"
          >
            <span>{name}</span>
            {/* The text of the dialog already has the number of the chosen month. */}
            {unbilled > 0 && each !== month && (
              <span className="font-normal tabular-nums">{` · ${unbilled} to bill`}</span>
            )}
          </Link>
        ))}
      </nav>
      <SwitchLink to={hrefOf(month, !isProrated)} isOn={isProrated} replace>
        Prorate partial months
      </SwitchLink>
      <Link to="/horses/board" className="link text-sm">
        Next month’s boarding
      </Link>
      {isAhead && (
        <p className="w-full text-sm text-muted">
          Billed ahead: bills are dated today. Check finds what changes later.
        </p>
      )}
    </div>
  );
}
