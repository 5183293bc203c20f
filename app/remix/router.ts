type Router = typeof window.__remixRouter;

/** The state of the router as it is now: React may not have rendered it yet. Remix offers it to components only. */
export const routerState = (): Router["state"] => window.__remixRouter.state;
