import { sql } from "drizzle-orm";
import type { BackupPlace } from "#app/domain/overview/backups.ts";
import { backups } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";

/** Records that a backup was finished. Only the last backup of each place is stored. */
export function recordBackup(backup: { place: BackupPlace; bytes: number }, by: By): Change {
  const at = by.at.toISOString();
  return {
    ...by,
    idempotencyKey: crypto.randomUUID(),
    action: "back up",
    payload: backup,
    audited: [],
    mutations: [
      {
        sql: statements
          .insert(backups)
          .values({ ...backup, at })
          .onConflictDoUpdate({ target: backups.place, set: { at, bytes: backup.bytes } }),
        expectRows: 1,
      },
    ],
  };
}

/** Selects the last backup of each place, the newest first. */
export function lastBackups() {
  return statements.select({ place: backups.place, at: backups.at }).from(backups).orderBy(sql`${backups.at} desc`);
}
