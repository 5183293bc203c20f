import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadMissingCode } from "./ui/shell/route-code.ts";

const { routes } = window.__remixManifest;
window.__remixRouteModules = loadMissingCode(
  window.__remixRouteModules,
  (id) => import(/* @vite-ignore */ routes[id]?.module ?? ""),
);

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
  location.reload();
});
