import { normalize, searchWords } from "#app/domain/basics/search-text.ts";
import { type FoundHits, type Hit, matching, placeOfHit, rank } from "#app/domain/shell/hits.ts";
import { placeAt } from "./places.ts";
import { dialogsOf, pageRoutesOf, SCREENS, type ScreenIcon } from "./screens.ts";

/** Hits of one kind, under its title. */
export type HitGroup = { title: string; hits: (Hit & { icon: ScreenIcon })[] };

/** The icon of an address's screen; a screen without an icon in the sidebar has that of its parent. */
function iconOf(address: string): ScreenIcon {
  const { screen, parent } = placeAt(address.replace(/[?#].*/, "")) ?? {};
  const of = parent ?? screen;
  return of && "nav" in of ? of.nav.icon : "search";
}

/** The groups with hits, in the order of how well the best hit of each fits, and customers before horses that fit as well. */
export function groupsOf(found: FoundHits, q: string): HitGroup[] {
  const kinds: [title: string, hits: Hit[]][] = [
    ["Recent", found.recent],
    ["Invoices", found.invoices],
    ["Customers", found.customers],
    ["Horses", found.horses],
    ["Grooms", found.grooms],
    ["Shows", rank(found.shows, q)],
    ["Standing charges", found.standing],
    ["Screens", findScreens(q)],
    ["Actions", findActions(q)],
  ];
  const groups = kinds.flatMap(([title, hits]) =>
    hits.length > 0 ? [{ title, hits: hits.map((hit) => ({ ...hit, icon: iconOf(hit.to) })) }] : [],
  );
  const placeOf = ({ hits }: HitGroup) => Math.min(...hits.map((hit) => placeOfHit(hit, normalize(q).trim())));
  return searchWords(q).length > 0 ? groups.toSorted((a, b) => placeOf(a) - placeOf(b)) : groups;
}

/**
 * The screens, and their pages of several records, whose names have the query's words; all for a query without words.
 */
export function findScreens(q: string): Hit[] {
  const hits = SCREENS.filter(({ path }) => path !== "/go").flatMap((screen): Hit[] => {
    const text = "nav" in screen ? screen.nav.label : screen.title;
    const pages = pageRoutesOf(screen).filter(({ path }) => !path.includes(":"));
    return [
      { to: screen.path, text, note: text === screen.title ? "" : screen.title },
      ...pages.map(({ path, title }) => ({ to: `${screen.path}/${path}`, text: title, note: screen.title })),
    ];
  });
  return matching(hits, q);
}

/** The actions whose names have the query's words; all for a query without words. */
export function findActions(q: string): Hit[] {
  const hits = SCREENS.flatMap((screen) =>
    dialogsOf(screen).flatMap(({ path, action }): Hit[] =>
      action ? [{ to: `${screen.path}/${path}`, text: action, note: "" }] : [],
    ),
  );
  return matching(hits, q);
}
