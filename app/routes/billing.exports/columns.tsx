import { fileName } from "#app/domain/invoices.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { ExportRow } from "#db/queries/exports.ts";
import { fileHref, invoiceRange } from "./files.ts";
import { Parts } from "./parts.tsx";

const described: ListColumn<ExportRow>[] = [
  { id: "at", label: "Exported", cell: (row) => row.at },
  {
    id: "file",
    label: "File",
    width: "w-60",
    cell: (row) => (
      <>
        <a href={fileHref(row.id)} className="link file-link">
          {fileName(row.date)}
        </a>
        <Parts of={row} />
      </>
    ),
  },
  {
    id: "bills",
    label: "Bills",
    width: "w-20",
    align: "end",
    cell: (row) => row.billCount.toLocaleString("en-US"),
  },
  { id: "invoices", label: "Invoices", width: "w-36", align: "end", cell: invoiceRange },
  { id: "total", label: "Total", width: "w-32", align: "end", cell: (row) => formatDollars(row.total) },
  { id: "actor", label: "By", width: "w-56", cell: (row) => row.actor },
];

/** The list has one order only. */
export const columns = described.map((column) => ({ ...column, sortable: false }));
