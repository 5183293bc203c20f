CREATE INDEX `export_lines_of_bill` ON `export_lines` (`bill_item_id`);
--> statement-breakpoint
ALTER TABLE `settings` ADD `is_invoice_number_chosen` integer DEFAULT false NOT NULL CONSTRAINT "settings_invoice_number_chosen" CHECK("settings"."is_invoice_number_chosen" in (0, 1));

--> statement-breakpoint
-- A barn that has made an export, or whose import has set the number, is not asked for it.
UPDATE `settings` SET `is_invoice_number_chosen` = `invoice_number` <> 1001 OR EXISTS (SELECT 1 FROM `exports` WHERE `id` <> 'import');

--> statement-breakpoint
CREATE INDEX `corrections_of_invoice` ON `corrections` (`invoice_number`) WHERE "corrections"."invoice_number" is not null and "corrections"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `invoices_by_date` ON `invoices` (`date`);
--> statement-breakpoint
CREATE INDEX `invoices_by_customer` ON `invoices` (coalesce("customer_id", ''), `date`);

--> statement-breakpoint
ALTER TABLE `payroll` ADD `paid_on` text CONSTRAINT "payroll_paid_on" CHECK("payroll"."paid_on" is null or ("payroll"."paid_on" between '2000-01-01' and '2099-12-31' and "payroll"."paid_on" is date("payroll"."paid_on")));
--> statement-breakpoint
CREATE INDEX `payroll_by_day_paid` ON `payroll` (coalesce("paid_on", "payment_date", "date")) WHERE "payroll"."paid" = 1 and "payroll"."deleted_at" is null;

--> statement-breakpoint
-- Who chose the columns of Payroll saved which ones are hidden: the new one, hidden at first, is no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'paid_on') WHERE `screen` = '/payroll';

--> statement-breakpoint
ALTER TABLE `settings` ADD `barn_phone` text DEFAULT '' NOT NULL CONSTRAINT "settings_barn_phone" CHECK(length("settings"."barn_phone") <= 50);
--> statement-breakpoint
ALTER TABLE `settings` ADD `barn_email` text DEFAULT '' NOT NULL CONSTRAINT "settings_barn_email" CHECK(length("settings"."barn_email") <= 254);

--> statement-breakpoint
ALTER TABLE `bill_items` ADD `first_day` text CONSTRAINT "bill_items_first_day" CHECK("bill_items"."first_day" is null or ("bill_items"."first_day" between '2000-01-01' and '2099-12-31' and "bill_items"."first_day" is date("bill_items"."first_day")));
--> statement-breakpoint
ALTER TABLE `bill_items` ADD `last_day` text CONSTRAINT "bill_items_days" CHECK(coalesce("bill_items"."last_day" is date("bill_items"."last_day") and "bill_items"."first_day" <= "bill_items"."last_day" and substr("bill_items"."first_day", 1, 7) = "bill_items"."period" and substr("bill_items"."last_day", 1, 7) = "bill_items"."period", "bill_items"."first_day" is null and "bill_items"."last_day" is null));
--> statement-breakpoint
CREATE INDEX `bill_items_of_runs` ON `bill_items` (`period`, `horse_id`) WHERE "bill_items"."period" is not null and "bill_items"."deleted_at" is null;
