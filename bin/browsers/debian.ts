import { existsSync, readFileSync } from "node:fs";
import { runQuietly } from "#bin/process/tool.ts";

/** Whether this process may install Debian's packages: it is root on Debian. */
export const isRootOnDebian = (): boolean => process.getuid?.() === 0 && isDebian();

/** Installs packages of Debian. Fails with the sentence `failure`, after what apt-get said. */
export async function installPackages(packages: readonly string[], failure: string): Promise<void> {
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, failure };
  await runQuietly("apt-get", ["update"], options);
  await runQuietly("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], options);
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
