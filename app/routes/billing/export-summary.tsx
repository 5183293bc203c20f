import { Link } from "@remix-run/react";
import type { ExportQuestion } from "#app/domain/export-questions.ts";
import type { ExportTexts, ExportWarning } from "#app/domain/export-texts.ts";
import type { Amounts, Dates, ExportChoices } from "#app/domain/invoices.ts";
import { Question } from "./export-question.tsx";
import { Warnings } from "./export-warnings.tsx";

type ExportSummaryProps = {
  questions: { amounts: ExportQuestion<Amounts> | null; dates: ExportQuestion<Dates> | null };
  texts: ExportTexts;
  warnings: ExportWarning[];
  selected: Partial<ExportChoices>;
  /** The messages of the choices that were not made. */
  missing: Partial<Record<keyof ExportChoices, string>>;
};

/** The contents of an export, the choices that matter for it, and the warnings. */
export function ExportSummary({ questions, texts, warnings, selected, missing }: ExportSummaryProps) {
  if (texts.obstacle) return <p>{texts.obstacle}</p>;
  return (
    <>
      {texts.part && <p className="notice">{texts.part}</p>}
      <Counts {...texts} />
      {questions.amounts && (
        <Question name="amounts" {...questions.amounts} selected={selected.amounts} missing={missing.amounts} />
      )}
      {questions.dates && (
        <Question name="dates" {...questions.dates} selected={selected.dates} missing={missing.dates} />
      )}
      <Warnings warnings={warnings} />
      <p className="text-sm text-muted">
        {texts.leftOut} The bills will no longer be pending. The file can be downloaded again at any time from{" "}
        <Link to="/billing/exports" className="link">
          Past exports
        </Link>
        .{" "}
        <Link to="/billing/check" className="link">
          Check
        </Link>{" "}
        also looks at horses, shows and grooms.
      </p>
    </>
  );
}

/** The numbers of bills and invoices, and the total unless it depends on the choice of amounts. */
function Counts({ bills, invoices, total }: ExportTexts) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 tabular-nums">
      <dt className="text-muted">Bills</dt>
      <dd className="text-right font-medium">{bills}</dd>
      <dt className="text-muted">Invoices</dt>
      <dd className="text-right font-medium">{invoices}</dd>
      {total && (
        <>
          <dt className="text-muted">Total</dt>
          <dd className="text-right font-medium">{total}</dd>
        </>
      )}
    </dl>
  );
}
