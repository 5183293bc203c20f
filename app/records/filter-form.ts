import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import type { Option } from "#app/domain/field.ts";
import { formatMonth, monthBefore, monthOf } from "#app/domain/months.ts";
import { byName } from "#app/domain/names.ts";
import type { FilterControl } from "#app/ui/dialog/filter-dialog.tsx";
import { filterChoices } from "#db/list/filters.ts";
import { filtersAt } from "#db/queries/list-filters.ts";
import { type ListRoute, searchOf } from "./list-route.ts";

/** Parameters of a list that its form of filters does not set. */
const KEPT = ["view", "q", "sort"];

/**
 * Opens the form of a list's filters, with the options that it offers. The form sends itself here, and the answer is a redirect
 * to the list, whose address has the filters that are set and no others.
 */
export async function openFilters<Row, Settable>(args: LoaderFunctionArgs, list: ListRoute<Row, Settable>) {
  const { request, context } = args;
  const filters = filtersAt(list.path);
  const [[read]] = await readAsAdmin(request, context, filterChoices(filters));
  const known = new URLSearchParams(searchOf(request, list.description));
  const { searchParams } = new URL(request.url);
  const kept = [...known].filter(([name]) => KEPT.includes(name));
  if (searchParams.has("apply")) {
    const chosen = [...known].filter(([name]) => name in filters);
    const search = String(new URLSearchParams([...kept, ...chosen]));
    throw redirect(search ? `${list.path}?${search}` : list.path);
  }
  const controls = Object.entries(filters).map(
    ([name, { label, control, options = [], unset = "Any" }]): FilterControl => {
      const value = known.get(name) ?? "";
      const choices = read?.choices[name] ?? [];
      const months = control === "month" && monthsBetween(choices);
      const offered = months || [...options, ...choices.sort(byName)];
      const isOffered = !value || control === "date" || offered.some(({ id }) => id === value);
      const chosen = { id: value, name: months ? formatMonth(value) : "As chosen" };
      return {
        name,
        label,
        control: control === "date" ? "date" : "select",
        value,
        unset,
        options: isOffered ? offered : [chosen, ...offered],
      };
    },
  );
  return { path: list.path, controls, kept };
}

/** The options of the months from that of the first to that of the last of some days; none without a day. */
function monthsBetween(days: readonly Option[]): Option[] {
  const [newest = "", oldest = newest] = days.map(({ id }) => monthOf(id));
  const months: Option[] = [];
  for (let month = newest; newest && month >= oldest; month = monthBefore(month))
    months.push({ id: month, name: formatMonth(month) });
  return months;
}
