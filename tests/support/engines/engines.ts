import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import type { EngineName } from "#bin/browsers/engines.ts";
import { cookieAt } from "#bin/running/session-cookie.ts";
import type { Barn } from "#tests/support/barn/barn.ts";
import { IS_HYDRATED } from "#tests/support/browser/people.ts";
import { type Engine, type EngineWindow, untilFound, type Visit } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

export const START: Record<EngineName, () => Promise<Engine>> = { Firefox: () => startFirefox(), WebKit: startWebKit };

/** The title of an engine's tests, and whether they are skipped. The title then has the reason. */
export function lookUp(engine: EngineName): { title: string; isMissing: boolean } {
  const reason = inject("missingEngines")[engine];
  return { title: reason ? `${engine} (skipped: ${reason})` : engine, isMissing: reason !== null };
}

/** Runs `steps` in a window in which `person` is signed in. */
export async function visitInEngineAs(
  engine: Engine,
  barn: Barn,
  person: Person,
  steps: (visit: Visit) => Promise<void>,
) {
  await engine.visit([cookieAt(barn.url, await barn.cookieOf(person))], steps);
}

/** The text of the one file that the engine's pages have downloaded, when it is whole. */
export function receivedFile({ downloads }: Engine): Promise<string> {
  return untilFound("downloaded file", async () => {
    const files = readdirSync(downloads, { recursive: true }).map(String);
    const [file] = files.filter((each) => each.endsWith(".csv"));
    return (file && readFileSync(join(downloads, file), "utf8")) || null;
  });
}

type Person = { email: string; name: string };

/** Opens the page, and waits until React has hydrated it. */
export async function openIn(window: EngineWindow, address: string): Promise<void> {
  await window.goto(address);
  await expect.poll(() => window.evaluate(IS_HYDRATED)).toBe(true);
}
