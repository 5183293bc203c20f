import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { fileName } from "#app/domain/invoices.ts";
import { CSV_HEADER, findExport, readCsv } from "#db/queries/exports.ts";

/**
 * The file of an export, or of a part of it: `/billing/exports/<id>.csv?part=2`. It is read and sent a few thousand lines at
 * a time, so that its length costs no memory.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, id = ""] = params.file?.match(/^(.*)\.csv$/) ?? [];
  const asked = new URL(request.url).searchParams.get("part");
  const part = asked === null ? null : /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 0;
  const [[found], [page]] = await readAsAdmin(request, context, findExport(id), readCsv(id, part, 0));
  const parts = (part === null ? found?.parts : found?.parts.slice(part - 1, part)) ?? [];
  const end = parts.at(-1)?.last;
  // Data is for pages, and this is none.
  if (!isUuid(id) || !found || !end || !page || part === 0 || context.isDataRequest) {
    throw new Response("There is no such file.", { status: 404 });
  }
  const next = async (after: number) => (await context.connect().read(readCsv(id, part, after)))[0] ?? NOTHING;
  // What breaks off would end like what is whole, if it did not say how long it is: workerd closes either the same way.
  const length = parts.reduce((sum, { bytes }) => sum + bytes, CSV_HEADER.length);
  const { readable, writable } = new FixedLengthStream(length);
  linesOf(page, end, next)
    .pipeTo(writable)
    .catch((error: unknown) => {
      if (!request.signal.aborted) console.error(`${fileName(found.date, part)} of ${id} broke off: ${error}`);
    });
  return new Response(readable, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(found.date, part)}"`,
      // To pack it would be to lose its length.
      "Cache-Control": "no-store, no-transform",
    },
  });
}

type Page = { text: string; last: number | null };
const NOTHING: Page = { text: "", last: null };

/** The header, and the lines up to the `end`th: a failure where one of them cannot be read. */
function linesOf(first: Page, end: number, next: (after: number) => Promise<Page>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: Promise<Page> = Promise.resolve({ ...first, text: CSV_HEADER + first.text });
  return new ReadableStream({
    async pull(controller) {
      const { text, last } = await page;
      if (last === null) throw new Error(`there are lines missing before the ${end}th`);
      if (last < end) {
        // While this one is on its way. Where it fails, it fails when it is awaited.
        page = next(last);
        page.catch(() => {});
      }
      controller.enqueue(encoder.encode(text));
      if (last >= end) controller.close();
    },
  });
}
