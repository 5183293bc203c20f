import { setTimeout as sleep } from "node:timers/promises";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import type { Deployment } from "./wrangler.ts";

/** How long a new version may take until it answers everywhere, in milliseconds. */
const PATIENCE_MS = 60_000;

/** How often the new version may say that it is not healthy: its first request may meet a database or hub that is starting. */
const MOST_FAILURES = 3;

const ROLLBACK = "To go back to the version before: npx wrangler rollback";

/**
 * Waits until the new version says at /health of `url` that it is healthy, and returns the sentence for the user.
 * @throws UserFacingError if it does not, or if the worker has another address at workers.dev
 */
export async function confirmHealth({ versionId, targets }: Deployment, url: string, pauseMs = 2_000): Promise<string> {
  const ofWorker = targets.find((target) => target.endsWith(".workers.dev"));
  if (ofWorker && isOfWorkersDev(url) && new URL(url).origin !== ofWorker) {
    throw new UserFacingError(
      `The app is open at ${ofWorker}, and APP_URL says ${url}: correct APP_URL, and the redirect address at Google, and run npm run deploy again.`,
    );
  }
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

const isOfWorkersDev = (url: string) => new URL(url).hostname.endsWith(".workers.dev");

async function readHealth(address: string): Promise<{ isOk: boolean; version?: unknown; text: string }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    const text = (await answer.text()).slice(0, 200);
    return { isOk: answer.ok, text, version: text.startsWith("{") ? JSON.parse(text).version : null };
  } catch {
    return { isOk: false, text: "no answer" };
  }
}
