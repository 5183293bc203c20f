import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

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
  if (persisted && location.pathname !== "/") location.reload();
});
