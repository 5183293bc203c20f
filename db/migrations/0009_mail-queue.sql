ALTER TABLE `statement_links` ADD `queued_at` text;
--> statement-breakpoint
ALTER TABLE `statement_links` ADD `mailed_by` text;
--> statement-breakpoint
ALTER TABLE `statement_links` ADD `by_hand_at` text;
