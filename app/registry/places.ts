import type { Topic } from "#app/domain/basics/topics.ts";
import { type DialogRoute, dialogsOf, type PageRoute, pageRoutesOf, SCREENS, type Screen } from "./screens.ts";

/** What the registry knows of an address. */
export type Place = {
  /** The screen, also of a page below it, of a dialog over it and of an address that has no route. */
  screen: Screen;
  /** The screen of the sidebar that a sub-screen belongs to: of '/billing/check' that of '/billing'. */
  parent: Screen | undefined;
  page: PageRoute | undefined;
  dialog: DialogRoute | undefined;
  /** Of the page or the dialog. */
  params: { id?: string };
  /** The id of the route whose data the screen or page shows, and its own path, without the dialog over it. */
  routeId: string;
  path: string;
  title: string;
  /** Empty if the data of the dialog, page or screen are not live, or if the address has no route. */
  topics: readonly Topic[];
};

/** Whether a path has the form of a pattern, in which ':id' stands for one part. */
function isLike(path: string, pattern: string): boolean {
  const [parts, wanted] = [path.split("/"), pattern.split("/")];
  return (
    wanted.length === parts.length &&
    wanted.every((each, i) => (each.startsWith(":") ? parts[i] !== "" : parts[i] === each))
  );
}

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

/** The place at a path; undefined at a path that is not of a screen, or below one. */
export function placeAt(pathname: string): Place | undefined {
  const path = pathname.replace(/(.)\/$/, "$1");
  const screen = SCREENS.findLast((each) => isBelow(path, each.path));
  if (!screen) return undefined;
  const parent = SCREENS.find((each) => each !== screen && isBelow(path, each.path));
  const below = path.slice(screen.path.length + 1);
  const found = (each: DialogRoute | PageRoute) => isLike(below, each.path);
  // '/horses/new' is no record.
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

/** Whether a path is an admin screen, or below one. */
export const isAdminPath = (path: string) => placeAt(path)?.screen.access === "admin";
