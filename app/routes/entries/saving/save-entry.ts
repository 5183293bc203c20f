import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { limitWarnings } from "#app/domain/entries/entry-limits.ts";
import type { Person } from "#app/domain/entries/logged-before.ts";
import { recordsOf, type ServiceEntry } from "#app/domain/entries/service-entry.ts";
import type { Texts } from "#app/domain/entries/texts/texts.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import { addEntry, entryGroom, entryHorse, entryRider, entryService } from "#db/queries/entries/service-entries.ts";

type Problems = Record<string, string>;

/** Why an entry was not saved. If `question` is set, a second post with it as `confirmed` saves the entry. */
type Asked = { problems: Problems; question?: string };

type SaveOutcome = "saved" | "mismatch" | "conflict" | "limited" | Asked;

export type Sender = Person & {
  /** Counts the entry of a sender who is no admin against the rate limit; false if the limit is exceeded. */
  isWithinRateLimit: () => Promise<boolean>;
};

/**
 * An entry, and the question that a second post has confirmed. `keptSeconds` is how long the device queued the entry,
 * or null if it was sent at once.
 */
type SentEntry = { entry: ServiceEntry; confirmed: string; keptSeconds: number | null };

/**
 * Saves an entry once per id, with one read and one write to the database (docs/architecture.md, 'One write'). A
 * repeated entry is 'saved' again, even if its horse was deleted since. 'mismatch' means that the id was used for
 * another entry, 'conflict' that a record of the entry changed between the read and the write, and 'limited' that the
 * sender sent too many entries. All three write nothing. `sender` is read in the same database request.
 * @throws DatabaseUnavailableError
 */
export async function saveEntry(
  db: Database,
  { entry, confirmed, keptSeconds }: SentEntry,
  sending: Promise<Sender>,
  now: Date,
  texts: Texts,
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
  const records = recordsOf(entry, {
    horse: horse ?? null,
    service: service ?? null,
    rider: rider ?? null,
    groom: groom ?? null,
  });
  if ("problems" in records) return records;
  const question = `${entry.date} ${entry.quantity}`;
  const unusual = confirmed !== question ? limitWarnings(entry, todayInNewYork(now), texts) : {};
  if (Object.keys(unusual).length > 0) return { problems: unusual, question };
  try {
    const { actor, device } = sender;
    await db.write(addEntry(entry, records, { actor, at: now, madeAt: instantBefore(now, keptSeconds), device }));
    return "saved";
  } catch (error) {
    if (error instanceof IdempotencyMismatchError) return "mismatch";
    if (error instanceof ConflictError) return "conflict";
    throw error;
  }
}

/** Counts back on the server's clock, because the phone's may be wrong. */
const instantBefore = (now: Date, seconds: number | null) =>
  seconds === null ? undefined : new Date(now.getTime() - seconds * 1_000);
