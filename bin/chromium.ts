import { lookFor } from "./look-for.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** Debian's package of Chromium without a window: the tests take two thirds of the time with it. */
export const WITHOUT_WINDOW = "chromium-headless-shell";

const NAMES = [WITHOUT_WINDOW, "chromium", "chromium-browser", "google-chrome"];

/** The path of an installed Chromium, or undefined. */
export const lookForChromium = (names = NAMES): string | undefined => lookFor(names);

export function findChromium(): string {
  const path = lookForChromium();
  if (!path) throw new UserFacingError("The browser's tests need Chromium; install it, so that `chromium` is on PATH.");
  return path;
}
