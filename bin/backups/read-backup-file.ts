import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createSha256 } from "#bin/process/sha256.ts";
import { reasonOf, UserFacingError } from "#bin/process/user-facing-error.ts";
import {
  cutOff,
  damaged,
  noBackup,
  type ReadBackup,
  readBackup,
  type TakeBackup,
  UnreadableBackupError,
} from "#db/backup/read.ts";

/**
 * Reads the file of a backup from its first line to its last (see `readBackup`).
 * @throws UserFacingError if the file cannot be read, is no backup, is cut off, or is damaged
 */
export async function readBackupFile(path: string, take: TakeBackup = {}): Promise<ReadBackup> {
  let hasBegun = false;
  const header: TakeBackup["header"] = (found) => {
    hasBegun = true;
    take.header?.(found);
  };
  let refusal: unknown;
  try {
    return await pipeline(createReadStream(path), createGunzip(), (pieces: AsyncIterable<Buffer>) =>
      readBackup(pieces, createSha256, { ...take, header }).catch((error: unknown) => {
        // Node would report that the streams have ended, instead of the reason.
        refusal = error;
        throw error;
      }),
    );
  } catch (error) {
    const reason = explained(refusal ?? error, path, hasBegun);
    throw reason instanceof UnreadableBackupError ? new UserFacingError(`${path} ${reason.message}.`) : reason;
  }
}

function explained(error: unknown, path: string, hasBegun: boolean): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "Z_BUF_ERROR") return cutOff();
  if (code.startsWith("Z_")) return hasBegun ? damaged() : noBackup();
  // An error of the system names the path; an error of the receiver is passed on.
  if (/^E[A-Z]+$/.test(code) && (error as NodeJS.ErrnoException).syscall) {
    return new UserFacingError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
  return error;
}
