import { installPackages, isRootOnDebian } from "./debian.ts";
import { ENGINES, type EngineName, isInstalled, PACKAGES } from "./engines.ts";

/** Why the tests in an engine cannot run on this machine; null if they can. */
export type MissingEngines = Record<EngineName, string | null>;

/** Installs the missing engines as root on Debian. Says what is still missing, and does not fail. */
export async function ensureEngines(): Promise<MissingEngines> {
  const missing = ENGINES.filter((engine) => !isInstalled(engine));
  if (missing.length > 0 && isRootOnDebian()) {
    console.error(`Installing ${missing.join(" and ")} for the tests…`);
    const packages = missing.flatMap((engine) => PACKAGES[engine]);
    await installPackages(packages, "apt-get says above why.").catch(({ message }: Error) => console.error(message));
  }
  const reasons = ENGINES.map((engine) => [engine, isInstalled(engine) ? null : reasonFor(engine)]);
  return Object.fromEntries(reasons) as MissingEngines;
}

const reasonFor = (engine: EngineName) =>
  `${engine} is not installed; on Debian its packages are ${PACKAGES[engine].join(", ")}`;
