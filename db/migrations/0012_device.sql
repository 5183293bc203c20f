ALTER TABLE `bill_items` ADD `device` text;
--> statement-breakpoint
CREATE INDEX `bill_items_by_device` ON `bill_items` (`device`, `created_at`) WHERE "bill_items"."device" is not null;
