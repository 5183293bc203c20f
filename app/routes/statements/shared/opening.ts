/** User agents that fetch a page for a link preview or a link scan. `CUBOT` is a maker of phones, not a bot. */
const PREVIEWERS =
  /(?<!cu)bot\b|crawler|spider|preview|facebookexternalhit|facebookcatalog|whatsapp|skype|viber|embedly|iframely|pinterest|vkshare|snapchat|googleimageproxy|google-safety|safelinks|url ?scanner/i;

/**
 * Whether a request shows the page to a reader: not HEAD, not a range, not a prefetch, and not from a program that
 * previews the link.
 */
export function isOfReader({ method, headers }: Request): boolean {
  if (method !== "GET" || headers.has("Range")) return false;
  const purpose = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].map((name) => headers.get(name) ?? "").join();
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PREVIEWERS.test(headers.get("User-Agent") ?? "");
}
