import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runQuietly } from "#bin/process/child.ts";

/** The path of the first of these programs that is installed, or undefined. Debian's packages are in /usr/bin; elsewhere one on PATH will do. */
export function lookFor(names: readonly string[]): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Whether this process may install Debian's packages: it is root on Debian. */
export const isRootOnDebian = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync("/etc/os-release") &&
  /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

/** Installs packages of Debian. Fails with the sentence `failure`, after what apt-get said. */
export async function installPackages(packages: readonly string[], failure: string): Promise<void> {
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, failure };
  await runQuietly("apt-get", ["update"], options);
  await runQuietly("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], options);
}
