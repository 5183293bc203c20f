import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { yearIn } from "#app/domain/basics/months.ts";
import { boardMonths } from "#app/domain/boarding/unbilled-board.ts";
import type { IncomeColumns } from "#app/domain/overview/income.ts";
import { incomeOf } from "#db/queries/overview/overview-totals.ts";

/** What the address of the income asks for; by default the months of the current year, by the dates of the bills. */
export async function readIncome({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const today = todayInNewYork(context.now);
  const year = yearIn(searchParams.get("year"), Number(today.slice(0, 4)));
  const isBilledFor = searchParams.get("by") === "billed-for";
  const columns: IncomeColumns = searchParams.get("columns") === "locations" ? "locations" : "months";
  const [[found]] = await readAsAdmin(request, context, incomeOf(year, isBilledFor));
  const [last = today] = isBilledFor ? boardMonths(today).slice(-1) : [];
  return { year, lastYear: Number(last.slice(0, 4)), isBilledFor, columns, sums: found?.sums ?? [] };
}
