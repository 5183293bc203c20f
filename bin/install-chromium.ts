import { lookForChromium, WITHOUT_WINDOW } from "./chromium.ts";
import { installPackages, isRootOnDebian } from "./debian.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** Sees to it that the browser's tests find a browser. Only where that is ours to do, one is installed. */
export async function ensureChromium(): Promise<void> {
  if (lookForChromium([WITHOUT_WINDOW])) return;
  if (isRootOnDebian()) return install();
  if (lookForChromium()) return;
  throw new UserFacingError(
    "The browser's tests need Chromium; install it, so that `chromium` is on PATH, and try again.",
  );
}

async function install(): Promise<void> {
  console.error("Installing Chromium for the browser's tests…");
  try {
    await installPackages([WITHOUT_WINDOW], "Chromium could not be installed; apt-get says above why.");
  } catch (error) {
    if (!lookForChromium()) throw error;
    console.error("The Chromium that is here will do.");
  }
}
