import { createContext } from "react";

/**
 * The request for which the server renders a document: the nonce of its scripts, its id in the log, and the markup that offers to sign in
 * and to send a form again. All are undefined in the browser, which keeps what the server has rendered.
 */
export const RequestContext = createContext<{ nonce?: string; id?: string; again?: string }>({});
