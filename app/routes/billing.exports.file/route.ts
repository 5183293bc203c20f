import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { fileName } from "#app/domain/invoices.ts";
import { isUuid } from "#app/list-screen.ts";
import type { Database } from "#db/client.ts";
import { CSV_HEADER, findExport, readCsv } from "#db/queries/exports.ts";

/**
 * The file of an export, or of a part of it: `/billing/exports/<id>.csv?part=2`. It is read and sent a few thousand lines at
 * a time, so that its length costs no memory.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, id = ""] = params.file?.match(/^(.*)\.csv$/) ?? [];
  const asked = new URL(request.url).searchParams.get("part");
  const part = asked === null ? null : /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 0;
  const [[found], [page]] = await requireAdmin(request, context, findExport(id), readCsv(id, part, 0));
  const range = part === null ? { last: found?.billCount ?? 0 } : found?.parts[part - 1];
  // Data is for pages, and this is none.
  if (!isUuid(id) || !found || !range || !page || context.isDataRequest) {
    throw new Response("There is no such file.", { status: 404 });
  }
  const next = (after: number) => readNext(context.connect(), id, part, after);
  return new Response(linesOf(page, range.last, next), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(found.date, part)}"`,
    },
  });
}

type Page = { text: string; last: number | null };

async function readNext(db: Database, id: string, part: number | null, after: number): Promise<Page> {
  const [page] = await db.read(readCsv(id, part, after));
  return page ?? { text: "", last: null };
}

/** The header and the lines up to the `end`th; where they cannot all be read the download breaks off, and never seems whole. */
function linesOf(first: Page, end: number, next: (after: number) => Promise<Page>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: Promise<Page> = Promise.resolve({ ...first, text: CSV_HEADER + first.text });
  return new ReadableStream({
    async pull(controller) {
      const { text, last } = await page;
      if (last === null) throw new Error(`There are lines missing before the ${end}th`);
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
