import { execFileSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, LibsqlError } from "@libsql/client/sqlite3";
import { replaceFile } from "#bin/process/stored-file.ts";
import { until } from "#bin/process/until.ts";
import { reasonOf, UserFacingError } from "#bin/process/user-facing-error.ts";

/** Which sqld serves a data directory, the process that has started it, and the app that is open on it. */
type Holder = { pid: number; url: string; owner?: number; app?: string };

/** The exclusive lock of this process on a data directory. */
export type DataLock = {
  /** Tells other commands where the database is. */
  announce(holder: Omit<Holder, "owner">): void;
  release(): void;
};

export class DataInUseError extends UserFacingError {}

/** How long the sqld of a process that was killed may take to end, in milliseconds. */
const PATIENCE_MS = 3_000;

const fileOf = (dataDir: string) => join(dataDir, "sqld.json");

/**
 * Reserves a data directory, and creates it if necessary: sqld itself does not mind a second one on the same files, and
 * the two would ruin them. The system drops the lock when the process ends, however it ends.
 * @throws DataInUseError if another process has the lock, UserFacingError if nothing can be stored there
 */
export async function lockData(dataDir: string): Promise<DataLock> {
  makeDirectory(dataDir);
  const unlock = await lockFile(join(dataDir, "lock"), dataDir);
  try {
    await untilOrphanEnds(dataDir);
    rmSync(fileOf(dataDir), { force: true });
    makePrivate(dataDir);
  } catch (error) {
    unlock();
    throw error;
  }
  let isHeld = true;
  return {
    announce: (holder) => replaceFile(fileOf(dataDir), JSON.stringify({ ...holder, owner: process.pid })),
    release() {
      if (!isHeld) return;
      isHeld = false;
      rmSync(fileOf(dataDir), { force: true });
      unlock();
    },
  };
}

/** The sqld that serves a data directory at this moment. */
export function findHolder(dataDir: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Holder;
    return isSqld(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}

/** Whether the process that has started a sqld was killed: the sqld then ends in a moment. */
export function isOrphan({ owner }: Holder): boolean {
  if (owner === undefined) return false;
  try {
    return !process.kill(owner, 0);
  } catch (error) {
    // Another user's process cannot be signalled.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Says where the app on a directory is, so that the other commands can tell it what they change. */
export function nameApp(dataDir: string, app: string): void {
  const holder = findHolder(dataDir);
  if (holder) replaceFile(fileOf(dataDir), JSON.stringify({ ...holder, app }));
}

/** Node has no locks of files, but SQLite has: a write transaction on an empty database, which stays open. */
async function lockFile(file: string, dataDir: string): Promise<() => void> {
  try {
    // SQLite would make a file that everybody can read.
    closeSync(openSync(file, "a", 0o600));
    const client = createClient({ url: pathToFileURL(resolve(file)).href });
    const transaction = await client.transaction("write");
    return () => {
      transaction.close();
      client.close();
    };
  } catch (error) {
    if (error instanceof LibsqlError && error.code.startsWith("SQLITE_BUSY")) throw inUse(dataDir);
    throw unusable(dataDir, error);
  }
}

/** A process that is killed leaves its sqld behind for a moment: see `dieWithUs`. */
async function untilOrphanEnds(dataDir: string): Promise<void> {
  if (!(await until(() => !findHolder(dataDir), { patienceMs: PATIENCE_MS }))) throw inUse(dataDir);
}

function inUse(dataDir: string): DataInUseError {
  const holder = findHolder(dataDir);
  const process = holder ? ` (sqld, process ${holder.pid})` : "";
  return new DataInUseError(`${dataDir} is in use by another Hayloft${process}; stop that one first.`);
}

function makeDirectory(dataDir: string): void {
  try {
    makeFolders(resolve(dataDir));
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** The files that Hayloft and sqld store in a data directory. */
const OWN = /^((lock|sqld\.json|session-secret|database-key\.pem)\b.*|dbs|metastore|backups|\.version)$/;

/**
 * Hides the data from the other accounts of the machine: an older version let them read it. In a folder that also has
 * other files, those files and the folder itself stay as they are, as do files of another owner and those of a system
 * without rights.
 */
function makePrivate(dataDir: string): void {
  const folder = realpathSync(dataDir);
  const names = readdirSync(folder);
  const own = names.filter((name) => OWN.test(name)).map((name) => join(folder, name));
  const inside = own
    .filter((path) => lstatSync(path).isDirectory())
    .flatMap((path) => readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)));
  for (const path of [...(own.length === names.length ? [folder] : []), ...own, ...inside]) {
    const entry = lstatSync(path);
    if (entry.isSymbolicLink() || !(entry.mode & 0o077)) continue;
    try {
      chmodSync(path, entry.isDirectory() ? 0o700 : 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
    }
  }
}

/** `mkdirSync` with `recursive` never returns for a folder in /proc, where its parent exists and takes no folders (Node 20.20). */
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) {
    if (!statSync(folder).isDirectory()) throw new Error("it is a file");
    return;
  }
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process has made the folder meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function unusable(dataDir: string, error: unknown): UserFacingError {
  return new UserFacingError(
    `No data can be kept in ${dataDir}: ${reasonOf(error)}; set DATA_DIR to a folder that can be written.`,
  );
}

/** Whether a process is a sqld: after a crash or a restart, its id may belong to another program. */
function isSqld(pid: number): boolean {
  try {
    return commandOf(pid).includes("sqld");
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/comm`, "utf8");
  return execFileSync("ps", ["-p", String(pid), "-o", "comm="], { encoding: "utf8" });
}
