/** The position of a page in a list: the first page, the last page, or the page after or before the row with a `seq`. */
export type PagePlace = { kind: "first" } | { kind: "last" } | { kind: "after" | "before"; seq: number };

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
};

const MAX_QUERY = 100;

/** Parses the search parameters of a list's address. An unknown value falls back to the default. */
export function readListState(params: URLSearchParams, sorts: readonly string[], defaultSort: string): ListState {
  const order = params.get("sort") ?? defaultSort;
  const sort = order.replace(/^-/, "");
  const isKnown = sorts.includes(sort);
  return {
    view: params.get("view") === "all" ? "all" : "current",
    q: (params.get("q") ?? "").trim().slice(0, MAX_QUERY),
    sort: isKnown ? sort : defaultSort,
    descending: isKnown && order.startsWith("-"),
    place: readPlace(params),
  };
}

function readPlace(params: URLSearchParams): PagePlace {
  for (const kind of ["after", "before"] as const) {
    const text = params.get(kind) ?? "";
    if (/^\d{1,15}$/.test(text)) return { kind, seq: Number(text) };
  }
  return { kind: params.has("last") ? "last" : "first" };
}

/** The address of a list after a change of its state. Parameters with default values are left out. */
export function listHref(path: string, state: ListState, defaultSort: string, change: Partial<ListState>): string {
  // A change of view, search or order returns to the first page.
  const next: ListState = { ...state, place: { kind: "first" }, ...change };
  const params = new URLSearchParams();
  if (next.view === "all") params.set("view", "all");
  if (next.q) params.set("q", next.q);
  if (next.sort !== defaultSort || next.descending) params.set("sort", `${next.descending ? "-" : ""}${next.sort}`);
  if (next.place.kind === "last") params.set("last", "");
  if ("seq" in next.place) params.set(next.place.kind, String(next.place.seq));
  return params.size > 0 ? `${path}?${params}` : path;
}
