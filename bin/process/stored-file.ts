import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/**
 * Returns the text of a file that only its owner may read. The first call creates it with the text that `make` returns; of
 * several processes that create it at once, all get the text of the same one.
 * @throws UserFacingError if the file cannot be read or created
 */
export function readOrCreate(path: string, make: () => string): string {
  try {
    return read(path) ?? create(path, make());
  } catch (error) {
    throw new UserFacingError(`${path} cannot be kept: ${reasonOf(error)}.`);
  }
}

/** Replaces the text of a file at once: a process that reads it meets the old or the new text. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

function create(path: string, text: string): string {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    // Unlike a rename, a link does not replace the file that another process has created meanwhile.
    linkSync(draft, path);
    return text;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return readFileSync(path, "utf8");
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const isErrno = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;
