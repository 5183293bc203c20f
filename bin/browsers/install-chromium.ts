import { runHere } from "#bin/process/tool.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { lookForChromium, lookInDownloads, PLAYWRIGHT, WITHOUT_WINDOW } from "./chromium.ts";
import { installPackages, isRootOnDebian } from "./debian.ts";

/**
 * Makes sure that the browser's tests find a browser: installs Debian's package as root on Debian, and downloads one
 * elsewhere.
 */
export async function ensureChromium(): Promise<void> {
  if (lookForChromium([WITHOUT_WINDOW])) return;
  if (isRootOnDebian()) return install();
  if (lookForChromium()) return;
  await downloadChromium();
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
 * @throws the sentence that says what to install, if it cannot be had
 */
export async function downloadChromium(): Promise<void> {
  console.error("Downloading Chromium for the browser's tests (about 120 MB, into a folder of your own)…");
  await runHere(process.execPath, [PLAYWRIGHT, "install", WITHOUT_WINDOW]);
  if (lookInDownloads()) return;
  throw new UserFacingError(
    "The browser's tests need Chromium; install it, so that `chromium` is on PATH, and try again.",
  );
}
