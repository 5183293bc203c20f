CREATE TABLE `corrections` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`correction_id` text NOT NULL,
	`bill_item_id` text NOT NULL,
	`customer_id` text,
	`service_id` text NOT NULL,
	`invoice_number` integer,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`actor` text NOT NULL,
	`entered` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`bill_item_id`) REFERENCES `bill_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "corrections_amount" CHECK("corrections"."amount" <> 0),
	CONSTRAINT "corrections_invoice" CHECK("corrections"."invoice_number" >= 1),
	CONSTRAINT "corrections_actor" CHECK(length("corrections"."actor") >= 1),
	CONSTRAINT "corrections_reason" CHECK(length("corrections"."reason") between 1 and 500),
	CONSTRAINT "corrections_entered" CHECK("corrections"."entered" in (0, 1))
) STRICT;

--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_id_unique` ON `corrections` (`id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_bill` ON `corrections` (`bill_item_id`);
--> statement-breakpoint
CREATE INDEX `corrections_by_correction` ON `corrections` (`correction_id`);
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `updated_at` text;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `entered_by` text DEFAULT 'visitor' NOT NULL;
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `period` text CONSTRAINT "bill_items_period" CHECK("bill_items"."period" is null or "bill_items"."period" || '-01' is date("bill_items"."period" || '-01'));
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `voided_at` text CONSTRAINT "bill_items_voided" CHECK("bill_items"."voided_at" is null or "bill_items"."deleted_at" is not null);
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `corrected_at` text;
--> statement-breakpoint
DROP INDEX `bill_items_by_date`;
--> statement-breakpoint
DROP INDEX `bill_items_by_customer`;
--> statement-breakpoint
DROP INDEX `bill_items_by_horse`;
--> statement-breakpoint
DROP INDEX `bill_items_by_service`;
--> statement-breakpoint
DROP INDEX `bill_items_by_quantity`;
--> statement-breakpoint
DROP INDEX `bill_items_by_value`;
--> statement-breakpoint
DROP INDEX `bill_items_by_location`;
--> statement-breakpoint
DROP INDEX `bill_items_by_comments`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_date`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_customer`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_horse`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_service`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_quantity`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_value`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_location`;
--> statement-breakpoint
DROP INDEX `bill_items_pending_by_comments`;
--> statement-breakpoint
CREATE INDEX `bill_items_by_date` ON `bill_items` (`date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_customer` ON `bill_items` (coalesce("customer_id", '')) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_horse` ON `bill_items` (`horse_id`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_service` ON `bill_items` (`service_id`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_quantity` ON `bill_items` (`quantity`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_value` ON `bill_items` (`value`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_location` ON `bill_items` (`location`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_comments` ON `bill_items` (coalesce("comments", '') collate nocase) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_entered_by` ON `bill_items` (`entered_by`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
-- After the others: of two that fit, the one that was made last is taken.
CREATE INDEX `bill_items_pending_by_date` ON `bill_items` (`date`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_customer` ON `bill_items` (coalesce("customer_id", '')) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
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
CREATE INDEX `bill_items_pending_by_comments` ON `bill_items` (coalesce("comments", '') collate nocase) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_entered_by` ON `bill_items` (`entered_by`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `bill_items_of_month` ON `bill_items` (coalesce("period", substr("date", 1, 7)), `horse_id`) WHERE "bill_items"."service_id" = 'boarding' and "bill_items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `horses_deleted` ON `horses` (`id`) WHERE "horses"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `services_deleted` ON `services` (`id`) WHERE "services"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_alike` ON `bill_items` (`horse_id`, `service_id`, `date`) WHERE "bill_items"."deleted_at" is null;
--> statement-breakpoint
ALTER TABLE `export_lines` ADD `is_voided` integer DEFAULT false NOT NULL CONSTRAINT "export_lines_voided" CHECK("export_lines"."is_voided" in (0, 1));
--> statement-breakpoint
DROP INDEX `export_lines_once_a_bill`;
--> statement-breakpoint
CREATE UNIQUE INDEX `export_lines_once_a_bill` ON `export_lines` (`bill_item_id`) WHERE "export_lines"."is_voided" = 0;
--> statement-breakpoint
ALTER TABLE `exports` ADD `dates` text DEFAULT 'line' NOT NULL CONSTRAINT "exports_dates" CHECK("exports"."dates" in ('line', 'invoice'));
--> statement-breakpoint
ALTER TABLE `exports` ADD `voided_at` text;
--> statement-breakpoint
ALTER TABLE `exports` ADD `voided_by` text;
--> statement-breakpoint
ALTER TABLE `settings` ADD `is_amounts_chosen` integer DEFAULT false NOT NULL CONSTRAINT "settings_amounts_chosen" CHECK("settings"."is_amounts_chosen" in (0, 1));
--> statement-breakpoint
ALTER TABLE `settings` ADD `export_dates` text DEFAULT 'line' NOT NULL CONSTRAINT "settings_dates" CHECK("settings"."export_dates" in ('line', 'invoice'));
--> statement-breakpoint
ALTER TABLE `settings` ADD `prorate` integer DEFAULT false NOT NULL CONSTRAINT "settings_prorate" CHECK("settings"."prorate" in (0, 1));
--> statement-breakpoint
-- Who entered a bill: of a run, the admin who confirmed it; of an entry, whoever the activity names.
UPDATE `bill_items` SET `entered_by` = coalesce((SELECT `actor` FROM `billing_runs` WHERE `id` = `billing_run_id`), (SELECT `actor` FROM `activity` WHERE `activity`.`id` = `bill_items`.`id`), 'visitor');
--> statement-breakpoint
UPDATE `bill_items` SET `period` = substr(`date`, 1, 7) WHERE `service_id` = 'boarding' OR `billing_run_id` IN (SELECT `id` FROM `billing_runs` WHERE `kind` = 'horses');
--> statement-breakpoint
-- 'quantity-x-value' was preselected, so that its use was no choice; the other was chosen.
UPDATE `settings` SET `is_amounts_chosen` = 1 WHERE `export_amounts` = 'bill-value';
