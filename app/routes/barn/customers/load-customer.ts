import { redirect } from "@remix-run/cloudflare";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { customerPage } from "#db/queries/barn/customer-page.ts";

/** Reads all data of the page of a customer in one database request. The page of a merged customer leads to the remaining one. */
export const loadCustomer = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const today = todayInNewYork(context.now);
  const [[[found]], notice] = await Promise.all([
    readAsAdmin(request, context, customerPage(id, today)),
    readNotice({ request, context }),
  ]);
  if (!found) throw failure(context, 404);
  const { horsesBefore, mergedInto, ...page } = found.page;
  if (mergedInto) throw redirect(`/customers/${mergedInto}`);
  // Formatted here: the browser does not load the code of time zones.
  const before = horsesBefore.map(({ until, ...horse }) => ({
    ...horse,
    until: until ? formatInNewYork(new Date(until)) : "Deleted",
  }));
  return { id, title: page.record.name, notice, month: monthOf(today), ...page, horsesBefore: before };
});
