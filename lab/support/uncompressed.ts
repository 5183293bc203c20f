/**
 * Without this header Miniflare compresses each page, as Cloudflare would: a sixth of the processor time of these
 * requests.
 */
export const UNCOMPRESSED = { "Accept-Encoding": "identity" };

/**
 * `fetch` of an uncompressed answer, on a connection of its own: workerd closes a connection that was idle for five seconds,
 * perhaps while a busy machine sends the next request on it.
 */
export const fetchAlone = (
  address: string | URL,
  { headers, ...init }: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
): Promise<Response> => fetch(address, { ...init, headers: { ...UNCOMPRESSED, Connection: "close", ...headers } });
