CREATE INDEX `export_lines_of_bill` ON `export_lines` (`bill_item_id`);
--> statement-breakpoint
ALTER TABLE `settings` ADD `is_invoice_number_chosen` integer DEFAULT false NOT NULL CONSTRAINT "settings_invoice_number_chosen" CHECK("settings"."is_invoice_number_chosen" in (0, 1));

--> statement-breakpoint
-- A barn that has made an export, or whose import has set the number, is not asked for it.
UPDATE `settings` SET `is_invoice_number_chosen` = `invoice_number` <> 1001 OR EXISTS (SELECT 1 FROM `exports` WHERE `id` <> 'import');
