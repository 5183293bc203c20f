import type { LoaderFunction, LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";

type Run = (args: LoaderFunctionArgs) => ReturnType<LoaderFunction>;

/**
 * The build with loaders and actions that answer an unexpected error with status 500 and the id of the request, which leads to
 * the log. Remix would send no more than 'Unexpected Server Error' to a page that navigates by itself.
 */
export function withErrorReferences(build: ServerBuild): ServerBuild {
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue;
    const { loader, action } = route.module;
    const run = { ...(loader && { loader: guard(loader) }), ...(action && { action: guard(action) }) };
    routes[id] = { ...route, module: { ...route.module, ...run } };
  }
  return { ...build, routes };
}

function guard(run: Run): Run {
  return async (args) => {
    try {
      return await run(args);
    } catch (error) {
      const { request, context } = args;
      // Thrown responses and data are answers, not errors.
      if (!(error instanceof Error) || request.signal.aborted) throw error;
      context.log.fail("Request failed", error);
      throw new Response(context.log.id, { status: 500, statusText: "Unexpected Server Error" });
    }
  };
}
