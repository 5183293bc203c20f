ALTER TABLE `billing_runs` ADD `taken_back_at` text;
--> statement-breakpoint
ALTER TABLE `billing_runs` ADD `taken_back_by` text;
--> statement-breakpoint
ALTER TABLE `payroll_runs` ADD `last_payroll_before` text;
--> statement-breakpoint
ALTER TABLE `payroll_runs` ADD `taken_back_at` text;
--> statement-breakpoint
ALTER TABLE `payroll_runs` ADD `taken_back_by` text;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `deleted_at` text;
--> statement-breakpoint
-- Of the runs so far, the activity has it; of those that it does not have, the run before was the last one.
UPDATE `payroll_runs` SET `last_payroll_before` = coalesce((SELECT `value` ->> 'last_payroll' FROM `activity`, json_each(`activity`.`before`) WHERE `activity`.`id` = `payroll_runs`.`id` AND `value` ->> 'table' = 'settings'), (SELECT max(`earlier`.`at`) FROM `payroll_runs` AS `earlier` WHERE `earlier`.`failure` IS NULL AND `earlier`.`at` < `payroll_runs`.`at`)) WHERE `failure` IS NULL;
--> statement-breakpoint
DROP INDEX `bill_items_by_date`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_date`;
--> statement-breakpoint
DROP INDEX `bill_items_by_customer`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_customer`;
--> statement-breakpoint
DROP INDEX `bill_items_by_horse`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_horse`;
--> statement-breakpoint
DROP INDEX `bill_items_by_service`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_service`;
--> statement-breakpoint
DROP INDEX `bill_items_by_quantity`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_quantity`;
--> statement-breakpoint
DROP INDEX `bill_items_by_value`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_value`;
--> statement-breakpoint
DROP INDEX `bill_items_by_location`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_location`;
--> statement-breakpoint
DROP INDEX `bill_items_by_comments`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_comments`;
--> statement-breakpoint
DROP INDEX `payroll_once_a_week`;
--> statement-breakpoint
CREATE INDEX `bill_items_by_date` ON `bill_items` (`date`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_customer` ON `bill_items` (coalesce(`customer_id`, '')) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_horse` ON `bill_items` (`horse_id`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_service` ON `bill_items` (`service_id`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_quantity` ON `bill_items` (`quantity`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_value` ON `bill_items` (`value`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_location` ON `bill_items` (`location`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_comments` ON `bill_items` (coalesce(`comments`, '') collate nocase) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
-- After the others: of two that fit, the one that was made last is taken.
CREATE INDEX `bill_items_pending_by_date` ON `bill_items` (`date`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_customer` ON `bill_items` (coalesce(`customer_id`, '')) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_horse` ON `bill_items` (`horse_id`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_service` ON `bill_items` (`service_id`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_quantity` ON `bill_items` (`quantity`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_value` ON `bill_items` (`value`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_location` ON `bill_items` (`location`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_comments` ON `bill_items` (coalesce(`comments`, '') collate nocase) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_by_run` ON `bill_items` (`billing_run_id`,`export_id`) WHERE "bill_items"."billing_run_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `payroll_once_a_week` ON `payroll` (`groom_id`,`week`) WHERE "payroll"."week" is not null and "payroll"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `payroll_deleted_salaries` ON `payroll` (`week`,`groom_id`) WHERE "payroll"."week" is not null and "payroll"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `payroll_by_run` ON `payroll` (`payroll_run_id`,`paid`) WHERE "payroll"."payroll_run_id" is not null;
