CREATE INDEX `bill_items_by_horse_and_service` ON `bill_items` (`horse_id`, `service_id`, `date`) WHERE ("bill_items"."deleted_at" is null or "bill_items"."voided_at" is not null);
--> statement-breakpoint
CREATE INDEX `bill_items_pending_by_customer` ON `bill_items` (coalesce("customer_id", ''), `date`) WHERE "bill_items"."export_id" is null and "bill_items"."deleted_at" is null;
