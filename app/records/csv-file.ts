/** A file of CSV for Excel, which the browser saves under a name. */
export const csvFile = (name: string, body: string | ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
