import { setTimeout as sleep } from "node:timers/promises";
import { UserFacingError } from "./user-facing-error.ts";
import type { Deployment } from "./wrangler.ts";

/** How long a new version may take until it answers everywhere, in milliseconds. */
const PATIENCE_MS = 60_000;

/** How often the new version may say that it is not healthy: its first request may meet a database or hub that is starting. */
const MOST_FAILURES = 3;

const ROLLBACK = "To go back to the version before: npx wrangler rollback";

/**
 * Waits until the new version says at /health that it is healthy, and returns the sentence for the user.
 * @throws UserFacingError if it does not
 */
export async function confirmHealth({ versionId, url }: Deployment, pauseMs = 2_000): Promise<string> {
  if (!url) return `Version ${versionId} is deployed. With APP_URL set, npm run deploy asks it whether it is healthy.`;
  const address = new URL("/health", url).href;
  let said = "no answer";
  let failures = 0;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && failures < MOST_FAILURES; await sleep(pauseMs)) {
    const { isOk, version, text } = await readHealth(address);
    said = text;
    // The version before may answer for a while.
    if (version !== versionId) continue;
    if (isOk) return `Version ${versionId} is open at ${new URL(url).origin}, and healthy. ${ROLLBACK}`;
    failures += 1;
  }
  throw new UserFacingError(`${address} does not say that version ${versionId} is healthy: ${said}. ${ROLLBACK}`);
}

async function readHealth(address: string): Promise<{ isOk: boolean; version?: unknown; text: string }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    const text = (await answer.text()).slice(0, 200);
    return { isOk: answer.ok, text, version: text.startsWith("{") ? JSON.parse(text).version : null };
  } catch {
    return { isOk: false, text: "no answer" };
  }
}
