import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readNextAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import type { PagePlace } from "#app/domain/list-state.ts";
import { escapeFormula } from "#app/domain/text.ts";
import { logFailure } from "#app/server/log.ts";
import { NotAuthorizedError } from "#db/errors.ts";
import { listPage } from "#db/list/list-page.ts";
import { hiddenColumns } from "#db/records.ts";
import { type ListRoute, listFilterOf } from "./list-route.ts";
import { visibleColumns } from "./visible-columns.ts";

/** The rows that the file reads at once. */
const ROWS = 2_000;

const INCOMPLETE = "INCOMPLETE: the database stopped answering. Download the file again.";
const ENDED = "INCOMPLETE: you are no longer signed in as an admin.";

/**
 * The rows of a list as a CSV file: all rows of the view, the search and the filters, in the order of the list, with the columns
 * that the admin sees (docs/product.md, 'Filters'). It is read and sent in pages, so that a long file needs no more memory.
 */
export async function downloadList<Row extends { seq: number }, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: ListRoute<Row, Settable>,
) {
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, route, today);
  const { sort, descending } = state;
  const pageAt = (place: PagePlace) => listPage(route.source, { ...filter, sort, descending, place, size: ROWS });
  const email = context.session?.user.email ?? "";
  const [pages, choices] = await readAsAdmin(
    request,
    context,
    pageAt({ kind: "first" }),
    hiddenColumns(email, route.path),
  );
  // A data request is for a page, and this route has none.
  if (context.isDataRequest) throw new Response("There is no such page.", { status: 404 });
  const { fields } = route.description;
  const shown = visibleColumns(fields, choices[0]?.hidden ?? null);
  const columns = [
    ...fields.filter(({ column }) => shown.includes(column)).map(({ heading, text }) => ({ heading, text })),
    ...(route.extraColumns ?? []),
  ];
  const lineOf = (row: Row) => lineOfCells(columns.map(({ text }) => text(row)));
  const next = async (seq: number) => (await readNextAsAdmin(context, pageAt({ kind: "after", seq })))[0]?.rows ?? [];
  const header = lineOfCells(columns.map(({ heading }) => heading));
  return new Response(linesOf(header, pages[0]?.rows ?? [], next, lineOf), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${route.path.slice(1)}-${today}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

const lineOfCells = (cells: readonly string[]) => `${cells.map(cellOf).join(",")}\r\n`;

/** A cell that no spreadsheet runs as a formula, in quotes if it has to be. */
function cellOf(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Streams the header and the lines of all pages. A page that cannot be read becomes a last line that says so, because a browser
 * does not notice that a file without a Content-Length is truncated.
 */
function linesOf<Row extends { seq: number }>(
  header: string,
  first: Row[],
  next: (seq: number) => Promise<Row[]>,
  lineOf: (row: Row) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page = Promise.resolve(first);
  let text = header;
  return new ReadableStream({
    async pull(controller) {
      try {
        const read = await page;
        const rows = read.slice(0, ROWS);
        const last = rows.at(-1);
        const hasMore = read.length > ROWS && last !== undefined;
        if (hasMore) {
          // Reads the next page while this one is sent. The empty handler prevents an unhandled rejection before the next pull.
          page = next(last.seq);
          page.catch(() => {});
        }
        controller.enqueue(encoder.encode(text + rows.map(lineOf).join("")));
        text = "";
        if (!hasMore) controller.close();
      } catch (error) {
        logFailure("The download of a list failed", error);
        controller.enqueue(encoder.encode(`${error instanceof NotAuthorizedError ? ENDED : INCOMPLETE}\r\n`));
        controller.close();
      }
    },
  });
}
