import { useLocation } from "@remix-run/react";
import { placeAt } from "#app/registry/places.ts";

/** The heading of a screen. On a sub-screen it is the title of the screen, whose tabs show which one it is. */
export function ScreenTitle() {
  const { pathname } = useLocation();
  const { title, parent } = placeAt(pathname) ?? {};
  return (
    <h1 id="list-title" aria-label={parent && `${parent.title}: ${title}`} className="page-title">
      {parent?.title ?? title}
    </h1>
  );
}
