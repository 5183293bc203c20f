import { randomUUID } from "node:crypto";
import type { ImportPlan } from "#app/domain/import/import-plan.ts";
import type { Sources } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import type { ClientAddress } from "#db/client.ts";
import { connect } from "#db/connection.ts";
import { findImport, knownRecords, newDraft, undoImport } from "#db/queries/import/imports.ts";
import type { Change } from "#db/write/change.ts";
import { writeImport } from "#db/write/import.ts";
import type { By } from "#db/write/records.ts";
import { findChange } from "#db/write/undo.ts";

/** `onStaged` is called after each part of the rows. */
type At = { at: Date; onStaged?: () => void };

/** Plans what comes into a database, as the page of an import does. */
export async function planFor(address: ClientAddress, sources: Sources, at: Date): Promise<ImportPlan> {
  const [row] = await connect(address).read(knownRecords());
  if (!row) throw new Error("There are no settings");
  return planImport(sources, row.known, at.toISOString());
}

/** Writes a plan, as the page of an import does. Returns the id of the import. */
export async function writePlan(address: ClientAddress, plan: ImportPlan, { at, onStaged }: At): Promise<string> {
  const by = { id: randomUUID(), at, actor: "a@barn.example" };
  const { stage, write } = connect(address);
  await stage(newDraft({ ...by, files: [] }, by));
  const stageParts: typeof stage = (staged) => stage(staged).then(onStaged);
  await writeImport({ stage: stageParts, write }, plan, by);
  return by.id;
}

/** The sums that an import has left in the tables. */
export async function storedOf(address: ClientAddress, id: string): Promise<ImportPlan["sums"] | undefined> {
  const [row] = await connect(address).read(findImport(id));
  return row?.content.stored;
}

/** The change that undoes an import, as its page makes it. */
export async function undoOf(address: ClientAddress, id: string, by: By): Promise<Change> {
  const { read } = connect(address);
  const [[found], [change]] = await Promise.all([read(findImport(id)), read(findChange(`import ${id}`))]);
  if (!found) throw new Error("There is no such import");
  return undoImport({ ...found, change }, by);
}
