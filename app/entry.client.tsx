import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { dropEntries } from "#app/live/browser/unsaved.ts";
import { loadMissingCode } from "#app/remix/route-code.ts";

const { routes } = window.__remixManifest;
window.__remixRouteModules = loadMissingCode(
  window.__remixRouteModules,
  (id) => import(/* @vite-ignore */ routes[id]?.module ?? ""),
);

if (!ifAllowed(() => sessionStorage)) void import("#app/live/browser/memory-storage.ts");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// The browser may keep an admin's page for the Back button, and show it after the session has ended.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || location.pathname === "/") return;
  // Until the reload has answered, the page would be in sight. `visibility`, because WebKitGTK 2.50 stalls for half a minute
  // if a page that comes back gets a `hidden` body.
  document.documentElement.style.visibility = "hidden";
  // The question was asked as the page was left.
  dropEntries();
  location.reload();
});

/** Whether the key belongs to what has the focus, or to the browser. */
const isTaken = ({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  (target as Element).closest("input:not(.tick), select, textarea, dialog, [popover]");

// Without an answer of the network a shortcut does nothing, as if the key meant nothing.
const shortcuts = () => import("#app/ui/shell/shortcuts.ts");

document.addEventListener("keydown", (event) => {
  if (event.key.length > 1 || isTaken(event)) return;
  // In Firefox the key opens a search of its own.
  if (event.key === "/") event.preventDefault();
  shortcuts().then(
    ({ pressShortcut }) => pressShortcut(event.key),
    () => {},
  );
});
for (const type of ["pointerover", "pointerdown", "focusin"] as const) {
  document.addEventListener(type, ({ target }) => {
    // A value opens its editor in place.
    const link = (target as Element).closest("a[href^='/']:not([data-field])");
    // All other links of a visitor's page lead to the page itself. Those of a chart are none of HTML.
    if (link instanceof HTMLAnchorElement && link.pathname !== "/")
      import("#app/live/browser/load-ahead.ts").then(
        ({ loadAhead }) => loadAhead(link, type),
        () => {},
      );
  });
}
document.addEventListener("click", ({ target }) => {
  if ((target as Element).closest("[data-shortcuts]"))
    shortcuts().then(
      ({ showShortcuts }) => showShortcuts(),
      () => {},
    );
});
