import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readNextAsAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { fileName } from "#app/domain/exports/invoices.ts";
import { logFailure } from "#app/server/log.ts";
import { CSV_HEADER, findExport, readCsv } from "#db/queries/exports/stored-exports.ts";

/**
 * The CSV file of an export or of a part of it, `/billing/exports/<id>.csv?part=2` (docs/product.md, 'Export'). The
 * lines are read and sent in pages of a few thousand, so that a long file needs no more memory than a short one.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, id = ""] = params.file?.match(/^(.*)\.csv$/) ?? [];
  const partParam = new URL(request.url).searchParams.get("part");
  // 0 stands for an invalid part.
  const part = partParam === null ? null : /^[1-9]\d{0,5}$/.test(partParam) ? Number(partParam) : 0;
  const [[found], [page]] = await readAsAdmin(request, context, findExport(id), readCsv(id, part, 0));
  const parts = (part === null ? found?.parts : found?.parts.slice(part - 1, part)) ?? [];
  const end = parts.at(-1)?.last;
  // Remix sends data requests for pages only, and this route has no page.
  if (!isUuid(id) || !found || !end || !page || part === 0 || context.isDataRequest) {
    throw new Response("There is no such file.", { status: 404 });
  }
  const next = async (after: number) => (await readNextAsAdmin(context, readCsv(id, part, after)))[0] ?? EMPTY_PAGE;
  // The Content-Length lets the browser notice a truncated file: workerd ends a failed stream like a complete one.
  const length = parts.reduce((sum, { bytes }) => sum + bytes, CSV_HEADER.length);
  const { readable, writable } = new FixedLengthStream(length);
  linesOf(page, end, next)
    .pipeTo(writable)
    .catch((error: unknown) => {
      if (!request.signal.aborted) logFailure("The download of an export failed", error);
    });
  return new Response(readable, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(found, part)}"`,
      // Compression would remove the Content-Length.
      "Cache-Control": "no-store, no-transform",
    },
  });
}

/** Some lines of the file. `last` is the number of the last line; null for an empty page. */
type Page = { text: string; last: number | null };
const EMPTY_PAGE: Page = { text: "", last: null };

/** Streams the header and the lines up to line `end`. The stream fails if a page cannot be read. */
function linesOf(first: Page, end: number, next: (after: number) => Promise<Page>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: Promise<Page> = Promise.resolve({ ...first, text: CSV_HEADER + first.text });
  return new ReadableStream({
    async pull(controller) {
      const { text, last } = await page;
      if (last === null) throw new Error(`lines are missing before line ${end}`);
      if (last < end) {
        // Reads the next page while this one is sent. The empty handler prevents an unhandled rejection before the next pull.
        page = next(last);
        page.catch(() => {});
      }
      controller.enqueue(encoder.encode(text));
      if (last >= end) controller.close();
    },
  });
}
