import { existsSync, readFileSync } from "node:fs";
import { lookForChromium } from "./chromium.ts";
import { Explained } from "./explained.ts";
import { runQuietly } from "./tool.ts";

/** Sees to it that the browser's tests find a browser. Only where that is ours to do, one is installed. */
export async function ensureChromium(): Promise<void> {
  if (lookForChromium()) return;
  if (!isDebian() || process.getuid?.() !== 0) {
    throw new Explained("The browser's tests need Chromium; install it, so that `chromium` is on PATH, and try again.");
  }
  console.error("Installing Chromium for the browser's tests…");
  const options = {
    env: { DEBIAN_FRONTEND: "noninteractive" },
    failure: "Chromium could not be installed; apt-get says above why.",
  };
  await runQuietly("apt-get", ["update"], options);
  await runQuietly("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], options);
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
