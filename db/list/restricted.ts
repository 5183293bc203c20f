import { type SQL, sql } from "drizzle-orm";
import { FIRST_DATE, LAST_DATE, plusDays } from "#app/domain/calendar.ts";
import { firstDayOf, lastDayOf, monthBefore, monthOf } from "#app/domain/months.ts";
import { byName } from "#app/domain/names.ts";
import { searchWords } from "#app/domain/search-text.ts";
import { facets, totals } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { allOf, jsonObject, unionAll, withClause } from "./clauses.ts";
import { conditionOf, type Restriction } from "./filters.ts";
import { foundSeqs, sortedPage } from "./found.ts";
import {
  conditionsOf,
  type ListFilter,
  type ListRequest,
  type ListSource,
  MAX_COUNTED,
  type PageParts,
} from "./list-source.ts";
import { orderOf, scanInOrder } from "./order.ts";

/*
 * The rows of a list that pass its filters. `totals` knows the number of rows of one facet, of a range of days, and of some
 * facets in a range of months. Of any other combination, the filter with the fewest rows is read, and each of its rows tested.
 */

type Facet = Extract<Restriction, { facet: string }>;
type Days = Extract<Restriction, { days: unknown }>;
type Other = Extract<Restriction, { condition: SQL }>;

const split = (restrictions: ListFilter["restrictions"] = []) => ({
  ofFacets: restrictions.filter((each): each is Facet => "facet" in each),
  days: restrictions.find((each): each is Days => "days" in each),
  others: restrictions.filter((each): each is Other => "condition" in each),
});

/** The first and last month of a range of days, if it begins and ends with a month. */
export function monthsOf({ from, to }: Pick<Days, "from" | "to">): [string, string] | undefined {
  const [first, last] = [monthOf(from), monthOf(to)];
  return from === firstDayOf(first) && to === lastDayOf(last) ? [first, last] : undefined;
}

const isBetween = (kind: string, from: string, to: string) =>
  sql`(${totals.kind} = ${kind} and ${totals.key} between ${from} and ${to})`;

/** The totals of a range of days: those of its months, and of the days before and after them. */
function totalsOfDays({ from, to }: Pick<Days, "from" | "to">, hasMonths: boolean): SQL[] {
  const isFirstWhole = from === firstDayOf(monthOf(from));
  const isLastWhole = to === lastDayOf(monthOf(to));
  const first = isFirstWhole ? monthOf(from) : monthOf(plusDays(lastDayOf(monthOf(from)), 1));
  const last = isLastWhole ? monthOf(to) : monthBefore(monthOf(to));
  if (!hasMonths || first > last) return [isBetween("date", from, to)];
  const parts = [isBetween("month", first, last)];
  if (!isFirstWhole) parts.push(isBetween("date", from, lastDayOf(monthOf(from))));
  if (!isLastWhole) parts.push(isBetween("date", firstDayOf(monthOf(to)), to));
  return parts;
}

/** Which totals count the rows of a facet, of a range of days, of both, or of the whole list; undefined if none do. */
function keptKeys<Row>({ totals: kept }: ListSource<Row>, facet?: Facet, days?: Days): SQL[] | undefined {
  if (!facet && !days) return [sql`${totals.kind} = '' and ${totals.key} = ''`];
  if (!kept?.facets) return undefined;
  const { byMonth } = kept.facets;
  if (!facet) return days && totalsOfDays(days, byMonth.length > 0);
  if (!days) return [sql`${totals.kind} = ${facet.facet} and ${totals.key} = ${facet.key}`];
  const months = monthsOf(days);
  if (!months || !byMonth.includes(facet.facet)) return undefined;
  return [isBetween(`${facet.facet} by month`, `${facet.key} ${months[0]}`, `${facet.key} ${months[1]}`)];
}

/** A select of rows of `totals`. For conditions in one `or` SQLite would read all totals of the list. */
const fromTotals = (columns: SQL, list: string, keys: SQL[]) =>
  unionAll(keys.map((each) => sql`select ${columns} from ${totals} where ${totals.list} = ${list} and ${each}`));

