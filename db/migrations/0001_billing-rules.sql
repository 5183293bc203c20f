CREATE TABLE `dismissals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`scope` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "dismissals_kind" CHECK(length("dismissals"."kind") between 1 and 50),
	CONSTRAINT "dismissals_record" CHECK(length("dismissals"."record_id") between 1 and 200),
	CONSTRAINT "dismissals_scope" CHECK(length("dismissals"."scope") <= 200),
	CONSTRAINT "dismissals_name" CHECK(length("dismissals"."name") between 1 and 500)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `dismissals_once` ON `dismissals` (`kind`, `record_id`, `scope`) WHERE "dismissals"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `salary_changes` ADD `start_date_before` text CONSTRAINT "salary_changes_start_before" CHECK("salary_changes"."start_date_before" is null or "salary_changes"."start_date_before" = '' or "salary_changes"."start_date_before" is date("salary_changes"."start_date_before"));
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `unit_price` integer CONSTRAINT "bill_items_unit_price" CHECK("bill_items"."unit_price" >= 0);
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `is_value_typed` integer DEFAULT false NOT NULL CONSTRAINT "bill_items_value_typed" CHECK("bill_items"."is_value_typed" in (0, 1));
--> statement-breakpoint
CREATE INDEX `bill_items_billed_for` ON `bill_items` (coalesce("period", substr("date", 1, 7)), `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
ALTER TABLE `settings` ADD `is_dates_chosen` integer DEFAULT false NOT NULL CONSTRAINT "settings_dates_chosen" CHECK("settings"."is_dates_chosen" in (0, 1));
--> statement-breakpoint
ALTER TABLE `settings` ADD `board_in` text DEFAULT 'advance' NOT NULL CONSTRAINT "settings_board_in" CHECK("settings"."board_in" in ('advance', 'arrears'));
--> statement-breakpoint
UPDATE `settings` SET `is_dates_chosen` = EXISTS (SELECT 1 FROM `exports` WHERE `id` <> 'import');
--> statement-breakpoint
DROP TRIGGER `grooms_salary_changed`;
--> statement-breakpoint
CREATE TRIGGER `grooms_salary_changed` AFTER UPDATE OF `weekly_salary`, `start_date` ON `grooms` WHEN (new.`weekly_salary`, new.`start_date`) IS NOT (old.`weekly_salary`, old.`start_date`) BEGIN INSERT INTO `salary_changes` (`groom_id`, `at`, `salary_before`, `start_date_before`) VALUES (new.`id`, new.`updated_at`, old.`weekly_salary`, coalesce(old.`start_date`, '')); END;
