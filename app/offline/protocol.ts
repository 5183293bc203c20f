/** The address of the service form from which the service worker caches its copy. */
export const FORM_COPY = "/?offline";

/** The first part of the message with which a page asks the service worker to replace its copy; the second is its language. */
export const KEEP_COPY = "keep copy";

/**
 * The server sets and removes this cookie together with the session cookie. Scripts can read it: without this cookie
 * the user is a visitor.
 */
export const SIGNED_IN_COOKIE = "hayloft-signed-in";
