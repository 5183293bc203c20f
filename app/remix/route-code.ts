type RouteModules = typeof window.__remixRouteModules;
type RouteModule = RouteModules[string];

/** After this time a file that neither loads nor fails counts as failed. */
const TIMEOUT_MS = 120_000;

/**
 * Remix's cache of route modules, which loads missing ones itself. If the code of a route does not load, because the
 * network failed or a new version has replaced the file, Remix reloads the page that is open, and the address that a
 * press leads to is lost. With this cache the navigation succeeds, and `ErrorScreen` offers to load the address.
 * https://github.com/remix-run/remix/blob/remix%402.17.5/packages/remix-react/routeModules.ts#L246
 */
export function loadMissingCode(cache: RouteModules, load: (id: string) => Promise<RouteModule>): RouteModules {
  // `loadRouteModule` asks whether the cache has an id and then, if it has, for the module, which may be a promise.
  let asked: PropertyKey | undefined;
  return new Proxy(cache, {
    has(_, id) {
      asked = id;
      return true;
    },
    get(modules, id: string) {
      const isAsked = asked === id;
      asked = undefined;
      return modules[id] ?? (isAsked ? loaded(id) : undefined);
    },
  });

  async function loaded(id: string): Promise<RouteModule> {
    try {
      const late = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, "timeout"));
      const module = await Promise.race([load(id), late]);
      cache[id] = module;
      return module;
    } catch (reason) {
      // Remix ignores a rejection.
      const fail = () => {
        throw new Error(`Loading chunk ${id} failed: ${reason}`);
      };
      return { default: fail, clientLoader: fail, clientAction: fail };
    }
  }
}
