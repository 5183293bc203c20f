import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { isLocalDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, formatMonth, lastDayOf, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { byName } from "#app/domain/basics/names.ts";
import { columnFilters, type FilterControl, type FilterRange, optionsIn } from "#app/domain/fields/column-filters.ts";
import type { Option } from "#app/domain/fields/field.ts";
import { filterChoices } from "#db/list/filters.ts";
import { shortList } from "#db/list/short-list.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import { filtersOf } from "./described-filters.ts";
import { isLong, type ListRoute, listFilterOf, searchOf } from "./list-route.ts";

/** Search parameters of the list that the filter form passes on unchanged. */
const KEPT = ["view", "q", "sort"];

/**
 * Loads the filter form of a list with its options. The form submits to the same loader with `apply`, which redirects
 * to the list with the filters that are set.
 */
export async function openFilters<Row extends { seq: number }, Settable>(
  args: LoaderFunctionArgs,
  list: ListRoute<Row, Settable>,
) {
  const { request } = args;
  const filters = filtersOf(list.path, list.description);
  const read = await readChoices(args, list);
  const known = new URLSearchParams(searchOf(request, list.description));
  const { searchParams } = new URL(request.url);
  const kept = [...known].filter(([name]) => KEPT.includes(name));
  if (searchParams.has("apply")) {
    const range = Object.entries(daysOf(searchParams.get("range")));
    const chosen = [
      ...[...known].filter(([name]) => name in filters && range.every(([day]) => day !== name)),
      ...range,
    ];
    const search = String(new URLSearchParams([...kept, ...chosen]));
    throw redirect(search ? `${list.path}?${search}` : list.path);
  }
  const controls = Object.entries(filters).map(
    ([name, { label, control, options = [], unset = "Any" }]): FilterControl => {
      const value = known.get(name) ?? "";
      const choices = read[name] ?? [];
      const months = control === "month" && monthsBetween(choices);
      const offered = months || [...options, ...choices.toSorted(byName)];
      const isTyped = control === "date" || control === "number";
      const isOffered = !value || isTyped || offered.some(({ id }) => id === value);
      const chosen = { id: value, name: months ? formatMonth(value) : "As chosen" };
      return {
        name,
        label,
        control: isTyped ? control : "select",
        unset,
        options: isOffered ? offered : [chosen, ...offered],
      };
    },
  );
  const values = Object.fromEntries([...known].filter(([name]) => name in filters));
  const ranges = filters.from && filters.to ? usualRanges(todayInNewYork(args.context.now)) : [];
  return { path: list.path, controls, ranges, values, kept };
}

function usualRanges(today: LocalDate): FilterRange[] {
  const month = monthOf(today);
  const last = monthBefore(month);
  const year = today.slice(0, 4);
  return [
    { label: "This month", value: `${firstDayOf(month)}..${lastDayOf(month)}` },
    { label: "Last month", value: `${firstDayOf(last)}..${lastDayOf(last)}` },
    { label: "This year", value: `${year}-01-01..${year}-12-31` },
  ];
}

/**
 * The first and last day of the pressed range, '2026-11-01..2026-11-30'; empty if none was pressed or it is invalid.
 */
function daysOf(range: string | null): { from?: LocalDate; to?: LocalDate } {
  const [from = "", to = ""] = (range ?? "").split("..");
  return isLocalDate(from) && isLocalDate(to) ? { from, to } : {};
}

/** The options that depend on the records, by filter name. A short list offers the values of the rows in its view. */
async function readChoices<Row, Settable>(
  { request, context }: LoaderFunctionArgs,
  list: ListRoute<Row, Settable>,
): Promise<Record<string, readonly Option[]>> {
  if (isLong(list.source)) {
    const [[read]] = await readAsAdmin(request, context, filterChoices(filtersAt(list.path)));
    return read?.choices ?? {};
  }
  const { filter } = listFilterOf(request, list, todayInNewYork(context.now));
  const [[read]] = await readAsAdmin(request, context, shortList(list.source, filter));
  const ofRows = columnFilters(list.description).filter(({ options }) => !options);
  return Object.fromEntries(ofRows.map((each) => [each.name, optionsIn(read?.rows ?? [], each)]));
}

/**
 * The months from the newest to the oldest day, as options. `days` has the newest and the oldest day; it may be empty.
 */
function monthsBetween(days: readonly Option[]): Option[] {
  const [newest = "", oldest = newest] = days.map(({ id }) => monthOf(id));
  const months: Option[] = [];
  for (let month = newest; newest && month >= oldest; month = monthBefore(month))
    months.push({ id: month, name: formatMonth(month) });
  return months;
}
