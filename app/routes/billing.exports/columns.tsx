import { fileName } from "#app/domain/invoices.ts";
import { columnsOf } from "#app/ui/list/columns.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { ExportRow } from "#db/queries/exports.ts";
import { fileHref, invoiceRange } from "./files.ts";
import { Parts } from "./parts.tsx";
import { pastExport } from "./past-export.ts";

/** Custom cells, by column id. */
const cells: { [column: string]: ListColumn<ExportRow>["cell"] } = {
  date: (row) => (
    <>
      <a href={fileHref(row.id)} className="link file-link">
        {fileName(row.date)}
      </a>
      <Parts exported={row} />
    </>
  ),
  invoiceCount: invoiceRange,
};

export const columns = columnsOf(pastExport, (row: ExportRow) => row.at).map((column) => ({
  ...column,
  cell: cells[column.id] ?? column.cell,
}));
