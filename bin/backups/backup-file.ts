import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { BackupPlace } from "#app/domain/overview/backups.ts";
import type { DatabaseAddress } from "#bin/process/environment.ts";
import { createSha256 } from "#bin/process/sha256.ts";
import { reasonOf, UserFacingError } from "#bin/process/user-facing-error.ts";
import { type BackupSummary, makeBackup } from "#db/backup/make.ts";
import { connect } from "#db/connection.ts";
import { recordBackup } from "#db/queries/overview/finished-backups.ts";

/**
 * Writes a backup of a database to a file that only its owner may read. The file gets its name once it is complete and
 * on disk.
 * @throws UserFacingError if it cannot be written, the reason of `signal`, or as `makeBackup`
 */
export async function writeBackupFile(
  database: DatabaseAddress,
  path: string,
  at: Date,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  const draft = `${path}.${randomUUID()}.part`;
  const output = await asUser(path, () => open(draft, "wx", 0o600));
  try {
    const write = async (bytes: Uint8Array) => {
      signal?.throwIfAborted();
      await asUser(path, () => writeAll(output, bytes));
    };
    const summary = await makeBackup({ database, at, createHash: createSha256, write });
    await asUser(path, async () => {
      await output.sync();
      await output.close();
      await rename(draft, path);
    });
    return summary;
  } finally {
    await output.close().catch(() => {});
    await rm(draft, { force: true });
  }
}

/**
 * Records a backup, so that Overview shows it. A failure is only a warning: the token may be read-only, and the file is
 * good.
 */
export async function recordBackupFile(
  database: DatabaseAddress,
  backup: { place: BackupPlace; bytes: number },
  at: Date,
): Promise<void> {
  try {
    await connect(database).write(recordBackup(backup, { actor: "command line", at }));
  } catch {
    console.error("Overview does not show this backup: it could not be recorded in the database.");
  }
}

/** Writes until all bytes are written: a disk that is nearly full takes only a part of them. */
async function writeAll(output: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) done += (await output.write(bytes, done)).bytesWritten;
}

async function asUser<T>(path: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    throw new UserFacingError(`${path} cannot be written: ${reasonOf(error)}.`);
  }
}
