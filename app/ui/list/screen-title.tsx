import { useLocation } from "@remix-run/react";
import { placeAt } from "#app/registry/places.ts";

/** The heading of a screen. On a sub-screen or page it is the title of the screen, whose tabs show which one it is. */
export function ScreenTitle() {
  const { pathname } = useLocation();
  const { title, parent, page, screen } = placeAt(pathname) ?? {};
  const above = parent ?? (page && screen);
  return (
    <h1 id="list-title" aria-label={above && `${above.title}: ${title}`} className="page-title">
      {above?.title ?? title}
    </h1>
  );
}
