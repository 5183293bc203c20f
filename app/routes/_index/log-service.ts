import { todayInNewYork } from "#app/domain/calendar.ts";
import { limitProblems, limitQuestions } from "#app/domain/entry-limits.ts";
import { describeLogged } from "#app/domain/logged-before.ts";
import { recordsOf, type ServiceEntry } from "#app/domain/service-entry.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { acceptedPayload } from "#db/queries/activity.ts";
import {
  entryGroom,
  entryHorse,
  entryRider,
  entryService,
  loggedBefore,
  logService,
} from "#db/queries/service-entries.ts";

type Problems = Record<string, string>;

/**
 * Why an entry was not saved. `question` is set if the sender can answer the problems by sending the entry again with it as
 * `confirmed`; `notice` says who logged the same before.
 */
type Asked = { problems: Problems; question?: string; notice?: string | undefined };

export type SaveOutcome = "saved" | "mismatch" | "conflict" | "limited" | Asked;

const LOG_AGAIN = "If it was done again, press Log it again.";

/** Who sends an entry. */
export type Sender = {
  actor: string;
  isAdmin: boolean;
  /** Counts the entry against the rate limit of everyone but admins; false if that is used up. */
  isWithinRateLimit: () => Promise<boolean>;
  /** The browser that sends it: see `AppLoadContext`. */
  device: string | null;
};

/**
 * An entry, and the question that its sender has answered by sending it again. `keptSeconds` is how long the entry was kept on
 * the device that sends it, or null if it was sent at once.
 */
export type SentEntry = { entry: ServiceEntry; confirmed: string; keptSeconds: number | null };

/**
 * Saves an entry once per id, with one read and one write to the database (docs/architecture.md, 'One write'). A repeated
 * entry is 'saved' again, even if its horse was deleted since. 'mismatch' means that the id was used for another entry,
 * 'conflict' that a record of the entry changed between the read and the write, and 'limited' that the sender sent too many
 * entries; these write nothing. `sender` is read in the same database request.
 * @throws DatabaseUnavailableError
 */
export async function saveEntry(
  db: Database,
  { entry, confirmed, keptSeconds }: SentEntry,
  sending: Promise<Sender>,
  now: Date,
): Promise<SaveOutcome> {
  const [sender, accepted, [logged], [horse], [service], [rider], [groom]] = await Promise.all([
    sending,
    db.read(acceptedPayload(entry.id)),
    db.read(loggedBefore(entry)),
    db.read(entryHorse(entry.horseId)),
    db.read(entryService(entry.serviceId)),
    entry.rider ? db.read(entryRider(entry.rider)) : [],
    entry.groomId ? db.read(entryGroom(entry.groomId)) : [],
  ]);
  if (accepted[0]) return accepted[0].payload === JSON.stringify(entry) ? "saved" : "mismatch";

  if (!sender.isAdmin && !(await sender.isWithinRateLimit())) return "limited";
  const refused = sender.isAdmin ? {} : limitProblems(entry, todayInNewYork(now));
  if (Object.keys(refused).length > 0) return { problems: refused };
  const records = recordsOf(entry, {
    horse: horse ?? null,
    service: service ?? null,
    rider: rider ?? null,
    groom: groom ?? null,
  });
  if ("problems" in records) return records;
  const names = { service: service?.name ?? "", horse: horse?.name ?? "" };
  // The answer to a kept entry names no admin: the phone keeps it, and shows it to whoever uses the phone next.
  const asker = keptSeconds === null ? sender : { ...sender, isAdmin: false };
  const notice = logged && `${describeLogged({ ...names, date: entry.date }, logged, asker, now)} ${LOG_AGAIN}`;
  const asked = ask(entry, confirmed, { logged: notice, isAdmin: sender.isAdmin }, now);
  if (asked) return asked;
  try {
    const { actor, device } = sender;
    await db.write(logService(entry, records, { actor, at: now, madeAt: instantBefore(now, keptSeconds), device }));
    return "saved";
  } catch (error) {
    if (error instanceof IdempotencyMismatchError) return "mismatch";
    if (error instanceof ConflictError) return "conflict";
    throw error;
  }
}

/** By the server's clock: that of a phone may be wrong. */
const instantBefore = (now: Date, seconds: number | null) =>
  seconds === null ? undefined : new Date(now.getTime() - seconds * 1_000);

/** Separates the questions that one post confirms. */
const AND = " + ";

/**
 * Asks once about an entry that is unusual, or that was logged before. A changed date or quantity, or another horse or service,
 * is asked about again. Null if there is nothing to ask, or the sender has confirmed it.
 */
function ask(
  entry: ServiceEntry,
  confirmed: string,
  { logged: notice, isAdmin }: { logged: string | undefined; isAdmin: boolean },
  now: Date,
): Asked | null {
  const { date, quantity, horseId, serviceId } = entry;
  const unusual = isAdmin ? limitQuestions(entry, todayInNewYork(now)) : {};
  const questions = [
    ...(Object.keys(unusual).length > 0 ? [`${date} ${quantity}`] : []),
    ...(notice ? [`again ${horseId} ${serviceId} ${date}`] : []),
  ];
  const answered = confirmed.split(AND);
  if (questions.every((question) => answered.includes(question))) return null;
  return { problems: unusual, question: questions.join(AND), notice };
}
