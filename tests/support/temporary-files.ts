import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "hayloft-tests-";

/** A disk in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** Ten times as many bytes as all tests write. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Sets TMPDIR, which the databases, workers and browsers of the tests use, to a folder that is deleted as this process ends: a process
 * that is killed leaves its files. The folder is on a disk in memory where the machine has a large one: the databases sync
 * every write, and a stalled disk would let a write exceed the time limit of its page.
 */
export function keepTemporaryFilesTogether(env = process.env): void {
  // vitest reads its configuration again for each project.
  if (env.TMPDIR && basename(env.TMPDIR).startsWith(PREFIX)) return;
  const parent = env.TMPDIR || !hasDiskInMemory() ? tmpdir() : IN_MEMORY;
  const folder = mkdtempSync(join(parent, PREFIX));
  env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function hasDiskInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const disk = statfsSync(IN_MEMORY);
  return disk.bavail * disk.bsize >= ENOUGH_BYTES;
}
