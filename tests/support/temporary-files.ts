import { existsSync, statfsSync } from "node:fs";

/** A disk in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** What a run writes in all is a tenth of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Sets TMPDIR, which the databases and browsers of the tests use, to a disk in memory where the machine has a large one.
 * The databases sync every write, and a stalled disk would let a write exceed the time limit of its page.
 */
export function keepTemporaryFilesInMemory(env = process.env): void {
  if (env.TMPDIR || !existsSync(IN_MEMORY)) return;
  const disk = statfsSync(IN_MEMORY);
  if (disk.bavail * disk.bsize >= ENOUGH_BYTES) env.TMPDIR = IN_MEMORY;
}
