import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatBytes } from "#app/domain/basics/file-size.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { fileName, invoiceNumbers } from "#app/domain/exports/invoices.ts";
import { pastExport } from "#app/domain/records/past.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { fileHref } from "./files.ts";
import { isInParts } from "./parts.tsx";

/**
 * The cells, by column id, of the export that stands for all exports before the import. It has no file and no invoices.
 */
const importedCells: { [column: string]: string } = {
  at: "Before Hayloft",
  date: "No file",
  invoiceCount: "",
};

/** Custom cells, by column id. */
const cells: { [column: string]: (row: ExportRow, text: ReactNode) => ReactNode } = {
  date: FileCell,
  voidedAt: ({ voidedAt }) => (voidedAt ? <StateBadge state="Voided" /> : ""),
  billCount: ({ billCount }, text) => counted(text, billCount === 1 ? "bill" : "bills"),
  invoiceCount: (row, text) => (
    <>
      {counted(text, row.invoiceCount === 1 ? "invoice" : "invoices")}{" "}
      <span className="max-sm:hidden">{`(${invoiceNumbers(row)})`}</span>
    </>
  ),
};

/** A number. A phone shows a noun after it instead of a heading. */
const counted = (text: ReactNode, noun: string) => (
  <>
    <span>{text}</span> <span className="sm:hidden">{noun}</span>
  </>
);

const sizeOf = ({ parts }: ExportRow) => formatBytes(parts.reduce((sum, { bytes }) => sum + bytes, 0));

/** The file, with its size. One that QuickBooks refuses leads to its parts. */
function FileCell(row: ExportRow) {
  return isInParts(row) ? (
    <Link to={fileAndSteps(row)} className="file-link">
      <Icon name="download" />
      <small>{`${pluralize(row.parts.length, "part")}, ${sizeOf(row)}`}</small>
    </Link>
  ) : (
    <a href={fileHref(row.id)} className="file-link">
      <Icon name="download" />
      <span>{fileName(row)}</span>
      <small>{sizeOf(row)}</small>
    </a>
  );
}

const fileAndSteps = ({ id }: ExportRow) => `/billing/exports?made=${id}`;

const custom = (column: string) => (row: ExportRow, text: ReactNode) =>
  (row.id === IMPORTED_EXPORT ? importedCells[column] : undefined) ?? cells[column]?.(row, text) ?? text;

export const exportColumns = columnsOf<ExportRow>(
  pastExport,
  Object.fromEntries(pastExport.fields.map(({ column }) => [column, custom(column)])),
);

/** The bills of an export. */
export const billsHref = ({ id, voidedAt }: ExportRow) => (voidedAt ? undefined : `/billing?export=${id}`);

/** The items of the menu of an export. */
export function exportMenu(row: ExportRow) {
  const { id, voidedAt } = row;
  const bills = billsHref(row);
  return (
    <>
      {bills && (
        <Link to={bills} className="menu-item">
          Bills
        </Link>
      )}
      {id !== IMPORTED_EXPORT && (
        <Link to={fileAndSteps(row)} className="menu-item">
          File and steps
        </Link>
      )}
      {id !== IMPORTED_EXPORT && !voidedAt && (
        <Link to={`/billing/exports/${id}/void`} className="menu-item danger" preventScrollReset>
          Void export
        </Link>
      )}
    </>
  );
}
