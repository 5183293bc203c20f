/*
 * The format of a backup (docs/decisions/backup-format.md): gzipped lines of JSON. The first line is a `BackupHeader`. Each table
 * follows as `{"table":"horses"}` and its rows, one array a line, in the order of their keys. The last line is
 * `{"end":TableSum[]}`: a file without it was cut off.
 */

export const BACKUP_FORMAT = "hayloft backup 1";

export type BackupHeader = {
  format: typeof BACKUP_FORMAT;
  /** How many migrations the database had. */
  version: number;
  /** The instant at which the backup began, in UTC. */
  createdAt: string;
  /** `rows`: how many rows the database counted in the table; files of older versions do not say it. */
  tables: { name: string; columns: string[]; rows?: number | undefined }[];
};

/** What a table holds: the number of its rows, and the SHA-256, in hex, of their lines, each with its line break. */
export type TableSum = { table: string; rows: number; sha256: string };

/**
 * Calculates a SHA-256 of bytes that come in pieces. Node and workerd have different ones, which do not store all
 * bytes.
 */
export type Hash = {
  update(bytes: Uint8Array): Promise<void> | void;
  /** The hash in hex. */
  digest(): Promise<string> | string;
};
export type CreateHash = () => Hash;

/** The line of a table before its rows. */
export const tableLine = (table: string) => `${JSON.stringify({ table })}\n`;
