import { createContext } from "react";

/** The nonce of the document that the server renders; undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
