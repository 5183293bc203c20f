import { createContext } from "react";

/**
 * The request for which the server renders a document: the nonce of its scripts, and its id in the log. Both are undefined in
 * the browser, which keeps what the server has rendered.
 */
export const RequestContext = createContext<{ nonce?: string; id?: string }>({});
