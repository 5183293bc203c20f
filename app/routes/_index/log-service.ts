import { type EntryProblems, recordsOf, type ServiceEntry } from "#app/domain/service-entry.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity.ts";
import { entryGroom, entryHorse, entryRider, entryService, logService } from "#db/queries/service-entries.ts";

export type SaveOutcome = "saved" | "mismatch" | "conflict" | { problems: EntryProblems };

/**
 * Saves an entry once per id, with one read and one write to the database (docs/architecture.md, 'One write'). A repeated
 * entry is 'saved' again, even if its horse was deleted since. 'mismatch' means that the id was used for another entry, and
 * 'conflict' that a record of the entry changed between the read and the write; both write nothing.
 * @throws DatabaseUnavailableError
 */
export async function saveEntry(
  db: Database,
  entry: ServiceEntry,
  by: { actor: string; at: Date },
): Promise<SaveOutcome> {
  const [accepted, [horse], [service], [rider], [groom]] = await Promise.all([
    db.read(acceptedPayload(entry.id)),
    db.read(entryHorse(entry.horseId)),
    db.read(entryService(entry.serviceId)),
    entry.rider ? db.read(entryRider(entry.rider)) : [],
    entry.groomId ? db.read(entryGroom(entry.groomId)) : [],
  ]);
  if (accepted[0]) return accepted[0].payload === JSON.stringify(entry) ? "saved" : "mismatch";

  const records = recordsOf(entry, {
    horse: horse ?? null,
    service: service ?? null,
    rider: rider ?? null,
    groom: groom ?? null,
  });
  if ("problems" in records) return records;
  try {
    await db.write(logService(entry, records, by));
    return "saved";
  } catch (error) {
    if (error instanceof IdempotencyMismatchError) return "mismatch";
    if (error instanceof ConflictError) return "conflict";
    throw error;
  }
}
