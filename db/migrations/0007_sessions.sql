CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`since` text NOT NULL,
	`last_seen` text NOT NULL,
	`ended_at` text
) STRICT;

--> statement-breakpoint
CREATE INDEX `sessions_by_email` ON `sessions` (`email`) WHERE "sessions"."ended_at" is null;
