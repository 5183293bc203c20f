import { rmSync } from "node:fs";
import { onLeave } from "#bin/process/lifecycle.ts";

/**
 * Makes the bench exit at a signal and when npm exits, and deletes the folder at every exit but SIGKILL. The bench calls this before it
 * starts its first server: Playwright and Miniflare listen to signals too, and Playwright only closes its browsers at SIGTERM. Each server and
 * the browser end with the process that has started them.
 */
export function endTogether(folder: string): void {
  onLeave(() => process.exit(1));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
