import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { oldBackups } from "#app/domain/overview/backups.ts";
import { logAlert } from "#app/server/log.ts";
import type { Hash, TableSum } from "#db/backup/format.ts";
import { makeBackup } from "#db/backup/make.ts";
import { cutOff, damaged, readBackup } from "#db/backup/read.ts";
import type { Database } from "#db/connection.ts";
import { recordBackup } from "#db/queries/overview/finished-backups.ts";
import { SCHEDULE } from "#db/queries/payroll/payroll-runs.ts";

/** The trigger of the nightly backup, as wrangler.toml has it. */
export const BACKUP_CRON = "30 8 * * *";

/** R2 takes parts of one size, but for the last, and of 5 MB at least. */
const PART_BYTES = 8 * 1024 * 1024;

type NightlyBackup = {
  /** The name of the worker: barns of one bucket have different ones. */
  barn: string;
  open: () => Database;
  database: { url: string; authToken?: string | undefined };
  bucket: R2Bucket;
  now: Date;
};

/**
 * Writes one backup to the bucket, named after the barn and the day in New York, reads it back, and deletes old ones of the barn. The
 * file appears in the bucket when it is complete (docs/product.md, 'Backups').
 * @throws if the backup was not made, or is not what was written
 */
export async function runNightlyBackup({ barn, open, database, bucket, now }: NightlyBackup): Promise<void> {
  const name = `${barn}-${todayInNewYork(now)}.backup.gz`;
  const upload = new Upload(bucket, name);
  try {
    const { bytes, tables } = await makeBackup({
      database,
      at: now,
      createHash: createDigest,
      write: (piece) => upload.write(piece),
    });
    await upload.complete();
    await confirmBackup(bucket, name, tables);
    await open().write(recordBackup({ place: "bucket", bytes }, { actor: SCHEDULE, at: now }));
  } catch (error) {
    await upload.abort();
    logAlert("backup", "The nightly backup was not made", error);
    throw error;
  }
  await deleteOld(bucket, barn);
}

/** Reads a backup back, and deletes it if it is not what was written. */
async function confirmBackup(bucket: R2Bucket, name: string, tables: readonly TableSum[]): Promise<void> {
  try {
    const { end } = await readBackup(await readUnzipped(bucket, name), createDigest);
    if (JSON.stringify(end) !== JSON.stringify(tables)) throw damaged();
  } catch (error) {
    await bucket.delete(name);
    throw error;
  }
}

async function readUnzipped(bucket: R2Bucket, name: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await bucket.get(name);
  if (!found) throw cutOff();
  // The browser's types lack it.
  return found.body.pipeThrough(new DecompressionStream("gzip")) as unknown as AsyncIterable<Uint8Array>;
}

/** A file of R2 that is written in pieces. Memory holds one part. */
class Upload {
  #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  #multipart: R2MultipartUpload | undefined;
  readonly #parts: R2UploadedPart[] = [];

  constructor(
    readonly bucket: R2Bucket,
    readonly name: string,
  ) {}

  async write(piece: Uint8Array): Promise<void> {
    for (let rest = piece; rest.byteLength > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
      if (this.#filled === PART_BYTES) await this.#sendPart();
    }
  }

  async complete(): Promise<void> {
    if (!this.#multipart) {
      await this.bucket.put(this.name, this.#part.subarray(0, this.#filled));
      return;
    }
    if (this.#filled > 0) await this.#sendPart();
    await this.#multipart.complete(this.#parts);
  }

  async abort(): Promise<void> {
    await this.#multipart?.abort().catch(() => {});
  }

  async #sendPart(): Promise<void> {
    this.#multipart ??= await this.bucket.createMultipartUpload(this.name);
    const part = this.#part.subarray(0, this.#filled);
    this.#parts.push(await this.#multipart.uploadPart(this.#parts.length + 1, part));
    this.#filled = 0;
  }
}

async function deleteOld(bucket: R2Bucket, barn: string): Promise<void> {
  const { objects } = await bucket.list({ prefix: `${barn}-2` });
  const old = oldBackups(
    objects.map(({ key }) => key),
    barn,
  );
  if (old.length > 0) await bucket.delete(old);
}

/** The browser's types lack workerd's `DigestStream`. */
type WorkerCrypto = Crypto & { DigestStream: typeof DigestStream };

/** workerd's own SHA-256 of a stream. */
function createDigest(): Hash {
  const stream = new (crypto as WorkerCrypto).DigestStream("SHA-256");
  const writer = stream.getWriter();
  return {
    update: (bytes) => writer.write(bytes),
    async digest() {
      await writer.close();
      return [...new Uint8Array(await stream.digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  };
}
