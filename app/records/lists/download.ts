import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readNextAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { CSV_MARK, csvLine, csvText } from "#app/domain/basics/tables.ts";
import { type ColumnChoice, NO_CHOICE } from "#app/domain/fields/column-choice.ts";
import type { PagePlace } from "#app/domain/fields/list-state.ts";
import { csvFile } from "#app/records/csv-file.ts";
import { logFailure } from "#app/server/log.ts";
import { NotAuthorizedError } from "#db/errors.ts";
import { type GroupBy, groupRows, listPage } from "#db/list/list-page.ts";
import { type FileValues, withFileValues } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { chosenColumns } from "#db/write/records.ts";
import { groupOf, headingOfGroup, inOrder } from "./list-groups.ts";
import { isLong, type ListRoute, listFilterOf, rowsToday } from "./list-route.ts";
import { searchShortList, shownFields } from "./short-list-order.ts";

/** Rows per database read. */
const ROWS = 2_000;

const INCOMPLETE = "INCOMPLETE: the database stopped answering. Download the file again.";
const ENDED = "INCOMPLETE: you are no longer signed in as an admin.";

/**
 * The rows of a list as a CSV file, or its groups: all rows of the view, the search and the filters, in the order of the list, with
 * the columns that the admin sees (docs/product.md, 'Filters'). The rows are read and sent in chunks, so that a long
 * file needs no more memory.
 */
export async function downloadList<Row extends { seq: number }, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: ListRoute<Row, Settable>,
) {
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, route, today);
  const group = groupOf(route, state.filters);
  const body = group
    ? await groupLines({ request, context }, route, { state, filter, group })
    : await rowLines({ request, context }, route, { state, filter });
  // Remix sends data requests for pages only, and this route has no page.
  if (context.isDataRequest) throw new Response("There is no such page.", { status: 404 });
  const name = [route.path.slice(1).replaceAll("/", "-"), ...(group ? [`by-${state.filters.group}`] : []), today].join(
    "-",
  );
  return csvFile(name, body);
}

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;
type Selected = ReturnType<typeof listFilterOf>;

/** The header and the lines of the rows of a list. */
async function rowLines<Row extends { seq: number }, Settable>(
  asked: Asked,
  route: ListRoute<Row, Settable>,
  selected: Selected,
): Promise<ReadableStream<Uint8Array>> {
  const { chunk, columnChoice } = await readRows(asked, route, selected);
  const shown = shownFields(route.description.fields, columnChoice);
  const added = route.description.fields.filter(
    ({ name, listed }) => listed.inFile && !shown.some((field) => field.name === name),
  );
  const fields = [...shown, ...added].map(({ heading, text, detail }) => ({
    heading,
    // A cell with a switch or a checkbox has no text.
    text: (row: Row) => text(row) || detail(row),
  }));
  const extra = (route.extraColumns ?? []).map(({ heading, text }) => ({
    heading,
    text: (row: Row & { inFile?: FileValues }) => text(row, row.inFile ?? {}),
  }));
  const columns = [...fields, ...extra];
  const lineOf = (row: Row) => csvLine(columns.map(({ text }) => text(row)));
  return linesOf(CSV_MARK + csvLine(columns.map(({ heading }) => heading)), chunk, lineOf);
}

/** The header and the lines of the groups of a list, as the list shows them. */
async function groupLines<Row extends { seq: number }, Settable>(
  { request, context }: Asked,
  { source, path, description }: ListRoute<Row, Settable>,
  { state, filter, group }: Selected & { group: GroupBy },
): Promise<string> {
  if (!isLong(source)) throw new TypeError("A short list has no groups");
  const [[read]] = await readAsAdmin(request, context, groupRows(source, filter, group));
  const sum = description.fields.find(({ name }) => name === source.summary?.name);
  const header = [headingOfGroup(path, state.filters.group), "Number", sum?.heading ?? "Sum"];
  const lines = inOrder(read?.groups ?? [], group).map((each) => [
    each.name,
    String(each.rows),
    formatDollars(each.sum),
  ]);
  return csvText([header, ...lines]);
}

/** Some rows of a file. `next` reads the rows after them; null in the last chunk. */
type Chunk<Row> = { rows: Row[]; next: (() => Promise<Chunk<Row>>) | null };

/** Reads the first chunk of rows and the admin's choice of columns. A short list is one chunk. */
async function readRows<Row extends { seq: number }, Settable>(
  { request, context }: Asked,
  { source: ofList, path, description, asOf }: ListRoute<Row, Settable>,
  { state, filter }: Selected,
): Promise<{ chunk: Chunk<Row>; columnChoice: ColumnChoice }> {
  const columns = chosenColumns(context.session?.user.email ?? "", path);
  const source = withFileValues(ofList);
  if (!isLong(source)) {
    const [[read], [chosen]] = await readAsAdmin(request, context, shortList(source, filter), columns);
    const rows = searchShortList(description.fields, rowsToday({ asOf }, read?.rows ?? [], filter), state);
    return { chunk: { rows, next: null }, columnChoice: { ...NO_CHOICE, ...chosen } };
  }
  const { sort, descending } = state;
  const rowsAt = (place: PagePlace) => listPage(source, { ...filter, sort, descending, place, size: ROWS });
  const chunkOf = (read: Row[]): Chunk<Row> => {
    const rows = read.slice(0, ROWS);
    const last = rows.at(-1);
    if (read.length <= ROWS || !last) return { rows, next: null };
    const after = rowsAt({ kind: "after", seq: last.seq });
    return { rows, next: async () => chunkOf((await readNextAsAdmin(context, after))[0]?.rows ?? []) };
  };
  const [[page], [chosen]] = await readAsAdmin(request, context, rowsAt({ kind: "first" }), columns);
  return { chunk: chunkOf(page?.rows ?? []), columnChoice: { ...NO_CHOICE, ...chosen } };
}

/**
 * Streams the header and the lines of all chunks. If a chunk cannot be read, the last line says that the file is
 * incomplete: a browser does not notice the truncation of a file without a Content-Length.
 */
function linesOf<Row>(header: string, first: Chunk<Row>, lineOf: (row: Row) => string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let chunk = Promise.resolve(first);
  let text = header;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { rows, next } = await chunk;
        if (next) {
          // Reads the next rows while these are sent. The empty handler prevents an unhandled rejection before the next pull.
          chunk = next();
          chunk.catch(() => {});
        }
        controller.enqueue(encoder.encode(text + rows.map(lineOf).join("")));
        text = "";
        if (!next) controller.close();
      } catch (error) {
        logFailure("The download of a list failed", error);
        controller.enqueue(encoder.encode(`${error instanceof NotAuthorizedError ? ENDED : INCOMPLETE}\r\n`));
        controller.close();
      }
    },
  });
}
