import type { ReactNode } from "react";
import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { EmailText } from "./email-text.tsx";

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
      <Letterhead {...barn} />
      <div>
        <Heading className="page-title">Statement</Heading>
        <p className="font-medium">{period}</p>
        <p className="text-muted">{`As of ${formatUsDate(asOf)}`}</p>
      </div>
      {children}
    </header>
  );
}

/** The barn's name and address, and how to reach the barn. */
export function Letterhead({ name, address, phone, email }: BarnDetails) {
  return (
    <address className="letterhead">
      <p className="text-lg font-semibold" translate="no">
        {name}
      </p>
      {address && <p translate="no">{address}</p>}
      {phone && (
        <p>
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
        </p>
      )}
      {email && (
        <p>
          <a href={`mailto:${email}`}>
            <EmailText>{email}</EmailText>
          </a>
        </p>
      )}
    </address>
  );
}
