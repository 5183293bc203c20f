import { CSV_MARK, csvLine } from "#app/domain/basics/tables.ts";

/** A file of CSV for Excel, which the browser saves under a name. */
export const csvFile = (name: string, body: string | ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });

/** Lines as the text of such a file. */
export const csvText = (lines: readonly (readonly string[])[]) => CSV_MARK + lines.map(csvLine).join("");
