/**
 * Without this header Miniflare compresses each page, as Cloudflare would: a sixth of the processor time of these
 * requests.
 */
export const UNCOMPRESSED = { "Accept-Encoding": "identity" };

/** workerd closes a connection that was idle for five seconds, perhaps while a busy machine sends the next form on it. */
export const ON_ITS_OWN = { ...UNCOMPRESSED, Connection: "close" };