/** The columns of `totals` for the rows that a filter selects by its view and by whether they are current. */
function termsOf<Row>({ totals: kept }: ListSource<Row>, { view, restrictions }: ListFilter) {
  const { others } = split(restrictions);
  const [only] = others;
  if (!kept || others.length > 1 || (only && !only.notCurrent) || (view && view !== kept.current)) return undefined;
  if (!only) {
    return view
      ? { rows: sql`${totals.currentRows}`, sum: sql`${totals.currentSum}` }
      : { rows: sql`${totals.rows}`, sum: sql`${totals.sum}` };
  }
  if (view) return undefined;
  return {
    rows: sql`(${totals.rows} - ${totals.currentRows})`,
    sum: sql`(${totals.sum} - ${totals.currentSum})`,
    but: only.notCurrent?.but,
  };
}

/** A select of the number and sum of the rows that a filter selects, from `totals`; undefined if these do not know them. */
export function keptCounts<Row>(source: ListSource<Row>, filter: ListFilter): SQL | undefined {
  const terms = termsOf(source, filter);
  const { ofFacets, days } = split(filter.restrictions);
  const keys = ofFacets.length <= 1 ? keptKeys(source, ofFacets[0], days) : undefined;
  if (!terms || !keys || !source.totals) return undefined;
  const columns = sql`${terms.rows} as rows, ${terms.sum} as sum`;
  const kept = sql`select coalesce(sum(rows), 0) as total, coalesce(sum(sum), 0) as sum from (${fromTotals(columns, source.totals.list, keys)})`;
  const but = terms.but && exceptions(source, filter, terms.but);
  return but
    ? sql`select kept.total - but.total as total, kept.sum - but.sum as sum, 1 as is_exact from (${kept}) kept, (select count(*) as total, coalesce(sum(term), 0) as sum from (${but})) but`
    : sql`select total, sum, 1 as is_exact from (${kept})`;
}

/** The rows that are not current and yet not meant. */
function exceptions<Row>(
  { table, where, summary }: ListSource<Row>,
  { restrictions = [] }: ListFilter,
  but: SQL,
  columns = sql``,
): SQL {
  const others = restrictions.filter((each) => !("condition" in each)).map(conditionOf);
  return sql`select ${summary?.of ?? 0} as term ${columns} from ${table} where ${allOf([where, but, ...others])}`;
}

/** One way to the rows: an estimate of their number, and their conditions in an index. */
type Driver = { rows: SQL; from?: SQL; where: SQL[] };

function driversOf<Row>(source: ListSource<Row>, filter: ListFilter): Driver[] {
  const { ofFacets, days, others } = split(filter.restrictions);
  const { table, totals: kept } = source;
  const listed = filter.view ? [source.where, filter.view] : [source.where];
  const isCurrent = filter.view !== undefined && filter.view === kept?.current;
  const column = isCurrent ? totals.currentRows : totals.rows;
  const rowsOf = (keys: SQL[] | undefined) =>
    sql`(select coalesce(sum(rows), 0) from (${fromTotals(sql`${column} as rows`, kept?.list ?? "", keys ?? [sql`0`])}))`;
  return [
    { rows: rowsOf(keptKeys(source)), where: listed },
    ...(days ? [{ rows: rowsOf(keptKeys(source, undefined, days)), where: [conditionOf(days), ...listed] }] : []),
    ...ofFacets.map((facet) => {
      const inMonths = days && keptKeys(source, facet, days);
      const isByDate = facet.hasDates && days && inMonths;
      return {
        rows: rowsOf(isByDate ? inMonths : keptKeys(source, facet)),
        where: [conditionOf(facet), ...(isByDate ? [conditionOf(days)] : []), ...listed],
      };
    }),
    ...others.flatMap(({ condition, index, rows: found }) => {
      const from = found ?? (index && sql`${table} indexed by ${sql.identifier(index)}`);
      if (!from) return [];
      const rows = sql`(select count(*) from (select 1 from ${from} where ${found ? sql`1` : condition} limit ${MAX_COUNTED + 1}))`;
      return { rows, from, where: found ? [sql`1`] : [condition] };
    }),
  ];
}

/** The rows that pass the filters, as `hits`, and the condition that these are all of them. */
type Hits = { ctes: SQL[]; areAll: SQL };

const areFew = sql`(select rows from driver) <= ${MAX_COUNTED}`;

