import type { Topic } from "#app/domain/basics/topics.ts";
import { type DialogRoute, dialogsOf, type PageRoute, pageRoutesOf, SCREENS, type Screen } from "./screens.ts";

/** The screen, page or dialog at an address. */
export type Place = {
  /** The screen of the address, which may be of its page, of a dialog over it, or below it without a route. */
  screen: Screen;
  /** The screen in the sidebar above a sub-screen: '/billing' for '/billing/check'. */
  parent: Screen | undefined;
  page: PageRoute | undefined;
  dialog: DialogRoute | undefined;
  /** The parameters of the page or dialog. */
  params: { id?: string };
  /** The id of the route whose data the screen or page shows, and its own path, without the dialog over it. */
  routeId: string;
  path: string;
  title: string;
  /** Empty if the data of the dialog, page or screen are not live, or if the address has no route. */
  topics: readonly Topic[];
};

/** Whether a path matches a pattern, in which ':id' stands for one segment. */
function isLike(path: string, pattern: string): boolean {
  const [parts, wanted] = [path.split("/"), pattern.split("/")];
  return (
    wanted.length === parts.length &&
    wanted.every((each, i) => (each.startsWith(":") ? parts[i] !== "" : parts[i] === each))
  );
}

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

/** The place at a path; undefined unless the path is a screen's or below one. */
export function placeAt(pathname: string): Place | undefined {
  const path = pathname.replace(/(.)\/$/, "$1");
  const screen = SCREENS.findLast((each) => isBelow(path, each.path));
  if (!screen) return undefined;
  const parent = SCREENS.find((each) => each !== screen && isBelow(path, each.path));
  const below = path.slice(screen.path.length + 1);
  const found = (each: DialogRoute | PageRoute) => isLike(below, each.path);
  // '/horses/new' is a dialog, not the page of a record with the id 'new'.
  const fixed = dialogsOf(screen).find((each) => each.path === below);
  const page = fixed ? undefined : pageRoutesOf(screen).find(found);
  const dialog = page ? undefined : (fixed ?? dialogsOf(screen).find(found));
  const at = page ?? dialog;
  const id = at && below.split("/")[at.path.split("/").indexOf(":id")];
  return {
    screen,
    parent,
    page,
    dialog,
    params: id === undefined ? {} : { id },
    routeId: page ? `${screen.path}/${page.path}` : screen.path,
    path: page ? path : screen.path,
    title: (page ?? screen).title,
    topics: at?.topics ?? (path === screen.path ? screen.topics : []),
  };
}

/** Whether the records of the list at a path have pages, at `<path>/<id>`. */
export const hasPages = (path: string) => placeAt(`${path}/0`)?.page?.path === ":id";

/** Whether a path is an admin screen, or below one. */
export const isAdminPath = (path: string) => placeAt(path)?.screen.access === "admin";
