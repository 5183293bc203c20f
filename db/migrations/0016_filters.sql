CREATE INDEX `bill_items_by_customer_and_date` ON `bill_items` (coalesce("customer_id", ''), `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_horse_and_date` ON `bill_items` (`horse_id`, `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_by_service_and_date` ON `bill_items` (`service_id`, `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_voided` ON `bill_items` (`date`) WHERE "bill_items"."voided_at" is not null;
--> statement-breakpoint
CREATE INDEX `bill_items_corrected` ON `bill_items` (`date`) WHERE "bill_items"."corrected_at" is not null;
