import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs that is installed, or undefined. Debian's packages are in /usr/bin; elsewhere one on PATH will do. */
export function lookFor(names: readonly string[]): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
