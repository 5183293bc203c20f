/**
 * Without this header Miniflare compresses each page, as Cloudflare would: a sixth of the processor time of these
 * requests.
 */
export const UNCOMPRESSED = { "Accept-Encoding": "identity" };