/** The rows of the filter that has the fewest, tested by the other filters: at most 10,000 are read. */
function hitsOf<Row>(source: ListSource<Row>, filter: ListFilter, when: SQL): Hits {
  const { table, seq } = source;
  const drivers = driversOf(source, filter);
  const estimates = drivers.map(({ rows }, i) => sql`select ${sql.raw(String(i))} as number, ${rows} as rows`);
  const scans = drivers.map((driver, i) => {
    const isChosen = sql`(select number from driver) = ${sql.raw(String(i))} and ${when}`;
    return sql`select ${seq} as seq from ${driver.from ?? table} where ${allOf(driver.where)} limit iif(${isChosen}, ${MAX_COUNTED + 1}, 0)`;
  });
  const tested = sql`select ${termOf(source)} from candidates cross join ${table} on ${seq} = candidates.seq where ${allOf(conditionsOf(source, filter))}`;
  return {
    areAll: areFew,
    ctes: [
      // SQLite takes the number from the row with the minimum.
      sql`driver as materialized (select number, min(rows) as rows from (${sql.join(estimates, sql` union all `)}))`,
      sql`candidates as materialized (${unionAll(scans)})`,
      sql`hits as materialized (${tested})`,
    ],
  };
}

const termOf = <Row>({ seq, summary }: ListSource<Row>): SQL => sql`${seq} as seq, ${summary?.of ?? 0} as term`;

/** The rows that a search finds among those that pass the filters: at most 10,000 are read. */
function hitsOfSearch<Row>(source: ListSource<Row>, filter: ListFilter, words: readonly string[]): Hits {
  const { table, seq } = source;
  const { ctes, seqs } = foundSeqs(source, filter, words);
  const hits = sql`select ${termOf(source)} from found cross join ${table} on ${seq} = found.seq`;
  return {
    areAll: sql`(select count(*) from found) <= ${MAX_COUNTED}`,
    ctes: [...ctes, sql`found as materialized (${seqs} limit ${MAX_COUNTED + 1})`, sql`hits as materialized (${hits})`],
  };
}

/** A page of the rows that pass the filters. */
export function readRestricted<Row>(source: ListSource<Row>, request: ListRequest): PageParts {
  const { table, joins, seq } = source;
  const kept = keptCounts(source, request);
  const order = orderOf(source, request);
  const inOrder = conditionsInOrder(source, request);
  if (kept && isInOrder(request)) {
    const all = scanInOrder(source, order, inOrder, { columns: sql`${jsonObject(source.row)} as record` });
    return { ctes: [], records: sql`select * from (${unionAll(all)}) limit ${order.whole.limit}`, counts: kept };
  }
  const isCheaper = isSortCheaper(source);
  const { ctes, areAll } = hitsOf(source, request, kept ? isCheaper : sql`1`);
  const isSorted = kept ? isCheaper : areAll;
  const { ofFacets } = split(request.restrictions);
  const ofSort = ofFacets.filter(({ facet }) => facet === order.facet).map(({ key }) => sql`${facets.key} = ${key}`);
  const scans = scanInOrder(source, order, [...ofSort, ...inOrder], { when: sql`not (${isSorted})` });
  const sorted = sortedPage(source, order, sql`(select seq from hits)`, isSorted);
  const page = sql`select * from (${unionAll([sorted, ...scans])}) page order by ${order.pageOrder} limit ${order.whole.limit}`;
  return {
    ctes,
    records: sql`select ${jsonObject(source.row)} as record from (${page}) page cross join ${table} on ${seq} = page.seq ${joins}`,
    counts: kept ?? sql`select count(*) as total, coalesce(sum(term), 0) as sum, ${areAll} as is_exact from hits`,
  };
}

/** Whether an index has the rows in the order of the page: the dates of all rows, or of a facet in all views. */
function isInOrder({ view, sort, restrictions }: ListRequest): boolean {
  const { ofFacets, days, others } = split(restrictions);
  const isIndexed = ofFacets.length === 0 ? days !== undefined : !view && ofFacets.every(({ hasDates }) => hasDates);
  return sort === "date" && others.length === 0 && isIndexed;
}

/** The conditions of a scan in the order of the sort. A plus keeps SQLite from another index, whose rows it would have to sort. */
function conditionsInOrder<Row>(source: ListSource<Row>, request: ListRequest): SQL[] {
  const { view, sort, restrictions = [] } = request;
  const tests = restrictions.map((each) => {
    if ("facet" in each && !isInOrder(request)) return sql`+${conditionOf(each)}`;
    return "days" in each && sort !== "date" ? sql`+${conditionOf(each)}` : conditionOf(each);
  });
  return [...conditionsOf(source, { view }), ...tests];
}

