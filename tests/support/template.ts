import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { seedBarn } from "#db/seed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data directory of a freshly filled demo barn, to copy and not to open. */
    template: string;
  }
}

/** Fills the demo barn once; the tests work on copies of it. */
export default async function setUp(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-template-"));
  const template = join(folder, "data");
  const sqld = await startSqld({ dataDir: template, port: await findFreePort() });
  try {
    await migrateDatabase(sqld);
    await seedBarn({ ...sqld, today: todayInNewYork(new Date()) });
  } finally {
    await sqld.stop();
  }
  project.provide("template", template);
  return () => rmSync(folder, { recursive: true, force: true });
}
