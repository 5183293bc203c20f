ALTER TABLE `customers` ADD `merged_into` text CONSTRAINT "customers_merged" CHECK("customers"."merged_into" is null or ("customers"."deleted_at" is not null and "customers"."merged_into" <> "customers"."id"));
--> statement-breakpoint
CREATE INDEX `customers_merged_into` ON `customers` (`merged_into`) WHERE "customers"."merged_into" is not null;
