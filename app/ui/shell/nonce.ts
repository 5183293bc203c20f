import { createContext } from "react";

/** The nonce of the document being rendered. Empty in the browser, which hides nonces from the page for good reason. */
export const NonceContext = createContext<string | undefined>(undefined);
