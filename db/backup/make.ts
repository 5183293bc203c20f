import { LibsqlError, type Row } from "@libsql/client/http";
import { BACKUP_FORMAT, type BackupHeader, type CreateHash, type TableSum, tableLine } from "./format.ts";
import { Snapshot, type SnapshotAddress } from "./snapshot.ts";
import {
  type BackupTable,
  COLUMNS_QUERY,
  countRows,
  HAS_VERSION_QUERY,
  PAGE_BYTES,
  selectPage,
  tablesOf,
  VERSION_QUERY,
} from "./tables.ts";

/** What a finished backup holds. */
export type BackupSummary = { version: number; tables: TableSum[]; rows: number; bytes: number };

type Backup = {
  database: SnapshotAddress;
  at: Date;
  createHash: CreateHash;
  /** Receives the next bytes of the file. */
  write: (bytes: Uint8Array) => Promise<void>;
};

/** What the database holds cannot be backed up; the message follows the name of the database. */
export class NotBackedUpError extends Error {
  override name = "NotBackedUpError";
}

/**
 * Writes a backup of a database, as it is at one moment, while it is being used. Memory does not grow with the
 * database.
 * @throws NotBackedUpError, also if the pages lack rows, the error of the database, or that of `write`
 */
export async function makeBackup({ database, at, createHash, write }: Backup): Promise<BackupSummary> {
  const gzip = new CompressionStream("gzip");
  const [input, output] = [gzip.writable.getWriter(), gzip.readable.getReader()];
  let bytes = 0;
  const compress = async () => {
    const snapshot = new Snapshot(database);
    try {
      const made = await writeLines({ snapshot, at, createHash, write: (piece) => input.write(piece as BufferSource) });
      await input.close();
      return made;
    } finally {
      snapshot.close();
    }
  };
  const pass = async () => {
    for (let next = await output.read(); !next.done; next = await output.read()) {
      bytes += next.value.byteLength;
      await write(next.value);
    }
  };
  // The first failure stops the other side, and both have ended before this function returns.
  const failures: unknown[] = [];
  const stop = (error: unknown) => {
    failures.push(error);
    input.abort(error).catch(() => {});
    output.cancel(error).catch(() => {});
    return undefined;
  };
  const [made] = await Promise.all([compress().catch(stop), pass().catch(stop)]);
  if (!made || failures.length > 0)
    throw isTooBig(failures[0]) ? new NotBackedUpError("has a row of more than 4 MB") : failures[0];
  return { ...made, rows: made.tables.reduce((sum, { rows }) => sum + rows, 0), bytes };
}

const isTooBig = (error: unknown) => error instanceof LibsqlError && error.code === "SQLITE_TOOBIG";

type Lines = Omit<Backup, "database"> & { snapshot: Snapshot };

async function writeLines({ snapshot, at, createHash, write }: Lines) {
  const { version, tables } = await readSchema(snapshot);
  const counts = await readCounts(snapshot, tables);
  const encoder = new TextEncoder();
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    version,
    createdAt: at.toISOString(),
    tables: tables.map(({ name, columns }, i) => ({
      name,
      columns,
      rows: counts[i] ?? 0,
    })),
  };
  await write(encoder.encode(`${JSON.stringify(header)}\n`));
  const begin = (table: string) => write(encoder.encode(tableLine(table)));
  const sums = await readTables({ snapshot, tables, createHash, begin, write });
  for (const [i, { table, rows }] of sums.entries())
    if (rows !== counts[i]) throw new NotBackedUpError(`has ${counts[i]} rows of ${table}, of which ${rows} were read`);
  await write(encoder.encode(`${JSON.stringify({ end: sums })}\n`));
  return { version, tables: sums };
}

/** The version of the database, which must be whole, and its tables. */
async function readSchema(snapshot: Snapshot): Promise<{ version: number; tables: BackupTable[] }> {
  const [[found] = [], columns = []] = await snapshot.read([HAS_VERSION_QUERY, COLUMNS_QUERY]);
  if (found?.[0] !== 1) throw new NotBackedUpError("holds no barn");
  const [[state] = []] = await snapshot.read([VERSION_QUERY]);
  const [version, unfinished] = [Number(state?.[0]), Number(state?.[1])];
  if (unfinished > 0) throw new NotBackedUpError("holds a restore that was not finished");
  if (version === 0) throw new NotBackedUpError("holds no barn");
  return { version, tables: tablesOf(columns.map((row) => String(row[0]))) };
}

/** How many rows each table has. */
export const readCounts = async (snapshot: Snapshot, tables: BackupTable[]): Promise<number[]> =>
  (await snapshot.read(tables.map(countRows))).map(([row]) => Number(row?.[0]));

type Reading = {
  snapshot: Snapshot;
  tables: BackupTable[];
  createHash: CreateHash;
  /** Called before the rows of a table. */
  begin?: (table: string) => Promise<void>;
  write?: (lines: Uint8Array) => Promise<void>;
};

/** Reads the rows of tables, and returns their sums. The first pages of all tables come in one answer, which is all of most. */
export async function readTables({ snapshot, tables, createHash, begin, write }: Reading): Promise<TableSum[]> {
  const bytes = Math.floor(PAGE_BYTES / tables.length);
  const firstPages = await snapshot.read(tables.map((table) => selectPage(table, { after: null, bytes })));
  const encoder = new TextEncoder();
  const sums: TableSum[] = [];
  for (const [i, table] of tables.entries()) {
    await begin?.(table.name);
    const hash = createHash();
    let rows = 0;
    for (let page = pageOf(firstPages[i]); page; ) {
      const { lines, count, last, hasMore } = page;
      // The database reads the next page while this one is written.
      const next = hasMore ? snapshot.read([selectPage(table, { after: last })]) : Promise.resolve([]);
      next.catch(() => {});
      if (lines !== null) {
        const encoded = encoder.encode(`${lines}\n`);
        await hash.update(encoded);
        await write?.(encoded);
      }
      rows += count;
      page = pageOf((await next)[0]);
    }
    sums.push({ table: table.name, rows, sha256: await hash.digest() });
  }
  return sums;
}

/** The one row of `selectPage`. */
function pageOf(rows: Row[] | undefined) {
  const [row] = rows ?? [];
  if (!row) return undefined;
  const [lines, last] = [row[0], row[2]].map((value) => (value == null ? null : String(value)));
  return { lines: lines ?? null, count: Number(row[1]), last: last ?? null, hasMore: row[3] === 1 };
}
