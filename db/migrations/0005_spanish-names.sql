ALTER TABLE `services` ADD `spanish_name` text DEFAULT '' NOT NULL CONSTRAINT "services_spanish_name" CHECK(length("services"."spanish_name") <= 200);
--> statement-breakpoint
-- Who chose the columns of Services saved which ones are hidden: the new one, hidden at first, is no part of that choice.
UPDATE `column_choices` SET `hidden` = json_insert(`hidden`, '$[#]', 'spanishName') WHERE `screen` = '/services';
--> statement-breakpoint
CREATE INDEX `bill_items_logged` ON `bill_items` (`created_at`, `horse_id`, `service_id`) WHERE "bill_items"."billing_run_id" is null and "bill_items"."show_id" is null and "bill_items"."deleted_at" is null;
