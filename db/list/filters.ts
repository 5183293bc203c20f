import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  FIRST_DATE,
  formatUsDate,
  isLocalDate,
  LAST_DATE,
  type LocalDate,
  mondayOf,
  plusDays,
} from "#app/domain/basics/calendar.ts";
import { firstDayOf, formatMonth, lastDayOf } from "#app/domain/basics/months.ts";
import type { Filter } from "#app/domain/fields/column-filters.ts";
import type { Option } from "#app/domain/fields/field.ts";
import type { FilterParsers, ListState } from "#app/domain/fields/list-state.ts";
import { statements } from "#db/statements.ts";

/*
 * The filters of a list (docs/architecture.md, 'One list'). Each is described once: its parameter in the address, its control in
 * the form, the text of its chip, and what it asks of a row.
 */

/** The condition of a filter: a range of a row's days, or a condition on the table's own columns. */
export type Restriction = { days: SQLWrapper; from: LocalDate; to: LocalDate } | { condition: SQL };

/** A filter of a long list, which selects rows in SQL. */
export type FilterField = Filter & {
  /** Undefined for a parameter that selects no rows. */
  restrict: (value: string) => Restriction | undefined;
  view?: (value: string) => ListState["view"] | undefined;
  /** The options that the form reads when it opens: a scalar select of a JSON array. */
  choices?: SQL;
  /** The text of a value on its chip, if it is known without the database. */
  format?: (value: string) => string;
  /** A scalar select of the text of a value; null if no record has it. */
  nameOf?: (value: string) => SQL;
};

export type ListFilters = { readonly [name: string]: FilterField } & FilterParsers;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
export const ID = /^[\w-]{1,64}$/;

/** The value of a reference to no record: bills of the customer 'Unknown'. */
const NONE = "none";
export const UNKNOWN_NAME = "Unknown";

/** The form offers the months from the first to the last day of the rows that meet `listed`; an index has their days. */
export const monthFilter = (days: SQLWrapper, table: SQLWrapper, listed: SQLWrapper): FilterField => ({
  label: "Month",
  control: "month",
  parse: (text) => (MONTH.test(text) ? text : null),
  restrict: (month) => ({ days, from: firstDayOf(month), to: lastDayOf(month) }),
  choices: sql`(select json_group_array(json_object('id', month, 'name', month)) from (
    select (select max(${days}) from ${table} where ${listed}) as month
    union all select (select min(${days}) from ${table} where ${listed})
  ) where month is not null)`,
  format: formatMonth,
});

const parseDay = (text: string) => (isLocalDate(text) ? text : null);

export const fromFilter = (days: SQLWrapper): FilterField => ({
  label: "From",
  control: "date",
  parse: parseDay,
  restrict: (from) => ({ days, from, to: LAST_DATE }),
  format: formatUsDate,
});

export const toFilter = (days: SQLWrapper): FilterField => ({
  label: "To",
  control: "date",
  parse: parseDay,
  restrict: (to) => ({ days, from: FIRST_DATE, to }),
  format: formatUsDate,
});

/** The week of a day, from Monday to Sunday, named by its Monday. */
export const weekFilter = (days: SQLWrapper): FilterField => ({
  label: "Week of",
  control: "date",
  parse: (text) => (isLocalDate(text) ? mondayOf(text) : null),
  restrict: (monday) => ({ days, from: monday, to: plusDays(monday, 6) }),
  format: (monday) => `${formatUsDate(monday)}–${formatUsDate(plusDays(monday, 6))}`,
});

type Named = {
  id: SQLWrapper;
  name: SQLWrapper;
  shown: SQLWrapper;
  deletedAt: SQLWrapper;
  table: SQLWrapper;
  /** What tells records of one name apart, such as the owner of a horse; its table has `name_sort`. */
  apart?: SQLWrapper;
};

/** The shown name of a record, with what tells it apart if another record has the same name. Of a deleted one, any other. */
export const nameApart = ({ id, apart, table, deletedAt }: Named, shown: SQLWrapper): SQLWrapper => {
  if (!apart) return shown;
  const isShared = sql`exists (select 1 from ${table} other where other.name_sort = ${table}.name_sort and other.id <> ${id} and (other.deleted_at is null or ${deletedAt} is not null))`;
  return sql`iif(${isShared}, ${shown} || coalesce(' - ' || ${apart}, ''), ${shown})`;
};

type ReferenceOptions = { of: Named; restrict: (key: string) => Restriction; hasNone?: boolean };

/** The rows that refer to a record. `none` stands for rows without one, and is '' as a key. */
export const referenceFilter = (label: string, { of, restrict, hasNone = false }: ReferenceOptions): FilterField => ({
  label,
  control: "select",
  parse: (text) => (ID.test(text) && (hasNone || text !== NONE) ? text : null),
  restrict: (value) => restrict(hasNone && value === NONE ? "" : value),
  nameOf: (id) => sql`(select ${nameApart(of, of.shown)} from ${of.table} where ${of.id} = ${id})`,
  choices: sql`(select json_group_array(json_object('id', ${of.id}, 'name', ${nameApart(of, of.name)})) from ${of.table} where ${of.deletedAt} is null)`,
  ...(hasNone && { options: [{ id: NONE, name: UNKNOWN_NAME }] }),
});

type Choice = { name: string; restrict?: Restriction; view?: ListState["view"] };

/** A choice among a few values. */
export const choiceFilter = (label: string, choices: { readonly [value: string]: Choice }): FilterField => ({
  label,
  control: "select",
  parse: (text) => (Object.hasOwn(choices, text) ? text : null),
  restrict: (value) => choices[value]?.restrict,
  view: (value) => choices[value]?.view,
  options: Object.entries(choices).map(([id, { name }]) => ({ id, name })),
  format: (value) => choices[value]?.name ?? value,
});

/** The conditions of the values of a list's filters. */
export const restrictionsOf = (filters: ListFilters, values: ListState["filters"]): Restriction[] =>
  Object.entries(values).flatMap(([name, value]) => filters[name]?.restrict(value) ?? []);

export const restrictionCondition = (restriction: Restriction): SQL =>
  "days" in restriction
    ? sql`${restriction.days} between ${restriction.from} and ${restriction.to}`
    : restriction.condition;

/** Selects the names of the chosen records, in one row; a record that does not exist is 'Unknown'. */
export function chosenNames(filters: ListFilters, values: ListState["filters"]) {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    const nameOf = filters[name]?.nameOf?.(value);
    return nameOf ? [sql`${name}, coalesce(${nameOf}, ${UNKNOWN_NAME})`] : [];
  });
  return statements
    .select({
      names: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith(
        (json: string) => JSON.parse(json) as Record<string, string>,
      ),
    })
    .from(sql`(select 1)`);
}

/** Selects the options that the form of the filters reads, in one row. */
export function filterChoices(filters: ListFilters) {
  const pairs = Object.entries(filters).flatMap(([name, { choices }]) =>
    choices ? [sql`${name}, json(${choices})`] : [],
  );
  return statements
    .select({
      choices: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith(
        (json: string) => JSON.parse(json) as Record<string, Option[]>,
      ),
    })
    .from(sql`(select 1)`);
}
