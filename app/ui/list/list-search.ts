import { createContext, useContext } from "react";

/**
 * The search of the list's address, '' or '?q=bella', for links and forms of the list and of the dialog over it. The server makes
 * it of the parameters that the list knows: the address in the browser may have any others.
 */
const ListSearch = createContext("");
export const ListSearchProvider = ListSearch.Provider;
export const useListSearch = () => useContext(ListSearch);

/** The address of the list or dialog itself, for its forms. Without the dot a form of the list would post to the dialog over it. */
export const useFormAddress = () => `.${useListSearch()}`;

/** The address with further parameters: 'month=2026-11'. */
export const withParams = (address: string, params = "") =>
  params ? `${address}${address.includes("?") ? "&" : "?"}${params}` : address;
