import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { csvText } from "#app/domain/basics/tables.ts";
import type { PastRun } from "#app/domain/bills/runs.ts";
import { pastRun } from "#app/domain/records/past.ts";
import type { RowSource } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { csvFile } from "./csv-file.ts";
import { newestFirst } from "./lists/short-list-order.ts";
import { liveLoader } from "./live-loader.ts";
import { readNotice } from "./undo.ts";

/** The loader of a list of past runs, the newest first; without data after a post during an outage. */
export const loadPastRuns = (source: RowSource<PastRun>) =>
  liveLoader(async (args) => {
    const { request, context } = args;
    const [read, notice] = await Promise.all([
      readOrNullAfterPost(context, readAsAdmin(request, context, shortList(source, {}))),
      readNotice(args),
    ]);
    const data = read && newestFirst(read[0][0]);
    return { data: data && { ...data, rows: data.rows.map(withTexts) }, notice };
  });

/** The loader of the file of a list of past runs. */
export const pastRunsFile = (source: RowSource<PastRun>, name: string) => async (args: LoaderFunctionArgs) => {
  const [[read]] = await readAsAdmin(args.request, args.context, shortList(source, {}));
  const fields = pastRun.fields.filter(({ name: field }) => field !== "obstacle");
  const lines = newestFirst(read)
    .rows.map(withTexts)
    .map((run) => [...fields.map(({ text }) => text(run)), run.undoneAt ?? ""]);
  return csvFile(name, csvText([[...fields.map(({ heading }) => heading), "Undone"], ...lines]));
};

/** The run with its instants as texts in New York: '11/22/2026, 9:14 AM'. */
function withTexts(run: PastRun): PastRun {
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  return { ...run, at: textOf(run.at), undoneAt: run.undoneAt && textOf(run.undoneAt) };
}
