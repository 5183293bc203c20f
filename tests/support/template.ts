import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import type { TestProject } from "vitest/node";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { migrateDatabase } from "#bin/migrate.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { seedBarn } from "#db/seed/seed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data directory of a freshly filled barn, to copy and not to open. */
    template: string;
  }
}

/** A set-up that fills a barn once; the tests of the project work on copies of it. */
export const templateOf = (fill: (database: DatabaseAddress) => Promise<unknown>) => async (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-template-"));
  const template = join(folder, "data");
  const sqld = await startSqld({ dataDir: template, port: await findFreePort() });
  try {
    await migrateDatabase(sqld);
    await fill(sqld);
  } finally {
    await sqld.stop();
  }
  project.provide("template", template);
  return () => rmSync(folder, { recursive: true, force: true });
};

/** A name that no column has room for. */
const names = { Danube: "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen" };

/** Fills a barn with three months of work, whose statements can be shared. */
export default templateOf(async (database) => {
  await seedBarn({ ...database, today: todayInNewYork(new Date()), names });
  await createClient(database).execute("update settings set barn_phone = '(561) 555-0142'");
});
