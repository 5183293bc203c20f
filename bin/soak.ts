import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type SoakSettings, soak, USERS } from "#lab/soak/soak.ts";
import { startStack } from "#lab/soak/stack.ts";
import { mountSmallDisk } from "#tests/support/small-disk.ts";
import { buildApp } from "./build.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** The size of the disk in memory that holds the data. */
const DISK_MEGABYTES = 2_048;

/**
 * `npm run soak -- --minutes N`: many users at work while servers are killed and stopped, connections cut and the disk is full,
 * then an audit of the database against what the users know. `--seed` repeats the choices of a run, though not its timing.
 * `--lose` deletes an acknowledged row before the audit, which must find it. Returns 1 if the audit finds something.
 */
export async function command(args: string[]): Promise<number> {
  const settings = readSettings(args);
  await buildApp();
  let clear = () => {};
  // The signals are handled before the disk is mounted, because nothing else unmounts it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      clear();
      process.exit(1);
    });
  }
  const disk = mountSmallDisk(DISK_MEGABYTES);
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), "hayloft-soak-"));
  clear = () => (disk ? disk.remove() : rmSync(folder, { recursive: true, force: true }));
  console.log(
    `Seed ${settings.seed}, ${USERS} users, ${settings.minutes} minutes${disk ? "" : ", without a full disk"}`,
  );
  try {
    const stack = await startStack(folder);
    try {
      return await soak(stack, disk, settings);
    } finally {
      await stack.stop();
    }
  } finally {
    clear();
  }
}

function readSettings(args: string[]): SoakSettings {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string" },
      lose: { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 60))
    throw new UserFacingError("Say for how long, up to an hour: npm run soak -- --minutes 5");
  return { minutes, seed: values.seed ?? String(Date.now()), lose: values.lose };
}
