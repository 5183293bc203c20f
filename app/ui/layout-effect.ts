import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, without the warning that React 18 writes when the server renders its component. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
