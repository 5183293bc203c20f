import type { TestProject } from "vitest/node";
import { ENGINES, ensureEngines, type MissingEngines } from "#bin/browsers/engines.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Why the tests in an engine are skipped; null if they run. */
    missingEngines: MissingEngines;
  }
}

/** Installs Firefox and WebKit where they are missing. Where they cannot be installed, their tests are skipped. */
export default async function setUp(project: TestProject): Promise<void> {
  const missing = await ensureEngines();
  for (const engine of ENGINES) {
    if (missing[engine]) console.error(`The tests in ${engine} are skipped: ${missing[engine]}.`);
  }
  project.provide("missingEngines", missing);
}
