-- The CHECK services_fixed_stay of the first five stays in the table, which SQLite would have to rebuild: this one says more.
ALTER TABLE `services` ADD `is_fixed` integer DEFAULT false NOT NULL CONSTRAINT "services_fixed" CHECK("services"."is_fixed" in (0, 1)) CONSTRAINT "services_fixed_kept" CHECK("services"."deleted_at" is null or not "services"."is_fixed");
--> statement-breakpoint
UPDATE `services` SET `is_fixed` = 1 WHERE `id` IN ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training');
