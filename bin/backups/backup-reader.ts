import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { createSha256 } from "#bin/process/sha256.ts";
import { reasonOf, UserFacingError } from "#bin/process/user-facing-error.ts";
import { BACKUP_FORMAT, type BackupHeader, type TableSum } from "#db/backup/format.ts";

/**
 * The most characters of lines that are passed on at once, unless one line is longer: sqld takes 4 MB in one parameter.
 */
const BATCH = 1_000_000;

/** The longest line of a backup, in characters: sqld makes no text of more than 4 MB, and Node none of more than 512 MB. */
const MAX_LINE = 10_000_000;

const HEADER = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().optional() })).min(1),
}) satisfies z.ZodType<BackupHeader>;

/** A line that is no row: the name of the table whose rows follow, or the end. */
const MARKER = z.union([
  z.strictObject({ table: z.string() }),
  z.strictObject({ end: z.array(z.object({ table: z.string(), rows: z.int(), sha256: z.string() })) }),
]);

/** Lines of one table, without their line breaks. */
export type BackupLines = { table: string; lines: string[] };

/** Receives the parts of a backup, in their order. */
type Take = {
  header?: (header: BackupHeader) => void;
  lines?: (lines: BackupLines) => Promise<void>;
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
      // Node would report that the streams have ended, instead of the reason.
      refusal = error;
      throw error;
    });
  try {
    await pipeline(createReadStream(path), createGunzip(), async (pieces: AsyncIterable<Buffer>) => {
      const decoder = new TextDecoder();
      let rest = "";
      for await (const piece of pieces) {
        // Only the new piece is searched for line breaks: a line may be long.
        const [end = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
        const lines = [rest + end, ...others];
        rest = lines.pop() ?? "";
        for (const line of lines) await takeLine(line);
        if (rest.length > MAX_LINE) {
          refusal = reader.tooLong();
          throw refusal;
        }
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
    const { data: marker } = MARKER.safeParse(this.#parse(line));
    if (!marker) throw this.damaged();
    if ("end" in marker) this.#end = marker.end;
    else this.#table = { name: marker.table, rows: 0 };
  }

  /** Compares what was read with what the last line says of it. */
  finish(): { header: BackupHeader; end: TableSum[] } {
    if (!this.#header) throw this.noBackup();
    if (!this.#end) throw this.cutOff();
    if (JSON.stringify(this.#end) !== JSON.stringify(this.#sums)) throw this.damaged();
    const { tables } = this.#header;
    if (tables.map(({ name }) => name).join("\n") !== this.#end.map(({ table }) => table).join("\n"))
      throw this.damaged();
    if (tables.some(({ rows }, i) => rows !== undefined && rows !== this.#end?.[i]?.rows)) throw this.damaged();
    return { header: this.#header, end: this.#end };
  }

  noBackup = () => new UserFacingError(`${this.path} is no backup of Hayloft.`);
  damaged = () => new UserFacingError(`${this.path} is damaged, and nothing of it was used; take another backup.`);
  cutOff = () => new UserFacingError(`${this.path} is cut off, and nothing of it was used; take another backup.`);

  tooLong = () => (this.hasBegun ? this.damaged() : this.noBackup());

  get hasBegun(): boolean {
    return this.#header !== undefined;
  }

  #begin(line: string): void {
    const found = line.startsWith("{") ? this.#parse(line) : undefined;
    const { data: marked } = z.object({ format: z.string().startsWith("hayloft backup ") }).safeParse(found);
    if (!marked) throw this.noBackup();
    if (marked.format !== BACKUP_FORMAT) {
      throw new UserFacingError(
        `${this.path} was made by a newer Hayloft (${marked.format.slice(0, 40)}); update this one first.`,
      );
    }
    const { data: header } = HEADER.safeParse(found);
    if (!header) throw this.damaged();
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
  // An error of the system names the path; an error of the receiver is passed on.
  if (/^E[A-Z]+$/.test(code) && (error as NodeJS.ErrnoException).syscall) {
    return new UserFacingError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
  return error;
}
