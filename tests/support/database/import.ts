import { randomUUID } from "node:crypto";
import type { ImportPlan } from "#app/domain/import/import-plan.ts";
import type { Sources } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import type { ClientAddress } from "#db/client.ts";
import { withClient } from "#db/client.ts";
import { connect } from "#db/connection.ts";
import { findImport, knownRecords, remadeIndexes, undoImport } from "#db/queries/import/imports.ts";
import type { Change } from "#db/write/change.ts";
import { writeImport, writerOf } from "#db/write/import.ts";
import type { By } from "#db/write/records.ts";

type At = { at: Date; onProgress?: (done: number, all: number) => void };

/** Plans what comes into a database, as `npm run import` does. */
export async function planFor(address: ClientAddress, sources: Sources, at: Date): Promise<ImportPlan> {
  const [row] = await connect(address).read(knownRecords());
  if (!row) throw new Error("There are no settings");
  return planImport(sources, row.known, at.toISOString());
}

/** Writes a plan, as `npm run import` does. Returns the id of the import. */
export async function writePlan(address: ClientAddress, plan: ImportPlan, { at, onProgress }: At): Promise<string> {
  const id = randomUUID();
  const [row] = await connect(address).read(remadeIndexes());
  await withClient(address, (client) =>
    writeImport({ ...writerOf(client), indexes: row?.indexes ?? [], ...(onProgress && { onProgress }) }, plan, {
      ...{ id, at, actor: "command line" },
      files: [],
    }),
  );
  return id;
}

/** The sums that an import has left in the tables. */
export async function storedOf(address: ClientAddress, id: string): Promise<ImportPlan["sums"] | undefined> {
  const [row] = await connect(address).read(findImport(id));
  return row?.content.stored;
}

/** The change that undoes an import, as its page makes it. */
export async function undoOf(address: ClientAddress, id: string, by: By): Promise<Change> {
  const { read } = connect(address);
  const [[found], [row]] = await Promise.all([read(findImport(id)), read(remadeIndexes())]);
  if (!found || !row) throw new Error("There is no such import");
  return undoImport({ ...found, indexes: row.indexes }, randomUUID(), by);
}
