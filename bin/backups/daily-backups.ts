import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { explainFault } from "#bin/database/database-error.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { reasonOf } from "#bin/process/user-facing-error.ts";
import { recordBackupFile, writeBackupFile } from "./backup-file.ts";

/** The number of daily backups in the folder. */
const KEPT = 14;

const DAY_MS = 86_400_000;
/** How often the age of the last backup is looked at: a machine may sleep for hours. */
const LOOK_MS = 15 * 60_000;

/** Named after the instant of the data, in UTC: '2026-11-23T04-10-00Z.backup.gz'. Other files of the folder stay. */
const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})Z\.backup\.gz$/;
const nameAt = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup.gz`;
const instantOf = (name: string) => Date.parse(name.replace(NAME, "$1:$2:$3Z"));

type DailyBackups = { database: DatabaseAddress; dataDir: string; signal?: AbortSignal };

/**
 * Keeps a backup of each day in `DATA_DIR/backups`: makes one if the last is a day old, now and later, and deletes all but the
 * last 14. A failure is a line of warning, and is tried again an hour later.
 */
export function keepDailyBackups(options: DailyBackups): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let notBefore = 0;
  const look = () => {
    if (isRunning || Date.now() < notBefore) return;
    isRunning = true;
    running = backUpIfDue({ ...options, signal: stopping.signal }, new Date())
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        notBefore = Date.now() + 3_600_000;
        console.error(`The daily backup was not made: ${reasonOf(explainFault(error, options.database))}.`);
      })
      .finally(() => {
        isRunning = false;
      });
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Makes a backup if the last is a day old. Returns the name of the new file, or null. */
export async function backUpIfDue(options: DailyBackups, now: Date): Promise<string | null> {
  const folder = openFolder(options.dataDir);
  const last = backupsIn(folder, now).at(-1);
  if (last && now.getTime() - instantOf(last) < DAY_MS) return null;
  const name = nameAt(now);
  const { bytes } = await backUp(options, name, now);
  for (const old of backupsIn(folder, now).slice(0, -KEPT)) rmSync(join(folder, old));
  await recordBackupFile(options.database, { place: "folder", bytes }, now);
  return name;
}

/** Writes a backup file of this name to the folder of the backups, and replaces a file of the same name. */
export async function backUp({ database, dataDir, signal }: DailyBackups, name: string, now: Date) {
  const folder = openFolder(dataDir);
  // Drafts of a process that was killed.
  for (const draft of readdirSync(folder).filter((each) => each.endsWith(".part"))) rmSync(join(folder, draft));
  const path = join(folder, name);
  const { bytes } = await writeBackupFile(database, path, now, signal);
  return { path, bytes };
}

function openFolder(dataDir: string): string {
  const folder = join(dataDir, "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * The daily backups of a folder, from the oldest. A backup dated in the future, from when the clock was wrong, does not
 * count until that time.
 */
const backupsIn = (folder: string, now: Date) =>
  readdirSync(folder)
    .filter((name) => NAME.test(name) && instantOf(name) <= now.getTime())
    .sort();
