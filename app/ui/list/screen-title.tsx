import { useLocation } from "@remix-run/react";
import { parentTitleAt, titleAt } from "#app/registry/screens.ts";

/** The heading of a screen. On a sub-screen it is the title of the screen, whose tabs show which one it is. */
export function ScreenTitle() {
  const { pathname } = useLocation();
  const [title, parent] = [titleAt(pathname), parentTitleAt(pathname)];
  return (
    <h1 id="list-title" aria-label={parent && `${parent}: ${title}`} className="page-title">
      {parent ?? title}
    </h1>
  );
}
