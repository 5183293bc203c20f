import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { lookFor } from "./look-for.ts";

/** The browser engines besides Chromium that tests run in. */
export const ENGINES = ["Firefox", "WebKit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Debian's packages for the tests of each engine. WebKit has no mode without a window, so that it gets a display in memory. */
export const PACKAGES: Record<EngineName, readonly string[]> = {
  Firefox: ["firefox-esr"],
  WebKit: ["webkit2gtk-driver", "xvfb"],
};

/** The path of an installed Firefox, or undefined. */
export const lookForFirefox = (): string | undefined => lookFor(["firefox-esr", "firefox"]);

/** The paths of the programs that drive and show WebKit, or undefined if one of them is missing. */
export function lookForWebKit(): { driver: string; browser: string; display: string } | undefined {
  const driver = lookFor(["WebKitWebDriver"]);
  const display = lookFor(["Xvfb"]);
  const browser = lookForMiniBrowser();
  return driver && display && browser ? { driver, browser, display } : undefined;
}

export const isInstalled = (engine: EngineName): boolean =>
  (engine === "Firefox" ? lookForFirefox() : lookForWebKit()) !== undefined;

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
