/** Programs that fetch a page to show what is behind its link, and those that look at links. `CUBOT` is a maker of phones. */
const PREVIEWERS =
  /(?<!cu)bot\b|crawler|spider|preview|facebookexternalhit|facebookcatalog|whatsapp|skype|viber|embedly|iframely|pinterest|vkshare|snapchat|googleimageproxy|google-safety|safelinks|url ?scanner/i;

/**
 * Whether a request shows the page to a reader: not HEAD, not a part of it, not ahead of a press on its link, and not of a program
 * that makes a preview of the link.
 */
export function isOfReader({ method, headers }: Request): boolean {
  if (method !== "GET" || headers.has("Range")) return false;
  const purpose = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].map((name) => headers.get(name) ?? "").join();
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PREVIEWERS.test(headers.get("User-Agent") ?? "");
}
