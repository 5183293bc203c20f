import { isChangeKey, LOADED, NOTICES, type Notice } from "./notices.ts";

/**
 * The position of a page in a list: the first page, the last page, the page after or before the row with a `seq`, or in a short
 * list the page with a number, from 2.
 */
export type PagePlace =
  | { kind: "first" }
  | { kind: "last" }
  | { kind: "after" | "before"; seq: number; row?: number }
  | { kind: "page"; number: number };

/** The view, search, sort order and page of a list, as its address states them (docs/architecture.md, 'One list'). */
export type ListState = {
  /** 'current' is the default view: the toggle is on. */
  view: "current" | "all";
  /** The search text as typed, trimmed. */
  q: string;
  /** The id of the sort column. */
  sort: string;
  descending: boolean;
  place: PagePlace;
  /** The values of the filters, by name, in the order of the list's filters. */
  filters: Readonly<Record<string, string>>;
};

/** The parsers of a list's filters, for its address. `parse` returns null for a value that no row can have. */
export type FilterParsers = {
  readonly [name: string]: {
    parse: (text: string) => string | null;
    /** The view that a value implies: exported bills are only in 'all'. */
    view?: (value: string) => ListState["view"] | undefined;
  };
};

/**
 * The filters whose value implies the view. The view's toggle removes them, and an address with one of them has no
 * `view`.
 */
const VIEW_FILTERS: readonly string[] = ["state", "invoice", "export", "billed", "paid", "paidFrom", "paidTo"];

/** The maximum number of rows on a page of a long list. */
export const PAGE_SIZE = 100;

/** The most rows that a short list has without pages, and the most selected rows of a command. */
export const SHORT_PAGE_SIZE = 250;

/** The maximum number of rows on a page of a short list that has `count` rows in its view. */
export const pageSizeOf = (count: number): number => (count > SHORT_PAGE_SIZE ? PAGE_SIZE : SHORT_PAGE_SIZE);

const MAX_QUERY = 100;

/** The default order of a list in a view. A list by date shows the newest rows first in the view 'all'. */
const usualOrder = (defaultSort: string, view: ListState["view"]) =>
  view === "all" && defaultSort === "date" ? "-date" : defaultSort;

const orderOf = ({ sort, descending }: Pick<ListState, "sort" | "descending">) => `${descending ? "-" : ""}${sort}`;

/** The order after a change of view: a default order becomes the default order of the new view. */
function orderIn(view: ListState["view"], state: ListState, defaultSort: string): string {
  const order = orderOf(state);
  return order === usualOrder(defaultSort, state.view) ? usualOrder(defaultSort, view) : order;
}

/** Parses the search parameters of a list's address. An unknown value falls back to the default. */
export function readListState(
  params: URLSearchParams,
  sorts: readonly string[],
  defaultSort: string,
  parsers: FilterParsers = {},
): ListState {
  const filters = readFilters(params, parsers);
  const [implied] = Object.entries(filters).flatMap(([name, value]) => parsers[name]?.view?.(value) ?? []);
  const view = implied ?? (params.get("view") === "all" ? "all" : "current");
  const asked = params.get("sort") ?? "";
  const order = sorts.includes(asked.replace(/^-/, "")) ? asked : usualOrder(defaultSort, view);
  return {
    view,
    q: readQuery(params),
    sort: order.replace(/^-/, ""),
    descending: order.startsWith("-"),
    place: readPlace(params),
    filters,
  };
}

