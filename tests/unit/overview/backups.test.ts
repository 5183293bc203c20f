import { expect, test } from "vitest";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { type BackupPlace, describeLastBackup, lateBackup, oldBackups } from "#app/domain/overview/backups.ts";

const NOW = new Date("2026-11-23T13:00:00Z");
const HOUR_MS = 3_600_000;
const backup = (place: BackupPlace, hours: number) => ({
  place,
  at: new Date(NOW.getTime() - hours * HOUR_MS).toISOString(),
});

const CASES: [
  what: string,
  hasBucket: boolean,
  finished: ReturnType<typeof backup>[],
  late: number | "never" | null,
][] = [
  ["nothing makes backups", false, [], null],
  ["the bucket is new", true, [], "never"],
  ["last night's is there", true, [backup("bucket", 5)], null],
  ["last night's is missing since an hour", true, [backup("bucket", 25)], null],
  ["last night's is missing", true, [backup("bucket", 26.1)], 1],
  ["two nights' are missing", true, [backup("bucket", 49)], 2],
  ["the bucket was taken away", false, [backup("bucket", 80)], 3],
  ["the machine was off", false, [backup("folder", 100)], 4],
  ["a file was made by hand, months ago", false, [backup("file", 5_000)], null],
  ["a file was made by hand since the last of the bucket", true, [backup("file", 3), backup("bucket", 90)], null],
  ["the bucket has none, and a file was made months ago", true, [backup("file", 2_400)], 100],
];

test.each(CASES)("if %s (bucket: %s)", (_, hasBucket, finished, late) => {
  expect(lateBackup({ hasBucket, finished }, NOW)).toBe(late);
});

test("the last backup is named with its time in New York and its place", () => {
  expect(describeLastBackup({ finished: [] })).toBeNull();
  expect(describeLastBackup({ finished: [backup("folder", 1), backup("bucket", 30)] })).toBe(
    "Last backup 11/23/2026, 7:00 AM, on this machine",
  );
});

/** The names of a barn's backups of some days from a first one on. */
const backupsOf = (barn: string, first: string, days: number) =>
  Array.from({ length: days }, (_, i) => `${barn}-${plusDays(first, i)}.backup.gz`);

test("the newest 30 backups of a barn stay, and the first one of each of the newest 24 months; those of other barns are not its own", () => {
  const others = [...backupsOf("hayloft-staging", "2020-01-01", 50), ...backupsOf("hay", "2020-01-01", 50)];
  const names = (days: number) => [...backupsOf("hayloft", "2023-03-10", days), ...others, "hayloft-notes.txt"];
  expect(oldBackups([], "hayloft")).toEqual([]);
  expect(oldBackups(names(30), "hayloft")).toEqual([]);
  expect(oldBackups(names(32), "hayloft")).toEqual(["hayloft-2023-03-11.backup.gz"]);
  const all = backupsOf("hayloft", "2023-03-10", 1_000);
  const old = new Set(oldBackups([...all.toReversed(), ...others, "hayloft-2.txt"], "hayloft"));
  // From 03/10/2023 to 12/03/2025: that of December 1 is one of the newest 30, too.
  const kept = all.filter((name) => !old.has(name));
  expect(kept.slice(0, 3)).toEqual(["2024-01-01", "2024-02-01", "2024-03-01"].map((day) => `hayloft-${day}.backup.gz`));
  expect([kept.length, kept.at(-30), kept.at(-31)]).toEqual([
    53,
    "hayloft-2025-11-04.backup.gz",
    "hayloft-2025-11-01.backup.gz",
  ]);
  expect([...old].filter((name) => others.includes(name))).toEqual([]);
  // A barn that was backed up by hand for a week, and then not for months, keeps its first of each month.
  expect(oldBackups(backupsOf("b", "2026-01-30", 3).concat(backupsOf("b", "2026-03-01", 31)), "b")).toEqual([
    "b-2026-01-31.backup.gz",
  ]);
});
