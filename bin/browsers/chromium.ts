import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runHere } from "#bin/process/child.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { installPackages, isRootOnDebian, lookFor } from "./debian.ts";

/**
 * Debian's package of a Chromium without a window, in which the tests take two thirds of the time. Playwright's build
 * has the same name.
 */
const WITHOUT_WINDOW = "chromium-headless-shell";

const NAMES = [WITHOUT_WINDOW, "chromium", "chromium-browser", "google-chrome"];

/** The command line of playwright-core, which downloads browsers into a folder of the user. */
const PLAYWRIGHT = "node_modules/playwright-core/cli.js";

const MISSING = "The browser's tests need Chromium; install it, so that `chromium` is on PATH, and try again.";

/** The path of an installed Chromium. @throws UserFacingError if there is none */
export function findChromium(): string {
  const path = lookForChromium();
  if (!path) throw new UserFacingError(MISSING);
  return path;
}

const lookForChromium = (names = NAMES): string | undefined => lookFor(names) ?? lookInDownloads();

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

/** Makes sure that there is a Chromium: installs Debian's package as root on Debian, and downloads one elsewhere. */
export async function ensureChromium(): Promise<void> {
  if (lookForChromium([WITHOUT_WINDOW])) return;
  if (isRootOnDebian()) return install();
  if (!lookForChromium()) await downloadChromium();
}

async function install(): Promise<void> {
  console.error("Installing Chromium for the browser's tests (64 MB, 220 MB on the disk)…");
  try {
    await installPackages([WITHOUT_WINDOW], "Chromium could not be installed; apt-get says above why.");
  } catch (error) {
    if (!lookForChromium()) throw error;
    console.error("The Chromium that is here will do.");
  }
}

/**
 * Lets playwright-core download its Chromium into its own folder, with its progress on the terminal.
 * @throws UserFacingError if it cannot be had
 */
export async function downloadChromium(): Promise<void> {
  console.error("Downloading Chromium for the browser's tests (about 120 MB, into a folder of your own)…");
  await runHere(process.execPath, [PLAYWRIGHT, "install", WITHOUT_WINDOW]);
  if (!lookInDownloads()) throw new UserFacingError(MISSING);
}
