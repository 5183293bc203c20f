import { z } from "zod";
import { BACKUP_FORMAT, type BackupHeader, type CreateHash, type Hash, type TableSum } from "./format.ts";

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
type BackupLines = { table: string; lines: string[] };

/** Receives the parts of a backup, in their order. */
export type TakeBackup = {
  header?: (header: BackupHeader) => void;
  lines?: (lines: BackupLines) => Promise<void>;
};

/** A file is no whole backup of this version; the message follows the name of the file. */
export class UnreadableBackupError extends Error {
  override name = "UnreadableBackupError";
}

export const noBackup = () => new UnreadableBackupError("is no backup of Hayloft");
export const damaged = () => new UnreadableBackupError("is damaged, and nothing of it was used; take another backup");
export const cutOff = () => new UnreadableBackupError("is cut off, and nothing of it was used; take another backup");

/** A backup that was read: its first line, and what its last line says of its tables. */
export type ReadBackup = { header: BackupHeader; end: TableSum[] };

/**
 * Reads the unzipped pieces of a backup from its first line to its last, and compares each table with its number of rows and its hash.
 * @throws UnreadableBackupError if they are no backup, cut off, or damaged, and the errors of the pieces and of `take`
 */
export async function readBackup(
  pieces: AsyncIterable<Uint8Array>,
  createHash: CreateHash,
  take: TakeBackup = {},
): Promise<ReadBackup> {
  const reader = new BackupReader(createHash, take);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    // Only the new piece is searched for line breaks: a line may be long.
    const [end = "", ...others] = decoder.decode(piece, { stream: true }).split("\n");
    const lines = [rest + end, ...others];
    rest = lines.pop() ?? "";
    for (const line of lines) await reader.take(line);
    if (rest.length > MAX_LINE) throw reader.tooLong();
  }
  if (rest !== "") throw cutOff();
  return reader.finish();
}

class BackupReader {
  #header: BackupHeader | undefined;
  #end: TableSum[] | undefined;
  readonly #sums: TableSum[] = [];
  #hash: Hash;
  #table: { name: string; rows: number } | undefined;
  #lines: string[] = [];
  #length = 0;

  readonly #encoder = new TextEncoder();

  constructor(
    readonly createHash: CreateHash,
    readonly receiver: TakeBackup,
  ) {
    this.#hash = createHash();
  }

  async take(line: string): Promise<void> {
    if (!this.#header) return this.#begin(line);
    if (this.#end) throw damaged();
    if (!line.startsWith("{")) return this.#takeRow(line);
    await this.#endTable();
    const { data: marker } = MARKER.safeParse(this.#parse(line));
    if (!marker) throw damaged();
    if ("end" in marker) this.#end = marker.end;
    else this.#table = { name: marker.table, rows: 0 };
  }

  /** Compares what was read with what the last line says of it. */
  finish(): ReadBackup {
    if (!this.#header) throw noBackup();
    if (!this.#end) throw cutOff();
    if (JSON.stringify(this.#end) !== JSON.stringify(this.#sums)) throw damaged();
    const { tables } = this.#header;
    if (tables.map(({ name }) => name).join("\n") !== this.#end.map(({ table }) => table).join("\n")) throw damaged();
    if (tables.some(({ rows }, i) => rows !== undefined && rows !== this.#end?.[i]?.rows)) throw damaged();
    return { header: this.#header, end: this.#end };
  }

  tooLong = () => (this.#header ? damaged() : noBackup());

  #begin(line: string): void {
    const found = line.startsWith("{") ? this.#parse(line) : undefined;
    const { data: marked } = z.object({ format: z.string().startsWith("hayloft backup ") }).safeParse(found);
    if (!marked) throw noBackup();
    if (marked.format !== BACKUP_FORMAT) {
      throw new UnreadableBackupError(
        `was made by a newer Hayloft (${marked.format.slice(0, 40)}); update this one first`,
      );
    }
    const { data: header } = HEADER.safeParse(found);
    if (!header) throw damaged();
    this.#header = header;
    this.receiver.header?.(header);
  }

  async #takeRow(line: string): Promise<void> {
    if (!this.#table) throw damaged();
    if (this.#length + line.length > BATCH) await this.#flush();
    this.#table.rows += 1;
    this.#lines.push(line);
    this.#length += line.length;
  }

  async #flush(): Promise<void> {
    const lines = this.#lines;
    if (lines.length === 0 || !this.#table) return;
    [this.#lines, this.#length] = [[], 0];
    await this.#hash.update(this.#encoder.encode(`${lines.join("\n")}\n`));
    await this.receiver.lines?.({ table: this.#table.name, lines });
  }

  async #endTable(): Promise<void> {
    await this.#flush();
    if (!this.#table) return;
    this.#sums.push({ table: this.#table.name, rows: this.#table.rows, sha256: await this.#hash.digest() });
    this.#hash = this.createHash();
  }

  #parse(line: string): unknown {
    try {
      return JSON.parse(line);
    } catch {
      throw this.#header ? damaged() : noBackup();
    }
  }
}
