import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserFacingError } from "./user-facing-error.ts";

/** Debian's package of Chromium without a window: the tests take two thirds of the time with it. */
export const WITHOUT_WINDOW = "chromium-headless-shell";

const NAMES = [WITHOUT_WINDOW, "chromium", "chromium-browser", "google-chrome"];

/** The path of an installed Chromium, or undefined. Debian's package is in /usr/bin; elsewhere one on PATH will do. */
export function lookForChromium(names = NAMES): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

export function findChromium(): string {
  const path = lookForChromium();
  if (!path) throw new UserFacingError("The browser's tests need Chromium; install it, so that `chromium` is on PATH.");
  return path;
}
