import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { BACKUP_FORMAT, type BackupEnd, type BackupHeader, type TableSum } from "#db/backup/format.ts";
import { createSha256 } from "./sha256.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** How many characters of lines come at once at most, unless one line is longer: sqld takes 4 MB in one parameter. */
const BATCH = 1_000_000;

/** Lines of one table, without their line breaks. */
export type Lines = { table: string; lines: string[] };

/** Takes what a backup holds, in its order. */
type Take = {
  header?: (header: BackupHeader) => void;
  lines?: (lines: Lines) => Promise<void>;
};

/**
 * Reads a backup from its first line to its last, and compares each table with its number of rows and its hash. Returns what the
 * file says of its tables.
 * @throws UserFacingError if the file cannot be read, is no backup, is cut off, or is damaged
 */
export async function readBackupFile(
  path: string,
  take: Take = {},
): Promise<{ header: BackupHeader; end: TableSum[] }> {
  const reader = new BackupReader(path, take);
  let refusal: unknown;
  const takeLine = (line: string) =>
    reader.take(line).catch((error: unknown) => {
      // Node would report the end of the streams in place of their reason.
      refusal = error;
      throw error;
    });
  try {
    await pipeline(createReadStream(path), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
      const decoder = new TextDecoder();
      let rest = "";
      for await (const piece of pieces) {
        const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) await takeLine(line);
      }
      if (rest !== "") throw reader.cutOff();
    });
  } catch (error) {
    throw refusal ?? explained(error, path, reader);
  }
  return reader.finish();
}

class BackupReader {
  #header: BackupHeader | undefined;
  #end: TableSum[] | undefined;
  readonly #sums: TableSum[] = [];
  #hash = createSha256();
  #table: { name: string; rows: number } | undefined;
  #lines: string[] = [];
  #length = 0;

  constructor(
    readonly path: string,
    readonly receiver: Take,
  ) {}

  async take(line: string): Promise<void> {
    if (!this.#header) return this.#begin(line);
    if (this.#end) throw this.damaged();
    if (!line.startsWith("{")) return this.#takeRow(line);
    await this.#endTable();
    const marker = this.#parse(line) as { table?: string } & Partial<BackupEnd>;
    if (marker.end) this.#end = marker.end;
    else this.#table = { name: marker.table ?? "", rows: 0 };
  }

  /** Compares what was read with what the last line says of it. */
  finish(): { header: BackupHeader; end: TableSum[] } {
    if (!this.#header) throw this.noBackup();
    if (!this.#end) throw this.cutOff();
    if (JSON.stringify(this.#end) !== JSON.stringify(this.#sums)) throw this.damaged();
    return { header: this.#header, end: this.#end };
  }

  noBackup = () => new UserFacingError(`${this.path} is no backup of Hayloft.`);
  damaged = () => new UserFacingError(`${this.path} is damaged, and nothing of it was used; take another backup.`);
  cutOff = () => new UserFacingError(`${this.path} is cut off, and nothing of it was used; take another backup.`);

  get hasBegun(): boolean {
    return this.#header !== undefined;
  }

  #begin(line: string): void {
    const header = line.startsWith("{") ? (this.#parse(line) as BackupHeader) : undefined;
    if (!header?.format?.startsWith("hayloft backup ")) throw this.noBackup();
    if (header.format !== BACKUP_FORMAT) {
      throw new UserFacingError(`${this.path} was made by a newer Hayloft (${header.format}); update this one first.`);
    }
    this.#header = header;
    this.receiver.header?.(header);
  }

  async #takeRow(line: string): Promise<void> {
    if (!this.#table) throw this.damaged();
    if (this.#length + line.length > BATCH) await this.#flush();
    this.#table.rows += 1;
    this.#lines.push(line);
    this.#length += line.length;
  }

  async #flush(): Promise<void> {
    const lines = this.#lines;
    if (lines.length === 0 || !this.#table) return;
    [this.#lines, this.#length] = [[], 0];
    this.#hash.update(Buffer.from(`${lines.join("\n")}\n`));
    await this.receiver.lines?.({ table: this.#table.name, lines });
  }

  async #endTable(): Promise<void> {
    await this.#flush();
    if (!this.#table) return;
    this.#sums.push({ table: this.#table.name, rows: this.#table.rows, sha256: await this.#hash.digest() });
    this.#hash = createSha256();
  }

  #parse(line: string): unknown {
    try {
      return JSON.parse(line);
    } catch {
      throw this.#header ? this.damaged() : this.noBackup();
    }
  }
}

function explained(error: unknown, path: string, reader: BackupReader): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "Z_BUF_ERROR") return reader.cutOff();
  if (code.startsWith("Z_")) return reader.hasBegun ? reader.damaged() : reader.noBackup();
  // An error of the system names the path; that of the receiver is its own.
  if (/^E[A-Z]+$/.test(code) && (error as NodeJS.ErrnoException).syscall) {
    return new UserFacingError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
  return error;
}
