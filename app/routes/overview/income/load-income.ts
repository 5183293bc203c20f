import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { yearIn } from "#app/domain/basics/months.ts";
import type { IncomeColumns } from "#app/domain/overview/income.ts";
import { incomeOf } from "#db/queries/overview/overview-totals.ts";

/** What the address of the income asks for; by default the months of the current year, by the dates of the bills. */
export async function readIncome({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const current = Number(todayInNewYork(context.now).slice(0, 4));
  const year = yearIn(searchParams.get("year"), current);
  const isBilledFor = searchParams.get("by") === "billed-for";
  const columns: IncomeColumns = searchParams.get("columns") === "locations" ? "locations" : "months";
  const [[found]] = await readAsAdmin(request, context, incomeOf(year, isBilledFor));
  return { year, current, isBilledFor, columns, sums: found?.sums ?? [] };
}
