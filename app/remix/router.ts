import { useSyncExternalStore } from "react";

type Router = typeof window.__remixRouter;

/** The state of the router as it is now: React may not have rendered it yet. Remix offers it to components only. */
export const routerState = (): Router["state"] => window.__remixRouter.state;

const subscribe = (notify: () => void) => window.__remixRouter.subscribe(notify);

/** The result of `select` for the current state of the router. False on the server, where no navigation is pending. */
export const useRouterState = (select: (state: Router["state"]) => boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => select(routerState()),
    () => false,
  );
