/** The address of the service form as it is kept for use without a connection. */
export const FORM_COPY = "/?offline";

/** The message with which a page asks the service worker to replace its copy of the form. */
export const KEEP_COPY = "keep copy";
