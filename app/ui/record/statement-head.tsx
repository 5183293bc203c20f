import type { ReactNode } from "react";
import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";

type StatementHeadProps = {
  barn: BarnDetails;
  /** 'October 2026'. */
  period: string;
  /** The day whose data the statement shows. */
  asOf: LocalDate;
  /** 'h2' on a page with several statements. */
  heading?: "h1" | "h2";
  /** Whom the statement is for. */
  children: ReactNode;
};

/** The letterhead of a statement: who sends it, for which period, and to whom. */
export function StatementHead({ barn, period, asOf, heading: Heading = "h1", children }: StatementHeadProps) {
  return (
    <header className="statement-head">
      <div>
        <p className="text-lg font-semibold">{barn.name}</p>
        <p>{barn.address}</p>
      </div>
      <div>
        <Heading className="page-title">Statement</Heading>
        <p className="font-medium">{period}</p>
        <p className="text-sm text-muted">{`As of ${formatUsDate(asOf)}`}</p>
      </div>
      {children}
    </header>
  );
}
