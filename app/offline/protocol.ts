/** The address of the service form as it is kept for use without a connection. */
export const FORM_COPY = "/?offline";

/** The message with which a page asks the service worker to replace its copy of the form. */
export const KEEP_COPY = "keep copy";

/** The server sets and removes this cookie together with that of the session. Scripts can read it: without it the user is a visitor. */
export const SIGNED_IN_COOKIE = "hayloft-signed-in";
