import { formatInNewYork } from "#app/domain/basics/calendar.ts";

/* When a backup is late, and how the last one is named (docs/product.md, 'Backups'). */

/** Where a backup is: in the R2 bucket of the worker, in the folder of `npm start`, or in a file of `npm run backup`. */
export const BACKUP_PLACES = ["bucket", "folder", "file"] as const;
export type BackupPlace = (typeof BACKUP_PLACES)[number];

/** A finished backup; `at` is the instant of its data, in UTC. */
type FinishedBackup = { place: BackupPlace; at: string };

/** What Overview knows of backups: the last of each place, the newest first, and whether the worker has a bucket for them. */
export type BackupState = { finished: readonly FinishedBackup[]; hasBucket: boolean };

const HOUR_MS = 3_600_000;
/** A daily backup that is older has failed at least once, even if the clocks changed. */
const LATE_HOURS = 26;

const PLACES: { [place in BackupPlace]: string } = {
  bucket: "in the bucket",
  folder: "on this machine",
  file: "in a file",
};

/** 'Last backup 11/23/2026, 3:30 AM, in the bucket'; null if there is none. */
export function describeLastBackup({ finished: [last] }: Pick<BackupState, "finished">): string | null {
  return last ? `Last backup ${formatInNewYork(new Date(last.at))}, ${PLACES[last.place]}` : null;
}

/**
 * How many whole days old the last backup is if daily backups are made and last night's is missing; 'never' if none was made
 * yet. Null if all is well, or nothing makes backups by itself.
 */
export function lateBackup({ finished, hasBucket }: BackupState, now: Date): number | "never" | null {
  const isDaily = hasBucket || finished.some(({ place }) => place !== "file");
  if (!isDaily) return null;
  const [last] = finished;
  if (!last) return "never";
  const age = now.getTime() - new Date(last.at).getTime();
  return age > LATE_HOURS * HOUR_MS ? Math.floor(age / (24 * HOUR_MS)) : null;
}

/** How many of the newest backups a barn keeps, and how many months of which it keeps the first one. */
const [KEPT_DAYS, KEPT_MONTHS] = [30, 24];

/** The backups of a barn that are to be deleted, of all names of its bucket: neither among the newest, nor the first of a recent month. */
export function oldBackups(names: readonly string[], barn: string): string[] {
  const own = names.filter(
    (name) => name.startsWith(`${barn}-`) && /^\d{4}-\d{2}-\d{2}\.backup\.gz$/.test(name.slice(barn.length + 1)),
  );
  const all = own.toSorted();
  const monthOf = (name: string) => name.slice(0, `${barn}-2026-11`.length);
  const firsts = all.filter((name, i) => i === 0 || monthOf(all[i - 1] ?? "") !== monthOf(name));
  const kept = new Set([...all.slice(-KEPT_DAYS), ...firsts.slice(-KEPT_MONTHS)]);
  return all.filter((name) => !kept.has(name));
}