function readFilters(params: URLSearchParams, parsers: FilterParsers): Record<string, string> {
  const read = Object.entries(parsers).flatMap(([name, { parse }]) => {
    const value = parse(params.get(name) ?? "");
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(read);
}

/** The search text of an address, trimmed. */
export const readQuery = (params: URLSearchParams) => (params.get("q") ?? "").trim().slice(0, MAX_QUERY);

const isSeq = (text: string) => /^\d{1,15}$/.test(text);
const isRow = (text: string) => /^(?!1$)[1-9]\d{0,6}$/.test(text);
const isPage = (text: string) => /^(?!1$)[1-9]\d{0,3}$/.test(text);

function readPlace(params: URLSearchParams): PagePlace {
  for (const kind of ["after", "before"] as const) {
    const text = params.get(kind) ?? "";
    const row = params.get("row") ?? "";
    if (isSeq(text)) return { kind, seq: Number(text), ...(isRow(row) && { row: Number(row) }) };
  }
  const page = params.get("page") ?? "";
  if (isPage(page)) return { kind: "page", number: Number(page) };
  return { kind: params.has("last") ? "last" : "first" };
}

/** The address of a list after a change of its state. Parameters with default values are left out. */
export function listHref(path: string, state: ListState, defaultSort: string, change: Partial<ListState>): string {
  // A change of view, search or order returns to the first page.
  const next: ListState = { ...state, place: { kind: "first" }, ...change };
  const params = new URLSearchParams();
  const filters = Object.entries(next.filters).filter(([name]) => !(change.view && VIEW_FILTERS.includes(name)));
  if (next.view === "all" && !filters.some(([name]) => VIEW_FILTERS.includes(name))) params.set("view", "all");
  for (const [name, value] of filters) params.set(name, value);
  if (next.q) params.set("q", next.q);
  const isOrdered = change.sort !== undefined || change.descending !== undefined;
  const order = isOrdered ? orderOf(next) : orderIn(next.view, state, defaultSort);
  if (order !== usualOrder(defaultSort, next.view)) params.set("sort", order);
  if (next.place.kind === "last") params.set("last", "");
  if (next.place.kind === "page") params.set("page", String(next.place.number));
  if ("seq" in next.place) {
    params.set(next.place.kind, String(next.place.seq));
    if (next.place.row && next.place.row > 1) params.set("row", String(next.place.row));
  }
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The address of a list without some of its filters, and without the view that one of them implied. */
export function hrefWithout(path: string, state: ListState, defaultSort: string, names: readonly string[]): string {
  const isImplied = (among: object) => VIEW_FILTERS.some((name) => name in among);
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !names.includes(name)));
  const view = isImplied(state.filters) && !isImplied(filters) ? "current" : state.view;
  const order = orderIn(view, state, defaultSort);
  const next = { sort: order.replace(/^-/, ""), descending: order.startsWith("-") };
  return listHref(path, { ...state, filters, view, ...next }, defaultSort, {});
}

/** Whether two addresses of a short list differ, but need the same rows and no new notice. */
export function isBrowsed(from: URLSearchParams, to: URLSearchParams): boolean {
  const names = [...from.keys(), ...to.keys()].filter((name) => from.get(name) !== to.get(name));
  const isNotice = (name: string) => NOTICES.some((each) => each === name);
  return names.length > 0 && !names.some((name) => LOADED.includes(name) || (isNotice(name) && to.has(name)));
}

/**
 * The search of a list's address with only the parameters and values that the list knows, in the order of the request;
 * '' if there are none. Links, forms and redirects carry it, so that a page never repeats foreign parameters of its
 * address.
 */
export function listSearch(params: URLSearchParams, sorts: readonly string[], parsers: FilterParsers = {}): string {
  const known = new URLSearchParams();
  for (const name of new Set(params.keys())) {
    const parser = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
    const value = parser ? parser.parse(params.get(name) ?? "") : knownValue(name, params, sorts);
    if (value !== null) known.set(name, value);
  }
  return known.size > 0 ? `?${known}` : "";
}

function knownValue(name: string, params: URLSearchParams, sorts: readonly string[]): string | null {
  const value = params.get(name) ?? "";
  if (name === "view") return value === "all" ? value : null;
  if (name === "q") return readQuery(params) || null;
  if (name === "sort") return sorts.includes(value.replace(/^-/, "")) ? value : null;
  if (name === "after" || name === "before") return isSeq(value) ? value : null;
  if (name === "page") return isPage(value) ? value : null;
  if (name === "row") return isRow(value) ? value : null;
  if (name === "last") return "";
  // `all` is the check or the month whose rows Check shows.
  if (name === "all") return /^([a-z]{1,30}|\d{4}-\d\d)$/i.test(value) ? value : null;
  const isNotice = NOTICES.some((each) => each === name);
  return isNotice && isChangeKey(value) ? value : null;
}

/** The search without the notices of earlier commands, and with the given one. */
export function withNotice(search: string, notice: Partial<Record<Notice, string>>): string {
  const params = new URLSearchParams(search);
  for (const name of NOTICES) params.delete(name);
  for (const [name, id] of Object.entries(notice)) params.set(name, id);
  return params.size > 0 ? `?${params}` : "";
}
