import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installPackages, isRootOnDebian, lookFor } from "./debian.ts";

/** The browser engines besides Chromium that tests run in. */
export const ENGINES = ["Firefox", "WebKit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Debian's packages for the tests of each engine. WebKit has no mode without a window, so that it gets a display in memory. */
const PACKAGES: Record<EngineName, readonly string[]> = {
  Firefox: ["firefox-esr"],
  WebKit: ["webkit2gtk-driver", "xvfb"],
};

/** Why the tests in an engine cannot run on this machine; null if they can. */
export type MissingEngines = Record<EngineName, string | null>;

/** The path of an installed Firefox, or undefined. */
export const lookForFirefox = (): string | undefined => lookFor(["firefox-esr", "firefox"]);

/** The paths of the programs that drive and show WebKit, or undefined if one of them is missing. */
export function lookForWebKit(): { driver: string; browser: string; display: string } | undefined {
  const driver = lookFor(["WebKitWebDriver"]);
  const display = lookFor(["Xvfb"]);
  const browser = lookForMiniBrowser();
  return driver && display && browser ? { driver, browser, display } : undefined;
}

/** WebKit's own browser. Debian has it in the folder of the library: /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function lookForMiniBrowser(): string | undefined {
  const subfolders = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return subfolders("/usr/lib")
    .filter((folder) => folder.endsWith("-linux-gnu"))
    .flatMap(subfolders)
    .filter((folder) => /webkit2?gtk-[\d.]+$/.test(folder))
    .map((folder) => join(folder, "MiniBrowser"))
    .find((path) => existsSync(path));
}

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

const isInstalled = (engine: EngineName): boolean =>
  (engine === "Firefox" ? lookForFirefox() : lookForWebKit()) !== undefined;

const reasonFor = (engine: EngineName) =>
  `${engine} is not installed; on Debian its packages are ${PACKAGES[engine].join(", ")}`;
