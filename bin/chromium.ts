import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Explained } from "./explained.ts";

/** Where Debian's package puts it; elsewhere a Chromium or Chrome on PATH will do. */
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of an installed Chromium, or undefined. */
export function lookForChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

export function findChromium(): string {
  const path = lookForChromium();
  if (!path) throw new Explained("The browser's tests need Chromium; install it, so that `chromium` is on PATH.");
  return path;
}
