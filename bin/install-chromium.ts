import { existsSync, readFileSync } from "node:fs";
import { lookForChromium, WITHOUT_WINDOW } from "./chromium.ts";
import { runQuietly } from "./tool.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** Sees to it that the browser's tests find a browser. Only where that is ours to do, one is installed. */
export async function ensureChromium(): Promise<void> {
  if (lookForChromium([WITHOUT_WINDOW])) return;
  if (isDebian() && process.getuid?.() === 0) return install();
  if (lookForChromium()) return;
  throw new UserFacingError(
    "The browser's tests need Chromium; install it, so that `chromium` is on PATH, and try again.",
  );
}

async function install(): Promise<void> {
  console.error("Installing Chromium for the browser's tests…");
  const options = {
    env: { DEBIAN_FRONTEND: "noninteractive" },
    failure: "Chromium could not be installed; apt-get says above why.",
  };
  try {
    await runQuietly("apt-get", ["update"], options);
    await runQuietly("apt-get", ["install", "--yes", "--no-install-recommends", WITHOUT_WINDOW], options);
  } catch (error) {
    if (!lookForChromium()) throw error;
    console.error("The Chromium that is here will do.");
  }
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
