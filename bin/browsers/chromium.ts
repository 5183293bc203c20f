import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { lookFor } from "./look-for.ts";

/**
 * Debian's package of a Chromium without a window, in which the tests take two thirds of the time. Playwright's build
 * has the same name.
 */
export const WITHOUT_WINDOW = "chromium-headless-shell";

const NAMES = [WITHOUT_WINDOW, "chromium", "chromium-browser", "google-chrome"];

/** The command line of playwright-core, which downloads browsers into a folder of the user. */
export const PLAYWRIGHT = "node_modules/playwright-core/cli.js";

/** The path of an installed Chromium, or undefined. */
export const lookForChromium = (names = NAMES): string | undefined => lookFor(names) ?? lookInDownloads();

/** The path of the Chromium that playwright-core has downloaded, or undefined. */
export function lookInDownloads(): string | undefined {
  const said = execFileSync(process.execPath, [PLAYWRIGHT, "install", "--dry-run", WITHOUT_WINDOW], {
    encoding: "utf8",
  });
  const folder = said.match(/^ *Install location: *(.+)$/m)?.[1] ?? "";
  // Playwright writes this file last.
  if (!existsSync(join(folder, "INSTALLATION_COMPLETE"))) return undefined;
  const name = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((each) =>
    /(^|[\\/])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(each),
  );
  return name && join(folder, name);
}

export function findChromium(): string {
  const path = lookForChromium();
  if (!path) throw new UserFacingError("The browser's tests need Chromium; install it, so that `chromium` is on PATH.");
  return path;
}
