CREATE TABLE `backups` (
	`place` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`bytes` integer NOT NULL,
	CONSTRAINT "backups_place" CHECK("backups"."place" in ('bucket', 'folder', 'file')),
	CONSTRAINT "backups_bytes" CHECK("backups"."bytes" >= 0)
) STRICT;
