import { useSyncExternalStore } from "react";

type Router = typeof window.__remixRouter;

/** The state of the router as it is now: React may not have rendered it yet. Remix offers it to components only. */
export const routerState = (): Router["state"] => window.__remixRouter.state;

export const subscribeToRouter = (notify: () => void) => window.__remixRouter.subscribe(notify);

/** Reloads all routes on screen: the user, or the user's rights, may have changed. */
export const revalidatePage = () => window.__remixRouter.revalidate();

/** The result of `select` for the current state of the router. False on the server, where no navigation is pending. */
export const useRouterState = (select: (state: Router["state"]) => boolean): boolean =>
  useSyncExternalStore(
    subscribeToRouter,
    () => select(routerState()),
    () => false,
  );
