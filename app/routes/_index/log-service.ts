import { type EntryProblems, recordsOf, type ServiceEntry } from "#app/domain/service-entry.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity.ts";
import { entryGroom, entryHorse, entryRider, entryService, logService } from "#db/queries/service-entries.ts";

export type LogOutcome = "saved" | "differs" | "stale" | { problems: EntryProblems };

/**
 * Saves an entry exactly once: one request reads what it needs, one writes. An entry that was saved before is 'saved'
 * again, whatever has become of its horse; 'differs' and 'stale' wrote nothing.
 * @throws DatabaseUnavailableError
 */
export async function saveEntry(
  db: Database,
  entry: ServiceEntry,
  by: { actor: string; at: Date },
): Promise<LogOutcome> {
  const [accepted, [horse], [service], [rider], [groom]] = await Promise.all([
    db.read(acceptedPayload(entry.id)),
    db.read(entryHorse(entry.horseId)),
    db.read(entryService(entry.serviceId)),
    entry.rider ? db.read(entryRider(entry.rider)) : [],
    entry.groomId ? db.read(entryGroom(entry.groomId)) : [],
  ]);
  if (accepted[0]) return accepted[0].payload === JSON.stringify(entry) ? "saved" : "differs";

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
    if (error instanceof IdempotencyMismatchError) return "differs";
    if (error instanceof ConflictError) return "stale";
    throw error;
  }
}
