import { expect, test } from "vitest";
import { type BackupPlace, describeLastBackup, lateBackup } from "#app/domain/overview/backups.ts";

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
  ["two days have gone by", true, [backup("bucket", 48)], null],
  ["more than two days have gone by", true, [backup("bucket", 48.1)], 2],
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
