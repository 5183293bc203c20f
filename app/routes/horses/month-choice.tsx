import { Link } from "@remix-run/react";
import { formatMonth, type Month } from "#app/domain/months.ts";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { useListSearch, withParams } from "#app/ui/list/list-search.ts";

/** `months` are the months that can be billed, `month` is the chosen one. */
type MonthChoiceProps = { months: readonly Month[]; month: Month; isProrated: boolean };

/** The month that 'Bill N Horses' bills for, and whether part months are prorated: links, so that both work without JavaScript. */
export function MonthChoice({ months, month, isProrated }: MonthChoiceProps) {
  const search = useListSearch();
  const hrefOf = (chosen: Month, prorate: boolean) =>
    withParams(`/horses/bill${search}`, `month=${chosen}&prorate=${prorate ? "on" : "off"}`);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav aria-label="Month" className="flex overflow-hidden rounded-lg border border-line text-sm">
        {months.map((each) => (
          <Link
            key={each}
            to={hrefOf(each, isProrated)}
            replace
            preventScrollReset
            aria-current={each === month || undefined}
            className="px-3.5 py-2.5 text-muted not-first:border-l not-first:border-line hover:bg-hover aria-current:bg-accent-soft aria-current:font-medium aria-current:text-ink"
          >
            {formatMonth(each)}
          </Link>
        ))}
      </nav>
      <SwitchLink to={hrefOf(month, !isProrated)} isOn={isProrated} replace>
        Prorate part months
      </SwitchLink>
    </div>
  );
}
