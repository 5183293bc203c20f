import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { yearIn } from "#app/domain/basics/months.ts";
import { paidInYear } from "#db/queries/payroll/payroll-sums.ts";

/** Reads what grooms were paid in the year of the address, by default the current one. */
export async function readPaidYear({ request, context }: LoaderFunctionArgs) {
  const current = Number(todayInNewYork(context.now).slice(0, 4));
  const year = yearIn(new URL(request.url).searchParams.get("year"), current);
  const [[found]] = await readAsAdmin(request, context, paidInYear(year));
  return { year, current, sums: found?.sums ?? [] };
}
