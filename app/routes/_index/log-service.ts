import { todayInNewYork } from "#app/domain/calendar.ts";
import { limitProblems, limitQuestions } from "#app/domain/entry-limits.ts";
import { recordsOf, type ServiceEntry } from "#app/domain/service-entry.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity.ts";
import { entryGroom, entryHorse, entryRider, entryService, logService } from "#db/queries/service-entries.ts";

type Problems = Record<string, string>;

/** `question` is set if an admin can answer the problems by sending the entry again with it as `confirmed`. */
export type SaveOutcome = "saved" | "mismatch" | "conflict" | "limited" | { problems: Problems; question?: string };

/** Who sends an entry. */
export type Sender = {
  actor: string;
  isAdmin: boolean;
  /** Counts the entry against the rate limit of everyone but admins; false if that is used up. */
  isWithinRateLimit: () => Promise<boolean>;
};

/** An entry, and the question that its sender has answered by sending it again. */
export type SentEntry = { entry: ServiceEntry; confirmed: string };

/**
 * Saves an entry once per id, with one read and one write to the database (docs/architecture.md, 'One write'). A repeated
 * entry is 'saved' again, even if its horse was deleted since. 'mismatch' means that the id was used for another entry,
 * 'conflict' that a record of the entry changed between the read and the write, and 'limited' that the sender sent too many
 * entries; these write nothing. `sender` is read in the same database request.
 * @throws DatabaseUnavailableError
 */
export async function saveEntry(
  db: Database,
  { entry, confirmed }: SentEntry,
  sending: Promise<Sender>,
  now: Date,
): Promise<SaveOutcome> {
  const [sender, accepted, [horse], [service], [rider], [groom]] = await Promise.all([
    sending,
    db.read(acceptedPayload(entry.id)),
    db.read(entryHorse(entry.horseId)),
    db.read(entryService(entry.serviceId)),
    entry.rider ? db.read(entryRider(entry.rider)) : [],
    entry.groomId ? db.read(entryGroom(entry.groomId)) : [],
  ]);
  if (accepted[0]) return accepted[0].payload === JSON.stringify(entry) ? "saved" : "mismatch";

  if (!sender.isAdmin && !(await sender.isWithinRateLimit())) return "limited";
  const unusual = checkLimits(entry, confirmed, sender, now);
  if (unusual) return unusual;
  const records = recordsOf(entry, {
    horse: horse ?? null,
    service: service ?? null,
    rider: rider ?? null,
    groom: groom ?? null,
  });
  if ("problems" in records) return records;
  try {
    await db.write(logService(entry, records, { actor: sender.actor, at: now }));
    return "saved";
  } catch (error) {
    if (error instanceof IdempotencyMismatchError) return "mismatch";
    if (error instanceof ConflictError) return "conflict";
    throw error;
  }
}

/** Refuses a visitor's entry outside the limits; asks an admin once. */
function checkLimits(entry: ServiceEntry, confirmed: string, { isAdmin }: Sender, now: Date) {
  const today = todayInNewYork(now);
  const problems: Problems = (isAdmin ? limitQuestions : limitProblems)(entry, today);
  if (Object.keys(problems).length === 0) return null;
  if (!isAdmin) return { problems };
  const question = `${entry.date} ${entry.quantity}`;
  return question === confirmed ? null : { problems, question };
}
