import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import { AMOUNTS_TEXT, DATES_TEXT } from "#app/domain/exports/export-choices.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { fileName, invoiceNumbers } from "#app/domain/exports/invoices.ts";
import { pastExport } from "#app/domain/records/past-export.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { fileHref } from "./files.ts";
import { isInParts, Parts } from "./parts.tsx";

/**
 * The cells, by column id, of the export that stands for all exports before the import. It has no file and no invoices.
 */
const importedCells: { [column: string]: string } = {
  at: "Before Hayloft",
  date: "No file",
  voidedAt: "",
  invoiceCount: "",
  amounts: "",
};

/** Custom cells, by column id. */
const cells: { [column: string]: (row: ExportRow, text: ReactNode) => ReactNode } = {
  date: (row) =>
    isInParts(row) ? (
      <details className="parts">
        <summary>{`In ${pluralize(row.parts.length, "part")}`}</summary>
        <Parts exported={row} look="link" />
      </details>
    ) : (
      <a href={fileHref(row.id)} className="file-link">
        {fileName(row)}
      </a>
    ),
  voidedAt: (row) => <VoidCell {...row} />,
  billCount: ({ id, at }, text) => (
    <Link to={`/billing?export=${id}`} aria-label={`Bills of the export of ${at}: ${text}`} className="file-link">
      {text}
    </Link>
  ),
  invoiceCount: (row, text) => `${text} (${invoiceNumbers(row)})`,
  amounts: ({ amounts, dates }) => <span>{`${AMOUNTS_TEXT[amounts]} · ${DATES_TEXT[dates]}`}</span>,
};

/** The link to the dialog 'Void export'; of a voided export the time and the admin. */
function VoidCell({ id, at, voidedAt, voidedBy }: ExportRow) {
  if (voidedAt) {
    return (
      <span className="text-muted">
        <StateBadge state="Voided" /> <span className="max-sm:hidden">{voidedAt}</span>{" "}
        <span className="not-print:max-xl:hidden">{`by ${voidedBy}`}</span>
      </span>
    );
  }
  return (
    <Link
      to={`/billing/exports/${id}/void`}
      aria-label={`Void export of ${at}`}
      className="undo-link"
      preventScrollReset
    >
      Void export
    </Link>
  );
}

const custom = (column: string) => (row: ExportRow, text: ReactNode) =>
  (row.id === IMPORTED_EXPORT ? importedCells[column] : undefined) ?? cells[column]?.(row, text) ?? text;

export const exportColumns = columnsOf<ExportRow>(
  pastExport,
  Object.fromEntries(pastExport.fields.map(({ column }) => [column, custom(column)])),
);