/**
 * The condition that it reads fewer rows to sort the rows of the chosen filter, four for each, than to scan for a page of them
 * in the order of the sort: 100, times all rows, divided by theirs.
 */
function isSortCheaper<Row>(source: ListSource<Row>): SQL {
  const all = sql`(select coalesce(max(${totals.rows}), 0) from ${totals} where ${totals.list} = ${source.totals?.list} and ${totals.kind} = '' and ${totals.key} = '')`;
  const rows = sql`(select rows from driver)`;
  return sql`(${rows} <= ${MAX_COUNTED} and ${rows} * ${rows} <= 25 * ${all})`;
}

/** A group of rows: the key of its facet, or its month, with the number and the sum of its rows. */
export type Group = { key: string; name: string; rows: number; sum: number };
/** What groups the rows: a facet or 'month', and its column. */
export type GroupBy = { group: string; column: SQL };

/** Selects the groups of the rows that a filter selects, by a facet or by the month, in one row. */
export function groupRows<Row>(source: ListSource<Row>, filter: ListFilter, { group, column }: GroupBy) {
  const words = searchWords(filter.q);
  const kept = words.length > 0 ? undefined : keptGroups(source, filter, { group, column });
  const hits = words.length > 0 ? hitsOfSearch(source, filter, words) : hitsOf(source, filter, sql`1`);
  const { ctes, areAll } = kept ? { ctes: [], areAll: sql`1` } : hits;
  const { table, seq } = source;
  const counted = sql`select ${column} as key, count(*) as rows, sum(term) as sum from hits cross join ${table} on ${seq} = hits.seq group by 1`;
  const name = sql`coalesce((select ${facets.text} from ${facets} where ${facets.kind} = ${group} and ${facets.key} = groups.key), groups.key)`;
  const pairs = sql`'key', groups.key, 'name', ${name}, 'rows', groups.rows, 'sum', groups.sum`;
  return statements
    .select({
      groups: sql`groups`.mapWith((json: string) => (JSON.parse(json) as Group[]).sort(byName)),
      isExact: sql`is_exact`.mapWith(Boolean),
    })
    .from(
      sql`(${withClause(ctes)} select json_group_array(json_object(${pairs})) as groups, ${areAll} as is_exact from (${kept ?? counted}) groups where groups.rows <> 0)`,
    );
}

/** The groups as `totals` has them; undefined if they do not. */
function keptGroups<Row>(source: ListSource<Row>, filter: ListFilter, { group, column }: GroupBy): SQL | undefined {
  const terms = termsOf(source, filter);
  const { ofFacets, days } = split(filter.restrictions);
  const [facet] = ofFacets;
  const months: [string, string] | undefined = days ? monthsOf(days) : [monthOf(FIRST_DATE), monthOf(LAST_DATE)];
  const of = keyOfGroup(group, facet, months, days !== undefined);
  if (!terms || !source.totals || !of || ofFacets.length > 1) return undefined;
  const kept = sql`select ${of.key} as key, ${terms.rows} as rows, ${terms.sum} as sum from ${totals} where ${totals.list} = ${source.totals.list} and ${of.where}`;
  const but = terms.but && exceptions(source, filter, terms.but, sql`, ${column} as key`);
  const all = but ? sql`${kept} union all select key, -1, -term from (${but})` : kept;
  return sql`select key, sum(rows) as rows, sum(sum) as sum from (${all}) group by key`;
}

/** The totals of the groups, and the key of a group in theirs. */
function keyOfGroup(group: string, facet: Facet | undefined, months: [string, string] | undefined, hasDays: boolean) {
  if (!months) return undefined;
  const [first, last] = months;
  const key = sql`${totals.key}`;
  if (facet) {
    if (group !== "month" || facet.facet === "entered_by") return undefined;
    const where = isBetween(`${facet.facet} by month`, `${facet.key} ${first}`, `${facet.key} ${last}`);
    return { key: sql`substr(${key}, -7)`, where };
  }
  if (group === "month") return { key, where: isBetween("month", first, last) };
  if (!hasDays) return { key, where: sql`${totals.kind} = ${group}` };
  const month = sql`substr(${key}, -7)`;
  return {
    key: sql`substr(${key}, 1, length(${key}) - 8)`,
    where: sql`${totals.kind} = ${`${group} by month`} and ${month} between ${first} and ${last}`,
  };
}
