import { ifAllowed } from "#app/live/browser/if-allowed.ts";
import { KEEP_COPY } from "./protocol.ts";
import serviceWorker from "./service-worker.ts?worker&url";

/**
 * Has the service worker cache the form as it is now, in the language of the page, for the next time that it is opened
 * without a connection. The first call registers the worker, which caches the form when it is installed.
 */
export async function keepFormCopy(language: string): Promise<void> {
  try {
    // `npm run dev` serves no such script.
    if (!import.meta.env.PROD) return;
    const registered = await ifAllowed(() => navigator.serviceWorker.register(serviceWorker));
    registered?.active?.postMessage([KEEP_COPY, language]);
  } catch {
    // The browser forbids service workers, or the connection is gone: the form then needs a connection to open.
  }
}
