import { decode } from "turbo-stream";
import { VERSION_HEADER } from "#app/live/protocol.ts";

export class ForbiddenError extends Error {}
export class OutdatedError extends Error {}

/**
 * Requests the data of the routes' loaders without showing them, as Remix 2.17 does under single fetch: it has no hook that reads data
 * and leaves the page as it is. https://github.com/remix-run/remix/blob/remix%402.17.5/packages/remix-react/single-fetch.tsx
 * @throws ForbiddenError, OutdatedError, or another Error if the data cannot be loaded
 */
export async function fetchLoaderData(
  address: string,
  routes: { id: string }[],
  signal: AbortSignal,
): Promise<(routeId: string) => object> {
  const url = new URL(address, location.origin);
  url.pathname = `${url.pathname === "/" ? "/_root" : url.pathname}.data`;
  url.searchParams.set("_routes", routes.map(({ id }) => id).join());
  const response = await fetch(url, { signal });
  const version = response.headers.get(VERSION_HEADER);
  if (version && version !== window.__remixManifest.version) throw new OutdatedError();
  if (response.status === 403) throw new ForbiddenError();
  if (!response.ok) throw new Error(`Reload failed with status ${response.status}`);
  // Reads the whole response: a body that is not read to its end would hold on to its connection.
  const { body } = new Response(await response.arrayBuffer());
  if (!body) throw new Error("Reload returned no data");
  const decoded = await decode(body);
  await decoded.done;
  const results = decoded.value as Record<string, { data?: object }>;
  return (routeId) => {
    const data = results[routeId]?.data;
    if (!data) throw new Error(`Reload returned no data for ${routeId}`);
    return data;
  };
}
