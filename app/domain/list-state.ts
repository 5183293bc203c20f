/** Where a page of a list begins: its ends, or beside the row of a `seq`. */
export type PagePlace = { kind: "first" } | { kind: "last" } | { kind: "after" | "before"; seq: number };

/** What a list shows, as its address says: view, search, order and page (design section 5). */
export type ListState = {
  /** The toggle is on by default: only current rows. */
  view: "current" | "all";
  /** What is searched for, as typed, trimmed. */
  q: string;
  /** The id of the column that it is sorted by. */
  sort: string;
  descending: boolean;
  place: PagePlace;
};

const MAX_QUERY = 100;

/** Reads the address; whatever it says that the list does not know is taken as not said. */
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

/** The address of a list in another state: `?…`, or the bare path for what is shown by default. */
export function listHref(path: string, state: ListState, defaultSort: string, change: Partial<ListState>): string {
  // Another set or order of rows begins at its first page.
  const next: ListState = { ...state, place: { kind: "first" }, ...change };
  const params = new URLSearchParams();
  if (next.view === "all") params.set("view", "all");
  if (next.q) params.set("q", next.q);
  if (next.sort !== defaultSort || next.descending) params.set("sort", `${next.descending ? "-" : ""}${next.sort}`);
  if (next.place.kind === "last") params.set("last", "");
  if ("seq" in next.place) params.set(next.place.kind, String(next.place.seq));
  return params.size > 0 ? `${path}?${params}` : path;
}
