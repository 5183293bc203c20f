import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemsOfMigration } from "#bin/database/migration-lint.ts";
import { MIGRATIONS } from "#bin/migrate.ts";

/* While a version is deployed, and after a rollback, the version before runs on the schema of the next. */

const FILES = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));

test.each(FILES)("the version before %s can serve on the schema after it", (file) => {
  expect(problemsOfMigration(readFileSync(join(MIGRATIONS, file), "utf8"))).toEqual([]);
});

const REFUSED: [sql: string, problem: string][] = [
  ["DROP TABLE `grooms`;", "drops the table grooms, which the version before uses"],
  ["ALTER TABLE `grooms` DROP COLUMN `location`;", "drops the column location of grooms"],
  ["alter table grooms drop location", "drops the column location of grooms"],
  ["ALTER TABLE `grooms` RENAME COLUMN `name` TO `title`;", "renames grooms or a column of it"],
  ["ALTER TABLE `grooms` RENAME TO `staff`;", "renames grooms or a column of it"],
  [
    'ALTER TABLE `grooms` ADD `phone` text NOT NULL CONSTRAINT "grooms_phone" CHECK(length("grooms"."phone") < 20);',
    "adds phone to grooms as NOT NULL without a default, so the version before cannot insert",
  ],
  [
    "CREATE UNIQUE INDEX `grooms_by_name` ON `grooms` (`name`);",
    "makes grooms_by_name unique in grooms, which may refuse what the version before writes",
  ],
  [
    "CREATE TRIGGER `grooms_paid` BEFORE INSERT ON `grooms` BEGIN\n SELECT raise(abort, 'no');\nEND;",
    "makes the trigger grooms_paid, which refuses what the version before writes",
  ],
  [
    "-- Not needed any more.\nDROP TRIGGER `grooms_changed`;",
    "drops the trigger grooms_changed and does not create it again",
  ],
  ["DROP VIEW `grooms_text`;", "drops the view grooms_text and does not create it again"],
];

test.each(REFUSED)("a migration with '%s' is refused", (sql, problem) => {
  expect(
    problemsOfMigration(`CREATE TABLE \`stalls\` (\`id\` text) STRICT;\n--> statement-breakpoint\n${sql}`),
  ).toEqual([problem]);
});

test.each([
  "ALTER TABLE `grooms` ADD `phone` text DEFAULT '' NOT NULL;",
  'ALTER TABLE `grooms` ADD `left_at` text CONSTRAINT "grooms_left" CHECK("left_at" is null or "end_date" is not null);',
  "ALTER TABLE `grooms` ADD `horse_id` text REFERENCES `horses`(`id`);",
  'ALTER TABLE `grooms` ADD `stall` text;\n--> statement-breakpoint\nCREATE UNIQUE INDEX `grooms_by_stall` ON `grooms` (`stall`) WHERE "grooms"."stall" is not null;',
  "CREATE TABLE `stalls` (`id` text) STRICT;\n--> statement-breakpoint\nCREATE UNIQUE INDEX `stalls_by_id` ON `stalls` (`id`);",
  "DROP INDEX `grooms_by_name`;",
  "CREATE TABLE `__new_grooms` (`id` text);\n--> statement-breakpoint\nDROP TABLE `grooms`;\n--> statement-breakpoint\nALTER TABLE `__new_grooms` RENAME TO `grooms`;",
  "DROP VIEW `grooms_text`;\n--> statement-breakpoint\nCREATE VIEW `grooms_text` AS SELECT 1;",
  "-- DROP TABLE `grooms`;\nUPDATE `grooms` SET `name` = 'x';",
])("a migration with '%s' is accepted", (sql) => {
  expect(problemsOfMigration(sql)).toEqual([]);
});
